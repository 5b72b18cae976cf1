"""`shirma login`: a new link to sign in."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from app.commands.options import add_data, open_database, settings_of
from app.settings import Settings

if TYPE_CHECKING:
    from app.storage.database import Database


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, help="the server's port, for the link (8000)")
    parser.add_argument("--public-url", metavar="URL", help="the address under which the server is reached")
    add_data(parser)


def run(given: argparse.Namespace) -> int:
    settings = settings_of(given)
    with open_database(settings) as database:
        print(signin_link(settings, database))
    return 0


def signin_link(settings: Settings, database: Database) -> str:
    from app.services import accounts

    code = database.write(lambda s: accounts.new_link(s, accounts.ensure_owner(s).id))
    return f"{settings.base_url}/signin/{code}"
