"""Queries about the people who sign in."""

from __future__ import annotations

from sqlmodel import Session, col, select

from app.storage.tables import Account


def oldest(db: Session) -> Account | None:
    """The account that was made first; None before there is any."""
    return db.exec(select(Account).order_by(col(Account.created)).limit(1)).first()
