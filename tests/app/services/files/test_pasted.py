"""Stat blocks of Daggerheart that were copied as text. All of them are made up for these tests."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.services.files.entries import Entry, Parsed
from app.services.files.pasted import fits, read

PAGE = """Marsh Widow
Solo
Tier
2
A weaver of drowned nets who waits below the reeds.
10/18/2025 10:03:46 PM
Difficulty
16
STANDARD ATTACK
Bone Needle
Far
2d10+3
Magical
+2
MOTIVES & TACTICS
Snare travellers
Trade in names
EXPERIENCES
Marsh Lore +3
Patient Hunter +2
FEATURES
PASSIVES
Drowned Face
The Widow can wear the face of anyone who drowned here. On a failure, the PC does not see through it.
Relentless (3)
The Widow can be spotlighted up to
three times in a turn of the GM. Each time costs
Fear as usual.
ACTIONS
Net Cast
Mark a Stress to throw a net at all targets within Close range. Those hit are Restrained.
Call the Drowned
Spend 2 Fear to raise 1d4 Bog Thralls at Far range.
REACTIONS
Slip Under
When the Widow marks HP, mark a Stress to move within Close range.
HP & STRESS
MINOR
1 HP
14
MAJOR
2 HP
28
SEVERE
3 HP
HP:
8
STRESS:
6
"""
COMMENTS = """Daggerheart™ Compatible. Terms at Daggerheart.com
BY REEDKEEPER
LIKED (134)
IN LIBRARY (365)
COMMENTS
heron
10/18/2025 10:03:46 PM
Ran this last night, they loved it
"""
BOOK = """**LANTERN MOTH SWARM**
*Tier 1 Horde (5/HP)*
A cloud of moths that carries the light away.
**Motives & Tactics:** Drink light, scatter
> **Difficulty:** 12 | **Thresholds:** 6/11 | **HP:** 5 | **Stress:** 2
> **ATK:** −1 | **Dust:** Very Close | 1d8+1 mag
> **Experience:** Night Sight +2
## FEATURES
***Horde (1d4+1) - Passive:*** When half of its HP or more are marked, it deals 1d4+1 instead.
***Snuff - Action:*** Mark a Stress to put out every open flame within Close range.
The dark lasts until someone
spends a minute on it.
***Blinding Dust – Reaction: Countdown (Loop 1d6).*** When the countdown ends, all targets nearby mark a Stress.
"""
PLACE = """Sunken Causeway
Tier 2 Traversal
A road that the tide takes twice a day.
Impulses: Swallow, mislead
Difficulty: 14
Potential Adversaries: Marsh Widow, Lantern Moth Swarm
Features
Rising Water - Action: Spend a Fear to let the water rise.
"""


def one(parsed: Parsed) -> Entry:
    (entry,) = parsed.entries
    return entry


def unread(parsed: Parsed) -> list[str]:
    """The lines that were not understood."""
    return [str(one.facts["text"]) for one in parsed.lost if one.code == "line-unclear"]


def facts(entry: Entry, key: str) -> dict[str, Any]:
    found: dict[str, Any] = entry.spec["features"][key]["facts"]
    return found


@pytest.mark.case("GM-119")
@pytest.mark.parametrize("tail", ["", COMMENTS])
def test_text_from_a_page_with_a_value_a_line(tail: str) -> None:
    parsed = read(PAGE + tail)
    widow = one(parsed)
    assert (widow.name, widow.kind, widow.tags) == ("Marsh Widow", "adversary", ("solo", "tier-2"))
    assert widow.spec["numbers"] == {"difficulty": 16, "major": 14, "severe": 28, "attack_modifier": 2}
    assert widow.spec["trackers"] == {"hit_points": {"max": 8}, "stress": {"max": 6}}
    attack = facts(widow, "attack")
    assert widow.spec["features"]["attack"]["name"] == "Bone Needle"
    assert (attack["range"], attack["dice"], attack["modifier"], attack["types"]) == ("far", "2d10", 3, ["magic"])
    assert facts(widow, "about")["description"] == "A weaver of drowned nets who waits below the reeds."
    assert facts(widow, "about")["motives"] == "Snare travellers, Trade in names"
    assert facts(widow, "experience-2") == {"modifier": 2}
    features = {f["name"]: f["facts"] for f in widow.spec["features"].values() if f["kind"] == "feature"}
    assert {name: found["type"] for name, found in features.items()} == {
        "Drowned Face": "passive",
        "Relentless (3)": "passive",
        "Net Cast": "action",
        "Call the Drowned": "action",
        "Slip Under": "reaction",
    }
    assert features["Relentless (3)"]["text"] == (
        "The Widow can be spotlighted up to three times in a turn of the GM. Each time costs Fear as usual."
    )
    assert features["Relentless (3)"]["value"] == 3
    assert (features["Net Cast"]["cost"], features["Call the Drowned"]["cost"]) == ({"stress": 1}, {"fear": 2})


@pytest.mark.case("GM-119")
def test_what_was_not_understood_of_a_page_is_listed() -> None:
    assert unread(read(PAGE)) == ["10/18/2025 10:03:46 PM"]
    left = unread(read(PAGE + COMMENTS))
    assert left[1:] == COMMENTS.strip().split("\n")


def test_text_from_a_book() -> None:
    parsed = read(BOOK)
    moth = one(parsed)
    assert unread(parsed) == []
    assert [lost.code for lost in parsed.lost] == []
    assert (moth.name, moth.tags) == ("Lantern Moth Swarm", ("horde", "tier-1"))
    assert facts(moth, "about")["horde_per_hp"] == 5
    assert facts(moth, "about")["motives"] == "Drink light, scatter"
    assert moth.spec["numbers"] == {"difficulty": 12, "major": 6, "severe": 11, "attack_modifier": -1}
    assert facts(moth, "attack")["thinned"] == {"dice": "1d4", "modifier": 1}
    assert (facts(moth, "attack")["range"], facts(moth, "attack")["types"]) == ("very_close", ["magic"])
    assert facts(moth, "snuff")["text"].endswith("The dark lasts until someone spends a minute on it.")
    assert facts(moth, "blinding-dust")["countdown"] == {"size": "1d6", "loop": "same"}


def test_an_environment_is_told_by_what_it_has() -> None:
    parsed = read(PLACE)
    place = one(parsed)
    assert (place.kind, place.tags, unread(parsed)) == ("environment", ("traversal", "tier-2"), [])
    about = facts(place, "about")
    assert about["impulses"] == "Swallow, mislead"
    assert about["potential_adversaries"] == "Marsh Widow, Lantern Moth Swarm"
    assert facts(place, "rising-water")["cost"] == {"fear": 1}


def test_a_type_in_one_word_with_its_kind() -> None:
    place = one(read("Reed Maze\nEnvironmentTraversal\nTier\n1\nIt turns.\nDifficulty\n11\nFEATURES"))
    assert (place.kind, place.tags) == ("environment", ("traversal", "tier-1"))


@pytest.mark.parametrize(
    "attack",
    [
        "STANDARD ATTACK\nBone Needle\nFar\n2d10+3\nMagical\n+2",
        "STANDARD ATTACK\nCOMMUNITY ADVERSARIES\n+2\nBone Needle: Far | 2d10+3\nMagical",
        "ATK: +2 | Bone Needle: Far | 2d10+3 Magical",
        "Attack\n+2\nBone Needle | Far | 2d10+3 magic",
    ],
)
def test_an_attack_is_found_in_any_order(attack: str) -> None:
    widow = one(read(f"Widow\nTier 2 Solo\nDifficulty: 16\nHP: 8\nStress: 6\n{attack}\nFEATURES"))
    found = facts(widow, "attack")
    assert widow.spec["features"]["attack"]["name"] == "Bone Needle"
    assert (found["range"], found["dice"], found["types"]) == ("far", "2d10", ["magic"])
    assert widow.spec["numbers"]["attack_modifier"] == 2


@pytest.mark.parametrize(
    "sections",
    [
        "MOTIVES & TACTICS\nSnare\nTrade\nEXPERIENCES\nLore +2",
        "Motives & Tactics:\nSnare\nTrade\nExperience:\nLore +2",
        "Motives and Tactics: Snare, Trade\nExperiences: Lore +2",
    ],
)
def test_sections_are_read_however_their_heads_are_written(sections: str) -> None:
    widow = one(read(f"Widow\nTier 2 Solo\nDifficulty 16\nHP 8\nStress 6\n{sections}\nFEATURES"))
    assert facts(widow, "about")["motives"] == "Snare, Trade"
    assert facts(widow, "experience-1") == {"modifier": 2}


def test_costs_that_stand_alone_belong_to_their_feature() -> None:
    text = (
        "Lector\nTier: 3\nType: Support\nDifficulty: 16\nHP: 6\nStress: 5\nFeatures\nActions\nMind Spike\nfear 1\nIt "
    )
    lector = one(read(text + "deals 1d8 magic damage.\nStill Word\n2 stress\nEveryone is silent."))
    assert (facts(lector, "mind-spike")["cost"], facts(lector, "still-word")["cost"]) == ({"fear": 1}, {"stress": 2})


def test_a_feature_that_is_named_like_a_number_is_a_feature() -> None:
    text = "Widow\nTier 2 Solo\nDifficulty: 16\nHP: 8\nFEATURES\nACTIONS\nStress Eater\nIt eats.\nHP Drain\nIt drains."
    assert [f["name"] for f in one(read(text)).spec["features"].values() if f["kind"] == "feature"] == [
        "Stress Eater",
        "HP Drain",
    ]


def test_a_minion_without_thresholds_has_none() -> None:
    rat = one(
        read("Rat\nTier 1 Minion\nDifficulty: 10 | Thresholds: None | HP: 1 | Stress: 1\nATK: -4 | Bite: Melee | 2 phy")
    )
    assert facts(rat, "about")["none"] == ["major", "severe"]
    assert rat.spec["numbers"] == {"difficulty": 10, "attack_modifier": -4}


@pytest.mark.case("GM-122")
def test_letters_that_a_book_joined_or_split_are_whole_again() -> None:
    text = BOOK.replace("deals 1d4+1 instead", "bene\ufb01ts from Salt &amp; Sand, &amp;amp; fl ails: bene\u00adfi ts")
    horde = facts(one(read(text.replace("LANTERN MOTH", "LANTERN\u00a0MOTH"))), "horde")
    assert horde["text"].endswith("it benefits from Salt & Sand, &amp; flails: benefits.")


@pytest.mark.parametrize("text", ["", "just words", "HP 3", "Goblin\nArmor Class 15\nHit Points 7"])
def test_other_texts_are_no_stat_blocks(text: str) -> None:
    assert not fits(text)


@pytest.mark.parametrize("text", [PAGE, BOOK, PLACE])
def test_stat_blocks_are_recognised(text: str) -> None:
    assert fits(text)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from((PAGE + COMMENTS + BOOK + PLACE).split("\n")), max_size=30))
def test_lines_in_any_order_are_read_without_a_fault(lines: list[str]) -> None:
    assert len(read("\n".join(lines)).entries) <= 1
