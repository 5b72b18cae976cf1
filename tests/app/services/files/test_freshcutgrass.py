"""Objects in the form that FreshCutGrass has; their content is made up."""

from __future__ import annotations

import json
from typing import Any

from app.services.files.detect import read_file
from app.services.files.entries import Parsed

WIDOW: dict[str, Any] = {
    "id": "abc",
    "name": "Marsh Widow",
    "tier": 2,
    "type": "Solo",
    "shortDescription": "A weaver of drowned nets.",
    "motivesAndTactics": ["Snare", "Trade"],
    "difficulty": 16,
    "damageThresholds": {"major": 14, "severe": 28},
    "hitPoints": 8,
    "stress": 6,
    "attackModifier": 2,
    "weapon": {"name": "Bone Needle", "range": "VeryClose", "damage": "2d10+3 mag"},
    "experience": ["Marsh Lore +3"],
    "features": [
        {"name": "Relentless", "value": 3, "type": "Passive", "description": "Three times a turn."},
        {"name": "Net", "actionType": "Action", "cost": {"stress": 1, "fear": 0}, "description": "All targets fall."},
        {"name": "Call", "actionType": "Reaction", "cost": {"fear": 2}, "description": "Spend 2 Fear to call."},
    ],
    "imageCredit": "a friend",
}


def parsed(*blocks: dict[str, Any]) -> Parsed:
    return read_file(json.dumps(blocks).encode())


def test_an_adversary_arrives_whole() -> None:
    found = parsed(WIDOW)
    (widow,) = found.entries
    assert (found.format, widow.tags) == ("freshcutgrass", ("solo", "tier-2"))
    assert widow.spec["numbers"] == {"difficulty": 16, "major": 14, "severe": 28, "attack_modifier": 2}
    assert widow.spec["trackers"] == {"hit_points": {"max": 8}, "stress": {"max": 6}}
    features = widow.spec["features"]
    assert features["about"]["facts"]["motives"] == "Snare, Trade"
    assert (features["attack"]["facts"]["range"], features["attack"]["facts"]["types"]) == ("very_close", ["magic"])
    assert (features["relentless"]["name"], features["relentless"]["facts"]["value"]) == ("Relentless (3)", 3)
    assert (features["net"]["facts"]["cost"], features["net"]["facts"]["type"]) == ({"stress": 1}, "action")
    assert (features["call"]["facts"]["cost"], features["call"]["facts"]["text"]) == (
        {"fear": 2},
        "Spend 2 Fear to call.",
    )
    assert [(lost.code, lost.place) for lost in found.lost] == [("unknown-field", "/0/imageCredit")]


def test_an_environment_is_told_by_its_type() -> None:
    place = {**WIDOW, "type": "EnvironmentTraversal", "toneAndFeel": ["cold", "wet"], "potentialAdversaries": ["Eel"]}
    (entry,) = parsed(place).entries
    about = entry.spec["features"]["about"]["facts"]
    assert (entry.kind, about["type"], about["impulses"]) == ("environment", "traversal", "cold, wet")
    assert about["potential_adversaries"] == "Eel"


def test_a_horde_says_how_many_a_hit_point_is() -> None:
    (entry,) = parsed({**WIDOW, "type": "Horde", "hordeUnitsPerHp": 4}).entries
    assert entry.spec["features"]["about"]["facts"]["horde_per_hp"] == 4


def test_whatever_else_stands_where_a_list_should_is_left_out() -> None:
    odd = {**WIDOW, "features": [{}, 3], "weapon": 7, "damageThresholds": [1], "motivesAndTactics": "Snare"}
    found = parsed(odd)
    assert found.entries[0].spec["features"]["about"]["facts"]["motives"] == "Snare"
    assert [lost.code for lost in found.lost] == ["unknown-field", "not-a-feature", "not-a-feature"]
