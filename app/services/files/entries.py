"""What a file holds once it has been read: entries, and what could not be carried over."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

MOST_ENTRIES = 5000
LONGEST_NAME = 120
LONGEST_TEXT = 10_000
LONGEST_VALUE = 400  # of what is taken apart: a number, damage, the name of a feature
MOST_FEATURES = 60


@dataclass(frozen=True, slots=True)
class Lost:
    """One thing that could not be carried over as it stood: where (a JSON pointer, a row), whose, and why.

    ``code`` is put into words per language; ``facts`` fill them.
    """

    place: str
    name: str
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """One creature of a file. ``spec`` describes it as the command ``add_creature`` takes it, its words included."""

    key: str
    kind: str
    name: str
    spec: Mapping[str, Any]
    tags: tuple[str, ...] = ()
    source: str = ""
    place: str = ""

    @property
    def words(self) -> Mapping[str, Any]:
        """What the block says besides numbers and features: tier, type, description, motives."""
        about = self.spec.get("features", {}).get("about", {})
        found: Mapping[str, Any] = about.get("facts", {})
        return found


@dataclass(frozen=True, slots=True)
class Parsed:
    """A whole file: the format it turned out to have, the system its entries belong to, and both outcomes."""

    format: str
    system: str
    entries: Sequence[Entry]
    lost: Sequence[Lost]


ReadOne = Callable[[Mapping[str, Any], str, list[Lost]], Entry | None]


def read_each(format: str, system: str, blocks: Iterable[tuple[str, Any]], read_one: ReadOne) -> Parsed:
    """What ``read_one`` makes of each block, which comes with its place in the file; what is no block is lost."""
    lost: list[Lost] = []
    found = []
    for place, raw in blocks:
        if not isinstance(raw, Mapping):
            lost.append(Lost(place, "", "not-a-block"))
        elif (entry := read_one(raw, place, lost)) is not None:
            found.append(entry)
    return Parsed(format, system, told_apart(found, lost), lost)


class Unreadable(Exception):
    """The file cannot be read at all; ``code`` says why, ``facts`` where."""

    def __init__(self, code: str, /, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: Mapping[str, Any] = facts


def key_of(name: str) -> str:
    """A stable key of a name, whatever its case: "Fallen Warlord: Realm-Breaker" is fallen-warlord-realm-breaker."""
    plain = re.sub(r"['’`´]", "", name.casefold())
    return re.sub(r"[\W_]+", "-", plain).strip("-")[:60].strip("-")


def told_apart(entries: Sequence[Entry], lost: list[Lost]) -> list[Entry]:
    """The entries with a key each: of several with one name, the later ones get a number, and it is said."""
    taken: set[tuple[str, str]] = set()
    found = []
    for entry in entries:
        key, number = entry.key, 2
        while (entry.kind, key) in taken:
            key, number = f"{entry.key}-{number}", number + 1
        if key != entry.key:
            lost.append(Lost(entry.place, entry.name, "name-twice", {"key": key}))
        taken.add((entry.kind, key))
        found.append(_with_key(entry, key))
    return found


def _with_key(entry: Entry, key: str) -> Entry:
    return Entry(key, entry.kind, entry.name, entry.spec, entry.tags, entry.source, entry.place)
