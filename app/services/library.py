"""The library: creatures and environments of one's own, looked up, written, changed, and used in games."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlmodel import Session

from app.errors import NotFound, Problem
from app.services.entries import Kept, body_of, kept, language_of
from app.services.files.entries import MOST_ENTRIES, Entry, key_of
from app.services.files.fitting import HAND, faults_of
from app.services.refusals import invalid, translated
from app.storage import library as stored
from app.storage.database import Database
from app.storage.ids import new_id
from app.storage.tables import LibraryEntry
from rules import content, get_system
from rules.core import errors as rules_errors
from rules.core import history

Raw = Mapping[str, Any]
PARTS = ("numbers", "trackers", "features")
DESCRIBING = ("add_creature", "add_creatures")
LARGEST = 256 * 1024  # bytes of one entry


def get(db: Session, account: str, id_: str) -> Kept:
    """The entry; raises NotFound where it is not there, or not the account's."""
    return kept(_row(db, account, id_))


def several(database: Database, account: str, ids: Sequence[str]) -> list[Kept]:
    """The account's entries with these ids, in this order; those that are gone are left out."""
    rows = {row.id: row for row in database.read(lambda db: stored.entries(db, ids)) if row.account == account}
    return [kept(rows[id_]) for id_ in ids if id_ in rows]


def _row(db: Session, account: str, id_: str) -> LibraryEntry:
    row = stored.find(db, account, id_)
    if row is None:
        raise NotFound
    return row


def create(db: Session, account: str, system: str, spec: Raw, tags: Sequence[str], source: str, language: str) -> Kept:
    """A new entry; of one whose name is taken the key gets a number. For use within a write."""
    checked(system, spec, language)
    stored.lock(db)
    must_have_room(db, account, 1)
    entry = _described(spec, tags, stored.known(db, account, system))
    row = new_row(account, system, entry, source, stored.next_moment(db))
    db.add(row)
    return kept(row)


def change(
    db: Session,
    account: str,
    id_: str,
    language: str,
    *,
    match: Sequence[str] | None = None,
    creature: Raw | None = None,
    tags: Sequence[str] | None = None,
    source: str | None = None,
) -> Kept:
    """The entry with these changes; ``creature`` is a JSON Merge Patch. For use within a write.

    Its key follows its name, so that a file it once came from brings the old one anew. Games keep the creatures that
    came from it as they are. Raises Problem ``stale-version`` unless ``match`` names it.
    """
    stored.lock(db)
    row = _row(db, account, id_)
    before = kept(row)
    must_match(before, match)
    spec = before.spec if creature is None else merged(before.spec, creature)
    checked(row.system, spec, language)
    others = {place: other for place, other in stored.known(db, account, row.system).items() if other is not row}
    same_name = key_of(str(spec["name"])) == key_of(before.name)
    entry = _described(spec, before.tags if tags is None else tags, others, row.key if same_name else "")
    fill_row(row, entry, row.source if source is None else source, stored.next_moment(db))
    db.add(row)
    return kept(row)


def _described(spec: Raw, tags: Sequence[str], others: Collection[tuple[str, str]], key: str = "") -> Entry:
    """The entry with a key that none of the others of its kind has: the one given, or one from its name."""
    name, kind = str(spec["name"]), str(spec.get("kind", "adversary"))
    base = key_of(name) or "entry"
    free, number = key or base, 2
    while (kind, free) in others:
        free, number = f"{base}-{number}", number + 1
    return Entry(free, kind, name, spec, tuple(tags))


def remove(db: Session, account: str, id_: str, match: Sequence[str] | None = None) -> None:
    """Take the entry out of the library; games keep what came from it. For use within a write."""
    stored.lock(db)
    row = _row(db, account, id_)
    must_match(kept(row), match)
    db.delete(row)


def is_empty(database: Database, account: str, system: str) -> bool:
    """Whether there is no entry of a system."""
    return database.read(lambda db: stored.is_empty(db, account, system))


def must_match(entry: Kept, match: Sequence[str] | None) -> None:
    """Raises Problem ``stale-version`` unless one of the versions is the entry's."""
    if match is not None and entry.version not in match:
        raise Problem("stale-version", more={"version": entry.version})


