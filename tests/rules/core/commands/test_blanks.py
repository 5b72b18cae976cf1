"""Tables that a source left blank, filled in for one game."""

from typing import Any

import pytest

from rules.core import codec
from rules.core.blanks import LONGEST_CELL, MOST_ROWS, MOST_WRITTEN, blank_tables, written
from rules.core.errors import InvalidInput, RuleError
from rules.core.project import PUBLIC_VIEWER
from rules.registry import SYSTEMS, get_system
from tests.rules.table import Table

SYSTEM_KEYS = list(SYSTEMS)


def fill(table: Table, card: str, *cells: tuple[int, str, str]) -> None:
    table.do("fill_table", card=card, cells=[{"row": r, "column": c, "value": v} for r, c, v in cells])


def tables(table: Table) -> dict[str, dict[str, str]]:
    return written(table.game.system, table.game.state)


def test_what_is_written_stands_in_the_game_until_it_is_emptied() -> None:
    table = Table("swing")
    fill(table, "weapons", (1, "die", " 1d10 "), (2, "weapon", "flail"))
    assert tables(table) == {"weapons": {"1/die": "1d10", "2/weapon": "flail"}}
    fill(table, "weapons", (1, "die", ""))
    assert tables(table) == {"weapons": {"2/weapon": "flail"}}
    table.undo()
    assert tables(table)["weapons"]["1/die"] == "1d10"


def test_undoing_one_cell_leaves_the_others() -> None:
    table = Table("swing")
    fill(table, "weapons", (1, "die", "1d10"))
    fill(table, "weapons", (1, "multiplier", "3"))
    table.undo(step=2)
    assert tables(table) == {"weapons": {"1/multiplier": "3"}}


def test_the_same_again_is_no_step() -> None:
    table = Table("swing")
    fill(table, "weapons", (1, "die", "1d10"))
    number = table.game.number
    fill(table, "weapons", (1, "die", "1d10"))
    assert table.game.number == number


def test_a_table_whose_last_row_is_blank_goes_on_and_no_other_does() -> None:
    table = Table("swing")
    fill(table, "weapons", (MOST_ROWS - 1, "weapon", "net"))
    with pytest.raises(InvalidInput) as refused:
        fill(table, "critical-ranges", (10, "weapons", "net"))
    assert refused.value.errors[0].pointer == "/cells/0/row"
    with pytest.raises(InvalidInput):
        fill(table, "weapons", (MOST_ROWS, "weapon", "net"))


@pytest.mark.parametrize(
    ("cell", "pointer", "code"),
    [
        ((0, "colour", "red"), "/cells/0/column", "not-an-option"),
        ((0, "die", "1d10"), "/cells/0", "not-blank"),
        ((-1, "die", "1d10"), "/cells/0/row", "too-small"),
        ((1, "die", "x" * (LONGEST_CELL + 1)), "/cells/0/value", "too-long"),
        ((1, "die", "\0"), "/cells/0/value", "not-text"),
        ((1, "die", 5), "/cells/0/value", "wrong-type"),
    ],
)
def test_what_cannot_be_written_is_refused_with_its_place(cell: Any, pointer: str, code: str) -> None:
    table = Table("swing")
    with pytest.raises(InvalidInput) as refused:
        fill(table, "weapons", cell)
    assert (refused.value.errors[0].pointer, refused.value.errors[0].code) == (pointer, code)
    assert table.game.number == 1


@pytest.mark.parametrize("card", ["critical-blow", "nothing", "Weapons"])
def test_a_card_that_is_not_blank_has_no_table(card: str) -> None:
    with pytest.raises(RuleError, match="unknown-table"):
        fill(Table("swing"), card, (0, "die", "1d10"))


def test_all_that_is_written_has_an_end() -> None:
    table = Table("swing")
    row = [(number, "kind", "я" * LONGEST_CELL) for number in range(MOST_ROWS)]
    fill(table, "kinds-of-damage", *row)
    fill(table, "kinds-of-damage", *[(number, "armor_class", value) for number, _, value in row])
    fill(table, "weapons", *[(number, "weapon", value) for number, _, value in row[2:]])
    with pytest.raises(RuleError, match="tables-are-full"):
        fill(
            table,
            "weapons",
            *[(number, column, value) for column in ("die", "percent") for number, _, value in row[2:]],
        )
    assert sum(len(value.encode()) for value in table.game.state.cells.values()) <= MOST_WRITTEN


def test_a_cell_that_the_rules_reckon_with_is_their_setting() -> None:
    table = Table("swing")
    fill(table, "fumble-table", (5, "happens", "The sword flies into the river."))
    fill(table, "extra-attack-numbers", (0, "needs", "12"))
    assert table.game.state.settings["fumble_6"] == "The sword flies into the river."
    assert table.game.state.settings["second_attack"] == 12
    table.do("change_setting", key="second_attack", value=14)
    assert tables(table)["extra-attack-numbers"] == {"0/needs": "14"}
    fill(table, "extra-attack-numbers", (0, "needs", ""))
    assert table.game.state.settings["second_attack"] == 0
    assert "extra-attack-numbers" not in tables(table)


def test_a_cell_with_a_number_of_its_own_is_that_again_when_it_is_emptied() -> None:
    table = Table("bump")
    assert tables(table) == {}
    fill(table, "cover-levels", (1, "levels", "0"))
    assert (table.game.state.settings["cover_lesser"], tables(table)) == (0, {"cover-levels": {"1/levels": "0"}})
    fill(table, "cover-levels", (1, "levels", ""))
    assert (table.game.state.settings["cover_lesser"], tables(table)) == (1, {})


@pytest.mark.parametrize("value", ["often", "21", "-1", "9" * 400])
def test_a_number_that_the_rules_reckon_with_is_one(value: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        fill(Table("swing"), "extra-attack-numbers", (0, "needs", value))
    assert refused.value.errors[0].pointer == "/cells/0/value"


def test_players_see_a_filled_table_with_its_card_and_nothing_before() -> None:
    table = Table("swing")
    before = table.public()
    fill(table, "weapons", (1, "die", "1d10"))
    fill(table, "fumble-table", (0, "happens", "A button comes off."))
    assert table.public() == before
    table.do("show", card="weapons")
    assert table.public()["shown"] == {"card": "weapons", "cells": {"1/die": "1d10"}}
    table.do("show", card="fumble-table")
    assert table.public()["shown"] == {"card": "fumble-table", "cells": {"0/happens": "A button comes off."}}
    assert "cell_filled" in table.codes()
    assert "cell_filled" not in table.codes(PUBLIC_VIEWER)


def test_it_is_kept_as_it_is_stored() -> None:
    table = Table("swing")
    fill(table, "weapons", (1, "die", "1d10"))
    assert codec.load_state(codec.dump_state(table.game.state)) == table.game.state


@pytest.mark.parametrize("system", SYSTEM_KEYS)
def test_every_setting_that_is_a_cell_is_a_blank_one(system: str) -> None:
    tables = blank_tables(get_system(system))
    for key, spec in get_system(system).data.settings.items():
        if spec.cell:
            card, row, column = spec.cell.split("/")
            assert column in tables[card].columns, key
            assert int(row) < len(tables[card].rows), key
            assert not tables[card].known(int(row), column), key
