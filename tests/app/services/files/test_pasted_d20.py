"""Stat blocks of games around a d20 that were copied as text. They are made up for these tests."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.services.files.entries import Parsed
from app.services.files.pasted_d20 import fits, read

OLD = """REED STALKER
Medium beast, unaligned
Armor Class 13 (natural armor)
Hit Points 22 (4d8 + 4)
Speed 30 ft., swim 40 ft.
STR DEX CON INT WIS CHA
12 (+1) 16 (+3) 13 (+1) 2 (−4) 12 (+1) 5 (−3)
Skills Stealth +5, Perception +3
Senses darkvision 60 ft., passive Perception 13
Languages —
Challenge 1/2 (100 XP)
Still Water. While it does not move, the stalker cannot be told
from the reeds around it.
Gulp (2/Day). It swallows something small.
Actions
Multiattack. It makes two attacks.
Claw. Melee Weapon Attack: +5 to hit, reach 5 ft., one target. Hit: 6 (1d6 + 3) slashing damage.
Reactions
Splash. When it is hit, it dives.
"""
NEW = """Reed Stalker
Medium Beast, Unaligned
AC 13 Initiative +5 (15)
HP 22 (4d8 + 4)
Speed 30 ft., Swim 40 ft.
Str 12 +1 +1 Dex 16 +3 +3 Con 13 +1 +1
Int 2 −4 −4 Wis 12 +1 +1 Cha 5 −3 −3
CR 1/2 (XP 100; PB +2)
Actions
Claw. Melee Attack Roll: +5, reach 5 ft. Hit: 6 (1d6 + 3) Slashing damage.
"""
SPOT = {"hp": ("trackers", "hp"), "armor": ("numbers", "armor"), "initiative": ("numbers", "initiative")}.get


def parsed(text: str) -> Parsed:
    return read(text, "generic", SPOT)


def spec(text: str) -> dict[str, Any]:
    (entry,) = parsed(text).entries
    return dict(entry.spec)


def unclear(text: str) -> list[str]:
    return [str(lost.facts["text"]) for lost in parsed(text).lost]


@pytest.mark.parametrize(("text", "initiative"), [(OLD, 3), (NEW, 5)])
def test_the_numbers_of_a_block_stand_where_the_game_has_them(text: str, initiative: int) -> None:
    found = spec(text)
    assert found["name"] == "Reed Stalker"
    assert found["trackers"] == {"hp": {"max": 22}}
    assert found["numbers"] == {"armor": 13, "initiative": initiative}
    about = found["features"]["about"]["facts"]
    assert about["abilities"] == {"str": 12, "dex": 16, "con": 13, "int": 2, "wis": 12, "cha": 5}
    assert about["description"].casefold() == "medium beast, unaligned"
    assert about["speed"].casefold() == "30 ft., swim 40 ft."


@pytest.mark.parametrize("text", [OLD, NEW])
def test_an_attack_has_its_bonus_and_its_damage(text: str) -> None:
    claw = spec(text)["features"]["claw"]
    assert (claw["kind"], claw["facts"]["type"], claw["facts"]["bonus"]) == ("attack", "action", 5)
    assert (claw["facts"]["dice"], claw["facts"]["modifier"], claw["facts"]["types"]) == ("1d6", 3, ["slashing"])


def test_features_are_told_apart_by_their_section_and_their_lines_joined() -> None:
    features = spec(OLD)["features"]
    types = {key: one["facts"].get("type") for key, one in features.items() if one["kind"] in ("feature", "attack")}
    assert types == {
        "still-water": "passive", "gulp": "passive", "multiattack": "action", "claw": "action", "splash": "reaction"
    }  # fmt: skip
    assert features["still-water"]["facts"]["text"].endswith("cannot be told from the reeds around it.")
    assert features["gulp"]["facts"]["uses"] == {"times": 2, "per": "day"}
    assert (features["stealth"]["kind"], features["stealth"]["facts"]) == ("skill", {"bonus": 5})


def test_nothing_of_a_whole_block_is_left_over_and_what_is_strange_is_listed() -> None:
    assert unclear(OLD) == []
    assert unclear(NEW) == []
    strange = OLD.replace("Speed 30", "Source: Fen Tales p. 12\nSpeed 30")
    assert unclear(strange) == ["Source: Fen Tales p. 12"]


def test_a_number_that_the_game_does_not_have_is_told() -> None:
    (entry,) = read(OLD, "generic", {"hp": ("trackers", "hp")}.get).entries
    assert "numbers" not in entry.spec
    assert entry.spec["features"]["about"]["facts"]["armor_class"] == "13"


@pytest.mark.parametrize(("text", "is_one"), [(OLD, True), (NEW, True), ("Goblin\nHP 3", False), ("words", False)])
def test_a_block_is_recognised_by_armor_class_and_hit_points(text: str, is_one: bool) -> None:
    assert fits(text) is is_one


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from((OLD + NEW).split("\n")), max_size=30))
def test_lines_in_any_order_are_read_without_a_fault(lines: list[str]) -> None:
    assert len(parsed("\n".join(lines)).entries) <= 1
