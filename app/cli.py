"""`shirma`: one command line for all that is not done in a browser."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from app import __version__
from app.commands import COMMANDS


def main(given: Sequence[str] | None = None) -> int:
    """The exit code. Only the module of the command that was asked for is imported."""
    arguments = list(sys.argv[1:] if given is None else given)
    parser = argparse.ArgumentParser(prog="shirma", description="A virtual GM screen.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    modules: dict[str, ModuleType] = {}
    for name, module, help_ in COMMANDS:
        command = commands.add_parser(name, help=help_, description=f"{help_[0].upper()}{help_[1:]}.")
        if arguments[:1] == [name]:
            modules[name] = import_module(f"app.commands.{module}")
            modules[name].arguments(command)
    chosen = parser.parse_args(arguments)
    code: int = modules[chosen.command].run(chosen)
    return code


if __name__ == "__main__":
    sys.exit(main())