def must_have_room(db: Session, account: str, more: int) -> None:
    """Raises Problem ``library-full`` where so many more entries are too many."""
    if more and stored.count(db, account) + more > MOST_ENTRIES:
        raise Problem("library-full", most=MOST_ENTRIES)


def checked(system: str, spec: Raw, language: str) -> None:
    """Raises Problem, with pointers under ``/creature``, where the game cannot use what is described."""
    with translated(system, language):
        faults = faults_of(history.new_game(get_system(system), "-", {}, HAND), spec)
    if faults:
        raise invalid(rules_errors.InvalidInput(faults), system, language)
    if len(body_of(spec, ())) > LARGEST:
        raise Problem("body-too-large", limit=LARGEST)


def merged(target: Any, patch: Any) -> Any:
    """RFC 7396: ``target`` with what the patch says; null removes."""
    if not isinstance(patch, Mapping):
        return patch
    base = dict(target) if isinstance(target, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            base.pop(key, None)
        else:
            base[key] = merged(base.get(key), value)
    return base


def renamed(entry: Entry, key: str) -> Entry:
    return entry if entry.key == key else replace(entry, key=key)


def new_row(account: str, system: str, entry: Entry, source: str, moment: datetime) -> LibraryEntry:
    row = LibraryEntry(
        id=new_id("l"), account=account, system=system, kind=entry.kind, key=entry.key, name="", search="", body="",
        created=moment,
    )  # fmt: skip
    fill_row(row, entry, source, moment)
    return row


def fill_row(row: LibraryEntry, entry: Entry, source: str, moment: datetime) -> None:
    """Let the row say what the entry says."""
    row.kind, row.key, row.name, row.search = entry.kind, entry.key, entry.name, entry.name.casefold()
    row.body, row.lang = body_of(entry.spec, entry.tags), language_of(entry.spec)
    row.source, row.changed = (entry.source or source)[:200], moment


def fill(db: Session, account: str, system: str, raws: Sequence[Any]) -> list[Any]:
    """The commands, with what the entry named as ``card`` says of a creature that they leave out.

    What is left out of a part (a number, a feature) is filled in as well. The creature is a copy: later changes of
    the entry do not reach it. Raises NotFound ``unknown-card`` where no such card is known and no name is given.
    """
    return [_filled(db, account, system, raw) if _describes(raw) else raw for raw in raws]


def _describes(raw: Any) -> bool:
    """Whether a command describes a creature with a card."""
    if not isinstance(raw, Mapping) or raw.get("type") not in DESCRIBING:
        return False
    return any(isinstance(one, Mapping) and one.get("card") is not None for one in _creatures(raw))


def _creatures(raw: Raw) -> list[Any]:
    several = raw.get("creatures")
    return [raw.get("creature"), *(several if isinstance(several, list) else ())]


def _filled(db: Session, account: str, system: str, raw: Raw) -> dict[str, Any]:
    command = dict(raw)
    if "creature" in command:
        command["creature"] = _from_card(db, account, system, command["creature"])
    if isinstance(command.get("creatures"), list):
        command["creatures"] = [_from_card(db, account, system, one) for one in command["creatures"]]
    return command


def _from_card(db: Session, account: str, system: str, given: Any) -> Any:
    if not isinstance(given, Mapping) or not isinstance(given.get("card"), str):
        return given
    spec = spec_of(db, account, system, given["card"])
    if spec is None:
        if "name" not in given:
            raise NotFound("unknown-card")
        return given
    parts = {name: {**spec[name], **given.get(name, {})} for name in PARTS if name in spec and _is_plain(given, name)}
    return {**spec, **given, **parts}


def _is_plain(given: Raw, name: str) -> bool:
    """Whether a part is an object, or left out; anything else the rules refuse themselves."""
    return isinstance(given.get(name, {}), Mapping)


def spec_of(db: Session, account: str, system: str, card: str) -> Raw | None:
    """What the card says of a creature: an entry of the library, or a card of the game; None for an unknown one."""
    row = stored.find(db, account, card)
    if row is not None and row.system == system:
        return kept(row).spec
    found = content.find_card(system, "en", card)
    if found is None:
        return None
    kind = found.kind if found.kind in ("adversary", "environment") else "adversary"
    said = found.facts.get("creature")  # a card of a rule may have a fact of this name that describes nobody
    return {"name": found.title, "kind": kind, **(said if isinstance(said, Mapping) else {})}
