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
    from app.storage.database import Database


def add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help="where the data is kept (./data beside the program)")
    parser.add_argument("--database-url", metavar="URL", help="a Postgres instead of the SQLite file in that folder")


def settings_of(given: argparse.Namespace, **more: Any) -> Settings:
    """The environment's settings with what was given on the command line."""
    named = ("data", "database_url", "host", "port", "public_url", "workers", "packs")
    chosen = {name: getattr(given, name) for name in named if getattr(given, name, None) is not None}
    return replace(from_environment(), **(chosen | more))


@contextmanager
def open_database(settings: Settings) -> Iterator[Database]:
    """The migrated database; where it cannot be reached, a plain sentence and the end."""
    from app.errors import DatabaseUnreachable
    from app.storage.database import Database
    from app.storage.migrations import migrate

    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sys.exit(f"The folder {settings.data} cannot be made: {error.strerror}. Choose another with --data.")
    database = Database(settings.database)
    try:
        migrate(database)
        yield database
    except DatabaseUnreachable as error:
        sys.exit(f"The database cannot be reached: {error.__cause__}")
    finally:
        database.close()
