"""Everything in one file, and back: the same file for SQLite and for Postgres, so it also moves from one to the other.

A line of JSON for each row, packed. The first line says of which tables' revision it is, the last how many there are:
a file that is cut off is noticed before anything is replaced.
"""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlmodel import Session

from app.storage import copies
from app.storage.copies import Row
from app.storage.database import EVERYTHING, Database, announce
from app.storage.migrations import newest, upgrade

FORMAT = "shirma-backup/1"


class NotABackup(Exception):
    """The file is none, or is damaged, or was made by a newer Shirma."""


def back_up(database: Database, path: Path) -> int:
    """How many rows were written: everything as it was at one moment, while others go on writing."""
    draft = path.with_name(f"{path.name}.part")
    with gzip.open(draft, "wt", encoding="utf-8", compresslevel=5) as file:
        file.write(json.dumps({"format": FORMAT, "revision": newest(), "at": datetime.now(UTC).isoformat()}) + "\n")
        count = database.read(lambda db: _write(db, file))
        file.write(json.dumps({"rows": count}) + "\n")
    draft.replace(path)
    return count


def restore(database: Database, path: Path) -> dict[str, int]:
    """Put the file's content in place of everything; how many rows went into each table.

    Raises NotABackup, and then nothing has been changed.
    """
    revision = _check(path)
    if revision == newest():
        return database.write(lambda db: _replace(db, _rows(path)))
    with TemporaryDirectory() as folder:
        return _restore_older(database, path, revision, Path(folder))


def _write(db: Session, file: Any) -> int:
    count = 0
    for name, values in copies.rows(db.connection()):
        file.write(json.dumps([name, values], default=_plain, ensure_ascii=False) + "\n")
        count += 1
    return count


def _replace(db: Session, rows: Iterator[Row]) -> dict[str, int]:
    counts = copies.replace_all(db, rows)
    announce(db, EVERYTHING)
    return counts


def _restore_older(database: Database, path: Path, revision: str, folder: Path) -> dict[str, int]:
    """Through an SQLite file that begins at the older revision and is migrated with the rows in it."""
    older = Database(f"sqlite:///{folder / 'older.sqlite3'}")
    try:
        with older.connection() as connection:
            upgrade(connection, revision)
            copies.insert_all(connection, _rows(path), copies.tables_in(connection))
            upgrade(connection)
        return older.read(lambda old: database.write(lambda db: _replace(db, copies.rows(old.connection()))))
    finally:
        older.close()


def _check(path: Path) -> str:
    """The revision of a whole, readable file."""
    try:
        return _revision(path)
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError) as error:
        raise NotABackup(f"{path} is no backup of Shirma, or it is damaged ({error}).") from error


def _revision(path: Path) -> str:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        head = json.loads(file.readline())
        last, lines = "", 0
        for line in file:
            last, lines = line, lines + 1
    if head["format"] != FORMAT or json.loads(last)["rows"] != lines - 1:
        raise ValueError("it is not whole")
    if head["revision"] > newest():
        raise NotABackup(f"{path} was made by a newer Shirma: bring this one up to date first.")
    return str(head["revision"])


def _rows(path: Path) -> Iterator[Row]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        next(file)
        for line in file:
            found = json.loads(line, object_hook=_back)
            if isinstance(found, list):
                yield found[0], found[1]


def _plain(value: object) -> dict[str, str]:
    if isinstance(value, datetime):
        return {"$time": value.astimezone(UTC).isoformat()}
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode()}
    raise TypeError(f"a row has a {type(value).__name__}")


def _back(value: dict[str, Any]) -> Any:
    match value:
        case {"$time": str(text)}:
            return datetime.fromisoformat(text)
        case {"$bytes": str(text)}:
            return base64.b64decode(text)
    return value
