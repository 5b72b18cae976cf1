"""`shirma demo`: a game to look around in: a party, who stands in its way, a place, and what presses."""

from __future__ import annotations

import argparse
import sys

from app.commands.login import reached_at
from app.commands.options import add_data, open_database, settings_of
from app.settings import LANGUAGES


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--system", default="daggerheart", help="the game system (daggerheart)")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of what is in it (en)")
    add_data(parser)


def run(given: argparse.Namespace) -> int:
    from app.errors import Problem
    from app.services import accounts, demo, problems

    settings = settings_of(given)
    with open_database(settings) as database:
        try:
            made = database.write(lambda db: demo.create(db, accounts.ensure_owner(db).id, given.system, given.lang))
        except Problem as problem:
            sys.exit(problems.detail(problem, "en"))
    print(f"{made.name}: {reached_at(settings)}/games/{made.id}")
    return 0
