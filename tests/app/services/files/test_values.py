"""Single values of stat blocks."""

from __future__ import annotations

import pytest

from app.services.files import values
from app.services.files.values import Damage


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1d12+2 phy", Damage("1d12", 2, ("physical",))),
        ("1d20 phy", Damage("1d20", 0, ("physical",))),
        ("2 phy", Damage(None, 2, ("physical",))),
        ("1d8+4 phy/mag", Damage("1d8", 4, ("physical", "magic"))),
        ("2D6−1 magic damage", Damage("2d6", -1, ("magic",))),
        ("3d6 + 2", Damage("3d6", 2, ())),
        ("special", None),
        ("1d6 fire", None),
        ("", None),
    ],
)
def test_damage_is_dice_a_number_and_types(text: str, found: Damage | None) -> None:
    assert values.damage(text) == found


@pytest.mark.parametrize(
    ("text", "found"), [("+3", 3), ("−4", -4), ("0", 0), ("12", 12), ("+2d4", None), ("", None), ("9999999", None)]
)
def test_a_number_is_whole_or_none(text: str, found: int | None) -> None:
    assert values.number(text) == found


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("Mark a Stress to hiss.", {"stress": 1}),
        ("Spend 2 Fear to call three friends.", {"fear": 2}),
        ("Spend a Fear and mark two Stress to rise.", {"fear": 1, "stress": 2}),
        ("Mark a HP to burst.", {"hit_points": 1}),
        ("When it falls, you can spend a Fear to let it stand.", {"fear": 1}),
        ("Once per scene, mark a Stress to call a guard.", {"stress": 1}),
        ("Countdown (1d12). Spend a Fear to start it.", {"fear": 1}),
        ("Spend Fear as usual to spotlight it.", {}),
        ("Spend a Fear per PC to rise.", {}),
        ("Targets who mark HP from it fall.", {}),
        ("All near it roll or take 2d6 damage, mark a Stress, and fall.", {}),
        ("When hurt, they must mark a Stress.", {}),
        ("Make an attack. On a success, mark a Stress to hold on.", {}),
    ],
)
def test_a_cost_is_what_the_first_sentence_takes(text: str, cost: dict[str, int]) -> None:
    assert values.cost(text) == cost


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("Make an attack. On a success, mark a Stress to hold on.", {"stress": 1}),
        ("It is a ghost. Mark a Stress to move through a wall.", {"stress": 1}),
        ("Mark a Stress to hiss.", {}),
        ("Roll for it. On a failure, they must mark a Stress.", {}),
    ],
)
def test_what_a_later_sentence_offers_is_no_cost(text: str, option: dict[str, int]) -> None:
    assert values.option(text) == option


@pytest.mark.parametrize(
    ("text", "guards"),
    [
        ("The Moth is resistant to magic damage.", {"resistance": ("magic",)}),
        ("Resistant to physical damage.", {"resistance": ("physical",)}),
        ("The Ghost has resistance to physical damage. Mark a Stress to fly.", {"resistance": ("physical",)}),
        ("It is immune to all damage.", {"immunity": ("physical", "magic")}),
        ("While in the ground, it is immune to all damage.", {}),
        ("Those inside are immune to this feature.", {}),
    ],
)
def test_only_a_plain_sentence_is_a_resistance(text: str, guards: dict[str, tuple[str, ...]]) -> None:
    assert values.guards(text) == guards


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Hide +2, Keen Nose +3", ([("Hide", 2), ("Keen Nose", 3)], [])),
        ("Hide", ([], ["Hide"])),
        ("", ([], [])),
    ],
)
def test_experiences_are_names_with_a_bonus(text: str, found: tuple[list[tuple[str, int]], list[str]]) -> None:
    assert values.experiences(text) == found
