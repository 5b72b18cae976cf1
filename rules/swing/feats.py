"""What a natural 20 buys."""

from collections.abc import Mapping
from typing import Any

# Each feat and the condition that it is on the board; the impossible is what the GM says yes to.
FEATS: Mapping[str, str | None] = {
    "knock_down": "knocked-down",
    "take_weapon": "disarmed",
    "drive_back": "driven-back",
    "stagger": "staggered",
    "impossible": None,
}
# The edge of the target's next turn at which each ends by itself; a weapon is picked up by hand.
ENDS: Mapping[str, str] = {"knocked-down": "turn_end", "staggered": "turn_end", "driven-back": "turn_start"}


def until(condition: str, target: str, *, is_on_turn: bool) -> dict[str, Any] | None:
    """When a feat's condition ends, as a command says it; None where a hand ends it.

    Source: Swing d20, Attacking, "A natural 20": the next turn of one whose turn runs is the one after it.
    """
    edge = ENDS.get(condition)
    if edge is None:
        return None
    return {"edge": edge, "creature": target, "turns": 2 if is_on_turn and edge == "turn_end" else 1}
