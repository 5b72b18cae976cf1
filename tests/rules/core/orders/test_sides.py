"""Sides and phases: who may act, when the other side comes, and what a surprised side misses."""

from typing import Any

import pytest

from rules.core.errors import RuleError
from tests.rules.table import Table


class Sides(Table):
    def __init__(self, policy: str, **fields: Any) -> None:
        super().__init__()
        self.oro, self.mira = self.pc("Oro"), self.pc("Mira")
        self.bear, self.imp = self.add("Bear"), self.add("Imp")
        self.do("start_encounter", policy=policy, **fields)

    def may(self) -> set[str]:
        return set(self.see()["order"]["next"])

    def act(self, *ids: str) -> None:
        for id in ids:
            self.do("begin_turn", creature=id)
            self.do("end_turn")


def test_the_players_side_acts_first_and_then_the_other() -> None:
    table = Sides("sides")
    assert table.may() == {table.oro, table.mira}
    table.act(table.mira)
    assert table.may() == {table.oro}
    table.act(table.oro)
    assert table.may() == {table.bear, table.imp}
    table.act(table.imp, table.bear)
    assert (table.may(), table.game.state.order.round) == ({table.oro, table.mira}, 2)


def test_the_order_of_the_sides_can_be_said() -> None:
    table = Sides("sides", sides=["foes", "players"])
    assert table.may() == {table.bear, table.imp}


def test_a_creature_can_stand_on_another_side() -> None:
    table = Table()
    oro, wolf = table.pc(), table.add("Wolf")
    table.do("start_encounter", policy="sides", side_of={wolf: "players"})
    assert set(table.see()["order"]["next"]) == {oro, wolf}


def test_each_acts_once_in_each_of_two_phases() -> None:
    table = Sides("phases")
    table.act(table.oro, table.mira, table.bear, table.imp)
    order = table.see()["order"]
    assert (order["round"], order["phase"], table.may()) == (1, 2, {table.oro, table.mira})
    table.act(table.oro, table.mira, table.bear, table.imp)
    order = table.see()["order"]
    assert (order["round"], order["phase"]) == (2, 1)


def test_a_surprised_side_has_no_first_phase_in_the_first_round() -> None:
    table = Sides("phases", sides=["foes", "players"], surprised=["foes"])
    assert table.may() == {table.oro, table.mira}
    table.act(table.oro, table.mira)
    assert table.may() == {table.bear, table.imp}


def test_a_removed_creature_holds_no_side_up() -> None:
    table = Sides("sides")
    table.act(table.oro)
    table.do("remove_creature", creature=table.mira)
    assert table.may() == {table.bear, table.imp}


def test_two_encounters_at_once_are_refused() -> None:
    table = Sides("sides")
    with pytest.raises(RuleError, match="encounter-is-on"):
        table.do("start_encounter")
