"""`shirma login`: a new link to sign in."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from app.commands.options import add_data, open_database, settings_of

if TYPE_CHECKING:
    from app.settings import Settings
    from app.storage.database import Database

ADDRESS = "address"  # the file under the data in which a server says where it is reached


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, help="the server's port, for the link (8000)")
    parser.add_argument("--public-url", metavar="URL", help="the address under which the server is reached")
    add_data(parser)


def run(given: argparse.Namespace) -> int:
    settings = settings_of(given)
    url = settings.base_url if given.port is not None else reached_at(settings)
    with open_database(settings) as database:
        print(signin_link(url, database))
    return 0


def reached_at(settings: Settings) -> str:
    """The address to begin links with: the one that was named, else where the server was last started."""
    kept = settings.data / ADDRESS
    return kept.read_text().strip() if kept.exists() and not settings.public_url else settings.base_url


def signin_link(url: str, database: Database) -> str:
    from app.services import accounts

    code = database.write(lambda s: accounts.new_link(s, accounts.ensure_owner(s).id))
    return f"{url}/signin/{code}"
