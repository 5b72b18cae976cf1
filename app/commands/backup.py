"""`shirma backup FILE`: everything in one file, while the server runs or not."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from app.commands.options import add_data, open_database, settings_of


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write")
    add_data(parser)


def run(given: argparse.Namespace) -> int:
    from app.services.backup import back_up

    if given.file.is_dir():
        sys.exit(f"{given.file} is a folder: name a file in it.")
    with open_database(settings_of(given)) as database:
        try:
            rows = back_up(database, given.file)
        except OSError as error:
            sys.exit(f"{given.file} cannot be written: {error.strerror}.")
    print(f"{given.file}: {rows} rows, {given.file.stat().st_size / 1_000_000:.1f} MB")
    return 0
