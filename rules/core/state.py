"""Everything that is true in one game right now, as frozen values."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from rules.core.trackers import Tracker

TABLE = "table"  # the owner of the game's own trackers
ROW = "row"  # the kind of a row in the order that is no creature


class Until(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first ``edge`` (of creature ``of``) at which the round and the turn count are at least these.

    ``edge`` is turn_start, turn_end, round_start, round_end, or a moment's name; ``minute`` is in-game time.
    """

    edge: str
    of: str | None = None
    round: int = 0
    turn: int = 0
    minute: int = 0


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """One stored instance of a condition: one reason for it."""

    id: str
    key: str
    value: int | None = None
    detail: str | None = None
    reason: str = ""
    source: str | None = None
    towards: str | None = None
    until: Until | None = None
    data: Mapping[str, Any] = msgspec.field(default_factory=dict)


class Feature(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a sheet holds that is no number: a weapon, an experience, a feature of a stat block."""

    kind: str
    name: str
    facts: Mapping[str, Any] = msgspec.field(default_factory=dict)


class OwnTracker(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tracker that people made: its name, who sees it (``gm``, ``own``: its player, ``players``), its refreshes."""

    name: str
    kind: str = "pool"
    where: str = "gm"
    refresh: Mapping[str, Any] = msgspec.field(default_factory=dict)


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place in the order: an exact fraction as text, the turns taken, and the round in which it last acted."""

    place: str
    turns: int = 0
    last_round: int = 0
    by_hand: bool = False

    @property
    def at(self) -> Fraction:
        return Fraction(self.place)


class Creature(msgspec.Struct, frozen=True, omit_defaults=True):
    """A character, an adversary, an environment, or a row of the order; one that is gone keeps its place."""

    id: str
    name: str
    kind: str = "adversary"
    alias: str | None = None
    hidden: bool = False
    hidden_until: str | None = None  # "turn": seen by itself when its turn begins
    gone: bool = False
    wave: str | None = None
    score: int | None = None
    card: str | None = None
    note: str = ""
    portrait: str | None = None
    trackers: Mapping[str, Tracker] = msgspec.field(default_factory=dict)
    features: Mapping[str, Feature] = msgspec.field(default_factory=dict)
    conditions: Mapping[str, Condition] = msgspec.field(default_factory=dict)
    own: Mapping[str, OwnTracker] = msgspec.field(default_factory=dict)
    slot: Slot | None = None

    @property
    def here(self) -> bool:
        """Whether it is on the board: neither removed nor in a wave that has not come."""
        return not self.gone and self.wave is None

    @property
    def public_name(self) -> str:
        return self.alias or self.name


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """A clock fills from 0 to ``size``; a countdown falls from ``size`` to 0."""

    id: str
    name: str
    size: int
    value: int = 0
    kind: str = "clock"
    hidden: bool = True
    shape_only: bool = False
    ticks: str = "by_hand"
    loop: str | None = None
    link: str | None = None
    every: int = 1  # minutes that one tick takes, where it ticks by minutes
    note: str = ""  # told to the GM when it fires
    rings: bool = False  # it fired, and its note waits for the GM

    @property
    def is_done(self) -> bool:
        return self.value <= 0 if self.kind == "countdown" else self.value >= self.size


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose turn it is, and what the policy remembers."""

    policy: str = "none"
    started: bool = False
    name: str | None = None
    round: int = 0
    active: str | None = None
    marker: str | None = None  # who acts as far as players saw, while somebody hidden does
    marker_round: int = 0
    trail: tuple[tuple[str, int], ...] = ()
    memory: Mapping[str, Any] = msgspec.field(default_factory=dict)


class Pending(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stored question; ``by`` is ``gm`` or the creature whose seat may answer."""

    id: str
    kind: str
    by: str
    data: Mapping[str, Any] = msgspec.field(default_factory=dict)


class Time(msgspec.Struct, frozen=True, omit_defaults=True):
    """The session's number, the scene's title, the day, and the minute of it (0 to 1439)."""

    session: int = 0
    scene: str = ""
    day: int = 1
    minute: int = 480

    @property
    def total(self) -> int:
        return self.day * 1440 + self.minute


class RollRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The newest roll of one creature: what `amend_roll` takes back, and what pages show."""

    id: str
    roll: str
    command: Mapping[str, Any] = msgspec.field(default_factory=dict)
    dice: Mapping[str, Any] = msgspec.field(default_factory=dict)
    facts: Mapping[str, Any] = msgspec.field(default_factory=dict)
    paid: tuple[Mapping[str, Any], ...] = ()
    who: Mapping[str, str] = msgspec.field(default_factory=dict)
    secret: Mapping[str, Any] = msgspec.field(default_factory=dict)
    visibility: str = "open"
    amended: bool = False


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game at one number of its log: the fold of the live events."""

    system: str = ""
    name: str = ""
    settings: Mapping[str, Any] = msgspec.field(default_factory=dict)
    table: Mapping[str, Tracker] = msgspec.field(default_factory=dict)
    own: Mapping[str, OwnTracker] = msgspec.field(default_factory=dict)
    creatures: Mapping[str, Creature] = msgspec.field(default_factory=dict)
    clocks: Mapping[str, Clock] = msgspec.field(default_factory=dict)
    order: Order = msgspec.field(default_factory=Order)
    pending: Mapping[str, Pending] = msgspec.field(default_factory=dict)
    time: Time = msgspec.field(default_factory=Time)
    rolls: Mapping[str, RollRecord] = msgspec.field(default_factory=dict)
    shown: Mapping[str, Any] | None = None
    held: bool = False
    checkpoints: Mapping[str, str] = msgspec.field(default_factory=dict)  # names of moments, by id
    cells: Mapping[str, str] = msgspec.field(default_factory=dict)  # of tables left blank, by card/row/column

    def trackers(self, owner: str) -> Mapping[str, Tracker]:
        """The trackers of a creature, or of the game for ``TABLE``; none for an unknown owner."""
        if owner == TABLE:
            return self.table
        creature = self.creatures.get(owner)
        return creature.trackers if creature else {}

    def own_trackers(self, owner: str) -> Mapping[str, OwnTracker]:
        """What people themselves track on a creature, or in the game for ``TABLE``."""
        if owner == TABLE:
            return self.own
        creature = self.creatures.get(owner)
        return creature.own if creature else {}
