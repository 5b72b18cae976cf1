"""What all templates of a GM's screen get, whatever stands on it: the game's words and data, and where it is found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from app.services import proposing
from app.services.games import Seen
from app.services.render import Frame
from app.services.templating import TEMPLATES
from app.services.wording import wording
from rules import content, get_system
from rules.core.remembered import Remembered
from rules.core.system import PLAIN_KEY, SystemData

View = Mapping[str, Any]
PAGE = "screen"
USED = ("feature", "talent", "action", "stance", "reaction")  # kinds of features that may have limited uses
_FIXED = Remembered(400)


@cache
def template_of(system: str, noun: str) -> str:
    """The template of a part: the game's own, else the one that all games share."""
    own = f"{system}/_{noun}.html"
    return own if (TEMPLATES / own).exists() else f"screen/_{noun}.html"


def frame_of(seen: Seen, language: str) -> Frame:
    """What all templates of the screen get."""
    system = get_system(seen.system)
    fixed = _FIXED.of((system,), (seen.id, language), lambda: _fixed(seen.id, seen.system, language))
    return Frame(PAGE, seen.id, seen.viewer.key, language, fixed)


def _fixed(game_id: str, system: str, language: str) -> Mapping[str, Any]:
    data, words = get_system(system).data, wording(system, language)

    def say(section: str, key: object) -> str:
        return words.words.word(section, str(key)) or plain_word(str(key))

    return {
        "base": f"/games/{game_id}",
        "system": system,
        "data": data,
        "word": say,
        "asked_word": lambda key: words.words.word("asked", key) or say("numbers", key),
        "reason_words": lambda reason: words.words.word("reasons", reason) or reason,
        "modifier_words": words.reason,
        "step_words": lambda facts: words.steps(facts) or [],
        "summary": lambda key: summary_of(system, language, key),
        "own": lambda noun: template_of(system, noun),
        "of_kind": of_kind,
        "proposals": lambda creature, key: proposing.on_board(system, language, creature, key),
        "makes_up": get_system(system).makes_up,
        "add_example": words.words.word("system", "add_example") or "",
        "countable": countable,
        "number_groups": lambda creature: number_groups(data, creature),
        "plain_id": plain_id,
        "pairs": lambda options: [(str(one).lower(), say("options", one)) for one in options],
    }


def summary_of(system: str, language: str, key: str) -> str:
    """What a condition does, at a glance."""
    card = content.find_card(system, language, key)
    return card.summary if card else ""


def of_kind(creature: View, *kinds: str) -> list[tuple[str, View]]:
    """The features of a creature that are of one of these kinds, by key."""
    return [(key, feature) for key, feature in creature["features"].items() if feature["kind"] in kinds]


def countable(creature: View) -> list[tuple[str, str]]:
    """The features of a creature whose uses can be counted and are not yet: their keys and names."""
    used = [(key, feature["name"]) for key, feature in of_kind(creature, *USED) if feature["name"]]
    return [(key, name) for key, name in used if key not in creature["trackers"] and re.fullmatch(PLAIN_KEY, key)]


def number_groups(data: SystemData, creature: View) -> list[tuple[str, list[str]]]:
    """The numbers that a creature's sheet has or may have, by group, in the game's order."""
    groups: dict[str, list[str]] = {}
    row: Mapping[str, Any] = data.screen.get("rows", {}).get(creature["kind"], {})
    in_row = {*row.get("against", ()), *row.get("thresholds", ()), row.get("attack")}
    for key, spec in data.numbers.items():
        if creature["kind"] in spec.of or key in creature["numbers"] or key in in_row:
            groups.setdefault(spec.group, []).append(key)
    return list(groups.items())


def plain_id(text: str) -> str:
    """Any text as a part of an element's id."""
    return "".join(letter if letter.isalnum() else "-" for letter in text)


def plain_word(key: str) -> str:
    """A key that nobody gave a word, as readable as it can be."""
    return key.replace("_", " ").capitalize()
