"""What players have learned, and when: creatures and names that were revealed, clocks opened, things shown.

It is read from the log: what was undone is not in it. What was opened while the view of players was held counts from
the moment at which it went on.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from rules.core import events as e
from rules.core import sight
from rules.core.history import Entry, Game
from rules.core.state import ROW, Creature

CREATURE, NAME, CLOCK, SHOWN, NOTE, SETTING = "creature", "name", "clock", "shown", "note", "setting"
KINDS = (CREATURE, NAME, CLOCK, SHOWN, NOTE, SETTING)


class Learned(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that players know since ``at``; None as long as a hold keeps it from them.

    ``code`` and ``facts`` are for words; ``entry`` is the entry of the log that brought it, ``step`` its step.
    """

    kind: str
    code: str
    facts: Mapping[str, Any]
    entry: Entry
    at: datetime | None
    creature: str | None = None

    @property
    def step(self) -> int:
        return self.entry.step


Found = tuple[str, str, Mapping[str, Any], str | None]  # kind, code, facts, creature


def learned(game: Game) -> list[Learned]:
    """All that players have learned, oldest first."""
    reader, found, waiting = _Reader(game), list[Learned](), list[Learned]()
    held = False
    for entry in game.entries:
        if entry.step in game.undone:
            continue
        if isinstance(entry.event, e.SettingSet) and entry.event.key == "game/held":
            held = bool(entry.event.value)
            found += [msgspec.structs.replace(one, at=entry.at) for one in waiting]
            waiting = []
        for kind, code, facts, creature in reader.read(entry.event):
            one = Learned(
                kind=kind, code=code, facts=facts, entry=entry, at=None if held else entry.at, creature=creature
            )
            (waiting if held else found).append(one)
    return found + waiting


class _Reader:
    """Goes through the log and notes what players see, so that it knows what is new to them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.creatures: dict[str, Creature] = {}
        self.open_clocks: set[str] = set()
        self.readers: Mapping[type, Callable[[Any], Iterator[Found]]] = {
            e.CreatureAdded: self._added,
            e.CreatureChanged: self._changed,
            e.ClockSet: self._clock,
            e.SettingSet: self._setting,
            e.Told: self._told,
        }

    def read(self, event: e.Event) -> Iterator[Found]:
        reader = self.readers.get(type(event))
        return reader(event) if reader else iter(())

    def _added(self, event: e.CreatureAdded) -> Iterator[Found]:
        creature = event.creature
        self.creatures[creature.id] = creature
        if _is_foe(creature) and _is_seen(creature):
            yield _came(creature)

    def _changed(self, event: e.CreatureChanged) -> Iterator[Found]:
        old = self.creatures.get(event.id)
        if old is None:
            return
        fields = ("name", "alias", "hidden", "wave", "kind")
        new = msgspec.structs.replace(old, **{key: event.changes[key] for key in fields if key in event.changes})
        self.creatures[event.id] = new
        if not _is_foe(new) or not _is_seen(new):
            return
        if not _is_seen(old):
            yield _came(new)
        elif old.alias and old.public_name != new.public_name and new.alias is None:
            yield NAME, "name", {"name": new.name, "alias": old.alias}, new.id

    def _clock(self, event: e.ClockSet) -> Iterator[Found]:
        clock = event.clock
        is_new = not clock.hidden and clock.id not in self.open_clocks
        (self.open_clocks.discard if clock.hidden else self.open_clocks.add)(clock.id)
        if is_new:
            yield CLOCK, "clock_shape" if clock.shape_only else "clock", {"name": clock.name}, None

    def _setting(self, event: e.SettingSet) -> Iterator[Found]:
        if event.key == "game/shown" and isinstance(event.value, Mapping):
            for what, value in event.value.items():
                yield SHOWN, f"shown_{what}", {"value": value}, None
        elif sight.is_sight(event.key, event.value):
            _, side, field = event.key.split("/", 2)
            is_own = field in sight.FIELDS
            facts = {"side": side, "field": field, "how": f"{field if is_own else 'marks'}_{event.value}"}
            yield SETTING, "setting" if is_own else "marks", facts, None

    def _told(self, event: e.Told) -> Iterator[Found]:
        if event.code == "note" and not event.facts.get("hidden", True):
            yield NOTE, "note", {"value": event.facts.get("text", "")}, None


def _is_foe(creature: Creature) -> bool:
    return creature.kind not in ("pc", "ally", ROW)


def _is_seen(creature: Creature) -> bool:
    return not creature.hidden and creature.wave is None


def _came(creature: Creature) -> Found:
    is_masked = creature.public_name != creature.name
    code = "creature_as" if is_masked else "creature"
    return CREATURE, code, {"name": creature.name, "alias": creature.public_name}, creature.id
