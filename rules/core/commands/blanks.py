"""Tables that the source left blank, filled in for one game."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from rules.core.blanks import LONGEST_CELL, MOST_ROWS, MOST_WRITTEN, BlankTable, blank_tables, place, setting_of
from rules.core.commands.base import Command, Key, type_name
from rules.core.commands.play import checked_setting
from rules.core.draft import Draft
from rules.core.errors import Fault, InvalidInput, RuleError
from rules.core.events import CELL, SettingSet
from rules.core.read import wrong_type

MOST_CELLS = 500  # of one command


class Cell(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What stands in one cell; an empty ``value`` makes it blank again."""

    row: Annotated[int, msgspec.Meta(ge=0, lt=MOST_ROWS)]
    column: Key
    value: Annotated[str, msgspec.Meta(max_length=LONGEST_CELL)]


class FillTable(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Write into the table of a card that is blank in its source. Rows count from 0."""

    card: Key
    cells: Annotated[tuple[Cell, ...], msgspec.Meta(min_length=1, max_length=MOST_CELLS)]


def fill_table(draft: Draft, command: FillTable) -> None:
    table = blank_tables(draft.system).get(command.card)
    if table is None:
        raise RuleError("unknown-table", card=command.card)
    if faults := [fault for n, cell in enumerate(command.cells) for fault in _faults(table, cell, f"/cells/{n}")]:
        raise InvalidInput(faults[:20])
    for number, cell in enumerate(command.cells):
        _fill(draft, place(table.card, cell.row, cell.column), cell.value.strip(), f"/cells/{number}")
    if sum(len(value.encode()) for value in draft.state.cells.values()) > MOST_WRITTEN:
        raise RuleError("tables-are-full", most=MOST_WRITTEN)


def _faults(table: BlankTable, cell: Cell, at: str) -> Iterator[Fault]:
    if cell.column not in table.columns:
        yield Fault(f"{at}/column", "not-an-option", {"options": list(table.columns)})
    elif cell.row >= table.most_rows:
        yield Fault(f"{at}/row", "out-of-range", {"least": 0, "most": table.most_rows - 1})
    elif table.known(cell.row, cell.column):
        yield Fault(at, "not-blank", {})


def _fill(draft: Draft, at: str, value: str, pointer: str) -> None:
    key = setting_of(draft.system, at)
    if key is not None:
        _set(draft, key, value, pointer)
    elif draft.state.cells.get(at, "") != value:
        draft.emit(SettingSet(CELL + at, value or None))


def _set(draft: Draft, key: str, value: str, pointer: str) -> None:
    """The same as the setting that the rules reckon with: a number where that is one; a blank one is as at first."""
    default = draft.system.data.settings[key].default
    kept: bool | int | str = value or default
    if value and isinstance(default, int):
        if not value.isdecimal():
            raise wrong_type(f"{pointer}/value", value, "integer")
        kept = int(value[:10])
    if draft.setting(key) != kept:
        draft.emit(SettingSet(key, checked_setting(draft, key, kept, pointer)))
