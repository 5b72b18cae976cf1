"""`shirma login`: a new link to sign in."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from app.commands.options import add_data, open_database, settings_of

if TYPE_CHECKING:
    from app.storage.database import Database

ADDRESS = "address"  # the file under the data in which a server says where it is reached


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, help="the server's port, for the link (8000)")
    parser.add_argument("--public-url", metavar="URL", help="the address under which the server is reached")
    add_data(parser)


def run(given: argparse.Namespace) -> int:
    settings = settings_of(given)
    kept = settings.data / ADDRESS
    named = given.port is not None or bool(settings.public_url)
    url = kept.read_text().strip() if kept.exists() and not named else settings.base_url
    with open_database(settings) as database:
        print(signin_link(url, database))
    return 0


def signin_link(url: str, database: Database) -> str:
    from app.services import accounts

    code = database.write(lambda s: accounts.new_link(s, accounts.ensure_owner(s).id))
    return f"{url}/signin/{code}"
