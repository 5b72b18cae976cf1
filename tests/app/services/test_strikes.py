"""The attack in the line of a creature."""

from __future__ import annotations

from typing import Any

import pytest

from app.services.strikes import Strike, read_strike, words_of

PLAIN = {"dice": "1d10", "modifier": 2}


def struck(line: str) -> Strike:
    words = words_of("daggerheart")
    assert words
    found = read_strike(line, words)
    assert found
    return found


@pytest.mark.parametrize(
    "line, name, facts",
    [
        ("Troll, attack +2, damage 1d10+2", "", PLAIN),
        ("Troll, atk: 2, dmg: 1d10 + 2", "", PLAIN),
        ("Troll, +2, 1d10+2 phy", "", {**PLAIN, "types": ["physical"]}),
        ("Troll, atk +2 claws 1d10+2", "claws", PLAIN),
        ("Troll, attack +2 claws, 1d10+2", "claws", PLAIN),
        ("Troll atk +2 claws 1d10+2", "claws", PLAIN),
        ("Troll, Claws +2, melee, 1d10+2 phy", "Claws", {**PLAIN, "range": "melee", "types": ["physical"]}),
        (
            "Troll, claws, Very Close +2, 1d10+2 phy/mag",
            "",
            {**PLAIN, "range": "very_close", "types": ["physical", "magic"]},
        ),
        ("Troll, атака +2, урон 1d10+2", "", PLAIN),
        ("Troll, Когти +2, ближний бой, 1к10+2 физ.", "Когти", {**PLAIN, "range": "melee", "types": ["physical"]}),
        ("Troll, очень далеко +2 1д10+2 магический", "", {**PLAIN, "range": "very_far", "types": ["magic"]}),
    ],
)
def test_the_dice_are_the_damage_and_the_number_before_them_hits(line: str, name: str, facts: dict[str, Any]) -> None:
    found = struck(line)
    assert (found.name, found.bonus, found.facts, found.unclear) == (name, 2, facts, [])
    assert found.rest in ("Troll", "Troll, claws")


def test_what_stands_around_it_is_left_for_the_sheet() -> None:
    found = struck("Troll difficulty 12, hp 6, Ambusher +3, attack +2, 1d10+2 phy stress 3")
    assert found.rest == "Troll difficulty 12, hp 6, Ambusher +3, stress 3"
    assert found.bonus == 2


def test_damage_without_dice_is_a_number() -> None:
    assert struck("Rat, damage 5 phy").facts == {"modifier": 5, "types": ["physical"]}


def test_a_second_damage_and_a_number_that_cannot_be_are_told() -> None:
    found = struck("Troll, attack +99, 1d6 flaming, 1d8")
    assert (found.bonus, found.facts["dice"], found.unclear, found.rest) == (
        None,
        "1d6",
        ["+99", "1d8"],
        "Troll, flaming",
    )


@pytest.mark.parametrize("line", ["Attack Drone, hp 4", "Close Helm", "Troll, Sailor +2", "Troll, 7/12", ""])
def test_other_lines_have_none(line: str) -> None:
    words = words_of("daggerheart")
    assert words
    assert read_strike(line, words) is None


def test_a_game_may_have_no_such_words() -> None:
    assert words_of("generic") is None
