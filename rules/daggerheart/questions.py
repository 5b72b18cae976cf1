"""What an answer to each kind of question holds, as JSON Schema."""

from collections.abc import Mapping
from typing import Any

from rules.core.errors import Need
from rules.core.read import wrong_type
from rules.core.state import Pending
from rules.daggerheart import death
from rules.daggerheart.leveling import TRAITS

Schema = Mapping[str, Any]


def _answer(required: list[str], **properties: Schema) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _whole(least: int, most: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}


QUESTIONS: Mapping[str, Schema] = {
    "difficulty": _answer(["difficulty"], difficulty=_whole(-9999, 9999)),
    "armor_slot": _answer(["use"], use={"type": "boolean"}),
    "help": _answer(["help"], help={"type": "boolean"}),
    "group_reaction": _answer([], **{"with": {"type": "string", "enum": list(TRAITS)}}),
    "death_move": _answer(["move"], move={"type": "string", "enum": list(death.MOVES)}),
    "gm_move": _answer([], creature={"type": "string"}),
    "minions": _answer(["minions"], minions={"type": "array", "items": {"type": "string"}, "maxItems": 100}),
    "tag_team": _answer(["choose"], choose={"type": "string"}),
    "tag_team_offer": _answer(["join"], **{"join": {"type": "boolean"}, "with": {"type": "string"}}),
    "last_action": _answer([], over={"type": "boolean", "const": True}),
    "risk_it_all": _answer(["hit_points"], hit_points=_whole(1, 12), stress=_whole(0, 12)),
}


def yes_or_no(pending: Pending, given: Mapping[str, Any], name: str) -> bool:
    """The answer to a question of this kind; asks for it where it is left out."""
    said = given.get(name)
    if said is None:
        raise Need([{"choice": name, "options": [True, False], "by": pending.by}])
    if not isinstance(said, bool):
        raise wrong_type(f"/{name}", said, "boolean")
    return said
