"""The only place where a state changes. Total: an event that happened is never refused.

What names a creature, tracker or condition that is not there changes nothing, because undo may skip
the step that brought it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.core import events as e
from rules.core.state import TABLE, Creature, Feature, Order, OwnTracker, RollRecord, State

TRAIL = 30  # as many beginnings of turns are remembered, and as many that players did not see


def fold(events: Iterable[e.Event], state: State | None = None) -> State:
    """The state after these events."""
    state = state or State()
    for event in events:
        state = apply(state, event)
    return state


def apply(state: State, event: e.Event) -> State:
    """The state after ``event``."""
    match event:
        case e.GameBegan(system=system, name=name, settings=settings, table=table, policy=policy):
            order = Order(policy=policy)
            return replace(state, system=system, name=name, settings=settings, table=table, order=order)
        case e.CreatureAdded(creature=creature):
            return replace(state, creatures={**state.creatures, creature.id: creature})
        case e.CreatureChanged(id=id, changes=changes):
            return _change(state, id, changes)
        case e.CreatureRemoved(id=id):
            return _with(state, id, gone=True)
        case e.TrackerSet(owner=owner, key=key, value=value):
            return _set_tracker(state, owner, key, value)
        case e.ConditionSet(owner=owner, condition=condition):
            return _on_conditions(state, owner, lambda stored: {**stored, condition.id: condition})
        case e.ConditionEnded(owner=owner, id=id):
            return _on_conditions(state, owner, lambda stored: _without(stored, id))
        case e.ClockSet(clock=clock):
            return replace(state, clocks={**state.clocks, clock.id: clock})
        case e.ClockRemoved(id=id):
            return replace(state, clocks=_without(state.clocks, id))
        case e.PendingSet(pending=pending):
            return replace(state, pending={**state.pending, pending.id: pending})
        case e.PendingEnded(id=id):
            return replace(state, pending=_without(state.pending, id))
        case e.MomentPassed(time=time):
            return replace(state, time=time)
        case e.SettingSet(key=key, value=value):
            return _set_setting(state, key, value)
        case e.Rolled():
            return _keep_roll(state, event)
        case e.Told() | e.Undone() | e.Redone():
            return state
        case _:
            return _apply_order(state, event)


def _apply_order(state: State, event: e.Event) -> State:
    order = state.order
    match event:
        case e.EncounterBegan(policy=policy, name=name, memory=memory, slots=slots):
            state = _set_slots(state, slots)
            return replace(state, order=Order(policy=policy, started=True, name=name, memory=memory))
        case e.EncounterEnded(ids=ids):
            state = _set_slots(state, dict.fromkeys(ids))
            return replace(state, order=Order(policy=order.policy))
        case e.SlotSet(id=id, slot=slot):
            return _with(state, id, slot=slot)
        case e.RoundBegan(round=round):
            return replace(state, order=replace(order, round=round))
        case e.TurnBegan(id=id, slot=slot, trail=trail, marker=marker, marker_round=number):
            order = replace(order, active=id, trail=trail, marker=marker, marker_round=number)
            return _with(replace(state, order=order), id, slot=slot)
        case e.TurnEnded(marker=marker, marker_round=number):
            return replace(state, order=replace(order, active=None, marker=marker, marker_round=number))
        case e.OrderNoted(key=key, value=value):
            return replace(state, order=replace(order, memory={**order.memory, key: value}))
    raise AssertionError(f"no case for {type(event).__name__}")  # proved unreachable by the test of every event


def _with(state: State, id: str, **fields: Any) -> State:
    creature = state.creatures.get(id)
    if creature is None:
        return state
    return replace(state, creatures={**state.creatures, id: replace(creature, **fields)})


def _without(records: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: record for name, record in records.items() if name != key}


def _change(state: State, id: str, changes: Mapping[str, Any]) -> State:
    creature = state.creatures.get(id)
    if creature is None:
        return state
    plain = {field: value for field, value in changes.items() if field in Creature.__struct_fields__}
    features = _with_parts(creature.features, changes, "features/", Feature)
    return _with(state, id, **plain, features=features, own=_with_parts(creature.own, changes, "own/", OwnTracker))


def _with_parts(parts: Mapping[str, Any], changes: Mapping[str, Any], head: str, kind: type[Any]) -> Mapping[str, Any]:
    """The parts with each change whose field begins with ``head``; None takes one away."""
    for field, value in changes.items():
        if field.startswith(head):
            key = field.removeprefix(head)
            parts = _without(parts, key) if value is None else {**parts, key: msgspec.convert(value, kind)}
    return parts


def _set_tracker(state: State, owner: str, key: str, value: Any) -> State:
    if owner != TABLE and owner not in state.creatures:
        return state
    trackers = state.trackers(owner)
    trackers = _without(trackers, key) if value is None else {**trackers, key: value}
    return replace(state, table=trackers) if owner == TABLE else _with(state, owner, trackers=trackers)


def _on_conditions(state: State, owner: str, change: Any) -> State:
    creature = state.creatures.get(owner)
    return state if creature is None else _with(state, owner, conditions=change(creature.conditions))


def _set_slots(state: State, slots: Mapping[str, Any]) -> State:
    creatures = {
        id: replace(creature, slot=slots[id]) if id in slots else creature for id, creature in state.creatures.items()
    }
    return replace(state, creatures=creatures)


def _set_setting(state: State, key: str, value: Any) -> State:
    match key:
        case "game/name":
            return replace(state, name=str(value))
        case "game/shown":
            return replace(state, shown=value)
        case "game/held":
            return replace(state, held=bool(value))
    if key.startswith(e.CHECKPOINT):
        id = key.removeprefix(e.CHECKPOINT)
        named = _without(state.checkpoints, id) if value is None else {**state.checkpoints, id: str(value)}
        return replace(state, checkpoints=named)
    if key.startswith(e.CELL):
        at = key.removeprefix(e.CELL)
        cells = _without(state.cells, at) if value is None else {**state.cells, at: str(value)}
        return replace(state, cells=cells)
    if key.startswith("game/own/"):
        return replace(state, own=_with_parts(state.own, {key: value}, "game/own/", OwnTracker))
    return replace(state, settings={**state.settings, key: value})


def _keep_roll(state: State, event: e.Rolled) -> State:
    record = RollRecord(
        event.id,
        event.roll,
        event.command,
        event.dice,
        event.facts,
        event.paid,
        event.who,
        event.secret,
        event.visibility,
        event.amended,
    )
    return replace(state, rolls={**state.rolls, event.who.get("by", ""): record})
