"""What `shirma` can do: a module for each command, imported only when it is the one asked for.

A module has ``arguments(parser)``, which names what the command takes, and ``run(given)``, which does it and answers
the exit code. Importing one must be cheap; what is slow is imported in ``run``.
"""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    name: str
    module: str
    help: str


COMMANDS: tuple[Command, ...] = (
    Command("serve", "serve", "start the server and print a link to sign in"),
    Command("login", "login", "print a new link to sign in"),
    Command("import", "bring", "bring stat blocks of files into the library, while the server runs or not"),
    Command("demo", "demo", "make a game to look around in, ready to play"),
    Command("token", "token", "make a token for a program"),
    Command("pack", "pack", "check a game that is only data"),
    Command("backup", "backup", "write everything into one file, while the server runs or not"),
    Command("restore", "restore", "put everything back as it is in such a file"),
)
