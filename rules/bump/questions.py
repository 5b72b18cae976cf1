"""What an answer to each kind of question holds, as JSON Schema."""

from collections.abc import Mapping
from typing import Any

from rules.bump import body


def _answer(required: list[str], **properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


RATION = {"type": "string", "enum": ["full", "half", "none"]}

QUESTIONS: Mapping[str, Mapping[str, Any]] = {
    "difficulty": _answer(["dc"], dc={"type": "integer", "minimum": -9999, "maximum": 9999}),
    "group_part": _answer([], total={"type": "integer", "minimum": -999, "maximum": 999}),
    "defense": _answer(
        [],
        total={"type": "integer", "minimum": -999, "maximum": 999},
        **{"with": {"type": "string"}},
        dc={"type": "integer", "minimum": -999, "maximum": 999},
    ),
    "death": _answer(["option"], option={"type": "string", "enum": list(body.OPTIONS)}),
    "dying": _answer([]),
    "suffocating": _answer([]),
    "sinking": _answer([], dc={"type": "integer", "minimum": -99, "maximum": 99}),
    "day": _answer(["food", "water"], food=RATION, water=RATION),
    "sleepless": _answer([]),
    "wound": _answer([], location={"type": "string", "maxLength": 60}),
}
