"""A creature of the board as one would add it anew: its sheet, without what has happened to it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules import get_system
from rules.core.naming import MASK, is_mask

NUMBERED = re.compile(r"(?P<base>.+) \d{1,3}")
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


def base_name(name: str) -> str:
    """The name without the number that tells equals apart."""
    numbered = NUMBERED.fullmatch(name)
    return numbered["base"] if numbered else name


def own_alias(creature: Mapping[str, Any]) -> str | None:
    """What players call a creature, where the GM gave it that; not a number that stands for its name."""
    alias = base_name(creature["alias"] or "")
    return None if alias in ("", MASK, base_name(creature["name"]), creature["name"]) else alias


def known_as(creature: Mapping[str, Any]) -> str | None:
    """What players call a creature whose name they do not know; None where they know it."""
    alias: str | None = creature["alias"]
    return alias if is_mask(alias) else own_alias(creature)
