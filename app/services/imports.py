"""A file brought into the library: what is new, the same or changed in it, and what could not be carried over."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from sqlmodel import Session

from app.errors import Fault, InvalidInput, Problem
from app.services import library
from app.services.entries import body_of
from app.services.files.detect import read_file
from app.services.files.entries import Entry, Lost, Parsed, Unreadable
from app.services.files.fitting import fitted
from app.services.files.pasted_d20 import Spot
from app.services.lineup import words_of
from app.services.party import spot_of
from app.settings import ROOT
from app.storage import library as stored
from app.storage.tables import LibraryEntry
from rules import SYSTEMS, get_system

State = Literal["new", "same", "changed"]
Clash = Literal["replace", "skip", "keep"]  # what becomes of an entry whose key is taken by another
STATES: tuple[State, ...] = ("new", "same", "changed")


@dataclass(frozen=True, slots=True)
class Compared:
    """An entry of the file beside the library; ``id`` is None where it is not there, or not yet."""

    entry: Entry
    state: State
    id: str | None


@dataclass(frozen=True, slots=True)
class Import:
    """What a file brought, or would bring."""

    format: str
    system: str
    entries: Sequence[Compared]
    lost: Sequence[Lost]

    @property
    def counts(self) -> dict[str, int]:
        found = Counter(compared.state for compared in self.entries)
        return {state: found[state] for state in STATES}

    def shown(self, language: str) -> dict[str, Any]:
        """As the API answers it."""
        return {
            "format": self.format,
            "system": self.system,
            "counts": self.counts,
            "entries": [
                {"id": one.id, "state": one.state, "kind": one.entry.kind, "key": one.entry.key, "name": one.entry.name}
                for one in self.entries
            ],
            "lost": [lost_in_words(one, language) for one in self.lost],
        }


def read(raw: bytes, language: str, system: str = "") -> Parsed:
    """What the file, or the text that was pasted, holds, as far as its game can use it.

    ``system`` is the game for which it is meant. Raises Problem where it cannot be read.
    """
    try:
        parsed = fitted(read_file(raw, *_places(system)))
        if not parsed.entries:
            raise Unreadable("nothing-to-import", format=parsed.format)
        if system and parsed.system != system:
            raise Unreadable("other-system", wanted=get_system(system).name, system=get_system(parsed.system).name)
    except Unreadable as error:
        raise refusal(error, language) from error
    return parsed


def _places(system: str) -> tuple[str, Spot | None]:
    """The game of a stat block with an armor class, and where its numbers stand there; None where there is none.

    Games that are only data come last among all, and first here: they mean what most blocks do by it.
    """
    for key in [system] if system else reversed(list(SYSTEMS)):
        spot = _spot(key)
        if any((place := spot(word)) and place[0] == "numbers" for word in ("ac", "armor")):
            return key, spot
    return system, None


def _spot(system: str) -> Spot:
    words = words_of(system).words

    def place(word: str) -> tuple[str, str] | None:
        found = spot_of(word, words)
        return None if found is None else ("trackers" if found.tracker else "numbers", found.key)

    return place


def refusal(error: Unreadable, language: str) -> Problem:
    """Why a file was refused."""
    fault = Fault("", error.code, {}, _filled(words(language)["refused"][error.code], error.facts))
    return Problem(error.code, errors=[fault]) if error.code == "malformed-json" else InvalidInput(fault)


def compare(db: Session, account: str, parsed: Parsed, clash: Clash = "replace") -> Import:
    """What bringing the file in would do."""
    return _import(parsed, _compared(parsed.entries, stored.known(db, account, parsed.system), clash))


def bring(db: Session, account: str, parsed: Parsed, source: str = "", clash: Clash = "replace") -> Import:
    """Put the file's entries into the library, all or none. For use within a write; raises Problem ``library-full``."""
    stored.lock(db)
    known = stored.known(db, account, parsed.system)
    compared = _compared(parsed.entries, known, clash)
    library.must_have_room(db, account, sum(one.state == "new" for one in compared))
    moment = stored.next_moment(db)
    done = []
    for one in compared:
        row = known.get((one.entry.kind, one.entry.key))
        if one.state == "new":
            row = library.new_row(account, parsed.system, one.entry, source, moment)
            db.add(row)
        elif one.state == "changed" and clash == "replace" and row is not None:
            library.fill_row(row, one.entry, source, moment)
        moment += stored.TICK
        done.append(Compared(one.entry, one.state, row.id if row else None))
    return _import(parsed, done)


def _import(parsed: Parsed, compared: Sequence[Compared]) -> Import:
    return Import(parsed.format, parsed.system, compared, parsed.lost)


def _compared(entries: Sequence[Entry], known: Mapping[tuple[str, str], LibraryEntry], clash: Clash) -> list[Compared]:
    found: list[Compared] = []
    taken: set[tuple[str, str]] = set()
    for entry in entries:
        one = _beside(entry, known, taken, clash)
        taken.add((one.entry.kind, one.entry.key))
        found.append(one)
    return found


def _beside(
    entry: Entry, known: Mapping[tuple[str, str], LibraryEntry], taken: Collection[tuple[str, str]], clash: Clash
) -> Compared:
    """The entry beside the one with its key. To ``keep`` both it takes a free key, unless it is there already."""
    key, number = entry.key, 2
    while True:
        row = known.get((entry.kind, key))
        if row is not None and row.body == body_of(entry.spec, entry.tags):
            return Compared(library.renamed(entry, key), "same", row.id)
        if row is not None and clash != "keep":
            return Compared(entry, "changed", row.id)
        if row is None and (entry.kind, key) not in taken:
            return Compared(library.renamed(entry, key), "new", None)
        key, number = f"{entry.key}-{number}", number + 1


def commands(parsed: Parsed, *, hidden: bool) -> list[dict[str, Any]]:
    """The commands that put the file's creatures on a board."""
    return [{"type": "add_creature", "creature": {**one.spec, "hidden": hidden}} for one in parsed.entries]


def lost_in_words(lost: Lost, language: str) -> dict[str, str]:
    """As the API answers it."""
    return {"place": lost.place, "name": lost.name, "code": lost.code, "detail": detail(lost, language)}


def detail(lost: Lost, language: str) -> str:
    """What was lost, in one sentence with the name of the creature it belongs to."""
    sentence = _filled(words(language)["lost"][lost.code], lost.facts, words(language)["fields"])
    return f"{lost.name}: {sentence}" if lost.name else sentence


@cache
def words(language: str) -> Mapping[str, Mapping[str, str]]:
    with (ROOT / "app" / "locale" / language / "imports.toml").open("rb") as file:
        return tomllib.load(file)


def _filled(sentence: str, facts: Mapping[str, Any], fields: Mapping[str, str] | None = None) -> str:
    for name, value in facts.items():
        shown = (fields or {}).get(str(value), str(value)) if name == "field" else str(value)
        sentence = sentence.replace(f"{{{name}}}", shown)
    return sentence
