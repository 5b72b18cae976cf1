"""Queries about the pictures of a game. A list leaves what is in them where it is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func
from sqlmodel import Session, col, select

from app.storage.tables import Picture


class Listed(NamedTuple):
    """A picture without its data."""

    id: str
    name: str
    type: str
    width: int
    height: int
    size: int
    created: datetime


COLUMNS = (
    Picture.id,
    Picture.name,
    Picture.type,
    Picture.width,
    Picture.height,
    Picture.size,
    Picture.created,
)


def find(db: Session, game_id: str, id_: str) -> Picture | None:
    return db.get(Picture, (game_id, id_))


def listed(db: Session, game_id: str) -> list[Listed]:
    """The pictures of a game, the newest first."""
    query = select(*COLUMNS).where(Picture.game_id == game_id)  # type: ignore[call-overload]
    return [Listed(*found) for found in db.execute(query.order_by(col(Picture.created).desc(), col(Picture.id)))]


def whole(db: Session, game_id: str) -> Sequence[Picture]:
    """The pictures with what is in them, as they were made."""
    query = select(Picture).where(Picture.game_id == game_id).order_by(col(Picture.created), col(Picture.id))
    return db.exec(query).all()


def known(db: Session, game_id: str, ids: Sequence[str]) -> set[str]:
    """Which of these pictures there are."""
    query = select(Picture.id).where(Picture.game_id == game_id, col(Picture.id).in_(ids))
    return set(db.exec(query).all())


def sizes(db: Session, game_id: str) -> tuple[int, int]:
    """How many there are, and how large they are together."""
    query = select(func.count(), func.coalesce(func.sum(Picture.size), 0)).where(Picture.game_id == game_id)
    count, size = db.execute(query).one()
    return int(count), int(size)
