"""A page's form as commands: what its fields say, in the types that the rules read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from app.errors import Fault, InvalidInput, Problem
from app.services.json_text import decoded
from rules import get_system
from rules.core.commands.base import Command
from rules.core.decide import known_commands

Fields = Sequence[tuple[str, str]]
OURS = frozenset({"command", "csrf", "each"})  # names that are no field of a command; so are those that begin with "_"
LOOSE = ("dice", "parameters", "announced", "given")  # fields whose inside has no type: numbers are numbers there
INTEGER = re.compile(r"[+−-]?\d{1,9}")
SEVERAL = re.compile(r"[^\w]*\d+(?:[^\w]+\d+)+[^\w]*")  # faces; dice as they are written, "1d8", are a text
INDEX = re.compile(r"\d{1,2}")
PLACED = re.compile(r"_dice/(?P<die>[\w-]{1,60})/(?P<place>\d{1,2})")
MOST_DIGITS = 5
WORDS = {"true": True, "false": False}
MOST_EACH = 100
MOST_COMMANDS = 100
DEEPEST = 6


class _Hole(dict[str, Any]):
    """A place in a list that a later one made necessary; where nothing comes into it, it was never there."""


class Plus(msgspec.Struct, frozen=True):
    """What is meant instead where the number in ``field`` has a plus."""

    field: str = ""
    command: dict[str, Any] = {}
    name: str = ""
    times: Annotated[int, msgspec.Meta(ge=-100, le=100)] = 1


def commands_of(system: str, fields: Fields) -> list[dict[str, Any]]:
    """The commands of a form.

    The field ``command`` holds the base as JSON, one command or ``{"commands": [...]}``; every other name is a path
    into it. An empty text is left out; a name that ends in ``[]`` is a list, several values of a plain name are
    joined by commas. With fields ``each`` the command stands once for each of these creatures.
    ``_bearer`` is a path that means the command's own creature where it is empty.
    ``_whole`` names a field whose text is a number where nothing else says so, as in a feature's facts.
    ``_plus``, ``_unless``, ``_mod``, ``_dice/...`` and ``_said_total`` are said where they are read.
    """
    fields = [*_instead(fields), *_switched_off(fields), *_dice(fields), *_said(fields)]
    base = _base(fields)
    wholes = {value for name, value in fields if name == "_whole"}
    for name, values in _grouped(fields).items():
        _put(base, name, [_whole_of(value) for value in values] if name in wholes else values)
    base = _without_holes(base)
    commands = base.get("commands", [base])
    if not isinstance(commands, list) or not all(isinstance(command, dict) for command in commands):
        raise Problem("malformed-request")
    each = [value for name, value in fields if name == "each" and value][:MOST_EACH]
    if each:
        commands = [{**deepcopy(command), "creature": id} for command in commands for id in each]
    for path in [value for name, value in fields if name == "_bearer"]:
        for command in commands:
            _put_bearer(command, path)
    if len(commands) > MOST_COMMANDS:
        raise InvalidInput(Fault("/commands", "too-long", {"most": MOST_COMMANDS}))
    known = known_commands(get_system(system))
    return [typed(known, command) for command in commands]


def _put_bearer(command: dict[str, Any], path: str) -> None:
    """Put the command's creature where nobody else was named."""
    *way, last = path.split("/")
    here: Any = command
    for step in way:
        here = here.get(step) if isinstance(here, dict) else None
    if isinstance(here, dict) and isinstance(command.get("creature"), str):
        here.setdefault(last, command["creature"])


def _instead(fields: Fields) -> Fields:
    """The fields without those that another one rules out, and with another command where a number has a plus.

    ``_unless`` "band sources": where ``band`` is filled, neither ``sources`` nor what is below it counts. ``_plus`` is
    JSON: where its ``field`` begins with a plus, its ``command`` is meant, with that number, ``times`` so much, as
    ``name``.
    """
    for said in [value for name, value in fields if name == "_unless"]:
        filled, _, out = said.partition(" ")
        if first(fields, filled):
            fields = [field for field in fields if field[0] != out and not field[0].startswith(f"{out}/")]
    rule = _plus(fields)
    said = first(fields, rule.field).strip()
    if not said.startswith("+") or not said[1:].isdecimal() or len(said) > MOST_DIGITS:
        return fields
    amount = int(said) * rule.times
    kept = [(name, value) for name, value in fields if name.startswith("_")]
    return [*kept, ("command", msgspec.json.encode(rule.command).decode()), (rule.name, str(amount))]


