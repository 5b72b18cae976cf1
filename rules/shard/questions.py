"""What an answer to each kind of question holds, as JSON Schema."""

from collections.abc import Mapping
from typing import Any

from rules.shard.health import PENALTIES


def _answer(required: list[str], **properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _whole(least: int, most: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}


KNOWN = sorted({penalty for level in PENALTIES.values() for penalty in level})
QUESTIONS: Mapping[str, Mapping[str, Any]] = {
    "difficulty": _answer([], target=_whole(0, 99), defence=_whole(0, 99)),
    "penalty": _answer(["penalty"], penalty={"type": "string", "enum": KNOWN}),
    "bleeding": _answer([]),
    "fire": _answer([]),
    "spells": _answer([]),
    "defence": _answer(["prowess"], prowess=_whole(0, 40), defended=_whole(0, 99)),
    "recovery": _answer([], lethal=_whole(0, 40), strain=_whole(0, 40)),
}
