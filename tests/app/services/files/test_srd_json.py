"""The SRD's shape of JSON."""

from __future__ import annotations

from typing import Any

import pytest

from app.services.files import srd_json
from app.services.files.entries import Parsed
from tests.app.services.files.reading import entry, facts, read


@pytest.fixture
def adversaries() -> Parsed:
    return read("adversaries.json")


@pytest.mark.case("GM-046")
def test_a_byte_order_mark_and_crlf_leave_no_trace(adversaries: Parsed) -> None:
    assert [found.name for found in adversaries.entries] == ["Lantern Moth", "Pale Grub", "Cloud of Gnats"]
    assert adversaries.format == srd_json.FORMAT


def test_a_stat_block_becomes_numbers_and_trackers(adversaries: Parsed) -> None:
    moth = entry(adversaries, "Lantern Moth")
    assert moth.spec["numbers"] == {"difficulty": 13, "major": 6, "severe": 12, "attack_modifier": 2}
    assert moth.spec["trackers"] == {"hit_points": {"max": 7}, "stress": {"max": 3}}
    assert (moth.key, moth.kind, moth.tags) == ("lantern-moth", "adversary", ("solo", "tier-1"))


def test_the_attack_has_its_range_dice_and_types(adversaries: Parsed) -> None:
    assert facts(entry(adversaries, "Lantern Moth"), "attack") == {
        "range": "very_close",
        "dice": "1d10",
        "modifier": 2,
        "types": ["physical"],
        "text": "1d10+2 phy",
    }
    assert entry(adversaries, "Lantern Moth").spec["features"]["attack"]["name"] == "Dusty Wings"


def test_words_stay_as_they_are(adversaries: Parsed) -> None:
    words = entry(adversaries, "Lantern Moth").words
    assert words["description"] == "A moth as tall as a door, lit from within."
    assert words["motives"] == "Blind, circle, drink light"


def test_every_experience_has_its_bonus(adversaries: Parsed) -> None:
    features = entry(adversaries, "Lantern Moth").spec["features"]
    assert features["experience-1"] == {"kind": "experience", "name": "Night Flight", "facts": {"modifier": 3}}
    assert features["experience-2"]["name"] == "Keen Feelers"


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("relentless", {"type": "passive", "value": 2}),
        ("flare", {"type": "action", "cost": {"stress": 1}}),
        ("scale-storm", {"type": "action", "option": {"fear": 1}}),
        ("dim", {"type": "reaction", "cost": {"fear": 2}, "uses": {"times": 1, "per": "scene"}}),
        ("hatching", {"type": "reaction", "countdown": {"size": "1d6", "loop": "same"}}),
    ],
)
def test_a_feature_says_its_type_its_cost_and_its_limits(adversaries: Parsed, key: str, wanted: dict[str, Any]) -> None:
    found = facts(entry(adversaries, "Lantern Moth"), key)
    assert {name: value for name, value in found.items() if name != "text"} == wanted


def test_a_resistance_that_is_said_plainly_is_one(adversaries: Parsed) -> None:
    found = entry(adversaries, "Lantern Moth").spec["features"]["resistance-magic"]
    assert found == {"kind": "resistance", "name": "magic", "facts": {"types": ["magic"]}}


@pytest.mark.case("GM-048")
def test_a_minion_has_no_thresholds_and_no_number_stands_for_none(adversaries: Parsed) -> None:
    grub = entry(adversaries, "Pale Grub")
    assert grub.spec["numbers"] == {"difficulty": 10, "attack_modifier": -2}
    assert grub.words["none"] == ["major", "severe"]
    assert facts(grub, "minion")["minion"] == 3
    assert facts(grub, "attack")["dice"] is None
    assert facts(grub, "attack")["modifier"] == 2


@pytest.mark.case("GM-048")
def test_a_horde_keeps_its_size_and_its_thinned_damage(adversaries: Parsed) -> None:
    cloud = entry(adversaries, "Cloud of Gnats")
    assert cloud.words["horde_per_hp"] == 5
    assert cloud.words["type_text"] == "Horde (5/HP)"
    assert facts(cloud, "attack")["thinned"] == {"dice": "1d4", "modifier": 1}


@pytest.mark.case("GM-048")
def test_only_the_severe_threshold_may_be_missing(adversaries: Parsed) -> None:
    cloud = entry(adversaries, "Cloud of Gnats")
    assert cloud.spec["numbers"]["major"] == 4
    assert cloud.words["none"] == ["severe"]


@pytest.mark.case("GM-048")
def test_damage_of_two_types_keeps_both(adversaries: Parsed) -> None:
    assert facts(entry(adversaries, "Cloud of Gnats"), "attack")["types"] == ["physical", "magic"]


@pytest.mark.case("GM-048")
def test_an_attack_bonus_of_dice_is_kept_and_said(adversaries: Parsed) -> None:
    cloud = entry(adversaries, "Cloud of Gnats")
    assert "attack_modifier" not in cloud.spec["numbers"]
    assert facts(cloud, "attack")["bonus_dice"] == "2d4"
    assert [(lost.place, lost.name, lost.code) for lost in adversaries.lost] == [
        ("/2/atk", "Cloud of Gnats", "bonus-is-dice")
    ]


def test_an_environment_has_impulses_and_no_hit_points() -> None:
    causeway = entry(read("environments.json"), "Sinking Causeway")
    assert causeway.kind == "environment"
    assert causeway.words["impulses"] == "Drag down, mislead"
    assert "trackers" not in causeway.spec
    assert facts(causeway, "the-mud-wakes")["cost"] == {"fear": 1}
    assert facts(causeway, "loose-planks")["text"].endswith("  - Carts never cross.")


@pytest.mark.case("GM-048")
def test_a_difficulty_that_is_a_text_is_shown_and_said() -> None:
    parsed = read("environments.json")
    fog = entry(parsed, "Sudden Fog")
    assert "numbers" not in fog.spec
    assert fog.words["difficulty_text"] == "Special (as hard as the leader)"
    assert [lost.code for lost in parsed.lost] == ["kept-as-text"]


def test_what_has_no_place_is_named_with_where_it_stands() -> None:
    blocks = [("/0", {"name": "Moth", "feats": [{"name": "Glow", "text": "x", "icon": "y"}, 7], "image": "moth.png"})]
    parsed = srd_json.read(blocks)
    assert {(lost.place, lost.code) for lost in parsed.lost} == {
        ("/0/image", "unknown-field"),
        ("/0/feats/0/icon", "unknown-field"),
        ("/0/feats/1", "not-a-feature"),
        ("/0/feats/0", "feature-type-unclear"),
    }


def test_two_of_one_name_are_both_kept() -> None:
    parsed = srd_json.read([("/0", {"name": "Moth", "feats": []}), ("/1", {"name": "MOTH", "feats": []})])
    assert [found.key for found in parsed.entries] == ["moth", "moth-2"]
    assert [lost.code for lost in parsed.lost] == ["name-twice"]


@pytest.mark.parametrize("value", [None, [], {}, 7, True, 1.5, "x" * 50_000, "\u2028", "None/None/None", "–", "0"])
def test_any_value_anywhere_is_read_without_a_fault(value: Any) -> None:
    for name in srd_json.NAMES:
        srd_json.read([("/0", {"name": "Moth", "feats": [], name: value})])
    for feats in (value, [value], [{"name": value, "text": value}]):
        srd_json.read([("/0", {"name": "Moth", "feats": feats})])
