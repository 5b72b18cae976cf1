"""The shape of a command, and how one is read."""

import re
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.core.errors import Fault, InvalidInput, RuleError
from rules.core.read import Misfit, read, schema, wrong_type

Number = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
LONGEST_NAME = 120
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Words = Annotated[str, msgspec.Meta(max_length=200)]
Text = Annotated[str, msgspec.Meta(max_length=10_000)]
MOST_BYTES = 20_000  # of JSON, in what has no bounds of its own
Count = Annotated[int, msgspec.Meta(ge=1, le=100)]


def type_name(name: str) -> str:
    """The ``type`` of a command class: ``AddCreature`` is ``add_creature``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Asked for, and may be refused. A field that no command knows is refused, so a typing error is never silent."""


class Rolling(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A command that may roll or reckon: it takes physical dice, and numbers that no sheet has."""

    dice: Mapping[str, Any] = msgspec.field(default_factory=dict)
    physical: bool = False
    parameters: Mapping[str, Any] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        """What a question keeps of a command, and the log of a roll, has an end."""
        for name in ("dice", "parameters"):
            if len(msgspec.json.encode(getattr(self, name))) > MOST_BYTES:
                raise Misfit(name, "too-large", most=MOST_BYTES)


def type_of(command: type[Command]) -> str:
    return str(command.__struct_config__.tag)


def read_command(known: Mapping[str, type[Command]], raw: Any, *, at: str = "") -> Command:
    """The command in ``raw``; raises InvalidInput, or RuleError ``unknown-command``."""
    if not isinstance(raw, Mapping):
        raise wrong_type(at, raw, "object")
    kind = raw.get("type")
    if kind is None:
        raise InvalidInput([Fault(f"{at}/type", "missing", {})])
    if not isinstance(kind, str) or kind not in known:
        raise RuleError("unknown-command", type=str(kind)[:60])
    return read(known[kind], dict(raw), at=at)


def command_schema(command: type[Command]) -> dict[str, Any]:
    return schema(command)
