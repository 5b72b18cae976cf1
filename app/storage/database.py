"""The way to the database: many readers, and on SQLite one writer."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DatabaseError, DataError, DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import Session

from app.errors import Conflict, DatabaseUnreachable, Fault, InvalidInput

T = TypeVar("T")
log = logging.getLogger(__name__)
POOL = 10
MORE = 30  # a connection for every thread that may be at work at once
CONNECT_S = 3


class Database:
    """One database. ``read`` and ``write`` are all that services need; both take a function of a session.

    A write is one short transaction: it is committed when the function returns, and nothing of it is kept when it
    raises. On SQLite all writes of this process run one after the other in one thread, because many writers that wait
    for the file's lock starve each other; on Postgres they run where they are called.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine: Engine
        self._writer: ThreadPoolExecutor | None
        self.is_postgres = url.startswith("postgresql")
        if self.is_postgres:
            self._write_engine = _postgres(url)
            self.engine = self._write_engine.execution_options(isolation_level="REPEATABLE READ")
            self._writer = None
        else:
            self._write_engine = _sqlite(url, "BEGIN IMMEDIATE")
            self.engine = _sqlite(url, "BEGIN")
            self._writer = ThreadPoolExecutor(1, "writer")
        self._writing = threading.local()

    def read(self, look: Callable[[Session], T]) -> T:
        """What ``look`` answers, from one consistent picture of the database. What it changes is not kept."""
        with translated(), Session(self.engine) as db:
            return look(db)

    def write(self, change: Callable[[Session], T]) -> T:
        """What ``change`` answers, once its changes are on disk.

        Raises Conflict if somebody else wrote a row with the same key, DatabaseUnreachable if nothing can be written.
        """
        if getattr(self._writing, "now", False):
            raise RuntimeError("a write within a write would wait for itself; use the session at hand")
        if self._writer is None:
            return self._commit(change)
        return self._writer.submit(self._commit, change).result()

    def ping(self) -> None:
        """Raises DatabaseUnreachable if the database does not answer."""
        self.read(lambda db: db.connection().execute(text("SELECT 1")))

    def close(self) -> None:
        if self._writer is not None:
            self._writer.shutdown()
        self._write_engine.dispose()
        self.engine.dispose()

    def _commit(self, change: Callable[[Session], T]) -> T:
        self._writing.now = True
        try:
            with translated(), Session(self._write_engine, expire_on_commit=False) as db:
                answer = change(db)
                db.commit()
                return answer
        finally:
            self._writing.now = False

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection for migrations and copies, committed at the end."""
        with translated(), self._write_engine.begin() as connection:
            yield connection


EVERYTHING = "*"  # in place of a game's id: every stream looks again


def announce(db: Session, game_id: str) -> None:
    """Tell the other processes, once this transaction is committed, that the game has changed (Postgres only)."""
    if db.get_bind().dialect.name == "postgresql":
        db.connection().execute(text("SELECT pg_notify('shirma', :game)"), {"game": game_id})


@contextmanager
def translated() -> Iterator[None]:
    """Errors of the database as this application's own. What stays untranslated is a mistake of ours."""
    try:
        yield
    except IntegrityError as error:
        log.info("conflict: %s", error.orig)
        raise Conflict from error
    except DataError as error:
        raise InvalidInput(Fault("", "cannot-be-stored")) from error
    except (OperationalError, InterfaceError, NoConnectionFree) as error:
        log.warning("the database cannot be reached: %s", error)
        raise DatabaseUnreachable from error
    except DBAPIError as error:
        if not error.connection_invalidated and type(error) is not DatabaseError:  # that is SQLite's damaged file
            raise
        log.error("the database cannot be used: %s", error)
        raise DatabaseUnreachable from error


def _postgres(url: str) -> Engine:
    return create_engine(
        url,
        pool_size=POOL,
        max_overflow=MORE,
        pool_timeout=CONNECT_S,
        pool_pre_ping=True,
        connect_args={"connect_timeout": CONNECT_S},
    )


def _sqlite(url: str, begin: str) -> Engine:
    path = url.removeprefix("sqlite:///")
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, pool_size=POOL, max_overflow=MORE, pool_timeout=CONNECT_S)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def _prepare(connection: Any, _: ConnectionPoolEntry) -> None:
    """WAL, and every commit on the disk before it is answered. The driver must not begin transactions by itself."""
    assert isinstance(connection, sqlite3.Connection)
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
