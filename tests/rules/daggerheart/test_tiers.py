"""Tiers of characters."""

import pytest

from rules.daggerheart.tiers import tier


@pytest.mark.parametrize(
    ("level", "expected"), [(0, 1), (1, 1), (2, 2), (4, 2), (5, 3), (7, 3), (8, 4), (10, 4), (11, 4)]
)
def test_levels_make_tiers(level: int, expected: int) -> None:
    assert tier(level) == expected
