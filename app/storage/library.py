"""Queries about stat blocks, environments and cards of one's own."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session, col, select

from app.storage.tables import LibraryEntry


def find(db: Session, account: str, id_: str) -> LibraryEntry | None:
    entry = db.get(LibraryEntry, id_)
    return entry if entry is not None and entry.account == account else None


def by_key(db: Session, account: str, system: str, kind: str, key: str) -> LibraryEntry | None:
    """The entry with this key: what an import compares with."""
    same = (LibraryEntry.account == account, LibraryEntry.system == system)
    return db.exec(select(LibraryEntry).where(*same, LibraryEntry.kind == kind, LibraryEntry.key == key)).first()


def search(
    db: Session,
    account: str,
    words: Sequence[str] = (),
    *,
    system: str | None = None,
    kind: str | None = None,
    after: tuple[str, str] = ("", ""),
    limit: int = 50,
) -> Sequence[LibraryEntry]:
    """Entries in which every word occurs, by name; ``after`` is name and id of the last one seen."""
    found = select(LibraryEntry).where(LibraryEntry.account == account)
    for word in words:
        found = found.where(col(LibraryEntry.search).contains(word.casefold(), autoescape=True))
    if system is not None:
        found = found.where(LibraryEntry.system == system)
    if kind is not None:
        found = found.where(LibraryEntry.kind == kind)
    name, id_ = after
    same_name = (col(LibraryEntry.name) == name) & (col(LibraryEntry.id) > id_)
    found = found.where((col(LibraryEntry.name) > name) | same_name)
    return db.exec(found.order_by(col(LibraryEntry.name), col(LibraryEntry.id)).limit(limit)).all()
