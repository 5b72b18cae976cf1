"""Ranges on a grid."""

import pytest

from rules.daggerheart.ranges import band


@pytest.mark.parametrize(
    ("squares", "name"),
    [
        (0, "melee"),
        (1, "melee"),
        (2, "very_close"),
        (3, "very_close"),
        (4, "close"),
        (6, "close"),
        (7, "far"),
        (12, "far"),
        (13, "very_far"),
        (40, "very_far"),
    ],
)
def test_squares_are_a_range(squares: int, name: str) -> None:
    assert band(squares) == name