def _plus(fields: Fields) -> Plus:
    try:
        return msgspec.convert(_decoded(first(fields, "_plus") or "{}"), Plus)
    except msgspec.ValidationError as error:
        raise Problem("malformed-request") from error


def _switched_off(fields: Fields) -> Fields:
    """Of the modifiers that the form shows (``_mod``), those that are not on (``_on``) are off."""
    on = {value for name, value in fields if name == "_on"}
    return [("off[]", value) for name, value in fields if name == "_mod" and value not in on]


def _dice(fields: Fields) -> Fields:
    """Faces that have a place, ``_dice/<name>/<place>``: those before the first that lacks."""
    placed = dice_of(fields)
    return [
        (f"dice/{name}[]", str(faces[place]))
        for name, faces in placed.items()
        for place in range(len(faces))
        if all(before in faces for before in range(place + 1))
    ]


def _said(fields: Fields) -> Fields:
    """The total that was called out, ``_said_total``: part of what is announced, where no die was typed."""
    total = first(fields, "_said_total").strip()
    is_rolled = any(name.startswith("dice/") and value.strip() for name, value in fields)
    return [("announced/total", total)] if total and not is_rolled else []


def dice_of(fields: Fields) -> dict[str, dict[int, int]]:
    """The faces that were typed in their places, by the name of the die."""
    found: dict[str, dict[int, int]] = {}
    for name, value in fields:
        match = PLACED.fullmatch(name)
        if match and value.strip().isdecimal() and len(value) <= MOST_DIGITS:
            found.setdefault(match["die"], {})[int(match["place"])] = int(value)
    return found


def _decoded(text: str) -> dict[str, Any]:
    found = decoded(text)
    if not isinstance(found, dict):
        raise Problem("malformed-request")
    return found


def _base(fields: Fields) -> dict[str, Any]:
    return _decoded(first(fields, "command") or "{}")


def _grouped(fields: Fields) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for name, value in fields:
        if name not in OURS and not name.startswith("_") and value.strip():
            grouped.setdefault(name, []).append(_plain(value.strip()))
    return grouped


def _plain(text: str) -> str:
    """A number as programs write it: people's minus is longer, and a plus says nothing."""
    return text.replace("−", "-").lstrip("+") if INTEGER.fullmatch(text) else text


def _whole_of(text: str) -> Any:
    return int(text) if INTEGER.fullmatch(text) else text


def _put(base: dict[str, Any], name: str, values: Sequence[Any]) -> None:
    """Put a field's value in its place, making what leads there."""
    steps = name.removesuffix("[]").split("/")
    value: Any = list(values) if name.endswith("[]") else values[0] if len(values) == 1 else ",".join(map(str, values))
    if len(steps) > DEEPEST:
        raise Problem("malformed-request")
    here: Any = base
    for step, following in zip(steps, [*steps[1:], ""], strict=True):
        new: Any = value if not following else [] if following.isdecimal() else {}
        here = _entered(here, step, new, is_last=not following)


def _without_holes(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_holes(one) for one in value if not isinstance(one, _Hole) or one]
    if isinstance(value, dict):
        return {name: _without_holes(one) for name, one in value.items()}
    return value


def _entered(here: Any, step: str, new: Any, *, is_last: bool) -> Any:
    if isinstance(here, list) and INDEX.fullmatch(step):
        place = int(step)
        here += [_Hole() for _ in range(len(here), place + 1)]
        if is_last or not isinstance(here[place], dict | list):
            here[place] = new
        return here[place]
    if isinstance(here, dict):
        if is_last or not isinstance(here.get(step), dict | list):
            here[step] = new
        return here[step]
    raise Problem("malformed-request")


def typed(known: Mapping[str, type[Command]], command: dict[str, Any]) -> dict[str, Any]:
    """The command with numbers for texts where its class wants numbers; what does not fit stays for the rules."""
    command = {name: _loosened(name, value) for name, value in command.items()}
    form = known.get(str(command.get("type")))
    if form is None or command.get("type") == "answer":
        return {name: _loose(value) for name, value in command.items()}
    try:
        read = msgspec.convert(command, form, strict=False)
    except msgspec.ValidationError:
        return _each_typed(form, command)
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(read))
    return {name: _as_said(command[name], value) for name, value in plain.items() if name in command}


