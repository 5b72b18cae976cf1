"""Armor as the tables have it: base thresholds, Armor Score, and what it changes of its wearer's numbers."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

FACTS = Path(__file__).parent / "content" / "facts" / "armor.toml"


@dataclass(frozen=True, slots=True)
class Armor:
    """One suit: thresholds before the level is added, how many Armor Slots, and changes by number of the sheet."""

    major: int
    severe: int
    score: int
    changes: Mapping[str, int] = field(default_factory=dict)


@lru_cache(maxsize=1)
def suits() -> Mapping[str, Mapping[int, Armor]]:
    """The armor of the tables by the key of its card, then by tier.

    Source: Daggerheart SRD 1.0, "Armor".
    """
    cards = tomllib.loads(FACTS.read_text("utf-8"))
    return {key: _by_tier(card["facts"]) for key, card in cards.items() if card["kind"] == "item"}


def _by_tier(facts: Mapping[str, Any]) -> dict[int, Armor]:
    changes = {key: value for key, value in facts.items() if isinstance(value, int) and value}
    return {row["tier"]: Armor(row["major"], row["severe"], row["score"], changes) for row in facts["table"]}
