"""What the events of a log that came from elsewhere may say: what this product writes itself, within its bounds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.core import events as e
from rules.core.blanks import LONGEST_CELL
from rules.core.commands.base import LONGEST_NAME, Id, Key, Name, Number, Text
from rules.core.commands.features import check_features
from rules.core.errors import InvalidInput
from rules.core.rolling import Roll
from rules.core.state import Clock, Creature, Feature, OwnTracker
from rules.core.trackers import DicePool, Grid, Pool, Score

MOST_STEPS = 200_000
Written = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_CELL)]
CELL = re.compile(re.escape(e.CELL) + r"[^/]{1,60}/[1-5]?\d/[^/]{1,60}")  # a row of at most 60
Count = Annotated[int, msgspec.Meta(ge=0, le=9999)]
FIELDS: Mapping[str, Any] = {
    "name": Name, "alias": Name | None, "kind": Key, "hidden": bool, "hidden_until": Key | None,
    "wave": Annotated[str, msgspec.Meta(max_length=60)] | None, "score": Number | None,
    "card": Annotated[str, msgspec.Meta(max_length=120)] | None, "note": Text,
    "portrait": Annotated[str, msgspec.Meta(max_length=200)] | None,
}  # fmt: skip


class Said(msgspec.Struct):
    """A sentence of a roll."""

    code: str
    facts: dict[str, Any] = {}


class Effect(msgspec.Struct):
    """What a roll brings about."""

    kind: str
    tracker: str = ""
    by: Number = 0


class Facts(msgspec.Struct):
    """The open facts of a roll."""

    total: int | None = None
    outcome: str | None = None
    effects: list[Effect] = []
    say: Said | None = None
    more: dict[str, Any] = {}
    steps: list[Said] | None = None


class Then(msgspec.Struct):
    """A command that a roll offers."""

    type: str


class Target(msgspec.Struct):
    """A roll against one."""

    creature: str
    outcome: str | None = None
    then: Then | None = None


class Modifier(msgspec.Struct):
    """What changed a roll."""

    id: str
    axis: str
    amount: Number
    why: str


class Secret(msgspec.Struct):
    """What only the GM reads of a roll."""

    filled: dict[str, Any] = {}
    modifiers: list[Modifier] = []
    targets: list[Target] = []
    decides: dict[str, Any] = {}


class Suggested(msgspec.Struct):
    """What a suggestion holds; another question holds what it likes."""

    commands: list[Then] = []
    creature: Id | None = None
    text: str = ""


def fits(event: e.Event) -> bool:
    """Whether the event says nothing that this product would not write."""
    match event:
        case e.GameBegan(name=name, table=table):
            return _is(name, Name) and all(map(_is_tracker, table.values()))
        case e.CreatureAdded(creature=creature):
            return _is_creature(creature)
        case e.CreatureChanged(changes=changes):
            return all(_is_change(field, value) for field, value in changes.items())
        case e.TrackerSet(value=value, was=was):
            return _is_tracker(value) and _is_tracker(was)
        case e.ClockSet(clock=clock):
            return _is_clock(clock)
        case e.SettingSet(key=key, value=value):
            return _is_setting(key, value)
        case e.MomentPassed(time=time):
            return 0 <= time.minute < 1440 and time.day > 0 and time.session >= 0
        case e.PendingSet(pending=pending):
            return _is(pending.data, Suggested)
        case e.Rolled():
            return _is(event.facts, Facts) and _is(event.secret, Secret) and _is(event.command, Roll)
        case e.Undone(steps=steps) | e.Redone(steps=steps):
            return 0 < len(steps) <= MOST_STEPS and len(set(steps)) == len(steps)
    return True


def _is(value: Any, type_: Any) -> bool:
    try:
        msgspec.convert(value, type_)
    except msgspec.ValidationError:
        return False
    return True


def _is_tracker(tracker: Any) -> bool:
    match tracker:
        case Pool(value=value, max=most):
            return _is(value, Count) and _is(most, Count | None)
        case Score(value=value):
            return _is(value, Number)
        case DicePool() | Grid():
            return all(_is(number, Count) for number in msgspec.structs.astuple(tracker))
    return True


def _is_creature(creature: Creature) -> bool:
    plain = all(_is(getattr(creature, field), type_) for field, type_ in FIELDS.items())
    return (
        plain and _is(creature.id, Id) and all(map(_is_tracker, creature.trackers.values())) and _say(creature.features)
    )


def _is_change(field: str, value: Any) -> bool:
    if field.startswith("features/"):
        return value is None or (_is(value, Feature) and _say({field: msgspec.convert(value, Feature)}))
    if field.startswith("own/"):
        return _is(value, OwnTracker | None)
    return field in FIELDS and _is(value, FIELDS[field])


def _say(features: Mapping[str, Feature]) -> bool:
    try:
        check_features(features, "")
    except InvalidInput:
        return False
    return True


def _is_clock(clock: Clock) -> bool:
    return _is(clock.name, Name) and 1 <= clock.size <= 100 and 0 <= clock.value <= clock.size and clock.every >= 1


def _is_setting(key: str, value: Any) -> bool:
    if key == "game/name":
        return _is(value, Name)
    if key == "game/shown":
        return _is(value, dict[Key, Text] | None)
    if key.startswith("game/own/"):
        return _is(value, OwnTracker | None)
    if key.startswith(e.CHECKPOINT):
        return _is(value, Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | None)
    if key.startswith(e.CELL):
        return CELL.fullmatch(key) is not None and _is(value, Written | None)
    return _is(value, bool | int | str)