def _each_typed(form: type[Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields, each read by itself: one that does not fit puts no blame on the others."""
    types = {field.encode_name: field.type for field in msgspec.structs.fields(form)}
    return {name: _one_typed(types.get(name, Any), value) for name, value in fields.items()}


def _one_typed(type_: Any, value: Any) -> Any:
    try:
        read = msgspec.convert(value, type_, strict=False)
    except msgspec.ValidationError:
        return _unfit(_kinds(type_), value)
    return _as_said(value, msgspec.json.decode(msgspec.json.encode(read)))


def _unfit(kinds: Sequence[Any], value: Any) -> Any:
    """What does not fit, as far as it goes: with the fields inside read, and texts where a text was wanted."""
    forms = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    if isinstance(value, Mapping) and len(forms) == 1:
        return _each_typed(forms[0], value)
    return value if str in kinds else _loose(value)


def _kinds(type_: Any) -> list[Any]:
    """The types that a field may have, without what is said of their bounds."""
    if get_origin(type_) in (Annotated, Union, UnionType):
        return [kind for one in get_args(type_) for kind in _kinds(one)]
    return [type_]


def _as_said(said: Any, read: Any) -> Any:
    """What was read, but the text itself where nobody at a table means that whole number: "1e3", "9.0"."""
    if isinstance(said, Mapping) and isinstance(read, dict):
        return {name: _as_said(said.get(name), inner) for name, inner in read.items()}
    if isinstance(said, list) and isinstance(read, list) and len(said) == len(read):
        return [_as_said(one, other) for one, other in zip(said, read, strict=True)]
    is_number = isinstance(read, int | float) and not isinstance(read, bool)
    return said if is_number and isinstance(said, str) and not INTEGER.fullmatch(said.strip()) else read


def _loosened(name: str, value: Any) -> Any:
    """The value with numbers for texts in all that has no type, however deep that lies."""
    if name in LOOSE:
        return _loose(value, name == "dice")
    if isinstance(value, Mapping):
        return {inner: _loosened(inner, found) for inner, found in value.items()}
    return [_loosened("", found) for found in value] if isinstance(value, list) else value


def _loose(value: Any, is_dice: bool = False) -> Any:
    """A value without a type of its own: what reads as a number is one, and several faces are a list."""
    if isinstance(value, Mapping):
        return {name: _loose(inner, is_dice) for name, inner in value.items()}
    if isinstance(value, list):
        return list(_faces(value)) if is_dice else [_loose(inner) for inner in value]
    if not isinstance(value, str):
        return value
    if is_dice and SEVERAL.fullmatch(value) and all(len(face) <= MOST_DIGITS for face in re.findall(r"\d+", value)):
        return [int(face) for face in re.findall(r"\d+", value)]
    if INTEGER.fullmatch(value):
        return int(value)
    return WORDS.get(value, value)


def _faces(value: list[Any]) -> Iterator[Any]:
    """The faces of a die that has several fields, where one of them may hold more than one: "6 1"."""
    for inner in value:
        found = _loose(inner, is_dice=True)
        yield from found if isinstance(found, list) else [found]


def fields_of(command: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A command as the fields of a form: the way back."""
    return [field for name, value in command.items() if name != "type" for field in _flat(name, value)]


def _flat(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for inner, found in value.items():
            yield from _flat(f"{name}/{inner}", found)
    elif isinstance(value, list | tuple) and any(isinstance(item, Mapping) for item in value):
        for place, item in enumerate(value):
            yield from _flat(f"{name}/{place}", item)
    elif isinstance(value, list | tuple):
        yield from ((f"{name}[]", str(item)) for item in value)
    elif value is not None:
        yield name, str(value).lower() if isinstance(value, bool) else str(value)


def creatures_of(fields: Fields) -> set[str]:
    """The creatures that a form is about, as far as it can be told."""
    found = {value for name, value in fields if name in ("creature", "each") and value}
    try:
        base = _base(fields)
    except Problem:
        return found
    commands = base.get("commands", [base])
    listed = commands if isinstance(commands, list) else []
    named = [command.get("creature") for command in listed if isinstance(command, dict)]
    return found | {id for id in named if isinstance(id, str)}


def whole(text: str) -> int | None:
    """The whole number that a field says; None where it says none."""
    plain = _plain(text.strip())
    return int(plain) if INTEGER.fullmatch(plain) else None


def without(fields: Fields, *names: str) -> list[tuple[str, str]]:
    """The fields but those of these names."""
    return [(name, value) for name, value in fields if name not in names]


def first(fields: Iterable[tuple[str, str]], name: str) -> str:
    """The value of a field, empty where there is none."""
    return next((value for found, value in fields if found == name), "")
