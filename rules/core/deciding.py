"""What a roll decides: tried out before the roll is logged, so that an amendment takes back what came of it.

Who asks for a roll says in `Decides` what hangs on it; a kind of roll may always decide something (`GameRoll.decides`).
It stands with the roll, not among its parameters, and so nobody can say it of a roll of the own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.core import events as e
from rules.core.apply import apply
from rules.core.draft import Draft
from rules.core.moving import box_change, change
from rules.core.rolls import RollResult
from rules.core.settling import settle
from rules.core.state import Condition, Creature, RollRecord, State
from rules.core.trackers import Pool, Track

Moved = dict[str, Any]
Drift = tuple[str, str, int]


class Decides(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What hangs on a roll, on whom, about which condition, and the numbers that it hangs on."""

    what: str
    of: str = ""
    condition: str = ""
    about: str = ""
    detail: str | None = None
    by: int = 0
    less: int = 0


Decision = Callable[[Draft, RollResult, Decides], None]


def decides_of(raw: Any) -> Decides | None:
    """What is stored of a roll or a question; None of what decides nothing that this release knows."""
    try:
        return msgspec.convert(raw, Decides | None)
    except msgspec.ValidationError:
        return None


def decision(draft: Draft, said: Decides | None) -> Decision | None:
    """How that which was said is decided: by the game, or as all do."""
    if said is None or said.of not in draft.state.creatures:
        return None
    return {**DECISIONS, **draft.system.decisions}.get(said.what)


def tried(
    draft: Draft, changes: Iterable[Mapping[str, Any]], parts: Iterable[Callable[[Draft], None]], since: Iterable[Drift]
) -> tuple[list[e.Event], list[Moved]]:
    """What comes of these parts, and of what then follows by itself, after the changes: events, and what they move."""
    trial = Draft(draft.system, draft.state, draft.by, draft.chance)
    trial.before, trial.events = draft.before, list(draft.events)
    for moved in changes:
        change(trial, moved)
    at, start = len(trial.events), trial.state
    for part in parts:
        part(trial)
    for owner, key, by in since:
        if key in trial.state.trackers(owner):
            trial.add(owner, key, by)
    settle(trial, start)
    found = trial.events[at:]
    return found, list(_moved(draft, start, found))


def drifts(draft: Draft, old: RollRecord) -> list[Drift]:
    """By how much the pools that a roll made have moved since: what it makes anew moves on as much."""
    found = []
    for moved in old.paid:
        now = draft.state.trackers(moved["owner"]).get(moved["puts"]) if "puts" in moved else None
        if isinstance(now, Pool) and moved["was"] is None and moved["now"]["value"] != now.value:
            found.append((moved["owner"], moved["puts"], now.value - moved["now"]["value"]))
    return found


def lessen(draft: Draft, id: str, condition: Condition, by: int) -> None:
    """Take from a condition's value, or end it where it has none or nothing is left."""
    spec = draft.system.data.conditions.get(condition.key)
    counts = spec is not None and spec.recovery is not None and spec.recovery.by is not None
    left = (condition.value or 0) - by if counts else 0
    if left > 0:
        draft.emit(e.ConditionSet(id, replace(condition, value=left)))
    else:
        draft.end_condition(id, condition, "recovered")


def _recover(draft: Draft, result: RollResult, said: Decides) -> None:
    """A success against a condition lessens or ends it."""
    condition = draft.state.creatures[said.of].conditions.get(said.condition)
    if condition is not None and result.outcome in ("success", "critical_success"):
        lessen(draft, said.of, condition, said.by)


DECISIONS: Mapping[str, Decision] = {"recovery": _recover}


def _moved(draft: Draft, state: State, events: Iterable[e.Event]) -> Iterator[Moved]:
    """What these events move, as the changes of a roll; of others nothing is taken back."""
    for event in events:
        match event:
            case e.TrackerSet():
                yield _of_tracker(event)
            case e.ConditionSet(owner=owner, condition=condition):
                yield _of_condition(state.creatures[owner], condition)
            case e.ConditionEnded(owner=owner, id=id, why=why) if id in state.creatures[owner].conditions:
                condition = state.creatures[owner].conditions[id]
                yield {"owner": owner, "condition": msgspec.to_builtins(condition), "why": why}
            case e.OrderNoted(key=key, value=value):
                yield from _of_note(key, state.order.memory.get(key), value)
            case e.PendingSet(pending=pending):
                yield {"asks": pending.id}
            case e.Told(code=code, who=who) if code in draft.system.data.report.damage and "target" in who:
                yield {"told": code, "of": who["target"], "by": event.facts.get("amount")}
        state = apply(state, event)


def _of_tracker(event: e.TrackerSet) -> Moved:
    was, now = event.was, event.value
    if isinstance(was, Pool) and isinstance(now, Pool):
        return {"owner": event.owner, "tracker": event.key, "by": now.value - was.value}
    if isinstance(was, Track) and isinstance(now, Track) and (marks := _marks(was, now)) is not None:
        return box_change(event.owner, event.key, was, now, *marks)
    return {"owner": event.owner, "puts": event.key, "was": msgspec.to_builtins(was), "now": msgspec.to_builtins(now)}


def _marks(was: Track, now: Track) -> tuple[str, str] | None:
    """From which mark to which the boxes of a track turn; None where not all do so, or their number is another."""
    if was.size != now.size:
        return None
    turned = {(old, new) for old, new in zip(was.flat, now.flat, strict=True) if old != new}
    return turned.pop() if len(turned) == 1 else None


def _of_condition(bearer: Creature, condition: Condition) -> Moved:
    was = bearer.conditions.get(condition.id)
    if was is None:
        return {"owner": bearer.id, "begins": msgspec.to_builtins(condition)}
    return {"owner": bearer.id, "turns": msgspec.to_builtins(condition), "was": msgspec.to_builtins(was)}


def _of_note(key: str, was: Any, now: Any) -> Iterator[Moved]:
    """A note as a whole, or of each creature of which it says something else."""
    if not isinstance(now, Mapping) or not isinstance(was, Mapping | None):
        yield {"note": key, "was": was, "now": now}
        return
    for of in {**(was or {}), **now}:
        old, new = (was or {}).get(of), now.get(of)
        if old != new:
            yield {"note": key, "of": of, "was": old, "now": new}
