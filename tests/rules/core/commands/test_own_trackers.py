"""Trackers that people make themselves."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, RuleError
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_limited_use_is_counted_down_and_comes_back(table: Table) -> None:
    id = table.pc()
    tracker = {"key": "blessing", "name": "Blessing", "max": 2, "refresh": {"session": "full"}}
    table.do("add_tracker", creature=id, tracker=tracker)
    table.adjust("blessing", -1, id)
    assert table.value("blessing", id) == 1
    table.do("begin_session")
    assert table.value("blessing", id) == 2
    assert table.see()["creatures"][id]["own"]["blessing"]["name"] == "Blessing"


@pytest.mark.case("GM-115")
@pytest.mark.parametrize("system", ["daggerheart", "generic"])
@pytest.mark.parametrize(("rest", "left"), [("short", (2, 0)), ("long", (2, 2))])
def test_a_long_rest_brings_back_what_a_short_one_does(system: str, rest: str, left: tuple[int, int]) -> None:
    table = Table(system)
    id = table.pc()
    for moment in ("short_rest", "long_rest"):
        tracker = {"key": moment, "name": moment, "max": 2, "refresh": {moment: "full"}}
        table.do("add_tracker", creature=id, tracker=tracker)
        table.adjust(moment, -2, id)
    table.do("rest", kind=rest)
    assert (table.value("short_rest", id), table.value("long_rest", id)) == left


def test_an_own_tracker_is_seen_where_it_should_be(table: Table) -> None:
    id = table.pc()
    table.do("add_tracker", creature=id, tracker={"key": "doom", "name": "Doom", "kind": "score"})
    table.do("add_tracker", creature=id, tracker={"key": "luck", "name": "Luck", "max": 3, "where": "players"})
    table.do("add_tracker", tracker={"key": "supply", "name": "Supply", "max": 5, "where": "players"})
    public = table.public()
    assert "doom" not in public["creatures"][id]["trackers"]
    assert public["creatures"][id]["own"] == {"luck": "Luck"}
    assert public["own"] == {"supply": "Supply"}


def test_an_own_tracker_goes_and_the_games_own_stay(table: Table) -> None:
    id = table.pc()
    table.do("add_tracker", creature=id, tracker={"key": "torch", "name": "Torch", "kind": "flag"})
    table.do("remove_tracker", creature=id, tracker="torch")
    assert "torch" not in table.creature(id).trackers
    assert not table.creature(id).own
    with pytest.raises(RuleError, match="unknown-tracker"):
        table.do("remove_tracker", creature=id, tracker="hope")


@pytest.mark.parametrize(
    "wrong",
    [
        {"key": "hope"},
        {"key": "Bad Key"},
        {"refresh": {"tea": "full"}},
        {"refresh": {"scene": "half"}},
        {"kind": "grid"},
    ],
)
def test_a_wrong_own_tracker_is_refused(table: Table, wrong: dict[str, Any]) -> None:
    id = table.pc()
    with pytest.raises(InvalidInput):
        table.do("add_tracker", creature=id, tracker={"key": "luck", "name": "Luck", **wrong})


def test_an_own_tracker_is_made_and_unmade_by_undo_and_redo(table: Table) -> None:
    table.do("add_tracker", tracker={"key": "supply", "name": "Supply", "max": 5})
    made = table.game.state
    table.undo()
    assert "supply" not in table.game.state.table
    table.redo()
    assert table.game.state == made
