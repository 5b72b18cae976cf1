"""The tables that the sources left blank, as a game has filled them in: for programs, screens and players."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from app.errors import Problem
from app.services import idempotency, play
from app.services.access import Access
from app.services.games import Seen
from app.services.house import House
from app.services.play import Ask
from app.services.templating import render
from rules import content, get_system
from rules.core.blanks import BlankTable, blank_tables, place, usual, written
from rules.core.commands.blanks import MOST_CELLS

TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
Cells = Mapping[str, str]  # what is written, by "row/column"
NOTHING: Cells = {}


@dataclass(frozen=True, slots=True)
class ShownCell:
    """One cell: what the source says in it or somebody wrote; only a blank one takes something."""

    row: int
    column: str
    words: str
    text: str
    is_blank: bool
    usual: str = ""  # what the rules reckon with while it is blank


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table with its columns' words. A row of `rows` may be wholly empty: it waits to be filled in."""

    card: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[ShownCell, ...], ...]
    is_filled: bool


def shown(system: str, language: str, card: str, cells: Cells = NOTHING) -> ShownTable | None:
    """The table of a card as a page draws it; None where the card has none that is blank."""
    if card not in blank_tables(get_system(system)):
        return None
    return _shown(system, language, card, tuple(sorted(cells.items())))


@lru_cache(maxsize=1024)
def _shown(system: str, language: str, card: str, cells: tuple[tuple[str, str], ...]) -> ShownTable:
    table, said = blank_tables(get_system(system))[card], dict(cells)
    heads = tuple(_words(system, language, column) for column in table.columns)
    rows = tuple(_row(system, language, table, heads, number, said) for number in range(_length(table, said)))
    title = content.title(system, language, card) or card
    return ShownTable(card, title, heads, rows, any(cell.is_blank and cell.text for row in rows for cell in row))


def _length(table: BlankTable, said: Cells) -> int:
    """How many rows are drawn: one that goes on has a blank row at its end."""
    filled = max((int(at.partition("/")[0]) + 1 for at in said if at[:1].isdecimal()), default=0)
    return min(table.most_rows, max(len(table.rows), filled + 1)) if table.goes_on else len(table.rows)


def _row(
    system: str, language: str, table: BlankTable, heads: Sequence[str], number: int, said: Cells
) -> tuple[ShownCell, ...]:
    rest = usual(get_system(system))

    def cell(column: str, words: str) -> ShownCell:
        known = table.known(number, column)
        text = _words(system, language, known, column) if known else said.get(f"{number}/{column}", "")
        return ShownCell(number, column, words, text, not known, rest.get(place(table.card, number, column), ""))

    return tuple(map(cell, table.columns, heads))


def _words(system: str, language: str, key: str, column: str = "") -> str:
    """A column or a value of the source in words; a value that is a card's key is called as that card."""
    word = content.words(system, language).word("tables", key)
    title = content.title(system, language, key) if column == "card" else None
    plain = key.replace("-", " ").replace("_", " ") if column == "" or key.islower() else key
    return word or title or plain


def read_html(system: str, language: str, card: str, html: str, cells: Cells) -> str:
    """The HTML of a card for those who read only: its table as it was filled in, in place of the blank one."""
    table = shown(system, language, card, cells)
    if table is None or not table.is_filled:
        return html
    drawn = render("_table.html", language, table=table)
    return placed(html, drawn)


def placed(html: str, table: str) -> str:
    """A card's HTML with its table in place of the blank one that it brings, else at its end."""
    found = TABLE.search(html)
    return html[: found.start()] + table + html[found.end() :] if found else html + table


def without_table(html: str) -> str:
    """A card's HTML without the blank table that it brings: the one to fill in stands below it."""
    return TABLE.sub("", html, count=1)


def all_shown(seen: Seen, language: str) -> Iterator[ShownTable]:
    """Every blank table of the game as it is filled in by now."""
    for card in blank_tables(get_system(seen.system)):
        table = shown(seen.system, language, card, seen.view["tables"].get(card, NOTHING))
        if table is not None:
            yield table


