"""Queries about the answers that are kept for whoever sends the same call again."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import delete
from sqlmodel import Session, col

from app.storage.tables import IdempotencyKey, now

LIFETIME = timedelta(hours=24)


def find(db: Session, caller: str, key: str) -> IdempotencyKey | None:
    """The answer that was kept, unless it is older than a day. One that is, makes room."""
    kept = db.get(IdempotencyKey, (caller, key))
    if kept is not None and kept.at <= now() - LIFETIME:
        db.delete(kept)
        db.flush()
        return None
    return kept


def drop_old(db: Session) -> None:
    db.execute(delete(IdempotencyKey).where(col(IdempotencyKey.at) <= now() - LIFETIME))
