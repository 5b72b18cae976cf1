"""Programs' keys to the API: made, listed, taken back."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence
from datetime import datetime
from typing import Literal, get_args

from sqlmodel import Session

from app.errors import NotFound
from app.storage import tokens
from app.storage.database import Database
from app.storage.ids import digest, new_id
from app.storage.tables import Token, now

Scope = Literal["read", "play", "admin"]
SCOPES: tuple[Scope, ...] = get_args(Scope)  # each with the former


def create(db: Session, account: str, name: str, scope: Scope, expires: datetime | None = None) -> tuple[Token, str]:
    """A new token and its secret, which is stored nowhere."""
    secret = f"shirma_{secrets.token_urlsafe(24)}"
    token = Token(id=new_id("t"), account=account, name=name, scope=scope, hash=digest(secret), expires=expires)
    db.add(token)
    return token, secret


def find(db: Session, secret: str) -> Token | None:
    return tokens.find(db, digest(secret))


def of_account(db: Session, account: str, after: str, limit: int) -> Sequence[Token]:
    return tokens.of_account(db, account, after, limit)


def take_back(db: Session, account: str, id_: str) -> None:
    token = db.get(Token, id_)
    if token is None or token.account != account:
        raise NotFound
    db.delete(token)


class Uses:
    """When each token was last used: kept in memory and written now and then, so that reading writes nothing."""

    def __init__(self) -> None:
        self._uses: dict[str, datetime] = {}
        self._lock = threading.Lock()

    def note(self, id_: str) -> None:
        with self._lock:
            self._uses[id_] = now()

    def write(self, database: Database) -> None:
        """Write what was noted; where the database is away it stays noted."""
        with self._lock:
            uses, self._uses = self._uses, {}
        if not uses:
            return
        try:
            database.write(lambda db: tokens.note_use(db, uses))
        except BaseException:
            with self._lock:  # for the next time; what was noted since is newer
                self._uses = {**uses, **self._uses}
            raise
