"""Which tables did the source of a game lose, and what has this game written into them?"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from rules.core.cards import facts_in
from rules.core.state import State
from rules.core.system import System

MOST_ROWS = 60  # of one table
LONGEST_CELL = 500
MOST_WRITTEN = 256 * 1024  # bytes in all the cells of a game

Row = Mapping[str, Any]


class BlankTable(NamedTuple):
    """What a card has of a table that its source lost: the rows as they are known, an empty text where they are not.

    A table whose last row is wholly blank goes on: nobody knows how many rows it had.
    """

    card: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def goes_on(self) -> bool:
        return not any(self.known(len(self.rows) - 1, column) for column in self.columns)

    @property
    def most_rows(self) -> int:
        return MOST_ROWS if self.goes_on else len(self.rows)

    def known(self, row: int, column: str) -> str:
        """What the source says in this cell; empty where it is blank."""
        return str(self.rows[row].get(column, "")) if row < len(self.rows) else ""


def blank_tables(system: System) -> Mapping[str, BlankTable]:
    """The tables that the source of ``system`` lost, by card."""
    return _read(system.folder / "content" / "facts")


@lru_cache(maxsize=64)
def _read(folder: Path) -> Mapping[str, BlankTable]:
    found = {key: facts.facts.get("table") for key, facts in facts_in(folder).items() if facts.status != "complete"}
    return {key: _table(key, rows) for key, rows in found.items() if rows}


def _table(card: str, rows: list[Row]) -> BlankTable:
    columns = dict.fromkeys(column for row in rows for column in row)
    return BlankTable(card, tuple(columns), tuple(rows[:MOST_ROWS]))


def place(card: str, row: int, column: str) -> str:
    """How a cell is named, by its card, the number of its row from 0, and its column."""
    return f"{card}/{row}/{column}"


def written(system: System, state: State) -> dict[str, dict[str, str]]:
    """What this game has written into blank tables, by card and ``row/column``, settings that are cells with it."""
    specs = [(key, spec) for key, spec in system.data.settings.items() if spec.cell]
    kept = {spec.cell: str(state.settings.get(key, spec.default)) for key, spec in specs}
    changed = {spec.cell: kept[spec.cell] for _, spec in specs if kept[spec.cell] != str(spec.default)}
    found: dict[str, dict[str, str]] = {}
    for at, value in {**state.cells, **changed}.items():
        card, _, cell = at.partition("/")
        found.setdefault(card, {})[cell] = value
    return found


def usual(system: System) -> dict[str, str]:
    """What the rules reckon with as long as a cell is blank, by place."""
    return {spec.cell: str(spec.default) for spec in system.data.settings.values() if spec.cell and spec.default}


def setting_of(system: System, at: str) -> str | None:
    """The setting that this cell is; the rules reckon with those."""
    return next((key for key, spec in system.data.settings.items() if spec.cell == at), None)
