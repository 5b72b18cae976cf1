"""Queries about games: what stands of them, their events, and their states on the way."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, update
from sqlmodel import Session, col, select

from app.storage.tables import Event, Game, Snapshot, now


class Head(NamedTuple):
    """What a game's row says, and the id of its newest event: two heads are equal where the game is the same."""

    id: str
    name: str
    system: str
    owner: str
    key: bytes
    created: datetime
    deleted_at: datetime | None
    number: int
    event: str


class Row(NamedTuple):
    """One stored event."""

    number: int
    id: str
    step: int
    by: str
    at: datetime
    type: str
    body: str
    seen: str


class Listed(NamedTuple):
    """A line of the list of games."""

    id: str
    name: str
    system: str
    number: int
    changed: datetime
    deleted_at: datetime | None


HEAD = (Game.id, Game.name, Game.system, Game.owner, Game.key, Game.created, Game.deleted_at, Game.number)
ROW = (Event.number, Event.id, Event.step, Event.by, Event.at, Event.type, Event.body, Event.seen)
LISTED = (Game.id, Game.name, Game.system, Game.number, Game.changed, Game.deleted_at)
_NEWEST = (col(Event.game_id) == Game.id) & (col(Event.number) == Game.number)
_HEAD_OF = select(*HEAD, Event.id).join(Event, _NEWEST).where(Game.id == bindparam("game"))  # type: ignore[call-overload]


def head(db: Session, game_id: str) -> Head | None:
    """How the game stands now: one look at two primary keys. Every call asks it, so it is put together once."""
    found = db.connection().execute(_HEAD_OF, {"game": game_id}).first()
    return None if found is None else Head(*found)


def lock(db: Session, game_id: str) -> None:
    """Let other writers of this game wait until this transaction ends (on SQLite there is one writer anyway)."""
    if db.get_bind().dialect.name == "postgresql":
        db.execute(select(Game.id).where(Game.id == game_id).with_for_update())


def rows(db: Session, game_id: str, since: int = 1) -> list[Row]:
    """The events from number ``since`` on, in their order."""
    query = select(*ROW).where(Event.game_id == game_id, col(Event.number) >= since)  # type: ignore[call-overload]
    return [Row(*found) for found in db.execute(query.order_by(col(Event.number)))]


def add(db: Session, game: Game, events: Sequence[Row]) -> None:
    """A new game with its first events."""
    db.add(game)
    db.flush()
    _insert(db, game.id, events)


def append(db: Session, game_id: str, name: str, events: Sequence[Row]) -> None:
    """Add the events; raises IntegrityError where one of their numbers is taken."""
    _insert(db, game_id, events)
    changes = {"number": events[-1].number, "name": name, "changed": now()}
    db.execute(update(Game).where(col(Game.id) == game_id).values(**changes))


def _insert(db: Session, game_id: str, events: Sequence[Row]) -> None:
    db.execute(insert(Event), [{"game_id": game_id, **event._asdict()} for event in events])


def snapshot(db: Session, game_id: str, schema: int) -> tuple[int, str] | None:
    """The newest stored state of this shape, and the number of the event after which it is true."""
    query = select(Snapshot.number, Snapshot.body).where(Snapshot.game_id == game_id, Snapshot.schema_number == schema)
    found = db.exec(query.order_by(col(Snapshot.number).desc()).limit(1)).first()
    return None if found is None else (found[0], found[1])


def put_snapshot(db: Session, game_id: str, number: int, schema: int, body: str) -> None:
    """Keep a state, and the one before it to fall back upon."""
    query = select(Snapshot.number).where(Snapshot.game_id == game_id)
    newest = db.exec(query.order_by(col(Snapshot.number).desc()).limit(1)).first() or 0
    db.execute(delete(Snapshot).where(col(Snapshot.game_id) == game_id, col(Snapshot.number) < newest))
    db.merge(Snapshot(game_id=game_id, number=number, schema_number=schema, body=body))


def drop_snapshots(db: Session, game_id: str, since: int) -> None:
    """Forget every state that holds the event ``since``."""
    db.execute(delete(Snapshot).where(col(Snapshot.game_id) == game_id, col(Snapshot.number) >= since))


def listed(db: Session, owner: str, before: tuple[datetime, str] | None, limit: int, bin: bool) -> list[Listed]:
    """The games of an account, the newest change first; of those in the bin, or of the others."""
    lies = col(Game.deleted_at).is_not(None) if bin else col(Game.deleted_at).is_(None)
    query = select(*LISTED).where(Game.owner == owner, lies)  # type: ignore[call-overload]
    if before is not None:
        moment, id_ = before
        query = query.where((col(Game.changed) < moment) | ((col(Game.changed) == moment) & (col(Game.id) < id_)))
    query = query.order_by(col(Game.changed).desc(), col(Game.id).desc()).limit(limit)
    return [Listed(*found) for found in db.execute(query)]


def put_in_bin(db: Session, game_id: str, moment: datetime | None) -> None:
    """Into the bin, or with None out of it."""
    db.execute(update(Game).where(col(Game.id) == game_id).values(deleted_at=moment))


def drop_binned(db: Session, until: datetime) -> None:
    """Delete the games that were put into the bin at that moment or before, with all that is theirs."""
    db.execute(delete(Game).where(col(Game.deleted_at) <= until))
