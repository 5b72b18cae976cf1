"""The closed set of core events. Each holds results, never requests; its stored name is its tag.

``SCHEMA`` is the number of this set: a snapshot with another number is made anew, and `codec` lifts old events.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core.state import Clock, Condition, Creature, Pending, Slot, Time
from rules.core.trackers import Tracker

SCHEMA = 1
CHECKPOINT = "game/checkpoint/"  # what the setting of a checkpoint begins with; its id follows
CELL = "game/cell/"  # of a table that the source left blank; card, row and column follow


class GameBegan(msgspec.Struct, frozen=True, tag_field="t", tag="game_began"):
    """Event 1, with every setting written out: a later default changes no old game."""

    system: str
    name: str
    settings: Mapping[str, Any]
    table: Mapping[str, Tracker]
    policy: str = "none"


class CreatureAdded(msgspec.Struct, frozen=True, tag_field="t", tag="creature_added"):
    creature: Creature


class CreatureChanged(msgspec.Struct, frozen=True, tag_field="t", tag="creature_changed"):
    """``changes`` has fields of a creature; ``features/<key>`` and ``own/<key>`` are one feature or own tracker, None
    where it was taken away."""

    id: str
    changes: Mapping[str, Any]


class CreatureRemoved(msgspec.Struct, frozen=True, tag_field="t", tag="creature_removed"):
    id: str


class TrackerSet(msgspec.Struct, frozen=True, tag_field="t", tag="tracker_set"):
    """``value`` None takes the tracker away; ``was`` is for the log and for proofs."""

    owner: str
    key: str
    value: Tracker | None
    was: Tracker | None = None


class ConditionSet(msgspec.Struct, frozen=True, tag_field="t", tag="condition_set"):
    owner: str
    condition: Condition


class ConditionEnded(msgspec.Struct, frozen=True, tag_field="t", tag="condition_ended"):
    owner: str
    id: str
    key: str = ""
    why: str = ""


class ClockSet(msgspec.Struct, frozen=True, tag_field="t", tag="clock_set"):
    clock: Clock
    was: int | None = None


class ClockRemoved(msgspec.Struct, frozen=True, tag_field="t", tag="clock_removed"):
    id: str


class EncounterBegan(msgspec.Struct, frozen=True, tag_field="t", tag="encounter_began"):
    """Names every slot that it sets, so that its keys can name them too; ``switched`` where one went on otherwise."""

    policy: str
    name: str | None = None
    memory: Mapping[str, Any] = msgspec.field(default_factory=dict)
    slots: Mapping[str, Slot] = msgspec.field(default_factory=dict)
    switched: bool = False


class EncounterEnded(msgspec.Struct, frozen=True, tag_field="t", tag="encounter_ended"):
    ids: tuple[str, ...] = ()


class SlotSet(msgspec.Struct, frozen=True, tag_field="t", tag="slot_set"):
    id: str
    slot: Slot | None


class RoundBegan(msgspec.Struct, frozen=True, tag_field="t", tag="round_began"):
    round: int


class TurnBegan(msgspec.Struct, frozen=True, tag_field="t", tag="turn_began"):
    """Carries the whole slot, so that a skipped earlier turn changes nothing here.

    ``marker`` and ``marker_round`` are what players see while this turn runs: the last turn that they saw begin.
    """

    id: str
    round: int
    slot: Slot
    trail: tuple[tuple[str, int], ...] = ()
    marker: str | None = None
    marker_round: int = 0


class TurnEnded(msgspec.Struct, frozen=True, tag_field="t", tag="turn_ended"):
    id: str
    marker: str | None = None
    marker_round: int = 0


class OrderNoted(msgspec.Struct, frozen=True, tag_field="t", tag="order_noted"):
    key: str
    value: Any = None


class MomentPassed(msgspec.Struct, frozen=True, tag_field="t", tag="moment_passed"):
    name: str
    time: Time


class PendingSet(msgspec.Struct, frozen=True, tag_field="t", tag="pending_set"):
    pending: Pending


class PendingEnded(msgspec.Struct, frozen=True, tag_field="t", tag="pending_ended"):
    id: str
    how: str = "answered"


class SettingSet(msgspec.Struct, frozen=True, tag_field="t", tag="setting_set"):
    """A setting, or one of ``game/name``, ``game/shown``, ``game/held``, ``game/own/<tracker>``,
    ``game/checkpoint/<id>`` (its name, None where it was taken away), ``game/cell/<card>/<row>/<column>`` (what is
    written there, None where it is blank again).
    """

    key: str
    value: Any = None


class Rolled(msgspec.Struct, frozen=True, tag_field="t", tag="rolled"):
    """A roll with all its dice. ``secret`` facts never reach a player's type; ``unseen`` roles were hidden then."""

    id: str
    roll: str
    who: Mapping[str, str] = msgspec.field(default_factory=dict)
    dice: Mapping[str, Any] = msgspec.field(default_factory=dict)
    facts: Mapping[str, Any] = msgspec.field(default_factory=dict)
    paid: tuple[Mapping[str, Any], ...] = ()
    secret: Mapping[str, Any] = msgspec.field(default_factory=dict)
    command: Mapping[str, Any] = msgspec.field(default_factory=dict)
    visibility: str = "open"
    amended: bool = False
    unseen: tuple[str, ...] = ()


class Told(msgspec.Struct, frozen=True, tag_field="t", tag="told"):
    """A log line that no state change says."""

    code: str
    who: Mapping[str, str] = msgspec.field(default_factory=dict)
    facts: Mapping[str, Any] = msgspec.field(default_factory=dict)
    secret: Mapping[str, Any] = msgspec.field(default_factory=dict)
    unseen: tuple[str, ...] = ()


class Undone(msgspec.Struct, frozen=True, tag_field="t", tag="undone"):
    """These steps live no more. ``rewind`` is ``to`` in a rewind, ``back`` where an undo takes a rewind back."""

    steps: tuple[int, ...]
    rewind: str = ""


class Redone(msgspec.Struct, frozen=True, tag_field="t", tag="redone"):
    """These steps live again; ``rewind`` as in `Undone`."""

    steps: tuple[int, ...]
    rewind: str = ""


Event = (
    GameBegan
    | CreatureAdded
    | CreatureChanged
    | CreatureRemoved
    | TrackerSet
    | ConditionSet
    | ConditionEnded
    | ClockSet
    | ClockRemoved
    | EncounterBegan
    | EncounterEnded
    | SlotSet
    | RoundBegan
    | TurnBegan
    | TurnEnded
    | OrderNoted
    | MomentPassed
    | PendingSet
    | PendingEnded
    | SettingSet
    | Rolled
    | Told
    | Undone
    | Redone
)


def type_of(event: Event) -> str:
    """The stored name of an event, ``tracker_set`` and so on."""
    return str(event.__struct_config__.tag)
