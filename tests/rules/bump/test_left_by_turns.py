"""A turn that is passed on in haste loses nothing of what it brought: that waits for the one whose turn it was."""

from typing import Any

import pytest

from rules.core.errors import RuleError
from tests.rules.bump.table import begin, fight, foe, hero
from tests.rules.table import Table

WAYS: dict[str, dict[str, Any]] = {
    "setup": {},
    "ready_action": {"trigger": "when the door opens, the bow"},
    "end_turn": {},
}


@pytest.fixture
def table() -> Table:
    return fight()


def left(table: Table) -> list[tuple[str, str]]:
    """What turns that have passed left due, and whose they were."""
    names = {id: one.name for id, one in table.game.state.creatures.items()}
    return [(item["what"], names[item["creature"]]) for item in table.see()["due"] if item.get("left")]


@pytest.mark.parametrize("way", WAYS)
def test_what_is_due_survives_a_turn_that_its_own_player_ends(table: Table, way: str) -> None:
    oro, sel = hero(table, "Oro"), hero(table, "Sel")
    table.do("add_condition", creature=oro, condition="persistent-damage", value=4, detail="fire")
    begin(table, oro)
    goes = {"target": sel} if way == "setup" else {}
    table.do(way, by=f"seat:{oro}", creature=oro, **WAYS[way], **goes)
    assert table.active != oro
    assert left(table) == [("damage", "Oro"), ("recovery", "Oro")]
    items = {item["what"]: item["id"] for item in table.see()["due"]}
    table.do("settle_due", ids=[items["damage"], items["recovery"]], dice={items["recovery"]: {"d20": 20}})
    assert (table.value("hp", oro), table.value("hp", sel)) == (45, 49)
    assert (table.conditions(oro), left(table)) == ([], [])
    table.undo()
    assert (table.value("hp", oro), len(left(table))) == (49, 2)


def test_the_d20_of_the_dying_waits_and_counts_for_the_one_who_lies_there(table: Table) -> None:
    oro, rat = hero(table, "Oro"), foe(table)
    begin(table, oro)
    table.do("take_damage", creature=oro, parts=[{"amount": 49, "type": "fire"}])
    table.do("answer", id=f"d_wound_{oro}", dice={"d20": 20})
    table.do("death_option", creature=oro, option="mostly_dead", dice={"d4": 3})
    before = table.value("death_timer", oro)
    for id in (rat, oro, rat):
        table.do("begin_turn", creature=id)
    (item,) = [item for item in table.see()["due"] if item["what"] == "dying"]
    assert item["left"]
    table.do("answer", id=item["id"], dice={"dice": 5})
    assert (table.value("death_timer", oro), left(table)) == (before - 1, [])


def test_what_chokes_and_what_drags_under_waits_and_may_be_let_go(table: Table) -> None:
    oro, sel = hero(table, "Oro"), hero(table, "Sel")
    table.do("add_condition", creature=oro, condition="suffocating")
    table.do("add_condition", creature=sel, condition="sinking", value=1)
    begin(table, oro)
    table.do("end_turn", creature=oro, next=sel)
    table.do("end_turn", creature=sel, next=oro)
    assert left(table) == [("suffocating", "Oro"), ("sinking", "Sel")]
    items = {item["what"]: item["id"] for item in table.see()["due"] if item.get("left")}
    table.do("answer", id=items["suffocating"], dice={"d20": 1})
    assert table.value("exhaustion", oro) == 2
    table.do("drop", id=items["sinking"])
    assert left(table) == []
    assert [item["what"] for item in table.see()["due"]] == ["suffocating"], "that of the own turn is due still"


def test_one_whose_hit_points_nobody_knows_holds_up_nobody_else(table: Table) -> None:
    oro, shade = hero(table), table.add("Shade")
    begin(table, oro)
    for id in (shade, oro):
        table.do("add_condition", creature=id, condition="persistent-damage", value=4, detail="fire")
        table.do("begin_turn", creature=id)
    table.do("settle_due", dice={item["id"]: {"d20": 2} for item in table.see()["due"] if item["what"] == "recovery"})
    assert table.value("hp", oro) == 45
    (stays,) = table.see()["due"]
    assert (stays["what"], stays["creature"]) == ("damage", shade)
    with pytest.raises(RuleError, match="takes-no-damage"):
        table.do("settle_due", ids=[stays["id"]])
