"""A creature of the board as one would add it anew: its sheet, without what has happened to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules import get_system

KEPT = ("name", "kind", "features", "card", "note")


def spec_of(system: str, creature: Mapping[str, Any]) -> dict[str, Any]:
    """The creature of a GM's view, as the command ``add_creature`` takes it."""
    numbers = get_system(system).data.numbers
    stored = {
        key: value
        for key, value in creature["numbers"].items()
        if numbers[key].formula is None or key in creature["by_hand"]
    }
    pools = {
        key: {"max": tracker["max"]}
        for key, tracker in creature["trackers"].items()
        if tracker["kind"] == "pool" and tracker["max"] is not None and key not in creature["own"]
    }
    return {**{name: creature[name] for name in KEPT}, "numbers": stored, "trackers": pools}
