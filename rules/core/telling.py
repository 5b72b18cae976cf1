"""Log lines put into the words of a language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.core.log import Line
from rules.core.say import Titles, Words, no_titles, say

TARGET = re.compile(r"target\d*")  # the roles of those whom a roll is aimed at


def text(line: Line, words: Words, titles: Titles = no_titles) -> str:
    """A log line in words, never empty. A roll's line holds its result as one announces it."""
    if line.type == "rolled":
        return _rolled(line, words, titles)
    return say(words, code_of(line, words), line.roles, line.facts, titles=titles) or line.code


def together(lines: Sequence[Line], words: Words, titles: Titles = no_titles) -> str:
    """What several lines of those who came to the board say in one: the names of all, the hidden ones apart."""
    if len(lines) == 1:
        return text(lines[0], words, titles)
    names: dict[str, list[str]] = {"names": [], "hidden": []}
    for line in lines:
        names["hidden" if line.facts.get("hidden") else "names"].append(line.roles["target"])
    return say(words, "creatures_added", {}, names, titles=titles)


def code_of(line: Line, words: Words) -> str:
    """The code whose words say a line: what an order notes may have a game's own, ``order_noted_<key>``."""
    own = f"{line.code}_{line.facts.get('key')}"
    return own if line.type == "order_noted" and words.word("log", own) else line.code


def _rolled(line: Line, words: Words, titles: Titles) -> str:
    facts = {**line.facts, "text": result_text(line.facts, words, titles)}
    return say(words, "rolled", line.roles if facts.get("outcome") else _aimed(line.roles), facts, titles=titles)


def _aimed(roles: Mapping[str, str]) -> Mapping[str, str]:
    """The roles with all targets in the place of the first: of a result that is judged against none of them."""
    targets = [name for role, name in roles.items() if TARGET.fullmatch(role)]
    return {**roles, "target": ", ".join(targets)} if len(targets) > 1 else roles


def result_text(facts: Mapping[str, Any], words: Words, titles: Titles = no_titles) -> str:
    """The result of a roll from the facts of its event: "13 with Fear: success"."""
    saying = facts.get("say") or {}
    return say(words, str(saying.get("code", "")), {}, saying.get("facts") or {}, section="rolls", titles=titles)


def dice_text(dice: Any, words: Words) -> str:
    """The dice of a roll as they fell: "Hope Die: 9; Fear Die: 4"; faces that have names by their names."""
    return "; ".join(f"{_label(name, words)}: {_faces(name, faces, words)}" for name, faces in _thrown(dice))


def _thrown(dice: Any, name: str = "") -> Iterator[tuple[str, list[int]]]:
    """The faces below each name, however deep they lie."""
    if isinstance(dice, Mapping):
        for key, inner in dice.items():
            yield from _thrown(inner, str(key))
    elif isinstance(dice, list | tuple) and not all(isinstance(one, int) for one in dice):
        for inner in dice:
            yield from _thrown(inner, name)
    elif isinstance(dice, list | tuple) and dice:
        yield name, list(dice)
    elif isinstance(dice, int):
        yield name, [dice]


def _label(name: str, words: Words) -> str:
    return words.word("dice", name) or name


def _faces(name: str, faces: Sequence[int], words: Words) -> str:
    is_own = words.word("dice", name) is not None
    return ", ".join((is_own and words.word("faces", str(face))) or str(face) for face in faces)


def narration_text(facts: Mapping[str, Any], words: Words, titles: Titles = no_titles) -> str | None:
    """How a roll could be told; None where its game says nothing of that."""
    saying = facts.get("narration")
    if not saying:
        return None
    return say(words, str(saying["code"]), {}, saying.get("facts") or {}, section="narration", titles=titles)


def step_texts(facts: Mapping[str, Any], words: Words, titles: Titles = no_titles) -> list[str] | None:
    """The steps of a roll's reckoning in words; None where it has none."""
    steps = facts.get("steps")
    if steps is None:
        return None
    return [say(words, step["code"], {}, step["facts"], section="steps", titles=titles) for step in steps]
