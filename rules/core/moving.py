"""What a roll moves, carried out or taken back: trackers, dice, clocks, conditions, notes of the order."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.core import events
from rules.core.commands.clocks import advance, after
from rules.core.draft import Draft
from rules.core.state import Clock, Condition
from rules.core.trackers import Pool, Track, Tracker


def change(draft: Draft, moved: Mapping[str, Any], *, back: bool = False) -> None:
    """Carry out, or take ``back``, one thing that a roll moves: a tracker, a clock, a condition, a note of the order.

    ``{"owner", "tracker", "by"}``, ``{"owner", "dice", "from", "to", "by"}`` (dice of a tracker from one state to
    another), ``{"owner", "boxes", "from", "to", "by", "was", "now"}`` (boxes of a track from one mark to another),
    ``{"clock", "by", "was", "now"}`` (size and value), ``{"owner", "condition"}`` (one that ends),
    ``{"owner", "begins"}`` (one that begins), ``{"owner", "turns", "was"}`` (one that changes), ``{"owner", "puts",
    "was", "now"}`` (a tracker that comes, goes or is no count), ``{"note", "was", "now"}``, with ``of`` what it says of
    one creature. Of a question ``{"asks"}`` and of damage that was told ``{"told", "of", "by"}`` there is only a way
    back.
    """
    if "dice" in moved:
        ends = (moved["to"], moved["from"]) if back else (moved["from"], moved["to"])
        draft.move_dice(moved["owner"], moved["dice"], *ends, moved["by"])
    elif "boxes" in moved:
        _turn_boxes(draft, moved, back=back)
    elif "tracker" in moved:
        if moved["tracker"] in draft.state.trackers(moved["owner"]):
            draft.add(moved["owner"], moved["tracker"], -moved["by"] if back else moved["by"])
    elif "clock" in moved:
        _turn_back(draft, moved) if back else advance(draft, moved["clock"], moved["by"])
    elif "condition" in moved:
        _recover(draft, moved, back=back)
    elif "begins" in moved:
        _begin(draft, moved, back=back)
    elif "turns" in moved:
        _turn(draft, moved, back=back)
    elif "puts" in moved:
        _put(draft, moved, back=back)
    elif "asks" in moved or "told" in moved:
        _unsay(draft, moved) if back else None
    else:
        _remember(draft, moved, back=back)


def _turn_boxes(draft: Draft, moved: Mapping[str, Any], *, back: bool) -> None:
    """Set boxes to what they were; those of a track that moved on since are as many fewer, or more."""
    track = draft.state.trackers(moved["owner"]).get(moved["boxes"])
    if not isinstance(track, Track):
        return
    old, new = (moved["now"], moved["was"]) if back else (moved["was"], moved["now"])
    mark, to = (moved["to"], moved["from"]) if back else (moved["from"], moved["to"])
    after = track.filled(new) if track.flat == old else track.turned(moved["by"], mark, to)
    draft.put(moved["owner"], moved["boxes"], after)


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
            draft.add_condition(bearer.id, condition)
        else:
            draft.end_condition(bearer.id, condition, str(moved.get("why", "recovered")))


def _begin(draft: Draft, moved: Mapping[str, Any], *, back: bool) -> None:
    """Put on the condition that a roll brings, or take that very one away, if it is still there."""
    condition = msgspec.convert(moved["begins"], Condition)
    bearer = draft.state.creatures.get(moved["owner"])
    if bearer is not None and not back:
        draft.add_condition(bearer.id, condition)
    elif bearer is not None and condition.id in bearer.conditions:
        draft.end_condition(bearer.id, condition, "over")


def _turn(draft: Draft, moved: Mapping[str, Any], *, back: bool) -> None:
    """Change a condition, or change it back; one whose value moved on since goes back by as much."""
    new, was = msgspec.convert(moved["turns"], Condition), msgspec.convert(moved["was"], Condition)
    bearer = draft.state.creatures.get(moved["owner"])
    held = bearer.conditions.get(new.id) if bearer is not None else None
    if bearer is None or held is None:
        return
    old, now = (new, was) if back else (was, new)
    if held != old:
        now = replace(held, value=(held.value or 0) + (now.value or 0) - (old.value or 0))
    if held != old and not now.value and held.value:
        draft.end_condition(bearer.id, held, "over")
    elif now != held:
        draft.emit(events.ConditionSet(bearer.id, now))


def _put(draft: Draft, moved: Mapping[str, Any], *, back: bool) -> None:
    """Set a tracker to what it becomes, or to what it was, unless it has come or gone otherwise since.

    A count that the roll brought goes whatever it holds by now.
    """
    known = draft.state.trackers(moved["owner"]).get(moved["puts"])
    was, now = (msgspec.convert(moved[key], Tracker | None) for key in ("was", "now"))
    old, new = (now, was) if back else (was, now)
    if known == old or (back and was is None and isinstance(known, Pool)):
        draft.put(moved["owner"], moved["puts"], new)


def _unsay(draft: Draft, moved: Mapping[str, Any]) -> None:
    """Take back what a roll has asked, if nobody has answered yet, or tell that damage counts no more."""
    if moved.get("asks") in draft.state.pending:
        draft.emit(events.PendingEnded(moved["asks"], "dropped"))
    for code in draft.system.data.report.damage_back if moved.get("told") else ():
        draft.tell(code, {"target": moved["of"]}, amount=moved["by"])


def _remember(draft: Draft, moved: Mapping[str, Any], *, back: bool) -> None:
    """Note what a roll lets the order remember, or what it remembered before, unless something else is noted since."""
    old, new = (moved["now"], moved["was"]) if back else (moved["was"], moved["now"])
    known = draft.state.order.memory.get(moved["note"])
    if "of" not in moved and known == old != new:
        draft.emit(events.OrderNoted(moved["note"], new))
    elif "of" in moved and (known or {}).get(moved["of"]) == old != new:
        note(draft, moved["note"], moved["of"], new)


def note(draft: Draft, name: str, id: str, value: Any) -> None:
    """Let the order remember something of one creature; None forgets it."""
    known = dict(draft.state.order.memory.get(name) or {})
    new = {**{key: old for key, old in known.items() if key != id}, **({} if value is None else {id: value})}
    if new != known:
        draft.emit(events.OrderNoted(name, new))


def box_change(owner: str, key: str, was: Track, now: Track, mark: str, to: str) -> dict[str, Any]:
    """How a roll turns boxes of a track from one mark to another, for `GameRoll.changes`."""
    by = sum(old != new for old, new in zip(was.flat, now.flat, strict=True))
    return {"owner": owner, "boxes": key, "from": mark, "to": to, "by": by, "was": was.flat, "now": now.flat}


def clock_change(clock: Clock, by: int) -> dict[str, Any]:
    """How a roll moves a clock, for `GameRoll.changes`."""
    now = after(clock, by)
    return {"clock": clock.id, "by": by, "was": [clock.size, clock.value], "now": [now.size, now.value]}
