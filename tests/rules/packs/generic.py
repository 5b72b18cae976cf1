"""Short ways to ask a table of the generic game."""

from typing import Any

from rules import content
from rules.core import log, telling
from rules.core.project import GM_VIEWER, Viewer
from rules.core.say import Words
from tests.rules.table import Table


def texts(table: Table, viewer: Viewer = GM_VIEWER, lang: str = "en") -> list[str]:
    words: Words = content.words("generic", lang)
    titles = content.titles("generic", lang)
    return [telling.text(line, words, titles) for line in log.lines(table.game, viewer)]


def seen_conditions(table: Table, id: str) -> list[str]:
    return sorted(condition["key"] for condition in table.see()["creatures"][id]["conditions"])


def damage(table: Table, id: str, amount: int, **fields: Any) -> None:
    table.do("take_damage", creature=id, amount=amount, **fields)


def named(what: str) -> dict[str, Any]:
    """What a roll names of the sheet."""
    return {"with": what}
