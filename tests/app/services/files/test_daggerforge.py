"""DaggerForge's shape of JSON."""

from __future__ import annotations

from app.services.files import daggerforge
from tests.app.services.files.reading import entry, facts, read


def test_both_lists_of_a_file_are_read() -> None:
    parsed = read("daggerforge.json")
    assert [(found.name, found.kind) for found in parsed.entries] == [
        ("Reed Walker", "adversary"),
        ("The Fen", "environment"),
    ]
    assert parsed.lost == []


def test_thresholds_stand_apart_and_one_may_be_missing() -> None:
    walker = entry(read("daggerforge.json"), "Reed Walker")
    assert walker.spec["numbers"] == {"difficulty": 12, "major": 5, "attack_modifier": 1}
    assert walker.words["none"] == ["severe"]


def test_a_label_before_the_description_goes_and_the_type_keeps_its_detail() -> None:
    words = entry(read("daggerforge.json"), "Reed Walker").words
    assert words["description"] == "A thin thing on stilts."
    assert (words["type"], words["type_text"]) == ("skulk", "Skulk (Drowned)")


def test_a_cost_that_stands_apart_is_read_together_with_its_text() -> None:
    assert facts(entry(read("daggerforge.json"), "Reed Walker"), "lunge") == {
        "type": "action",
        "text": "Spend a Fear to strike from Far range & back.",
        "cost": {"fear": 1},
    }


def test_bullets_and_questions_are_kept() -> None:
    stakes = facts(entry(read("daggerforge.json"), "The Fen"), "old-stakes")
    assert stakes["text"] == "Someone marked a way.\n- Red stakes are safe.\n- White ones are not."
    assert stakes["questions"] == ["Who set them?"]


def test_the_source_says_where_an_entry_came_from() -> None:
    assert entry(read("daggerforge.json"), "The Fen").source == "fen X002"


def test_thresholds_may_be_none_and_empty() -> None:
    block = {"name": "Grub", "thresholdMajor": "None", "thresholdSevere": "", "features": []}
    parsed = daggerforge.read([("/0", block)])
    assert parsed.entries[0].words["none"] == ["major", "severe"]
    assert parsed.lost == []


def test_what_has_no_place_is_named() -> None:
    block = {"name": "Grub", "thresholdMajor": "3", "picture": "x", "features": [{"name": "A", "sound": "b"}]}
    lost = daggerforge.read([("/0", block)]).lost
    assert {(one.place, one.code) for one in lost} == {
        ("/0/picture", "unknown-field"),
        ("/0/features/0/sound", "unknown-field"),
        ("/0/features/0", "feature-type-unclear"),
    }
