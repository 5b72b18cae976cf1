"""The feet of a turn: Speed, Dashes, ground that costs more, and standing up."""

from typing import Any

import pytest

from rules.core.errors import RuleError
from tests.rules.bump.table import begin, fight, hero
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return fight()


@pytest.fixture
def oro(table: Table) -> str:
    """A character with Speed 25 whose turn it is."""
    oro = hero(table)
    begin(table, oro)
    return oro


def feet(table: Table, id: str) -> dict[str, Any]:
    return dict(table.see()["creatures"][id]["standing"]["feet"])


def test_a_way_takes_from_the_speed_of_the_turn(table: Table, oro: str) -> None:
    table.do("move", creature=oro, feet=10)
    assert feet(table, oro) == {"of": 25, "left": 15, "why": [], "reach": 15}


def test_a_dash_adds_the_speed_again_each_time(table: Table, oro: str) -> None:
    for of in (50, 75):
        table.do("act", creature=oro, action="dash")
        assert feet(table, oro)["of"] == of


@pytest.mark.parametrize(
    ("conditions", "terrain", "reach"),
    [((), "difficult", 12), (("squeezing",), "clear", 12), (("squeezing", "encumbered"), "difficult", 6)],
)
def test_each_thing_in_the_way_costs_a_foot_more(
    table: Table, oro: str, conditions: tuple[str, ...], terrain: str, reach: int
) -> None:
    table.do("change_setting", key="terrain", value=terrain)
    for key in conditions:
        table.do("add_condition", creature=oro, condition=key)
    assert feet(table, oro)["reach"] == reach
    with pytest.raises(RuleError, match="not-enough-speed"):
        table.do("move", creature=oro, feet=reach + 1)
    table.do("move", creature=oro, feet=reach)


def test_the_ground_of_one_way_may_differ_from_the_scene(table: Table, oro: str) -> None:
    table.do("move", creature=oro, feet=10, difficult=True)
    assert feet(table, oro)["left"] == 5


def test_slowed_counts_in_the_middle_of_a_turn(table: Table, oro: str) -> None:
    table.do("move", creature=oro, feet=10)
    table.do("add_condition", creature=oro, condition="slowed", value=10)
    assert feet(table, oro)["left"] == 5


def test_standing_up_takes_half_of_the_speed(table: Table, oro: str) -> None:
    table.do("act", creature=oro, action="drop_prone")
    assert feet(table, oro)["left"] == 0
    table.do("act", creature=oro, action="stand_up")
    assert "prone" not in table.conditions(oro)
    assert feet(table, oro)["left"] == 13


def test_who_has_gone_too_far_stays_down(table: Table, oro: str) -> None:
    table.do("move", creature=oro, feet=20)
    table.do("act", creature=oro, action="drop_prone")
    with pytest.raises(RuleError, match="not-enough-speed"):
        table.do("act", creature=oro, action="stand_up")
    assert "prone" in table.conditions(oro)


def test_leaving_the_place_gives_up_cover_that_was_taken(table: Table, oro: str) -> None:
    table.do("act", creature=oro, action="take_cover")
    table.do("move", creature=oro, feet=5)
    assert "lesser-cover" not in table.conditions(oro)


def test_the_next_turn_begins_with_all_feet(table: Table, oro: str) -> None:
    sel = hero(table, "Sel")
    table.do("move", creature=oro, feet=25)
    table.do("end_turn", next=sel)
    assert "feet" not in table.see()["creatures"][oro]["standing"]
    table.do("begin_turn", creature=oro)
    assert feet(table, oro)["left"] == 25


def test_the_feet_of_one_whom_nothing_else_changes_come_and_go_with_the_turn(table: Table, oro: str) -> None:
    sel, is_counted = hero(table, "Sel"), "feet"
    for acting, waiting in ((oro, sel), (sel, oro), (oro, sel)):
        table.do("begin_turn", creature=acting)
        seen = table.see()["creatures"]
        assert is_counted in seen[acting]["standing"]
        assert is_counted not in seen[waiting]["standing"]


def test_the_ground_counts_at_once_for_one_who_was_looked_at_before(table: Table, oro: str) -> None:
    assert feet(table, oro)["why"] == []
    for terrain, why in (("difficult", ["difficult"]), ("clear", [])):
        table.do("change_setting", key="terrain", value=terrain)
        assert feet(table, oro)["why"] == why


def test_out_of_turn_nothing_is_counted(table: Table, oro: str) -> None:
    with pytest.raises(RuleError, match="not-the-active-turn"):
        table.do("move", creature=hero(table, "Sel"), feet=5)


def test_undo_gives_the_feet_back(table: Table, oro: str) -> None:
    table.do("move", creature=oro, feet=25)
    table.undo()
    assert feet(table, oro)["left"] == 25
