"""Lines of an encounter and its rows: what was typed is looked up, and what is there is written as lines again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from sqlmodel import Session

from app.services import library
from app.services.access import Access
from app.services.encounters import Row
from app.services.entries import Kept
from app.services.files.entries import key_of
from app.services.files.fitting import HAND, faults_of
from app.services.house import House
from app.services.party import Vocabulary
from app.services.setup import field_of, vocabulary
from app.services.typed import Lines, Typed, line_of, read_lines
from app.settings import LANGUAGES
from app.storage import library as stored
from rules import content, get_system
from rules.core import history

How = Literal["kept", "library", "made-up", "unknown"]
MOST_LOOKED_AT = 20


@dataclass(frozen=True, slots=True)
class Understood:
    """One line: the row that it says, where its creature comes from, and the pieces that were not understood."""

    row: Row
    how: How
    unclear: tuple[str, ...] = ()


@cache
def words_of(system: str) -> Lines:
    """What a game knows of lines: its numbers and trackers by their words, and those that need none."""
    data = get_system(system).data
    keys = [*data.numbers, *data.trackers]
    said = {word: field_of(data, key) for key in keys for word in _words(system, key)}
    words = {**said, **vocabulary(system).words}
    places = [field_of(data, key) for key in data.screen.get("typed", ())]
    return Lines(Vocabulary(words), places)


def _words(system: str, key: str) -> list[str]:
    """The key, and what the game calls it, as one word each."""
    texts = [
        content.words(system, lang).word(section, key) for lang in LANGUAGES for section in ("numbers", "trackers")
    ]
    return [key, *(text.casefold().replace(" ", "_") for text in texts if text)]


class Reader:
    """Reads the lines of one encounter. A name that its rows have already means them; then the library is asked."""

    def __init__(self, house: House, access: Access, system: str, language: str, rows: Sequence[Row] = ()) -> None:
        self.house, self.access, self.system, self.language = house, access, system, language
        self._rows = list(rows)
        self._ids = house.database.read(lambda db: _ids(db, access.account, system))

    def read(self, text: str) -> list[Understood]:
        return [self._understood(typed) for typed in read_lines(text, self._lines)]

    @property
    def _lines(self) -> Lines:
        return replace(words_of(self.system), known=self._is_known)

    def _is_known(self, name: str) -> bool:
        key = key_of(name)
        return bool(key) and (key in self._ids or any(key_of(_looked_up(row)) == key for row in self._rows))

    def _understood(self, typed: Typed) -> Understood:
        creature, card, how = self._creature(typed)
        creature, refused = self._with_numbers(creature, typed)
        is_own = bool(typed.numbers or typed.trackers)
        if typed.ally or creature.get("kind") == "ally":
            creature = {**creature, "kind": "ally" if typed.ally else "adversary"}
        row = Row(
            name=typed.called or str(creature["name"]),
            count=typed.count,
            amount=typed.amount,
            hidden=typed.hidden,
            hidden_until="turn" if typed.until_turn else None,
            wave=typed.wave,
            alias=typed.alias,
            card=None if is_own else card,
            creature=creature,
        )
        return Understood(row, how, (*typed.unclear, *refused))

    def _creature(self, typed: Typed) -> tuple[Mapping[str, Any], str | None, How]:
        """What is known of the name, the card that it is from, and who knows it."""
        key = key_of(typed.name)
        for row in self._rows:
            if key_of(_looked_up(row)) == key and not row.is_bare:
                self._rows.remove(row)  # the next line of this name means the next row, while there is one
                self._rows.append(row)
                return row.creature, row.card, "kept"
        found = self._entry(self._ids.get(key, "")) or self._sought(typed.name)
        if found is not None:
            return found.spec, found.id, "library"
        made = get_system(self.system).improvise(typed.name)
        if made is not None:
            return made, None, "made-up"
        return {"name": typed.name, "kind": "adversary"}, None, "unknown"

    def _sought(self, name: str) -> Kept | None:
        """The likeliest entry that has all the words in its name."""
        from rules.core.stems import stems

        wanted = set(stems(name))
        if not wanted:
            return None
        found = self.house.shelf.find(
            self.house.database, self.access.account, name, system=self.system, limit=MOST_LOOKED_AT
        )
        ids = [str(hit.card.facts["id"]) for hit in found.items if wanted <= set(stems(hit.card.title))]
        return self._entry(ids[0]) if ids else None

    def _entry(self, id_: str) -> Kept | None:
        return next(iter(library.several(self.house.database, self.access.account, [id_])), None) if id_ else None

    def _with_numbers(self, creature: Mapping[str, Any], typed: Typed) -> tuple[Mapping[str, Any], list[str]]:
        """The creature with the numbers that were typed, and those that the game does not take."""
        refused: list[str] = []
        board = history.new_game(get_system(self.system), "-", {}, HAND)
        parts = [("trackers", key, {"max": number}) for key, number in typed.trackers.items()]
        for part, key, value in [*parts, *(("numbers", key, number) for key, number in typed.numbers.items())]:
            changed = {**creature, part: {**creature.get(part, {}), key: value}}
            if faults_of(board, changed):
                refused.append(f"{key} {value['max'] if isinstance(value, dict) else value}")
            else:
                creature = changed
        return creature, refused


def _ids(db: Session, account: str, system: str) -> dict[str, str]:
    """The account's creatures by the key of their name; adversaries before others of that name."""
    found: dict[str, str] = {}
    for id_, name, kind in stored.names(db, account, system):
        key = key_of(name)
        if key not in found or kind == "adversary":
            found[key] = id_
    return found


def _looked_up(row: Row) -> str:
    """The name by which a row's creature is looked up."""
    return str(row.creature.get("name", row.name))


def text_of(system: str, rows: Sequence[Row], language: str) -> str:
    """The rows as lines in the words of a language: to be read again as the same rows."""
    known = {key_of(_looked_up(row)) for row in rows}
    lines = replace(words_of(system), known=lambda name: key_of(name) in known)
    return "\n".join(line_of(typed_of(row), lines, language) for row in rows)


def typed_of(row: Row) -> Typed:
    """The row as it would have been typed."""
    name = _looked_up(row)
    return Typed(
        name=name,
        count=1 if row.amount else row.count,
        amount=row.amount,
        called=None if row.name == name else row.name,
        alias=row.alias,
        ally=row.kind == "ally",
        hidden=row.hidden or row.hidden_until is not None,
        until_turn=row.hidden_until is not None,
        wave=row.wave,
    )
