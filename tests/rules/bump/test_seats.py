"""What a player does on the own turn in Bump d20, who knows no ids of conditions: Recover and Escape."""

from typing import Any

import pytest

from rules.core.errors import RuleError
from tests.rules.bump.table import begin, fight, foe, hero
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return fight()


def valued(table: Table, id: str) -> dict[tuple[str, str | None], int | None]:
    return {(one.key, one.detail): one.value for one in table.creature(id).conditions.values()}


def burning(table: Table) -> str:
    oro = hero(table)
    table.do("add_condition", creature=oro, condition="persistent-damage", value=2, detail="fire")
    table.do("add_condition", creature=oro, condition="persistent-damage", value=3, detail="acid")
    table.do("add_condition", creature=oro, condition="frightened", value=2)
    begin(table, oro)
    return oro


@pytest.mark.parametrize(
    ("named", "left"),
    [
        ({"condition": "persistent-damage", "detail": "fire"}, {("frightened", None): 2}),
        ({"condition": "frightened"}, {("persistent-damage", "fire"): 2, ("frightened", None): 1}),
    ],
)
def test_a_player_names_what_to_shake_off(table: Table, named: dict[str, str], left: dict[Any, Any]) -> None:
    oro = burning(table)
    table.do("recover", by=f"seat:{oro}", creature=oro, dice={"d20": 16}, **named)
    assert valued(table, oro) == {("persistent-damage", "acid"): 3, **left}
    assert table.value("action_points", oro) == 1


@pytest.mark.parametrize("named", [{"condition": "persistent-damage"}, {"condition": "prone"}, {"condition": "dazed"}])
def test_what_does_not_linger_on_one_is_not_shaken_off(table: Table, named: dict[str, str]) -> None:
    oro = burning(table)
    table.do("add_condition", creature=oro, condition="prone")
    with pytest.raises(RuleError, match="unknown-condition"):
        table.do("recover", by=f"seat:{oro}", creature=oro, **named)


def test_a_player_escapes_from_the_only_one_who_holds(table: Table) -> None:
    oro, rat = hero(table), foe(table)
    table.do("add_condition", creature=oro, condition="grappled", source=rat)
    begin(table, oro)
    table.do("escape", by=f"seat:{oro}", creature=oro, dc=12, dice={"d20": 15}, **{"with": "might"})
    assert table.conditions(oro) == []
    assert table.game.state.order.memory["attacked"] == (rat,)
