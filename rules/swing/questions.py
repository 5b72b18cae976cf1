"""What an answer to each kind of question holds, as JSON Schema."""

from collections.abc import Mapping
from typing import Any

from rules.swing.feats import FEATS

Schema = Mapping[str, Any]


def _answer(required: list[str], **properties: Schema) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


QUESTIONS: Mapping[str, Schema] = {
    "difficulty": _answer(["defense"], defense={"type": "integer", "minimum": -9999, "maximum": 9999}),
    "feat": _answer(
        ["feat"],
        feat={"type": "string", "enum": list(FEATS)},
        target={"type": "string", "maxLength": 64},
        text={"type": "string", "maxLength": 200},
    ),
    "fumble": _answer([]),
}
