"""The types that a view is made of. A player's types have no secret fields: a new field is secret by default."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core.trackers import Tracker


class Reason(msgspec.Struct, frozen=True):
    """Why a condition is there: a stored instance, or a tracker or condition that brings it (``id`` null)."""

    id: str | None
    reason: str
    until: Mapping[str, Any] | None


class GmCondition(msgspec.Struct, frozen=True, kw_only=True):
    id: str | None
    key: str
    value: int | None
    detail: str | None
    source: str | None
    towards: str | None
    reasons: tuple[Reason, ...]
    until: Mapping[str, Any] | None


class SeenCondition(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    value: int | None
    detail: str | None


class Maximum(msgspec.Struct, frozen=True, tag_field="kind", tag="pool"):
    """A pool with the maximum that really bounds it."""

    value: int
    max: int | None


class GmCreature(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    alias: str | None
    kind: str
    hidden: bool
    hidden_until: str | None
    score: int | None
    card: str | None
    wave: str | None
    note: str
    portrait: str | None
    features: Mapping[str, Any]
    by_hand: tuple[str, ...]
    numbers: Mapping[str, int]
    trackers: Mapping[str, Tracker | Maximum]
    conditions: tuple[GmCondition, ...]
    health: str | None
    own: Mapping[str, Any]
    standing: Mapping[str, Any]  # what the game reckons of it now


class SeenPc(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    kind: str
    trackers: Mapping[str, Any]
    own: Mapping[str, str]
    conditions: tuple[SeenCondition, ...]


class SeenOther(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    kind: str
    conditions: tuple[SeenCondition, ...]
    health: str | None


class OwnCreature(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's own creature: everything of its sheet."""

    id: str
    name: str
    kind: str
    trackers: Mapping[str, Any]
    own: Mapping[str, str]
    conditions: tuple[SeenCondition, ...]
    numbers: Mapping[str, int]
    by_hand: tuple[str, ...]
    features: Mapping[str, Any]
    score: int | None
    card: str | None


class SeenClock(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    kind: str
    value: int
    size: int
    shape_only: bool


class OrderEntry(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    creature: str | None
    label: str | None
    score: int | None
    acted: bool


class SeenOrder(msgspec.Struct, frozen=True, kw_only=True):
    policy: str
    encounter: Mapping[str, Any] | None
    side: str | None
    phase: int | None
    round: int
    active: str | None
    why: str | None
    next: tuple[str, ...]
    entries: tuple[OrderEntry, ...]
    trail: tuple[str, ...]
    memory: Mapping[str, Any]


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """An open question that the viewer may answer."""

    id: str
    kind: str
    by: str
    data: Mapping[str, Any]
    schema: Mapping[str, Any]


class SeenRoll(msgspec.Struct, frozen=True, kw_only=True):
    """The newest roll of a creature."""

    id: str
    roll: str
    creature: str | None
    total: int | None
    outcome: str | None
    dice: Mapping[str, Any] | None
    visibility: str
    amended: bool
    facts: Mapping[str, Any]


class GmView(msgspec.Struct, frozen=True, kw_only=True):
    settings: Mapping[str, Any]
    trackers: Mapping[str, Tracker]
    own: Mapping[str, Any]
    creatures: Mapping[str, GmCreature]
    board: tuple[str, ...]
    clocks: Mapping[str, Any]
    order: SeenOrder
    time: Mapping[str, Any]
    asks: tuple[Ask, ...]
    due: tuple[Mapping[str, Any], ...]
    inbox: tuple[Mapping[str, Any], ...]
    can: Mapping[str, bool]
    rolls: tuple[SeenRoll, ...]
    tables: Mapping[str, Mapping[str, str]]
    shown: Mapping[str, Any] | None
    held: bool


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """What players see. ``waits`` is what this seat has sent and the GM has not answered: its id, kind and dice."""

    trackers: Mapping[str, Any]
    own: Mapping[str, str]
    creatures: Mapping[str, Any]
    board: tuple[str, ...]
    clocks: Mapping[str, SeenClock]
    order: SeenOrder
    time: Mapping[str, Any]
    asks: tuple[Ask, ...]
    waits: tuple[Mapping[str, Any], ...]
    rolls: tuple[SeenRoll, ...]
    shown: Mapping[str, Any] | None
