"""Calls that are carried out once, however often they are sent.

The answer is stored in the same transaction as what the call did. So after a crash either both are there, and the
caller who tries again gets the first answer, or neither is, and the call is carried out now. It is kept sealed: an
answer may hold a token, and whoever reads the database must not find it there.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlmodel import Session

from app.errors import Conflict, Fault, InvalidInput, Problem
from app.services.sealing import key_for, opened, sealed
from app.storage import answers
from app.storage.database import Database
from app.storage.ids import digest
from app.storage.tables import IdempotencyKey

LONGEST = 128


@dataclass(frozen=True, slots=True)
class Once:
    """A call with an Idempotency-Key: whose, which key, marks of its path and body, and what seals its answer."""

    caller: str
    key: str
    path_hash: str
    body_hash: str
    seal: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it goes out: its bytes, so that the second is the first."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


Change = Callable[[Session], Answer]


def once(caller: str, key: str, path: str, body: bytes, secret: bytes) -> Once:
    """Raises InvalidInput for a key that is empty, too long or not plain text."""
    if not 1 <= len(key) <= LONGEST or not key.isprintable():
        raise InvalidInput(Fault("/Idempotency-Key", "too-long" if key else "too-short", {"most": 128, "least": 1}))
    seal = key_for(secret, f"answer:{caller}:{key}")
    return Once(caller, key, digest(path), digest(body.decode("latin-1")), seal)


def within(db: Session, call: Once | None, change: Change) -> Answer:
    """The kept answer to this very call, else what ``change`` answers, kept if it is a success.

    For use inside a write: what ``change`` does and the answer are then committed together.
    """
    if call is None:
        return change(db)
    kept = find(db, call)
    if kept is not None:
        return kept
    answer = change(db)
    if answer.status < 300:
        db.add(_row(call, answer))
    return answer


def find(db: Session, call: Once) -> Answer | None:
    """The answer that this call got before. Raises Problem if another call had the same key.

    What another secret sealed, before the instance got a new one, cannot be answered again: its key is used up.
    """
    kept = answers.find(db, call.caller, call.key)
    if kept is None:
        return None
    body = opened(call.seal, kept.body)
    if body is None or (kept.path_hash, kept.body_hash) != (call.path_hash, call.body_hash):
        raise Problem("idempotency-key-reused")
    return Answer(kept.status, body, json.loads(kept.headers))


class InFlight:
    """The keyed calls that are at work in this process."""

    def __init__(self) -> None:
        self._calls: set[tuple[str, str]] = set()
        self._lock = threading.Lock()

    @contextmanager
    def claim(self, call: Once | None) -> Iterator[None]:
        """Raises Problem if a call with this key is still at work."""
        if call is None:
            yield
            return
        name = (call.caller, call.key)
        with self._lock:
            if name in self._calls:
                raise Problem("idempotency-key-busy", headers={"Retry-After": "1"})
            self._calls.add(name)
        try:
            yield
        finally:
            with self._lock:
                self._calls.discard(name)


def carry_out(database: Database, in_flight: InFlight, call: Once | None, change: Change) -> Answer:
    """One write that happens once: for calls that need no more than that."""
    with in_flight.claim(call):
        try:
            return database.write(lambda db: within(db, call, change))
        except Conflict:
            # On Postgres another process may have carried out the same call in the same moment.
            kept = database.read(lambda db: find(db, call)) if call else None
            if kept is None:
                raise
            return kept


def _row(call: Once, answer: Answer) -> IdempotencyKey:
    return IdempotencyKey(
        caller=call.caller,
        key=call.key,
        path_hash=call.path_hash,
        body_hash=call.body_hash,
        status=answer.status,
        body=sealed(call.seal, answer.body),
        headers=json.dumps(dict(answer.headers)),
    )
