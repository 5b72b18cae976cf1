"""The tables. JSON is kept as text: both databases store it the same way, and only the codec reads it."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Text
from sqlmodel import Field, SQLModel

Json = Text


def now() -> datetime:
    return datetime.now(UTC)


class Account(SQLModel, table=True):
    """A person who signs in."""

    id: str = Field(primary_key=True)
    name: str
    language: str | None = None
    created: datetime = Field(default_factory=now)


class Login(SQLModel, table=True):
    """A one-time link (``kind`` link) or a browser that signed in with one (``kind`` browser)."""

    hash: str = Field(primary_key=True)
    kind: str
    account: str = Field(foreign_key="account.id", index=True, ondelete="CASCADE")
    created: datetime = Field(default_factory=now)
    expires: datetime
    used: datetime | None = None


class Token(SQLModel, table=True):
    """A program's key to the API."""

    id: str = Field(primary_key=True)
    account: str = Field(foreign_key="account.id", index=True, ondelete="CASCADE")
    name: str
    scope: str
    hash: str = Field(unique=True)
    created: datetime = Field(default_factory=now)
    expires: datetime | None = None
    last_used: datetime | None = None


class Game(SQLModel, table=True):
    """One running game. ``number`` is its newest event's; ``key`` keys the hash of what viewers see."""

    id: str = Field(primary_key=True)
    name: str
    system: str
    owner: str = Field(foreign_key="account.id", index=True)
    number: int = 0
    key: bytes
    created: datetime = Field(default_factory=now)
    changed: datetime = Field(default_factory=now)
    deleted_at: datetime | None = None


class Event(SQLModel, table=True):
    """One thing that happened. Its key is the lock: of two writers of the same number one succeeds."""

    game_id: str = Field(primary_key=True, foreign_key="game.id", ondelete="CASCADE")
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    id: str = Field(unique=True)
    step: int
    by: str
    at: datetime = Field(default_factory=now)
    type: str
    body: str = Field(sa_type=Json)
    seen: str = ""  # who may read it, as fixed when it was written


class Snapshot(SQLModel, table=True):
    """A game's state after one of its events, to fold the rest upon."""

    game_id: str = Field(primary_key=True, foreign_key="game.id", ondelete="CASCADE")
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    schema_number: int
    body: str = Field(sa_type=Json)


class Share(SQLModel, table=True):
    """A link to a game. A seat claimed through a `join` link names that link in ``parent``."""

    id: str = Field(primary_key=True)
    game_id: str = Field(foreign_key="game.id", index=True, ondelete="CASCADE")
    role: str
    creature: str | None = None
    token_hash: str = Field(unique=True)
    parent: str | None = Field(default=None, foreign_key="share.id", index=True, ondelete="CASCADE")
    device: str = ""
    expires: datetime | None = None
    revoked: datetime | None = None
    created: datetime = Field(default_factory=now)
    last_seen: datetime | None = None


class LibraryEntry(SQLModel, table=True):
    """A stat block, an environment or a card of one's own."""

    __tablename__ = "library_entry"

    id: str = Field(primary_key=True)
    account: str = Field(foreign_key="account.id", index=True, ondelete="CASCADE")
    system: str = Field(index=True)
    kind: str
    key: str
    name: str
    search: str = Field(sa_type=Text)  # what is found, folded to lower case
    body: str = Field(sa_type=Json)
    source: str = ""
    lang: str = "en"
    created: datetime = Field(default_factory=now)
    changed: datetime = Field(default_factory=now)


class Encounter(SQLModel, table=True):
    """A fight prepared for a game."""

    id: str = Field(primary_key=True)
    game_id: str = Field(foreign_key="game.id", index=True, ondelete="CASCADE")
    name: str
    body: str = Field(sa_type=Json)
    created: datetime = Field(default_factory=now)
    changed: datetime = Field(default_factory=now)


class Picture(SQLModel, table=True):
    """A picture that a GM may show. A game's document names it by ``id``, so a copy of the game keeps that."""

    game_id: str = Field(primary_key=True, foreign_key="game.id", ondelete="CASCADE")
    id: str = Field(primary_key=True)
    name: str
    type: str
    width: int
    height: int
    size: int
    data: bytes
    created: datetime = Field(default_factory=now)


class Webhook(SQLModel, table=True):
    """An address that is told what happens in a game.

    Nothing writes one yet, nor a delivery. Both stay: they are what comes next, and a migration to take them away and
    one to bring them back would each lock out every older release for nothing.
    """

    id: str = Field(primary_key=True)
    game_id: str = Field(foreign_key="game.id", index=True, ondelete="CASCADE")
    url: str
    secret: str
    events: str = Field(default="[]", sa_type=Json)
    created: datetime = Field(default_factory=now)


class Delivery(SQLModel, table=True):
    """One event on its way to one webhook."""

    id: str = Field(primary_key=True)
    webhook_id: str = Field(foreign_key="webhook.id", index=True, ondelete="CASCADE")
    number: int
    tries: int = 0
    due: datetime = Field(default_factory=now, index=True)
    done: datetime | None = None
    answer: str = ""


class IdempotencyKey(SQLModel, table=True):
    """The answer to a call that was carried out, for whoever sends the same call again."""

    __tablename__ = "idempotency_key"

    caller: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    path_hash: str
    body_hash: str
    status: int
    body: bytes
    headers: str = Field(default="{}", sa_type=Json)
    at: datetime = Field(default_factory=now, index=True)
