"""Queries about the tokens of programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import update
from sqlmodel import Session, col, or_, select

from app.storage.tables import Token, now


def find(db: Session, hash_: str) -> Token | None:
    """The token with this hash, unless it has expired."""
    alive = or_(col(Token.expires).is_(None), col(Token.expires) > now())
    return db.exec(select(Token).where(Token.hash == hash_, alive)).first()


def of_account(db: Session, account: str, after: str = "", limit: int = 50) -> Sequence[Token]:
    """The tokens of an account, by id, from after ``after``."""
    own = select(Token).where(Token.account == account, col(Token.id) > after)
    return db.exec(own.order_by(col(Token.id)).limit(limit)).all()


def note_use(db: Session, uses: Mapping[str, datetime]) -> None:
    for id_, moment in uses.items():
        db.execute(update(Token).where(col(Token.id) == id_).values(last_used=moment))
