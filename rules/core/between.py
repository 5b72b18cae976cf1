"""What lies between two states of a game, as the events that lead from the one to the other."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rules.core import events as e
from rules.core.events import CELL, CHECKPOINT
from rules.core.state import TABLE, Creature, Feature, Order, State, Time

PLAIN = ("name", "kind", "alias", "hidden", "hidden_until", "wave", "score", "card", "note", "portrait")


def events_between(before: State, after: State) -> Iterator[e.Event]:
    """Events after which ``before`` is as ``after``, but for rolls and whose turns have been: to show what changes."""
    yield from _settings(before, after)
    yield from _table(before, after)
    for id in dict.fromkeys([*before.creatures, *after.creatures]):
        yield from _creature(before.creatures.get(id), after.creatures.get(id))
    yield from _clocks(before, after)
    yield from _order(before.order, after.order, after)
    yield from _time(before.time, after.time)
    yield from _pending(before, after)


def _settings(before: State, after: State) -> Iterator[e.Event]:
    if before.name != after.name:
        yield e.SettingSet("game/name", after.name)
    for key, value in after.settings.items():
        if before.settings.get(key) != value:
            yield e.SettingSet(key, value)
    if before.shown != after.shown:
        yield e.SettingSet("game/shown", after.shown)
    if before.held != after.held:
        yield e.SettingSet("game/held", after.held)
    for id in dict.fromkeys([*before.checkpoints, *after.checkpoints]):
        if before.checkpoints.get(id) != after.checkpoints.get(id):
            yield e.SettingSet(CHECKPOINT + id, after.checkpoints.get(id))
    for at in dict.fromkeys([*before.cells, *after.cells]):
        if before.cells.get(at) != after.cells.get(at):
            yield e.SettingSet(CELL + at, after.cells.get(at))


def _table(before: State, after: State) -> Iterator[e.Event]:
    yield from _trackers(TABLE, before.table, after.table)
    for key in dict.fromkeys([*before.own, *after.own]):
        if before.own.get(key) != after.own.get(key):
            yield e.SettingSet(f"game/own/{key}", _plain(after.own.get(key)))


def _trackers(owner: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[e.Event]:
    for key in dict.fromkeys([*before, *after]):
        if before.get(key) != after.get(key):
            yield e.TrackerSet(owner, key, after.get(key), before.get(key))


def _creature(before: Creature | None, after: Creature | None) -> Iterator[e.Event]:
    if after is None or (after.gone and before is not None):
        if before is not None and not before.gone:
            yield e.CreatureRemoved(before.id)
        return
    if before is None or before.gone:
        yield e.CreatureAdded(after)
        return
    if changes := _changes(before, after):
        yield e.CreatureChanged(after.id, changes)
    yield from _trackers(after.id, before.trackers, after.trackers)
    yield from _conditions(before, after)
    if before.slot != after.slot:
        yield e.SlotSet(after.id, after.slot)


def _changes(before: Creature, after: Creature) -> dict[str, Any]:
    found = {field: new for field in PLAIN if (new := getattr(after, field)) != getattr(before, field)}
    for head, old, new in (("features/", before.features, after.features), ("own/", before.own, after.own)):
        both: tuple[Mapping[str, Feature | Any], ...] = (old, new)
        for key in dict.fromkeys([*both[0], *both[1]]):
            if old.get(key) != new.get(key):
                found[head + key] = _plain(new.get(key))
    return found


def _plain(value: Any) -> Any:
    return None if value is None else msgspec.to_builtins(value)


def _conditions(before: Creature, after: Creature) -> Iterator[e.Event]:
    for id, old in before.conditions.items():
        if id not in after.conditions:
            yield e.ConditionEnded(before.id, id, old.key)
    for id, new in after.conditions.items():
        if before.conditions.get(id) != new:
            yield e.ConditionSet(after.id, new)


def _clocks(before: State, after: State) -> Iterator[e.Event]:
    for id, clock in before.clocks.items():
        if id not in after.clocks:
            yield e.ClockRemoved(id)
        elif after.clocks[id] != clock:
            yield e.ClockSet(after.clocks[id], clock.value)
    for id, clock in after.clocks.items():
        if id not in before.clocks:
            yield e.ClockSet(clock)


def _order(before: Order, after: Order, state: State) -> Iterator[e.Event]:
    if (before.started, before.policy, before.name) != (after.started, after.policy, after.name):
        if before.started:
            yield e.EncounterEnded()
        if after.started:
            yield e.EncounterBegan(after.policy, after.name, after.memory)
        before = Order(policy=after.policy, started=after.started, name=after.name, memory=after.memory)
    for key, value in after.memory.items():
        if before.memory.get(key) != value:
            yield e.OrderNoted(key, value)
    if before.round != after.round:
        yield e.RoundBegan(after.round)
    if _turn_of(before) != _turn_of(after):
        active = state.creatures.get(after.active or "")
        if active is not None and active.slot is not None:
            yield e.TurnBegan(
                active.id, after.round, active.slot, after.trail, after.marker, after.marker_round
            )  # fmt: skip
        elif before.active is not None or before.marker != after.marker:
            last = before.trail[-1][0] if before.trail else ""
            yield e.TurnEnded(before.active or last, after.marker, after.marker_round)


def _turn_of(order: Order) -> tuple[str | None, str | None, int]:
    return order.active, order.marker, order.marker_round


def _time(before: Time, after: Time) -> Iterator[e.Event]:
    if before.session != after.session:
        yield e.MomentPassed("session", after)
    if before.scene != after.scene:
        yield e.MomentPassed("renamed", after)
    if before.total != after.total:
        yield e.MomentPassed("minutes", after)


def _pending(before: State, after: State) -> Iterator[e.Event]:
    for id in before.pending:
        if id not in after.pending:
            yield e.PendingEnded(id, "dropped")
    for id, pending in after.pending.items():
        if before.pending.get(id) != pending:
            yield e.PendingSet(pending)
