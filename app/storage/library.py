"""Queries about stat blocks, environments and cards of one's own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import func, text
from sqlmodel import Session, col, select

from app.storage.tables import LibraryEntry, now

LOCK = 7442
FEW = 500  # more are not named in a query one by one
TICK = timedelta(microseconds=1)


class Stamp(NamedTuple):
    """How many entries there are, and when one was changed last: two stamps are equal where nothing happened."""

    entries: int
    newest: datetime | None


def stamp(db: Session) -> Stamp:
    count, newest = db.execute(select(func.count(), func.max(LibraryEntry.changed)).select_from(LibraryEntry)).one()
    return Stamp(count, newest)


def lock(db: Session) -> None:
    """Let other writers of the library wait until this transaction ends (on SQLite there is one writer anyway)."""
    if db.get_bind().dialect.name == "postgresql":
        db.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})


def next_moment(db: Session) -> datetime:
    """When a change made now counts as made: later than all before it, whatever the clocks say."""
    newest = stamp(db).newest
    return now() if newest is None else max(now(), newest + TICK)


def find(db: Session, account: str, id_: str) -> LibraryEntry | None:
    entry = db.get(LibraryEntry, id_)
    return entry if entry is not None and entry.account == account else None


def known(db: Session, account: str, system: str) -> Mapping[tuple[str, str], LibraryEntry]:
    """The account's entries of a system by kind and key: what an import compares with."""
    of_system = (LibraryEntry.account == account, LibraryEntry.system == system)
    return {(entry.kind, entry.key): entry for entry in db.exec(select(LibraryEntry).where(*of_system))}


def names(db: Session, account: str, system: str) -> Sequence[tuple[str, str, str]]:
    """Id, name and kind of the account's entries of a system, as they came."""
    own = (LibraryEntry.account == account, LibraryEntry.system == system)
    query = select(LibraryEntry.id, LibraryEntry.name, LibraryEntry.kind).where(*own)
    return [(id_, name, kind) for id_, name, kind in db.exec(query.order_by(col(LibraryEntry.created)))]


def count(db: Session, account: str) -> int:
    found: int = db.execute(select(func.count()).where(LibraryEntry.account == account)).scalar_one()
    return found


def is_empty(db: Session, account: str, system: str) -> bool:
    """Whether the account has no entry of a system."""
    own = (LibraryEntry.account == account, LibraryEntry.system == system)
    return db.exec(select(LibraryEntry.id).where(*own).limit(1)).first() is None


def marks(db: Session) -> Mapping[str, datetime]:
    """When each entry was changed last."""
    return dict(db.exec(select(LibraryEntry.id, LibraryEntry.changed)).all())


def entries(db: Session, ids: Collection[str]) -> Sequence[LibraryEntry]:
    """These entries, in the order in which they came."""
    order = (col(LibraryEntry.created), col(LibraryEntry.id))
    if len(ids) <= FEW:
        return db.exec(select(LibraryEntry).where(col(LibraryEntry.id).in_(ids)).order_by(*order)).all()
    return [entry for entry in db.exec(select(LibraryEntry).order_by(*order)) if entry.id in ids]
