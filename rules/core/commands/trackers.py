"""Trackers and conditions, changed by hand."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from rules.core import derived, events, moments
from rules.core.commands.base import Command, Id, Key, Number, Words, type_name
from rules.core.draft import Draft
from rules.core.errors import Fault, InvalidInput, RuleError
from rules.core.read import read, wrong_type
from rules.core.sight import is_the_gms
from rules.core.state import TABLE, Condition, State
from rules.core.trackers import Pool, Score, Tracker

MOST_CONDITIONS = 60


class SetTracker(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    creature: Id | None = None
    tracker: Key
    value: Number | Mapping[str, Any] | None = None
    max: Annotated[int, msgspec.Meta(ge=0, le=9999)] | msgspec.UnsetType | None = msgspec.UNSET
    was: Any = msgspec.UNSET


class AdjustTracker(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    creature: Id | None = None
    tracker: Key
    by: Number


class UntilGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """When something ends: an edge of a creature's turn, of a round, a moment, or minutes."""

    edge: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    creature: Id | None = None
    turns: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    rounds: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    minutes: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None


class AddCondition(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A condition on a creature; ``amount`` are the dice of damage that it does again and again, instead of a value."""

    creature: Id
    condition: Key
    value: Annotated[int, msgspec.Meta(ge=0, le=999)] | None = None
    detail: Annotated[str, msgspec.Meta(max_length=60)] | None = None
    amount: Annotated[str, msgspec.Meta(pattern=r"^([1-9]\d?)?d[1-9]\d{0,2}$")] | None = None
    until: UntilGiven | None = None
    reason: Words = ""
    source: Id | None = None
    towards: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class ChangeCondition(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    creature: Id
    condition: Annotated[str, msgspec.Meta(max_length=64)]
    value: Annotated[int, msgspec.Meta(ge=0, le=999)] | msgspec.UnsetType | None = msgspec.UNSET
    until: UntilGiven | msgspec.UnsetType | None = msgspec.UNSET


class EndCondition(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    creature: Id
    condition: Annotated[str, msgspec.Meta(max_length=64)]


def set_tracker(draft: Draft, command: SetTracker) -> None:
    owner = owner_of(draft, command.creature)
    old = known_tracker(draft, owner, command.tracker)
    if command.was is not msgspec.UNSET and command.was != plain(old):
        raise RuleError("tracker-changed", tracker=command.tracker, value=plain(old))
    draft.put(owner, command.tracker, changed(draft, owner, command, old))


def known_tracker(draft: Draft, owner: str, key: str) -> Tracker:
    """The tracker; to a player, one that the GM keeps is as unknown as one that is not there."""
    creature = draft.state.creatures.get(owner)
    if draft.seat is not None and creature is not None and is_the_gms(creature, key):
        raise RuleError("unknown-tracker", tracker=key)
    return draft.tracker(owner, key)


def owner_of(draft: Draft, creature: str | None) -> str:
    return TABLE if creature is None else draft.creature(creature).id


def plain(tracker: Tracker) -> Any:
    """A tracker as a command writes it: a number, or the object without its kind."""
    if isinstance(tracker, Pool | Score):
        return tracker.value
    return {key: value for key, value in msgspec.to_builtins(tracker).items() if key != "kind"}


def changed(draft: Draft, owner: str, command: SetTracker, old: Tracker) -> Tracker:
    """The tracker as the command wants it; raises InvalidInput where that is out of its range."""
    value = command.value
    if isinstance(old, Score):
        return Score(_integer(value if value is not None else old.value, -9999, 9999))
    if not isinstance(old, Pool):
        if not isinstance(value, Mapping | None):
            raise wrong_type("/value", value, "object")
        return read(type(old), {**msgspec.to_builtins(old), **(value or {})}, at="/value")
    top = old.max if command.max is msgspec.UNSET else command.max
    _check_most(draft, owner, command.tracker, top)
    trial = _with(draft.state, owner, command.tracker, Pool(0, top))
    bound = derived.maximum(draft.system, trial, owner, command.tracker)
    if value is None and bound is not None and not old.value and _starts_full(draft, owner, command.tracker):
        return Pool(bound, top)
    if value is None:
        return Pool(old.value if bound is None else min(old.value, bound), top)
    return Pool(_integer(value, 0, 9999 if bound is None else bound), top)


def _starts_full(draft: Draft, owner: str, key: str) -> bool:
    """Whether a pool in which nothing was counted, for it had no maximum, begins with all of it as on a new sheet."""
    spec = draft.system.data.table.get(key) if owner == TABLE else draft.system.data.trackers.get(key)
    return spec is not None and spec.start == "max" and derived.maximum(draft.system, draft.state, owner, key) is None


def _check_most(draft: Draft, owner: str, key: str, top: int | None) -> None:
    spec = draft.system.data.table.get(key) if owner == TABLE else draft.system.data.trackers.get(key)
    kind = "" if owner == TABLE else draft.state.creatures[owner].kind
    most = spec.most.get(kind) if spec else None
    if top is not None and most is not None and top > most:
        raise InvalidInput([Fault("/max", "out-of-range", {"least": 0, "most": most})])


def _with(state: State, owner: str, key: str, tracker: Tracker) -> State:
    if owner == TABLE:
        return replace(state, table={**state.table, key: tracker})
    creature = state.creatures[owner]
    creature = replace(creature, trackers={**creature.trackers, key: tracker})
    return replace(state, creatures={**state.creatures, owner: creature})


def _integer(value: Any, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong_type("/value", value, "integer")
    if not least <= value <= most:
        raise InvalidInput([Fault("/value", "out-of-range", {"least": least, "most": most})])
    return value


def adjust_tracker(draft: Draft, command: AdjustTracker) -> None:
    owner = owner_of(draft, command.creature)
    old = known_tracker(draft, owner, command.tracker)
    if isinstance(old, Score):
        draft.put(owner, command.tracker, Score(max(-9999, min(9999, old.value + command.by))))
    else:
        draft.add(owner, command.tracker, command.by)


def given_until(given: UntilGiven | None) -> dict[str, Any] | None:
    return None if given is None else {k: v for k, v in msgspec.structs.asdict(given).items() if v is not None}


def add_condition(draft: Draft, command: AddCondition) -> None:
    draft.add_condition(command.creature, new_condition(draft, command))


def new_condition(draft: Draft, command: AddCondition) -> Condition:
    """The condition that the command describes; raises InvalidInput or RuleError where it cannot be."""
    creature = draft.creature(command.creature)
    if command.condition not in draft.system.data.conditions:
        raise InvalidInput([Fault("/condition", "unknown-condition", {})])
    if len(creature.conditions) >= MOST_CONDITIONS:
        raise RuleError("too-many-conditions", most=MOST_CONDITIONS)
    if command.source is not None:
        draft.creature(command.source)
    if command.amount and draft.system.data.conditions[command.condition].persists is None:
        raise InvalidInput([Fault("/amount", "not-valid", {})])
    value, data = (None, {"dice": command.amount}) if command.amount else (command.value, {})
    until = moments.until_from(draft.state, given_until(command.until))
    return Condition(
        "q_" + draft.chance.id(), command.condition, value, command.detail or None,
        command.reason.strip() or command.amount or "", command.source, command.towards, until, data,
    )  # fmt: skip


def stored(draft: Draft, creature: str, key_or_id: str) -> list[Condition]:
    """The stored instances meant by a key or an id; raises ``condition-implied`` or ``unknown-condition``."""
    found = draft.creature(creature)
    hits = [c for c in found.conditions.values() if key_or_id in (c.id, c.key)]
    if hits:
        return hits
    if derived.has(draft.system, draft.state, found, key_or_id):
        raise RuleError("condition-implied", condition=key_or_id)
    raise RuleError("unknown-condition", condition=key_or_id)


def change_condition(draft: Draft, command: ChangeCondition) -> None:
    for condition in stored(draft, command.creature, command.condition):
        new = condition
        if command.value is not msgspec.UNSET:
            new = replace(new, value=command.value)
        if command.until is not msgspec.UNSET:
            new = replace(new, until=moments.until_from(draft.state, given_until(command.until)))
        if new != condition:
            draft.emit(events.ConditionSet(command.creature, new))


def end_condition(draft: Draft, command: EndCondition) -> None:
    for condition in stored(draft, command.creature, command.condition):
        draft.end_condition(command.creature, condition, "by_hand")
