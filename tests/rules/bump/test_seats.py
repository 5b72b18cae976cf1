"""What a player does on the own turn in Bump d20, who knows no ids of conditions: Recover and Escape."""

from typing import Any

import pytest

from rules.core.errors import RuleError
from rules.core.project import seat_viewer
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


SPENDS: tuple[dict[str, Any], ...] = (
    {"type": "setup"},
    {"type": "ready_action", "trigger": "when the door opens"},
    {"type": "end_turn"},
    {"type": "move", "feet": 10},
    {"type": "roll", "roll": "attack", "with": "club", "parameters": {"dc": 30}, "dice": {"d20": 2}},
)


def lurked(lurking: bool) -> tuple[Table, str, str]:
    """Oro on the own turn, which a hidden one has covered who attacks, or has not; and Mira."""
    table = fight()
    oro = hero(table, features={"club": {"kind": "weapon", "name": "Club", "facts": {"damage": "1d6"}}})
    mira, lurker = hero(table, "Mira"), foe(table, "Lurker", hidden=True)
    table.do("set_tracker", creature=lurker, tracker="action_points", value=3)
    begin(table, oro)
    if lurking:
        table.do("begin_turn", creature=lurker)
        thrown: dict[str, Any] = {"parameters": {"dc": 30}, "dice": {"d20": 2}, "visibility": "gm"}
        table.do("roll", roll="attack", creature=lurker, targets=[mira], **thrown)
    return table, oro, mira


@pytest.mark.case("GM-002")
@pytest.mark.parametrize("command", SPENDS, ids=lambda one: str(one["type"]))
def test_what_a_player_may_do_on_the_turn_they_see_costs_the_same_under_a_hidden_turn(command: dict[str, Any]) -> None:
    told = []
    for lurking in (False, True):
        table, oro, mira = lurked(lurking)
        aimed: dict[str, dict[str, Any]] = {"setup": {"target": mira}, "roll": {"targets": [mira]}}
        named = aimed.get(command["type"], {})
        table.send({**command, "creature": oro, **named}, by=f"seat:{oro}")
        seen = table.see(seat_viewer(oro))
        told.append((seen["creatures"][oro]["trackers"], table.game.state.pending))
        goes_on = command["type"] in ("move", "roll")
        assert (seen["order"]["active"] == oro) == goes_on
        assert not lurking or table.creature(str(table.active)).name == "Lurker"
    assert told[0] == told[1]
