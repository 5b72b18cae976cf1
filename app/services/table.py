"""What players see of the table: who is there and how they fare, clocks, the last roll, what is shown to all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from markupsafe import Markup

from app.services import cards, tables
from app.services.card_links import to_nowhere
from app.services.games import Seen
from app.services.wording import Wording, wording
from rules import content, get_system
from rules.core.cards import Card
from rules.core.remembered import Remembered
from rules.core.system import FOES, SystemData, TrackerSpec

View = Mapping[str, Any]
_SOMEONE = Remembered(4000)
STATES = ("ready", "spent", "exhausted", "depleted", "burned")


@dataclass(frozen=True, slots=True)
class Track:
    """A pool with a maximum, as its marks are drawn."""

    key: str
    mark: str
    value: int
    max: int
    words: str


@dataclass(frozen=True, slots=True)
class Boxes:
    """Levels of boxes: the words of each, and its boxes."""

    key: str
    words: str
    levels: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice by the state that they are in: each with its words and how many."""

    key: str
    words: str
    ready: int
    states: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A condition on somebody: its icon, its words, and what it does at a glance."""

    key: str
    id: str  # the key, with what it is about: two of a kind stand apart
    icon: str
    tone: str
    words: str
    summary: str


@dataclass(frozen=True, slots=True)
class Someone:
    """One of those at the table as everybody sees them."""

    id: str
    name: str
    kind: str
    active: bool
    health: str
    conditions: tuple[Mark, ...]
    tracks: tuple[Track, ...]
    boxes: tuple[Boxes, ...]
    dice: tuple[Dice, ...]
    exact: bool  # whether the marks that make its health are among them
    numbers: tuple[str, ...]  # those that others may know of, each with its name


@dataclass(frozen=True, slots=True)
class Shown:
    """What the GM shows to everybody: a card with its title, a text, or the id of a picture."""

    title: str
    html: Markup
    picture: str = ""


def table_of(seen: Seen, language: str) -> Table:
    """The table as its players see it, in their language."""
    return seen.once("table", lambda: Table(seen, wording(seen.system, language)))


class Table:
    """One game as players see it, in one language. What it answers are plain values that compare."""

    def __init__(self, seen: Seen, said: Wording) -> None:
        self.view: View = seen.page
        self.system = seen.system
        self.data: SystemData = get_system(seen.system).data
        self.wording = said
        self.own = seen.viewer.creature

    def word(self, section: str, key: str) -> str:
        return self.wording.words.word(section, key) or key.replace("_", " ")

    def pools(self) -> tuple[Track, ...]:
        """The table's own trackers that players see."""
        return self._tracks(tuple(self.data.table), self.data.table, self.view)

    def tracks(self, creature: Mapping[str, Any]) -> tuple[Track, ...]:
        """The marks of one creature that this viewer sees, in the order of its row."""
        row = self.data.screen.get("rows", {}).get(creature["kind"], {})
        return self._tracks(row.get("trackers") or tuple(self.data.trackers), self.data.trackers, creature)

    def counts(self, creature: Mapping[str, Any]) -> tuple[tuple[str, str, int], ...]:
        """Key, words and number of what one creature's row counts without a maximum, where anything is left of it."""
        trackers, own = creature.get("trackers") or {}, creature.get("own") or {}
        row = self.data.screen.get("rows", {}).get(creature["kind"], {})
        pools = ((key, trackers[key]) for key in (*row.get("trackers", ()), *own) if key in trackers)
        held = ((key, pool) for key, pool in pools if pool["kind"] == "pool" and pool["max"] is None and pool["value"])
        return tuple((key, self._name(own, key), pool["value"]) for key, pool in held)

    def _tracks(
        self, keys: Sequence[str], specs: Mapping[str, TrackerSpec], of: Mapping[str, Any]
    ) -> tuple[Track, ...]:
        trackers, own = of.get("trackers") or {}, of.get("own") or {}
        found = ((key, trackers[key]) for key in (*keys, *own) if key in trackers)
        return tuple(
            Track(key, specs[key].mark if key in specs else "dot", pool["value"], pool["max"], self._name(own, key))
            for key, pool in found
            if pool["kind"] == "pool" and pool["max"]
        )

    def boxes(self, of: Mapping[str, Any]) -> tuple[Boxes, ...]:
        """The levels of boxes that this viewer sees."""
        return tuple(
            Boxes(
                key,
                self.word("trackers", key),
                tuple((self.word("levels", level["key"]), level["boxes"]) for level in found["levels"]),
            )
            for key, found in (of.get("trackers") or {}).items()
            if found["kind"] == "track" and found["levels"]
        )

    def dice(self, of: Mapping[str, Any]) -> tuple[Dice, ...]:
        """The pools of dice that this viewer sees and that hold any."""
        found = [
            (key, [(state, self.word("states", state), held[state]) for state in STATES])
            for key, held in (of.get("trackers") or {}).items()
            if held["kind"] == "dice"
        ]
        return tuple(
            Dice(key, self.word("trackers", key), states[0][2], tuple(one for one in states if one[2]))
            for key, states in found
            if any(count for _, _, count in states)
        )

    def _name(self, own: Mapping[str, Any], key: str) -> str:
        """A tracker's name; one that people made has its own."""
        made = own.get(key)
        return str(made) if isinstance(made, str) else self.word("trackers", key)

    def marks(self, creature: Mapping[str, Any]) -> tuple[Mark, ...]:
        """The conditions of one creature."""
        return tuple(self._mark(condition) for condition in creature["conditions"])

    def _mark(self, condition: Mapping[str, Any]) -> Mark:
        key, spec = condition["key"], self.data.conditions.get(condition["key"])
        detail = condition["detail"]
        about = self.word("numbers", detail) if detail in self.data.numbers else detail
        if detail and spec and spec.persists:
            about = self.word("types", detail)
        said = (condition["name"], condition["value"], about and f"({about})")
        card = content.find_card(self.system, self.wording.words.language, key)
        return Mark(
            key=key,
            id=key if detail is None else f"{key}-{''.join(c if c.isalnum() else '-' for c in detail)}",
            icon=spec.icon if spec else "dot",
            tone=spec.tone if spec else "",
            words=" ".join(str(part) for part in said if part),
            summary=card.summary if card else "",
        )

    @cached_property
    def everybody(self) -> tuple[Someone, ...]:
        """All on the board, the party first."""
        found = [self._someone(self.view["creatures"][id]) for id in self.view["board"]]
        return tuple(sorted(found, key=lambda one: one.kind in FOES))

    def _someone(self, creature: Mapping[str, Any]) -> Someone:
        """One of them; whoever did not change is the very same."""
        id = creature["id"]
        name = self.wording.words.language, id == self.view["order"]["active"], id == self.own
        return _SOMEONE.of((self.data, creature), name, lambda: self._made_someone(creature))

    def _made_someone(self, creature: Mapping[str, Any]) -> Someone:
        health = creature.get("health")
        return Someone(
            id=creature["id"],
            name=creature["name"],
            kind=creature["kind"],
            active=creature["id"] == self.view["order"]["active"],
            health=self.word("health", health) if health else "",
            conditions=self.marks(creature),
            tracks=self.tracks(creature),
            boxes=self.boxes(creature),
            dice=self.dice(creature),
            exact=self.data.health in (creature.get("trackers") or {}),
            numbers=self._numbers(creature),
        )

    def _numbers(self, creature: Mapping[str, Any]) -> tuple[str, ...]:
        """The numbers of the sheet that all may know of, those that others roll against first; of the own one none."""
        known: Mapping[str, int] = creature.get("numbers") or {}
        if creature["id"] == self.own:
            return ()
        specs = self.data.numbers
        keys = sorted((key for key in specs if key in known), key=lambda key: not specs[key].against)
        return tuple(f"{self.word('numbers', key)} {known[key]}" for key in keys)

    def active(self) -> Someone | None:
        """Who acts now, as far as this viewer knows."""
        return next((one for one in self.everybody if one.active), None)

    def round(self) -> str:
        """The round of the fight in words, empty where none is counted."""
        order = self.view["order"]
        counts = self.data.order.rounds or order["policy"] != self.data.order.policy
        return f"{self.word('order', 'round')} {order['round']}" if counts and order["round"] else ""

    def clocks(self) -> tuple[Mapping[str, Any], ...]:
        return tuple(self.view["clocks"].values())

    def last_roll(self) -> str:
        """The newest roll that this viewer may hear of, in words."""
        rolls: Sequence[Mapping[str, Any]] = self.view["rolls"]
        if not rolls:
            return ""
        name = self.view["creatures"].get(rolls[-1]["creature"] or "", {}).get("name")
        text = str(rolls[-1]["text"])
        return f"{name}: {text}" if name else text

    def _read(self, card: Card, cells: Mapping[str, str]) -> str:
        """A card's HTML, with its table as this game has filled it in."""
        return tables.read_html(self.system, self.wording.words.language, card.key, cards.html(card), cells)

    def shown(self) -> Shown | None:
        """What the GM shows to everybody."""
        shown = self.view["shown"] or {}
        if shown.get("card"):
            card = content.find_card(self.system, self.wording.words.language, shown["card"])
            return Shown(card.title, to_nowhere(self._read(card, shown.get("cells") or {}))) if card else None
        if shown.get("picture"):
            return Shown("", Markup(""), str(shown["picture"]))
        text = shown.get("text") or shown.get("note")
        return Shown("", paragraphs(text)) if text else None


def paragraphs(text: str) -> Markup:
    """A text that somebody typed, as paragraphs."""
    blocks: Iterable[str] = (block.strip() for block in text.split("\n\n"))
    return Markup("").join(
        Markup("<p>{}</p>").format(Markup("<br>").join(block.split("\n"))) for block in blocks if block
    )
