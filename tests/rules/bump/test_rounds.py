"""Rounds of initiative that is passed on: who is left out, and foes that have nothing left."""

import pytest

from tests.rules.bump.table import begin, fight, foe, hero
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return fight()


def without_a_turn(table: Table) -> list[tuple[str, int]]:
    names = {id: one.name for id, one in table.game.state.creatures.items()}
    return [(names[item["creature"]], item["round"]) for item in table.see()["due"] if item["what"] == "turn"]


def test_a_round_that_is_ended_by_hand_names_who_had_no_turn(table: Table) -> None:
    oro, _, _ = hero(table, "Oro"), hero(table, "Sel"), foe(table)
    begin(table, oro)
    assert without_a_turn(table) == []
    table.do("next_round")
    assert without_a_turn(table) == [("Sel", 1), ("Rat", 1)]


def test_who_is_picked_again_passes_over_those_who_had_no_turn(table: Table) -> None:
    oro, sel, _ = hero(table, "Oro"), hero(table, "Sel"), foe(table)
    begin(table, oro)
    table.do("end_turn", next=sel)
    assert without_a_turn(table) == []
    table.do("end_turn", next=oro)
    assert without_a_turn(table) == [("Rat", 1)]


def test_who_is_set_up_for_a_second_turn_passes_over_nobody(table: Table) -> None:
    oro, sel, _ = hero(table, "Oro"), hero(table, "Sel"), foe(table)
    begin(table, oro)
    table.do("act", creature=oro, action="other", ap=2)
    table.do("end_turn", next=sel)
    table.do("setup", creature=sel, target=oro)
    assert table.active == oro
    assert without_a_turn(table) == []


def test_a_foe_with_nothing_left_neither_acts_nor_keeps_the_round_open(table: Table) -> None:
    oro, rat = hero(table, "Oro"), foe(table)
    begin(table, oro)
    table.do("take_damage", creature=rat, parts=[{"amount": 30, "type": "fire"}])
    table.do("act", creature=oro, action="other", ap=2)
    table.do("end_turn")
    assert (table.active, table.game.state.order.round) == (None, 2)
    assert rat not in table.see()["order"]["next"]


def test_the_last_attacked_that_fell_lets_others_begin(table: Table) -> None:
    oro, rat, bat = hero(table, "Oro"), foe(table), foe(table, "Bat")
    begin(table, oro)
    table.do("act", creature=oro, action="strike", attack=True, targets=[rat])
    table.do("take_damage", creature=rat, parts=[{"amount": 30, "type": "fire"}])
    table.do("end_turn")
    assert table.active is None
    assert set(table.see()["order"]["next"]) == {oro, bat}


def test_who_cannot_act_has_nothing_left_to_spend_after_the_turn(table: Table) -> None:
    oro, sel = hero(table, "Oro"), hero(table, "Sel")
    begin(table, oro)
    table.do("act", creature=oro, action="other", ap=2)
    table.do("add_condition", creature=sel, condition="stunned")
    table.do("end_turn", next=sel)
    assert table.value("action_points", sel) == 2
    table.do("end_turn")
    assert table.game.state.order.round == 2
    assert table.value("action_points", sel) == 2


def test_the_dead_neither_act_nor_keep_the_round_open(table: Table) -> None:
    oro, sel, rat = hero(table, "Oro"), hero(table, "Sel"), foe(table)
    begin(table, oro)
    table.do("take_damage", creature=sel, parts=[{"amount": 60, "type": "fire"}])
    table.do("death_option", creature=sel, option="blood_of_vengeance")
    assert sel not in table.see()["order"]["next"]
    table.do("act", creature=oro, action="other", ap=2)
    table.do("end_turn", next=rat)
    table.do("act", creature=rat, action="other", ap=2)
    table.do("end_turn")
    assert table.game.state.order.round == 2
    assert sel not in table.see()["order"]["next"]
    assert table.value("action_points", sel) == 0