def listed(house: House, access: Access, language: str) -> dict[str, Any]:
    """What this game has filled in, by card, and which tables are blank."""
    game = house.look(access.game_id).game
    filled = written(game.system, game.state)
    tables = blank_tables(game.system)
    items = [_plain(table, language, game.system.key, filled[card]) for card, table in tables.items() if card in filled]
    blank = [_plain(table, language, game.system.key, NOTHING) for card, table in tables.items() if card not in filled]
    return {"items": items, "next": None, "blank": blank}


def find(house: House, access: Access, language: str, card: str) -> dict[str, Any]:
    """One table as this game has filled it in; raises Problem ``unknown-table`` where nothing is written in it."""
    if card not in _written(house, access):
        raise Problem("unknown-table")
    return _now(house, access, language, card)


def _now(house: House, access: Access, language: str, card: str) -> dict[str, Any]:
    system = house.look(access.game_id).game.system
    return _plain(blank_tables(system)[card], language, system.key, _written(house, access).get(card, NOTHING))


def _written(house: House, access: Access) -> dict[str, dict[str, str]]:
    """What this game has written, of the cards that have a blank table."""
    game = house.look(access.game_id).game
    found = written(game.system, game.state)
    return {card: cells for card, cells in found.items() if card in blank_tables(game.system)}


def _plain(table: BlankTable, language: str, system: str, cells: Cells) -> dict[str, Any]:
    """A table as the API answers it: the rows as the source has them, and what was written in blank cells."""
    return {
        "card": table.card,
        "title": content.title(system, language, table.card) or table.card,
        "columns": [{"key": column, "name": _words(system, language, column)} for column in table.columns],
        "rows": [{column: table.known(row, column) for column in table.columns} for row in range(len(table.rows))],
        "most_rows": table.most_rows,
        "cells": [_cell(at, value) for at, value in sorted(cells.items(), key=lambda one: _order(table, one[0]))],
    }


def _order(table: BlankTable, at: str) -> tuple[int, int]:
    row, _, column = at.partition("/")
    return int(row), table.columns.index(column) if column in table.columns else len(table.columns)


def _cell(at: str, value: str) -> dict[str, Any]:
    row, _, column = at.partition("/")
    return {"row": int(row), "column": column, "value": value}


def version_of(found: Mapping[str, Any]) -> str:
    """Changes when, and only when, what is written in the table does."""
    text = msgspec.json.encode([found["card"], found["cells"]])
    return f"t_{hashlib.sha256(text).hexdigest()[:16]}"


def must_match(found: Mapping[str, Any], wanted: Sequence[str] | None) -> None:
    """Raises Problem ``stale-version`` unless one of the versions is that of what there is."""
    if wanted is not None and version_of(found) not in wanted:
        raise Problem("stale-version", more={"version": version_of(found)})


def fill(house: House, ask: Ask, card: str, cells: Any) -> dict[str, Any]:
    """Write the cells; answers the table as it is then, blank where nothing is written any more."""
    play.play(house, ask, [{"type": "fill_table", "card": card, "cells": cells}])
    return _now(house, ask.access, ask.language, card)


def begin(house: House, ask: Ask, card: str, cells: Any) -> dict[str, Any]:
    """As `fill`, for a table in which nothing is written yet; raises Problem ``table-is-filled``."""
    once = ask.once
    is_repeated = once is not None and house.database.read(lambda db: idempotency.find(db, once)) is not None
    if not is_repeated and card in _written(house, ask.access):
        raise Problem("table-is-filled")
    return fill(house, ask, card, cells)


def empty(house: House, ask: Ask, found: Mapping[str, Any]) -> None:
    """Make the whole table blank again."""
    cells = [{**cell, "value": ""} for cell in found["cells"]]
    commands = [cells[n : n + MOST_CELLS] for n in range(0, len(cells), MOST_CELLS)]
    play.play(house, ask, [{"type": "fill_table", "card": found["card"], "cells": some} for some in commands])
