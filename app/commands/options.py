"""Options that several commands share, and the database that they name."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.settings import Settings, from_environment

if TYPE_CHECKING:
    from app.errors import DatabaseUnreachable
    from app.storage.database import Database


DATABASES = ("sqlite:", "postgresql+psycopg:", "postgresql:")


def add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help="where the data is kept (./data beside the program)")
    parser.add_argument("--database-url", metavar="URL", help="a Postgres instead of the SQLite file in that folder")


def settings_of(given: argparse.Namespace, **more: Any) -> Settings:
    """The environment's settings with what was given on the command line."""
    try:
        environment = from_environment()
    except ValueError as error:
        sys.exit(f"SHIRMA_PORT and SHIRMA_WORKERS are whole numbers ({error}).")
    named = ("data", "database_url", "host", "port", "public_url", "workers", "packs")
    chosen = {name: getattr(given, name) for name in named if getattr(given, name, None) is not None}
    return replace(environment, **(chosen | more))


@contextmanager
def open_database(settings: Settings) -> Iterator[Database]:
    """The migrated database; where it cannot be reached, a plain sentence and the end."""
    from app.errors import DatabaseUnreachable
    from app.storage.database import Database
    from app.storage.migrations import NewerDatabase, migrate

    if not settings.database.startswith(DATABASES):
        sys.exit("--database-url names a Postgres: postgresql://user@host/name")
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sys.exit(f"The folder {settings.data} cannot be made: {error.strerror}. Choose another with --data.")
    database = Database(settings.database)
    try:
        migrate(database)
        yield database
    except DatabaseUnreachable as error:
        sys.exit(f"The database cannot be reached or read: {_why(error)}")
    except NewerDatabase:
        sys.exit("A newer release of Shirma made this database. Start that one, or choose another folder with --data.")
    finally:
        database.close()


def _why(error: DatabaseUnreachable) -> str:
    """What the driver says, in its own words and without the statement."""
    cause = getattr(error.__cause__, "orig", None) or error.__cause__
    return str(cause).strip()


def started_as() -> str:
    """How this program was called, so that what it advises can be typed as it stands."""
    called = sys.argv[0]
    return called if Path(called).stem == "shirma" else "shirma"
