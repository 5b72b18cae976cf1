"""An entry of the library as it is kept, and how it reads in one line."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from app.storage.tables import LibraryEntry
from rules import content

NOTHING: Mapping[str, Any] = {}
DASH = "–"


@dataclass(frozen=True, slots=True)
class Kept:
    """One entry. ``spec`` describes the creature as the command ``add_creature`` takes it."""

    id: str
    account: str
    system: str
    kind: str
    key: str
    name: str
    lang: str
    source: str
    spec: Mapping[str, Any]
    tags: tuple[str, ...]
    changed: datetime

    @property
    def words(self) -> Mapping[str, Any]:
        """What the block says besides numbers and features: tier, type, description, motives."""
        return about_of(self.spec)

    @property
    def version(self) -> str:
        """Changes when, and only when, what one sees of the entry does."""
        seen = msgspec.json.encode([self.name, self.kind, self.spec, self.tags, self.source], order="sorted")
        return f"e_{hashlib.sha256(seen).hexdigest()[:16]}"


def about_of(spec: Mapping[str, Any]) -> Mapping[str, Any]:
    """The facts of the feature ``about`` of a described creature."""
    found: Mapping[str, Any] = spec.get("features", NOTHING).get("about", NOTHING).get("facts", NOTHING)
    return found


def kept(row: LibraryEntry) -> Kept:
    body = msgspec.json.decode(row.body)
    return Kept(
        id=row.id,
        account=row.account,
        system=row.system,
        kind=row.kind,
        key=row.key,
        name=row.name,
        lang=row.lang,
        source=row.source,
        spec=body["spec"],
        tags=tuple(body["tags"]),
        changed=row.changed,
    )


def body_of(spec: Mapping[str, Any], tags: tuple[str, ...]) -> str:
    """What is stored of an entry. The same entry gives the same text."""
    return msgspec.json.encode({"spec": spec, "tags": tags}, order="sorted").decode()


def language_of(spec: Mapping[str, Any]) -> str:
    """The language in which an entry is written, by its letters."""
    text = f"{spec.get('name')} {about_of(spec).get('description', '')}"
    letters = [letter for letter in text.casefold() if letter.isalpha()]
    return "ru" if sum("а" <= letter <= "я" for letter in letters) * 3 > len(letters) else "en"


@dataclass(frozen=True, slots=True)
class Row:
    """An entry in one line of a table, in the words of a language."""

    id: str | None
    name: str
    kind: str
    kind_words: str
    tier: int | None
    difficulty: str
    thresholds: str
    hp: int | None
    attack: str
    from_words: str
    summary: str


def row(system: str, language: str, spec: Mapping[str, Any], id_: str | None = None, source: str = "") -> Row:
    """How a described creature reads in one line; of an entry of the library with its id."""
    about = about_of(spec)
    numbers = spec.get("numbers", NOTHING)
    return Row(
        id=id_,
        name=str(spec.get("name", "")),
        kind=str(spec.get("kind", "adversary")),
        kind_words=_kind_words(system, language, spec),
        tier=_whole(about.get("tier")),
        difficulty=str(numbers.get("difficulty", about.get("difficulty_text", DASH))),
        thresholds=_thresholds(numbers),
        hp=_whole(spec.get("trackers", NOTHING).get("hit_points", NOTHING).get("max")),
        attack=_attack(spec),
        from_words=source,
        summary=str(about.get("description", "")),
    )


def type_word(system: str, language: str, spec: Mapping[str, Any]) -> str | None:
    """The creature's type as the game calls it in a language; None for one that it does not know."""
    section = "environment_types" if spec.get("kind") == "environment" else "roles"
    return content.words(system, language).word(section, str(about_of(spec).get("type", "")))


def _kind_words(system: str, language: str, spec: Mapping[str, Any]) -> str:
    """The creature's type, else its kind."""
    kind = str(spec.get("kind", "adversary"))
    known = type_word(system, language, spec) or about_of(spec).get("type_text")
    return str(known or content.words(system, language).word("card_kinds", kind) or kind)


def _thresholds(numbers: Mapping[str, Any]) -> str:
    pair = [numbers.get("major"), numbers.get("severe")]
    return DASH if pair == [None, None] else " / ".join(DASH if one is None else str(one) for one in pair)


def _attack(spec: Mapping[str, Any]) -> str:
    """Bonus and damage: "+2, 1d8+3"."""
    facts = spec.get("features", NOTHING).get("attack", NOTHING).get("facts", NOTHING)
    bonus = spec.get("numbers", NOTHING).get("attack_modifier")
    first = f"{bonus:+d}".replace("-", "−") if isinstance(bonus, int) else facts.get("bonus_dice", "")
    dice, modifier = facts.get("dice"), _whole(facts.get("modifier"))
    damage = f"{dice}{modifier:+d}" if dice and modifier else str(dice or modifier or "")
    return ", ".join(filter(None, (str(first), damage.replace("-", "−"))))


def _whole(found: Any) -> int | None:
    """A fact, where it is a whole number: facts are free data."""
    return found if isinstance(found, int) and not isinstance(found, bool) else None
