"""A page's form as commands: what its fields say, in the types that the rules read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from app.errors import Problem
from rules import get_system
from rules.core.commands.base import Command
from rules.core.decide import known_commands

Fields = Sequence[tuple[str, str]]
OURS = frozenset({"command", "csrf", "each"})  # names that are no field of a command; so are those that begin with "_"
LOOSE = ("dice", "parameters", "announced", "given")  # fields whose inside has no type: numbers are numbers there
INTEGER = re.compile(r"[+−-]?\d{1,9}")
WORDS = {"true": True, "false": False}
MOST_EACH = 100
MOST_INDEX = 100
DEEPEST = 6


def commands_of(system: str, fields: Fields) -> list[dict[str, Any]]:
    """The commands of a form.

    The field ``command`` holds the base as JSON, one command or ``{"commands": [...]}``; every other name is a path
    into it. An empty text is left out; a name that ends in ``[]`` is a list, several values of a plain name are
    joined by commas. With fields ``each`` the command stands once for each of these creatures.
    """
    base = _base(fields)
    for name, values in _grouped(fields).items():
        _put(base, name, values)
    commands = base.get("commands", [base])
    if not isinstance(commands, list) or not all(isinstance(command, dict) for command in commands):
        raise Problem("malformed-request")
    each = [value for name, value in fields if name == "each" and value][:MOST_EACH]
    if each:
        commands = [{**command, "creature": id} for command in commands for id in each]
    known = known_commands(get_system(system))
    return [typed(known, command) for command in commands]


def _base(fields: Fields) -> dict[str, Any]:
    text = next((value for name, value in fields if name == "command"), "{}")
    try:
        base = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise Problem("malformed-request") from error
    if not isinstance(base, dict):
        raise Problem("malformed-request")
    return base


def _grouped(fields: Fields) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for name, value in fields:
        if name not in OURS and not name.startswith("_") and value.strip():
            grouped.setdefault(name, []).append(_plain(value.strip()))
    return grouped


def _plain(text: str) -> str:
    """A number as programs write it: people's minus is longer, and a plus says nothing."""
    return text.replace("−", "-").lstrip("+") if INTEGER.fullmatch(text) else text


def _put(base: dict[str, Any], name: str, values: list[str]) -> None:
    """Put a field's value in its place, making what leads there."""
    steps = name.removesuffix("[]").split("/")
    value: Any = list(values) if name.endswith("[]") else ",".join(values)
    if len(steps) > DEEPEST:
        raise Problem("malformed-request")
    here: Any = base
    for step, following in zip(steps, [*steps[1:], ""], strict=True):
        new: Any = value if not following else [] if following.isdecimal() else {}
        here = _entered(here, step, new, is_last=not following)


def _entered(here: Any, step: str, new: Any, *, is_last: bool) -> Any:
    if isinstance(here, list) and step.isdecimal() and int(step) < MOST_INDEX:
        here += [{} for _ in range(len(here), int(step) + 1)]
        if is_last or not isinstance(here[int(step)], dict | list):
            here[int(step)] = new
        return here[int(step)]
    if isinstance(here, dict):
        if is_last or not isinstance(here.get(step), dict | list):
            here[step] = new
        return here[step]
    raise Problem("malformed-request")


def typed(known: Mapping[str, type[Command]], command: dict[str, Any]) -> dict[str, Any]:
    """The command with numbers for texts where its class wants numbers; what does not fit stays for the rules."""
    loose = {name: _loose(command[name], name == "dice") for name in LOOSE if name in command}
    command = {**command, **loose}
    form = known.get(str(command.get("type")))
    if form is None or command.get("type") == "answer":
        return {name: _loose(value) for name, value in command.items()}
    try:
        read = msgspec.convert(command, form, strict=False)
    except msgspec.ValidationError:
        return command
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(read))
    return {name: value for name, value in plain.items() if name in command}


def _loose(value: Any, is_dice: bool = False) -> Any:
    """A value without a type of its own: what reads as a number is one, and several faces are a list."""
    if isinstance(value, Mapping):
        return {name: _loose(inner, is_dice) for name, inner in value.items()}
    if isinstance(value, list):
        return [_loose(inner, is_dice) for inner in value]
    if not isinstance(value, str):
        return value
    if is_dice and len(faces := re.findall(r"\d+", value)) > 1:
        return [int(face) for face in faces]
    if INTEGER.fullmatch(value):
        return int(value)
    return WORDS.get(value, value)


def without(fields: Fields, *names: str) -> list[tuple[str, str]]:
    """The fields but those of these names."""
    return [(name, value) for name, value in fields if name not in names]


def first(fields: Iterable[tuple[str, str]], name: str) -> str:
    """The value of a field, empty where there is none."""
    return next((value for found, value in fields if found == name), "")
