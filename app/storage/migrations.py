"""Brings a database to this version's tables. Alembic is imported only where something is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import OperationalError, ProgrammingError

from app.settings import ROOT
from app.storage.database import Database, translated

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = ROOT / "alembic"


class NewerDatabase(Exception):
    """A newer release has migrated this database: this one does not know its tables."""


def newest() -> str:
    """The revision that this version's tables have: the last migration's file name begins with it."""
    return max((path.name for path in (FOLDER / "versions").glob("[0-9]*.py")), default="0000").partition("_")[0]


def current(database: Database) -> str | None:
    """The revision that the database is at; None for an empty one. One query."""
    with translated(), database.engine.connect() as connection:
        return _revision(connection)


def migrate(database: Database) -> bool:
    """Whether anything had to be done. Of several processes that start at once, one does it."""
    found = current(database)
    if found == newest():
        return False
    if found is not None and not any((FOLDER / "versions").glob(f"{found}_*.py")):
        raise NewerDatabase(found)
    with database.connection() as connection:
        if database.is_postgres:
            connection.execute(text("SELECT pg_advisory_xact_lock(7441)"))
        if _revision(connection) == newest():
            return False
        upgrade(connection)
    return True


def _revision(connection: Connection) -> str | None:
    try:
        with connection.begin_nested():
            return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    except (OperationalError, ProgrammingError):
        if inspect(connection).has_table("alembic_version"):
            raise
        return None


def upgrade(connection: Connection, revision: str = "head") -> None:
    from alembic import command

    command.upgrade(_config(connection), revision)


def check(connection: Connection) -> None:
    """Raises where the migrations and the tables differ."""
    from alembic import command

    command.check(_config(connection))


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
