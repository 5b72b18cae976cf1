"""Sinking: the check of the one who sinks, or of a neighbour in its place, against a DC that is said once."""

from typing import Any

import pytest

from rules.core.errors import Need, RuleError
from tests.rules.bump.table import begin, due, fight, hero
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return fight()


def mire(table: Table, **more: Any) -> tuple[str, str]:
    """Oro, who sinks, and Sel, whose turn it is."""
    oro, sel = hero(table, "Oro"), hero(table, "Sel", **more)
    table.do("add_condition", creature=oro, condition="sinking", value=1)
    begin(table, sel)
    return oro, sel


def depth(table: Table, id: str) -> list[int | None]:
    return [one.value for one in table.creature(id).conditions.values() if one.key == "sinking"]


def test_a_neighbour_makes_the_check_with_its_own_athletics_for_an_action(table: Table) -> None:
    oro, sel = mire(table, numbers={"athletics": 6})
    table.do("pull", creature=sel, target=oro, dc=15, dice={"d20": 9})
    assert (table.conditions(oro), table.value("action_points", sel)) == ([], 1)


def test_who_was_pulled_at_does_not_roll_in_that_round_and_does_in_the_next(table: Table) -> None:
    oro, sel = mire(table)
    table.do("pull", creature=sel, target=oro, dc=15, dice={"d20": 9})
    assert depth(table, oro) == [2], "a failure drags deeper"
    table.do("end_turn", creature=sel, next=oro)
    assert (table.active, due(table)) == (oro, [])
    table.do("next_round")
    table.do("begin_turn", creature=oro)
    assert due(table) == ["sinking"]


def test_what_the_hazard_is_rolled_against_is_said_once(table: Table) -> None:
    oro, sel = mire(table)
    with pytest.raises(Need) as asked:
        table.do("pull", creature=sel, target=oro, dice={"d20": 9})
    assert [need["number"] for need in asked.value.asks] == ["dc"]
    table.do("pull", creature=sel, target=oro, parameters={"dc": 15}, dice={"d20": 9})
    table.do("next_round")
    table.do("begin_turn", creature=oro)
    item = table.see()["due"][0]
    assert (item["dc"], [need["dice"] for need in item["needs"]]) == (15, ["d20"])
    table.do("answer", id=item["id"], dice={"d20": 16})
    assert depth(table, oro) == [1]


def test_a_player_pulls_against_the_dc_of_the_gm_whatever_the_phone_says(table: Table) -> None:
    oro, sel = mire(table)
    seat = f"seat:{sel}"
    with pytest.raises(RuleError, match="unknown-creature"):
        table.do("pull", by=seat, creature=oro, target=sel, dc=1, dice={"d20": 9})
    table.do("pull", by=seat, creature=sel, target=oro, dc=15, dice={"d20": 9})
    table.do("pull", by=seat, creature=sel, target=oro, dc=1, dice={"d20": 9})
    assert depth(table, oro) == [3]


@pytest.mark.parametrize("condition", ["stunned", "unconscious"])
def test_who_cannot_act_pulls_nobody(table: Table, condition: str) -> None:
    oro, sel = mire(table)
    table.do("add_condition", creature=sel, condition=condition)
    with pytest.raises(RuleError, match="cannot-act"):
        table.do("pull", creature=sel, target=oro, dc=15, dice={"d20": 9})
    with pytest.raises(RuleError, match="not-oneself"):
        table.do("pull", creature=oro, target=oro, dc=15, dice={"d20": 9})


def test_of_one_who_does_not_sink_nothing_is_rolled(table: Table) -> None:
    oro, sel = mire(table)
    with pytest.raises(RuleError, match="unknown-condition"):
        table.do("pull", creature=oro, target=sel, dc=15, dice={"d20": 9})
