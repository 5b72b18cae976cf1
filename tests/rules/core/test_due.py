"""What is due at the edge of a turn: in which order, and of several that share one roll a single one."""

from pathlib import Path

import pytest

from rules import registry
from rules.core.packs import load_pack
from tests.rules.packs.small import SYSTEM, write_pack
from tests.rules.table import Table

ENDS_IT = "recovery = { roll = 'swing', dc = '10', shared = true }"
CONDITIONS = f"""
[conditions.burning]
has_value = true
persists = {{ at = "turn_end" }}
recovery = {{ roll = "swing", dc = "10" }}
[conditions.dazed]
{ENDS_IT}
[conditions.tired]
{ENDS_IT}
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    end = SYSTEM.splitlines()[-1]
    system = load_pack(write_pack(tmp_path, system=(end, end + CONDITIONS)))
    monkeypatch.setitem(registry._systems, "tavern", system)
    return Table("tavern")


def acting(table: Table, *conditions: str) -> str:
    oro = table.pc("Oro", trackers={"grit": {"value": 8}})
    for key in conditions:
        table.do("add_condition", creature=oro, condition=key, value=2 if key == "burning" else None)
    table.do("start_encounter")
    table.do("begin_turn", creature=oro)
    return oro


def due(table: Table) -> list[str]:
    return [f"{item['what']} {item['key']}" for item in table.see()["due"]]


def test_what_hurts_does_so_before_it_may_end(table: Table) -> None:
    acting(table, "burning", "dazed")
    assert due(table) == ["damage burning", "recovery burning", "recovery dazed"]


def test_of_recoveries_that_are_shared_one_may_be_rolled_in_a_turn(table: Table) -> None:
    oro = acting(table, "dazed", "tired", "burning")
    tired = next(item["id"] for item in table.see()["due"] if item["key"] == "tired")
    table.do("settle_due", ids=[tired], dice={tired: {"d20": 3}})
    assert due(table) == ["damage burning", "recovery burning"]
    table.do("end_turn")
    table.do("begin_turn", creature=oro)
    assert "recovery dazed" in due(table)


def test_settling_everything_rolls_one_of_those_that_are_shared(table: Table) -> None:
    oro = acting(table, "dazed", "tired")
    first, second = (item["id"] for item in table.see()["due"])
    table.do("settle_due", ids=[first, second], dice={first: {"d20": 20}})
    assert table.conditions(oro) == ["tired"]
    table.undo()
    assert table.conditions(oro) == ["dazed", "tired"]
