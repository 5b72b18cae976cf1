"""An attack of a game that is only data leads to its damage, with its numbers filled in."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput
from rules.core.hits import expression_of
from rules.core.state import Feature
from tests.rules.table import Table

BITE = {"kind": "attack", "name": "Bite", "facts": {"dice": "1d6", "modifier": 2, "bonus": 4, "type": "piercing"}}


@pytest.fixture
def table() -> Table:
    return Table("generic")


def attack(table: Table, rat: str, targets: list[str], d20: int) -> Any:
    fields: dict[str, Any] = {"with": "bite", "targets": targets, "parameters": {"dc": 12}, "dice": {"d20": [d20]}}
    table.do("roll", roll="attack", creature=rat, **fields)
    return table.game.state.rolls[rat]


def thens(roll: Any) -> list[Any]:
    return [target["then"] for target in roll.secret["targets"]]


def test_a_hit_offers_the_damage_of_what_it_was_made_with(table: Table) -> None:
    oro, owl, rat = table.pc("Oro"), table.pc("Owl"), table.add("Rat", features={"bite": BITE})
    roll = attack(table, rat, [oro, owl], 9)
    assert roll.facts["total"] == 13
    assert [then["parameters"] for then in thens(roll)] == [{"expression": "1d6+2"}] * 2
    assert thens(roll)[0]["targets"] == [oro, owl]


def test_a_miss_offers_nothing(table: Table) -> None:
    oro, rat = table.pc("Oro"), table.add("Rat", features={"bite": BITE})
    assert thens(attack(table, rat, [oro], 3)) == [None]


def test_the_damage_that_fell_is_taken_with_its_type(table: Table) -> None:
    oro, rat = table.pc("Oro"), table.add("Rat", features={"bite": BITE})
    (then,) = thens(attack(table, rat, [oro], 9))
    table.do("roll", **{key: value for key, value in then.items() if key != "type"}, dice={"dice": [5]})
    taken = {"type": "take_damage", "creature": oro, "amount": 7, "damage_type": "piercing", "attacker": rat}
    assert thens(table.game.state.rolls[rat]) == [taken]


def test_damage_may_be_announced(table: Table) -> None:
    oro, rat = table.pc("Oro"), table.add("Rat", features={"bite": BITE})
    (then,) = thens(attack(table, rat, [oro], 9))
    command = {key: value for key, value in then.items() if key != "type"}
    table.do("roll", **command, announced={"total": 4})
    (taken,) = thens(table.game.state.rolls[rat])
    assert taken["amount"] == 4
    with pytest.raises(InvalidInput):
        table.do("roll", **command, announced={"total": "many"})


@pytest.mark.parametrize("facts", [{}, {"dice": 6}, {"dice": "1d"}, {"dice": None, "modifier": 2}])
def test_what_is_no_dice_deals_nothing(facts: dict[str, Any]) -> None:
    assert expression_of(Feature("attack", "Odd", facts)) is None


def test_a_modifier_that_is_no_number_is_left_out() -> None:
    assert expression_of(Feature("attack", "Odd", {"dice": "2d4", "modifier": "lots"})) == "2d4"
    assert expression_of(Feature("attack", "Weak", {"dice": "2d4", "modifier": -1})) == "2d4-1"
