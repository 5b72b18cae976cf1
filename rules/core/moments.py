"""When things end and come back: edges of turns and rounds, scenes, sessions, rests, minutes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rules.core.errors import RuleError
from rules.core.events import MomentPassed
from rules.core.state import TABLE, Condition, State, Time, Until
from rules.core.system import TrackerSpec
from rules.core.trackers import DicePool, Flag, Pool, Tracker

if TYPE_CHECKING:
    from rules.core.draft import Draft

TURN_EDGES = ("turn_start", "turn_end")
ROUND_EDGES = ("round_start", "round_end")
MOMENTS = ("scene", "session", "short_rest", "long_rest")


def until_from(state: State, raw: Mapping[str, Any] | None) -> Until | None:
    """The end that a command's ``until`` asks for, in absolute rounds, turns or minutes.

    "The n-th turn from now" and "n rounds from now" are two things. Raises RuleError ``no-encounter`` for turns and
    rounds outside an encounter, and ``unknown-edge``.
    """
    if raw is None:
        return None
    if minutes := raw.get("minutes"):
        return Until("minutes", minute=state.time.total + int(minutes))
    edge = str(raw.get("edge"))
    if edge in MOMENTS:
        return Until(edge)
    if edge not in TURN_EDGES + ROUND_EDGES:
        raise RuleError("unknown-edge", edge=edge)
    if not state.order.started:
        raise RuleError("no-encounter")
    if edge in ROUND_EDGES:
        return Until(edge, round=state.order.round + int(raw.get("rounds") or 1) - 1)
    return _until_turn(state, edge, raw)


def _until_turn(state: State, edge: str, raw: Mapping[str, Any]) -> Until:
    anchor = state.creatures.get(str(raw.get("creature")))
    if anchor is None or anchor.gone:
        raise RuleError("unknown-creature", creature=str(raw.get("creature")))
    if rounds := raw.get("rounds"):
        return Until(edge, of=anchor.id, round=state.order.round + int(rounds))
    turns = anchor.slot.turns if anchor.slot else 0
    is_on_turn = state.order.active == anchor.id and edge == "turn_end"
    return Until(edge, of=anchor.id, turn=turns + int(raw.get("turns") or 1) - (1 if is_on_turn else 0))


def left_of(state: State, until: Until | None) -> dict[str, Any] | None:
    """An end as a command would write it, with what is left of it."""
    if until is None:
        return None
    if until.edge == "minutes":
        return {"minutes": max(0, until.minute - state.time.total)}
    if until.edge in MOMENTS:
        return {"edge": until.edge}
    if until.of is None:
        return {"edge": until.edge, "rounds": max(1, until.round - state.order.round + 1)}
    if until.turn:
        anchor = state.creatures.get(until.of)
        turns = until.turn - (anchor.slot.turns if anchor and anchor.slot else 0)
        on_turn = state.order.active == until.of and until.edge == "turn_end"
        return {"edge": until.edge, "creature": until.of, "turns": max(1, turns + (1 if on_turn else 0))}
    return {"edge": until.edge, "creature": until.of, "rounds": max(0, until.round - state.order.round)}


def pass_edge(draft: "Draft", edge: str, of: str | None = None) -> None:
    """End and refresh everything that hangs on this edge, each as its own event."""
    for creature in list(draft.state.creatures.values()):
        for condition in list(creature.conditions.values()):
            if (condition.until and _has_come(draft.state, condition.until, edge, of)) or (
                of is None and edge in _spec_ends(draft, condition)
            ):
                draft.end_condition(creature.id, condition, "over")
        if of is None or of == creature.id:
            _refresh_all(draft, creature.id, draft.system.data.trackers, edge)
            _refresh_own(draft, creature.id, edge)
    if of is None:
        _refresh_all(draft, TABLE, draft.system.data.table, edge)
        _refresh_own(draft, TABLE, edge)


def _spec_ends(draft: "Draft", condition: Condition) -> tuple[str, ...]:
    spec = draft.system.data.conditions.get(condition.key)
    return spec.ends if spec else ()


def _has_come(state: State, until: Until, edge: str, of: str | None) -> bool:
    if until.edge != edge or until.of != of or edge == "minutes":
        return False
    anchor = state.creatures.get(of) if of else None
    turns = anchor.slot.turns if anchor and anchor.slot else until.turn
    return state.order.round >= until.round and turns >= until.turn


def _refresh_all(draft: "Draft", owner: str, specs: Mapping[str, TrackerSpec], edge: str) -> None:
    for key, spec in specs.items():
        tracker = draft.state.trackers(owner).get(key)
        if tracker is not None and edge in spec.refresh:
            draft.put(owner, key, refreshed(tracker, spec.refresh[edge], draft.maximum(owner, key)))


def _refresh_own(draft: "Draft", owner: str, edge: str) -> None:
    for key, own in draft.state.own_trackers(owner).items():
        tracker = draft.state.trackers(owner).get(key)
        if tracker is not None and edge in own.refresh:
            draft.put(owner, key, refreshed(tracker, own.refresh[edge], draft.maximum(owner, key)))


def refreshed(tracker: Tracker, how: Any, maximum: int | None) -> Tracker:
    """A tracker after it came back: ``full``, ``zero``, a number, ``off``, or the state of dice that returns."""
    match tracker:
        case Flag():
            return Flag(False)
        case Pool() if how == "full":
            return replace(tracker, value=maximum if maximum is not None else tracker.value)
        case Pool():
            return replace(tracker, value=0 if how == "zero" else int(how))
        case DicePool():
            return replace(tracker, **{how: 0, "ready": tracker.ready + getattr(tracker, how)})
    return tracker


def lapse(draft: "Draft") -> None:
    """At a round's end: edges of those who had no turn in it and are not there, or are due by their round, pass."""
    for creature in list(draft.state.creatures.values()):
        for condition in list(creature.conditions.values()):
            if condition.until and condition.until.edge in TURN_EDGES and _lapses(draft.state, condition.until):
                draft.end_condition(creature.id, condition, "over")


def _lapses(state: State, until: Until) -> bool:
    anchor = state.creatures.get(until.of or "")
    if until.round > state.order.round:
        return False
    if anchor is None or anchor.slot is None:
        return True
    if anchor.slot.last_round >= state.order.round:
        return False
    return not anchor.here or (until.round > 0 and not until.turn)


def end_with_encounter(draft: "Draft") -> None:
    """Turn and round durations mean nothing after the encounter, so they end with it."""
    for creature in list(draft.state.creatures.values()):
        for condition in list(creature.conditions.values()):
            if condition.until and condition.until.edge in TURN_EDGES + ROUND_EDGES:
                draft.end_condition(creature.id, condition, "encounter_over")


def pass_moment(draft: "Draft", name: str, time: Time) -> None:
    """Note a moment, end and refresh what hangs on it, then let the game and its clocks follow."""
    draft.emit(MomentPassed(name, time))
    pass_edge(draft, name)
    end_by_minute(draft)
    draft.system.moment(draft, name)


def end_by_minute(draft: "Draft") -> None:
    now = draft.state.time.total
    for creature in list(draft.state.creatures.values()):
        for condition in list(creature.conditions.values()):
            if condition.until and condition.until.edge == "minutes" and condition.until.minute <= now:
                draft.end_condition(creature.id, condition, "over")


def later(time: Time, minutes: int) -> Time:
    """The time ``minutes`` (0 or more) later; a day has 1440 and each past the last begins a new one."""
    total = time.minute + minutes
    return replace(time, day=time.day + total // 1440, minute=total % 1440)
