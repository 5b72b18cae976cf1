"""Which advancements are open at which level?"""

import pytest

from rules import content
from rules.daggerheart.leveling import (
    ACHIEVEMENTS,
    CHOICES,
    SLOTS,
    Taken,
    has_slots,
    is_crossed_out,
    open_options,
    open_tiers,
)

NONE: dict[str, int] = {}


def test_the_numbers_are_those_of_the_cards() -> None:
    facts = {key: content.find_card("daggerheart", "en", key) for key in ("tier-achievements", "advancement-slots")}
    achievements, slots = facts["tier-achievements"], facts["advancement-slots"]
    assert achievements
    assert slots
    assert {row["level"]: (row["experience"], row["proficiency"], row["clears_trait_marks"])
            for row in achievements.facts["table"]} == {
        level: (one.experience, one.proficiency, one.clears_marks) for level, one in ACHIEVEMENTS.items()
    }  # fmt: skip
    per_choice = {row["card"].removeprefix("advance-"): row["slots_per_choice"] for row in slots.facts["table"]}
    assert {option.replace("_", "-"): count for option, count in SLOTS.items()} == per_choice
    assert CHOICES == 2


@pytest.mark.parametrize(
    ("option", "level", "tiers"),
    [
        ("evasion", 2, [2]),
        ("evasion", 4, [2]),
        ("evasion", 5, [2, 3]),
        ("evasion", 10, [2, 3, 4]),
        ("multiclass", 4, []),
        ("multiclass", 5, [3]),
        ("multiclass", 8, [3, 4]),
    ],
)
def test_slots_of_the_tier_or_below_may_be_marked(option: str, level: int, tiers: list[int]) -> None:
    assert open_tiers(option, level, [], NONE) == tiers


def test_a_subclass_card_and_multiclassing_rule_each_other_out_in_a_tier() -> None:
    assert is_crossed_out("multiclass", 3, [Taken("subclass", 3)])
    assert not is_crossed_out("multiclass", 4, [Taken("subclass", 3)])
    assert is_crossed_out("subclass", 3, [Taken("multiclass", 3)])
    assert not is_crossed_out("subclass", 4, [Taken("multiclass", 3)])
    assert is_crossed_out("multiclass", 4, [Taken("multiclass", 3)])
    assert not is_crossed_out("evasion", 3, [Taken("evasion", 3), Taken("multiclass", 3)])


def test_slots_run_out_where_their_number_is_known() -> None:
    taken = [Taken("traits", 2), Taken("traits", 2)]
    assert has_slots("traits", 2, taken, NONE)
    assert has_slots("traits", 2, taken, {"traits": 3})
    assert not has_slots("traits", 2, taken, {"traits": 2})
    assert has_slots("traits", 3, taken, {"traits": 2})
    assert not has_slots("proficiency", 3, [], {"proficiency": 1})
    assert has_slots("proficiency", 3, [], {"proficiency": 2})
    assert not has_slots("proficiency", 3, [Taken("proficiency", 3)], {"proficiency": 2})


def test_what_is_open_names_the_tiers() -> None:
    assert dict(open_options(2, [], {"evasion": 1})) == {option: [2] for option in SLOTS if option != "multiclass"}
    assert "evasion" not in dict(open_options(3, [Taken("evasion", 2)], {"evasion": 1}))
