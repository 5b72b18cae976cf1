"""Queries about the links to a game."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, update
from sqlmodel import Session, col, or_, select

from app.storage.tables import Share, now


def find(db: Session, game_id: str, id_: str) -> Share | None:
    """The link, if nobody has taken it back and it has not expired."""
    return db.exec(select(Share).where(Share.game_id == game_id, Share.id == id_, *_alive())).first()


def by_token(db: Session, hash_: str) -> Share | None:
    """The link that this token opens, if any does."""
    return db.exec(select(Share).where(Share.token_hash == hash_, *_alive())).first()


def of_game(db: Session, game_id: str) -> Sequence[Share]:
    """The links that work, oldest first."""
    own = select(Share).where(Share.game_id == game_id, *_alive())
    return db.exec(own.order_by(col(Share.created), col(Share.id))).all()


def open_ids(db: Session, game_id: str) -> frozenset[str]:
    """The ids of the links that work."""
    return frozenset(db.exec(select(Share.id).where(Share.game_id == game_id, *_alive())))


def seat_of(db: Session, game_id: str, creature: str) -> Share | None:
    """The link of whoever sits at this creature's place."""
    seat = select(Share).where(Share.game_id == game_id, Share.role == "seat", Share.creature == creature, *_alive())
    return db.exec(seat.limit(1)).first()


def take_back(db: Session, share: Share, with_seats: bool = False) -> None:
    """From now on the link opens nothing; ``with_seats``: nor do those that were claimed through it."""
    own = col(Share.id) == share.id
    which = or_(own, col(Share.parent) == share.id) if with_seats else own
    db.execute(update(Share).where(which, col(Share.revoked).is_(None)).values(revoked=now()))


def _alive() -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return col(Share.revoked).is_(None), or_(col(Share.expires).is_(None), col(Share.expires) > now())
