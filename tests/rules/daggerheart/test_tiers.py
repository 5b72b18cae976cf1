"""Tiers of characters."""

import pytest

from rules.daggerheart.tiers import tier
from tests.rules.daggerheart.evening import Evening


@pytest.mark.parametrize(
    ("level", "expected"), [(0, 1), (1, 1), (2, 2), (4, 2), (5, 3), (7, 3), (8, 4), (10, 4), (11, 4)]
)
def test_levels_make_tiers(level: int, expected: int) -> None:
    assert tier(level) == expected


@pytest.mark.parametrize(("level", "proficiency"), [(1, 1), (2, 2), (4, 2), (5, 3), (7, 3), (8, 4), (10, 4)])
def test_a_character_who_joins_at_a_level_has_the_proficiency_of_its_tiers(level: int, proficiency: int) -> None:
    evening = Evening()
    joined = evening.pc("Wren", numbers={"level": level})
    told = evening.pc("Tuck", numbers={"level": level, "proficiency": 1})
    assert (evening.value("proficiency", joined), evening.value("proficiency", told)) == (proficiency, 1)
    evening.do("change_creature", creature=joined, changes={"numbers": {"level": 10}})
    assert evening.value("proficiency", joined) == proficiency
