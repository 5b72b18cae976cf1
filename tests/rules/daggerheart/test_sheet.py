"""Is what people and imports write on a sheet read with care?"""

from typing import Any

import pytest

from rules.core.state import Creature, Feature
from rules.daggerheart import sheet


def with_features(**features: Feature) -> Creature:
    return Creature("c_1", "Oro", kind="pc", features=features)


@pytest.mark.parametrize("facts", [{}, {"modifier": "2"}, {"modifier": True}, {"modifier": 10**9}, {"modifier": None}])
def test_a_bonus_that_is_no_number_is_nothing(facts: dict[str, Any]) -> None:
    assert sheet.bonus(Feature("experience", "Sailor", facts)) == 0


@pytest.mark.parametrize(
    ("facts", "cost"),
    [
        ({"cost": {"hope": 3}}, {"hope": 3}),
        ({"cost": {"fear": 1, "stress": 2, "gold": 5}}, {"stress": 2, "fear": 1}),
        ({"cost": {"fear": -1}}, {}),
        ({"cost": {"fear": 9999}}, {"fear": 20}),
        ({"cost": 3}, {}),
        ({}, {}),
    ],
)
def test_costs(facts: dict[str, Any], cost: dict[str, int]) -> None:
    assert sheet.costs(Feature("feature", "Rally", facts)) == cost


@pytest.mark.parametrize(("dice", "read"), [("d8", "d8"), ("2d6", "2d6"), ("2d6+1", None), ("0d6", None), (8, None)])
def test_dice(dice: object, read: str | None) -> None:
    assert sheet.dice({"dice": dice}) == read


def test_the_first_weapon_is_taken_where_none_is_named() -> None:
    sword = Feature("weapon", "Sword", {"dice": "d8", "trait": "agility"})
    creature = with_features(sailor=Feature("experience", "Sailor"), sword=sword, bow=Feature("weapon", "Bow"))
    found = sheet.arms(creature, None)
    assert found is not None
    assert (found.key, found.trait, found.types) == ("sword", "agility", ("physical",))
    assert sheet.arms(creature, "sailor") is None
    assert sheet.arms(with_features(), None) is None


def test_protections_are_gathered_from_all_features() -> None:
    creature = with_features(
        cloak=Feature("resistance", "Cloak", {"types": ["magic", "mind"]}),
        hide=Feature("resistance", "Hide", {"types": "physical"}),
        stone=Feature("immunity", "Stone", {"types": ["physical"]}),
    )
    assert (sheet.protections(creature, "resistance"), sheet.protections(creature, "immunity")) == (
        ("magic",),
        ("physical",),
    )
