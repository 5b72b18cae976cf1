"""`shirma token create`: a token for a program, printed alone."""

from __future__ import annotations

import argparse

from app.commands.options import add_data, open_database, settings_of

SCOPES = ("read", "play", "admin")


def arguments(parser: argparse.ArgumentParser) -> None:
    create = parser.add_subparsers(required=True, metavar="create").add_parser("create", help="make a token")
    create.add_argument("--scope", choices=SCOPES, required=True, help="what it may do, each with the former")
    create.add_argument("--name", default="command line", help="what the log calls it")
    add_data(create)


def run(given: argparse.Namespace) -> int:
    from app.services import accounts, tokens

    with open_database(settings_of(given)) as database:
        secret = database.write(lambda s: tokens.create(s, accounts.ensure_owner(s).id, given.name, given.scope)[1])
    print(secret)
    return 0
