"""`shirma restore FILE`: everything as it was, while the server runs or not."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from app.commands.options import add_data, open_database, settings_of, started_as


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a file that `shirma backup` wrote")
    add_data(parser)


def run(given: argparse.Namespace) -> int:
    from app.services.backup import NotABackup, restore

    settings = settings_of(given)
    with open_database(settings) as database:
        try:
            counts = restore(database, given.file)
        except NotABackup as error:
            sys.exit(str(error))
    (settings.data / "restored").touch()  # a server that runs on this folder looks again
    print(f"Put back. Games: {counts.get('game', 0)}, events: {counts.get('event', 0)}.")
    print(f"Sign in with a new link: {started_as()} login")
    return 0
