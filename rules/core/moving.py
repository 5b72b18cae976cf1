"""What a roll moves, carried out or taken back: trackers, dice, clocks, conditions, notes of the order."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.core import events
from rules.core.commands.clocks import advance, after
from rules.core.draft import Draft
from rules.core.state import Clock, Condition


def change(draft: Draft, moved: Mapping[str, Any], *, back: bool = False) -> None:
    """Carry out, or take ``back``, one thing that a roll moves: a tracker, a clock, a condition, a note of the order.

    ``{"owner", "tracker", "by"}``, ``{"owner", "dice", "from", "to", "by"}`` (dice of a tracker from one state to
    another), ``{"clock", "by", "was", "now"}`` (size and value), ``{"owner", "condition"}`` (one that ends),
    ``{"note", "was", "now"}``.
    """
    if "dice" in moved:
        ends = (moved["to"], moved["from"]) if back else (moved["from"], moved["to"])
        draft.move_dice(moved["owner"], moved["dice"], *ends, moved["by"])
    elif "tracker" in moved:
        if moved["tracker"] in draft.state.trackers(moved["owner"]):
            draft.add(moved["owner"], moved["tracker"], -moved["by"] if back else moved["by"])
    elif "clock" in moved:
        _turn_back(draft, moved) if back else advance(draft, moved["clock"], moved["by"])
    elif "condition" in moved:
        _recover(draft, moved, back=back)
    else:
        old, new = (moved["now"], moved["was"]) if back else (moved["was"], moved["now"])
        if draft.state.order.memory.get(moved["note"]) == old != new:
            draft.emit(events.OrderNoted(moved["note"], new))


def _turn_back(draft: Draft, moved: Mapping[str, Any]) -> None:
    """Set a clock to where it was, before it started again too; one that moved on since goes back as many steps."""
    clock = draft.state.clocks.get(moved["clock"])
    if clock is not None and [clock.size, clock.value] == list(moved["now"]):
        size, value = moved["was"]
        draft.emit(events.ClockSet(replace(clock, size=size, value=value, rings=False), clock.value))
    elif clock is not None:
        advance(draft, clock.id, -moved["by"])


def _recover(draft: Draft, moved: Mapping[str, Any], *, back: bool) -> None:
    """End the condition that a roll cleared, or bring that very one back."""
    condition = msgspec.convert(moved["condition"], Condition)
    bearer = draft.state.creatures.get(moved["owner"])
    if bearer is not None and (condition.id in bearer.conditions) != back:
        if back:
            draft.emit(events.ConditionSet(bearer.id, condition))
        else:
            draft.end_condition(bearer.id, condition, str(moved.get("why", "recovered")))


def clock_change(clock: Clock, by: int) -> dict[str, Any]:
    """How a roll moves a clock, for `GameRoll.changes`."""
    now = after(clock, by)
    return {"clock": clock.id, "by": by, "was": [clock.size, clock.value], "now": [now.size, now.value]}
