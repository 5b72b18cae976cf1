"""Queries about the fights that are prepared for a game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from app.storage.tables import Encounter


def find(db: Session, game_id: str, id_: str) -> Encounter | None:
    row = db.get(Encounter, id_)
    return row if row is not None and row.game_id == game_id else None


def of_game(
    db: Session, game_id: str, after: tuple[datetime, str] | None = None, limit: int | None = None
) -> Sequence[Encounter]:
    """The encounters of a game as they were made, those after the one with this moment and id."""
    query = select(Encounter).where(Encounter.game_id == game_id)
    if after is not None:
        moment, id_ = after
        is_later = (col(Encounter.created) == moment) & (col(Encounter.id) > id_)
        query = query.where((col(Encounter.created) > moment) | is_later)
    return db.exec(query.order_by(col(Encounter.created), col(Encounter.id)).limit(limit)).all()


def count(db: Session, game_id: str) -> int:
    found: int = db.execute(select(func.count()).where(Encounter.game_id == game_id)).scalar_one()
    return found
