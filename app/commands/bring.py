"""`shirma import FILE...`: stat blocks of files into the library, while the server runs or not."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands.options import add_data, open_database, settings_of
from app.settings import IMPORT_LIMIT, LANGUAGES

if TYPE_CHECKING:
    from app.services.files.entries import Parsed
    from app.storage.database import Database

CLASHES = ("replace", "skip", "keep")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="stat blocks as JSON or CSV")
    parser.add_argument("--preview", action="store_true", help="only say what it would bring")
    parser.add_argument(
        "--clash",
        choices=CLASHES,
        default="replace",
        help="what becomes of an entry whose name is taken by another (replace)",
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of what is printed (en)")
    add_data(parser)


def run(given: argparse.Namespace) -> int:
    """0 where every file was taken, 1 where one could not be read. A file is taken as a whole or not at all."""
    with open_database(settings_of(given)) as database:
        taken = [_bring(database, file, given) for file in given.files]
    if given.preview:
        print(_said(given, "preview"))
    return 0 if all(taken) else 1


def _bring(database: Database, file: Path, given: argparse.Namespace) -> bool:
    """Whether the file was taken. What came of it is printed: the counts, and what was not carried over."""
    from app.services import accounts, imports

    parsed = _parsed(file, given)
    if parsed is None:
        return False
    account = database.write(lambda db: accounts.ensure_owner(db).id)
    if given.preview:
        found = database.read(lambda db: imports.compare(db, account, parsed, given.clash))
    else:
        found = database.write(lambda db: imports.bring(db, account, parsed, file.name, given.clash))
    print(_said(given, "counts", file=file, format=found.format, **found.counts))
    if found.lost:
        print(_said(given, "lost", count=len(found.lost)))
    for lost in found.lost:
        print(f"  {lost.place}: {imports.detail(lost, given.lang)}")
    return True


def _parsed(file: Path, given: argparse.Namespace) -> Parsed | None:
    """What the file holds; None, with the reason on the error stream, where it cannot be read."""
    from app.errors import Problem
    from app.services import imports

    try:
        if file.stat().st_size <= IMPORT_LIMIT:
            return imports.read(file.read_bytes(), given.lang)
        reason = _said(given, "too-large", file=file, most=IMPORT_LIMIT >> 20)
    except OSError as error:
        reason = _said(given, "unreadable", file=file, reason=error.strerror)
    except Problem as problem:
        reason = _said(given, "refused", file=file, reason=problem.errors[0].detail)
    print(reason, file=sys.stderr)
    return None


def _said(given: argparse.Namespace, code: str, **facts: object) -> str:
    from app.services import imports

    return imports.words(given.lang)["report"][code].format(**facts)
