"""Queries about sign-in links and signed-in browsers."""

from __future__ import annotations

from sqlalchemy import delete, update
from sqlmodel import Session, col, select

from app.storage.tables import Login, now


def find(db: Session, kind: str, hash_: str) -> Login | None:
    return db.exec(select(Login).where(Login.kind == kind, Login.hash == hash_)).first()


def use(db: Session, hash_: str) -> str | None:
    """The account of the link, which is used up by this; None if it was before. Of two that try, one gets it."""
    link = (col(Login.hash) == hash_, col(Login.kind) == "link")
    unused = (col(Login.used).is_(None), col(Login.expires) > now())
    return db.execute(update(Login).where(*link, *unused).values(used=now()).returning(col(Login.account))).scalar()


def drop_expired(db: Session) -> None:
    db.execute(delete(Login).where(col(Login.expires) <= now()))
