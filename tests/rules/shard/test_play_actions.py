"""The round: plans in lines, initiative of the sides, actions and what they exclude, surprise."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, RuleError
from rules.core.events import ConditionEnded
from rules.core.project import PUBLIC_VIEWER, seat_viewer
from rules.core.trackers import DicePool
from rules.shard import play_actions
from tests.rules.shard.table import fight, foe, hero
from tests.rules.table import Table


def memory(table: Table, name: str) -> Any:
    return table.game.state.order.memory.get(name)


def test_a_creature_with_five_actions_has_two_lines_in_the_first_phase_and_three_in_the_second() -> None:
    table = fight()
    rat = foe(table, numbers={"actions": 5})
    numbers = table.see()["creatures"][rat]["numbers"]
    assert (numbers["first_phase"], numbers["second_phase"]) == (2, 3)


def test_each_line_of_a_phase_keeps_its_own_plan() -> None:
    table = fight()
    rat = foe(table, numbers={"actions": 4})
    table.do("start_encounter")
    table.do("plan", creature=rat, phase=1, text="bites")
    table.do("plan", creature=rat, phase=1, line=2, text="runs")
    assert memory(table, "plans") == {rat: {"1": "bites", "1/2": "runs"}}
    table.do("plan", creature=rat, phase=1, text="")
    assert memory(table, "plans") == {rat: {"1/2": "runs"}}


def test_initiative_is_typed_side_by_side() -> None:
    table = fight()
    hero(table)
    foe(table)
    table.do("start_encounter")
    table.do("side_initiative", sides={"players": 2})
    assert memory(table, "sides") == ("players", "foes")
    table.do("side_initiative", sides={"foes": 4})
    assert memory(table, "sides") == ("foes", "players")


def test_plans_and_initiative_are_made_anew_in_each_round() -> None:
    table = fight()
    oro = hero(table)
    table.do("start_encounter")
    table.do("side_initiative", sides={"players": 2})
    table.do("plan", creature=oro, phase=2, text="waits")
    for _ in range(2):
        table.do("begin_turn", creature=oro)
        table.do("end_turn")
    assert table.game.state.order.round == 2
    assert (memory(table, "plans"), memory(table, "rolled")) == ({}, {})


@pytest.mark.parametrize("first", ["reaction", "complex"])
def test_a_reaction_and_a_complex_action_exclude_each_other(first: str) -> None:
    table = fight()
    oro = hero(table)
    table.do("start_encounter")
    second = {"reaction": "complex", "complex": "reaction"}[first]
    table.do("act", creature=oro, action="ability", kind=first)
    with pytest.raises(RuleError, match="reaction-or-complex"):
        table.do("act", creature=oro, action="ability", kind=second)


def test_the_surprised_have_one_action_in_the_first_round() -> None:
    table = fight()
    oro, rat = hero(table), foe(table)
    table.do("start_encounter", surprised=["foes"])
    table.do("act", creature=rat, action="move")
    with pytest.raises(RuleError, match="no-actions-left"):
        table.do("act", creature=rat, action="move")
    table.do("act", creature=oro, action="move")
    table.do("act", creature=oro, action="move")


def test_of_the_actions_of_a_round_one_may_be_complex() -> None:
    table = fight()
    oro = hero(table)
    table.do("start_encounter")
    table.do("act", creature=oro, action="ability", kind="complex")
    with pytest.raises(RuleError, match="complex-taken"):
        table.do("act", creature=oro, action="ability", kind="complex")
    table.do("act", creature=oro, action="move")


def test_the_surprised_do_not_react_before_the_second_phase() -> None:
    table = fight()
    oro, rat = hero(table), foe(table)
    table.do("start_encounter", surprised=["foes"])
    with pytest.raises(RuleError, match="is-surprised"):
        table.do("act", creature=rat, action="ability", kind="reaction")
    table.do("begin_turn", creature=oro)
    table.do("end_turn")
    table.do("act", creature=rat, action="ability", kind="reaction")


@pytest.mark.case("GM-002")
@pytest.mark.parametrize("lurking", [None, "still to act", "acting"])
def test_the_surprised_react_in_the_second_phase_that_they_see_whoever_lurks_in_the_first(lurking: str | None) -> None:
    table = fight()
    oro, rat = hero(table), foe(table)
    lurker = foe(table, "Lurker", hidden=True) if lurking else ""
    table.do("start_encounter", surprised=["players"])
    table.do("begin_turn", creature=rat)
    table.do("end_turn")
    if lurking == "acting":
        table.do("begin_turn", creature=lurker)
    assert table.see(seat_viewer(oro))["order"]["phase"] == 2
    table.do("act", creature=oro, action="ability", kind="reaction", by=f"seat:{oro}")
    assert table.value("reaction_taken", oro)


def test_dice_that_were_exhausted_in_a_fight_are_back_after_it_but_for_those_of_spells_that_go_on() -> None:
    table = fight()
    oro, rat = hero(table), foe(table, trackers={"prowess": {"value": {"ready": 2}}})
    table.do("start_encounter")
    table.do("move_dice", creature=oro, tracker="prowess", to="exhausted", count=2)
    table.do("move_dice", creature=oro, tracker="prowess", to="depleted")
    table.do("move_dice", creature=rat, tracker="prowess", to="spent")
    table.do("move_dice", creature=oro, tracker="ether", to="exhausted")
    table.do("sustain", creature=oro, spell="Veil")
    table.do("end_encounter")
    prowess, ether = table.value("prowess", oro), table.value("ether", oro)
    assert (prowess.ready, prowess.exhausted, prowess.depleted) == (2, 0, 1)
    assert (ether.ready, ether.exhausted) == (3, 1)
    assert table.value("prowess", rat).ready == 2


def test_one_phase_of_the_surprised_passes_by() -> None:
    table = fight()
    oro, rat = hero(table), foe(table)
    table.do("start_encounter", surprised=["foes"])
    table.do("begin_turn", creature=oro)
    table.do("end_turn")
    assert table.game.state.order.memory["phase"] == 2
    table.do("begin_turn", creature=oro)
    table.do("end_turn")
    assert table.see()["order"]["next"] == (rat,)


def test_a_side_that_is_not_there_is_refused() -> None:
    table = fight()
    hero(table)
    table.do("start_encounter")
    with pytest.raises(InvalidInput):
        table.do("side_initiative", sides={"gods": 3})


@pytest.mark.parametrize("kind", play_actions.RECOVERS)
def test_recover_ends_what_can_be_shaken_off(kind: str) -> None:
    table = fight()
    oro = hero(table)
    table.do("add_condition", creature=oro, condition=kind)
    table.do("start_encounter")
    table.do("act", creature=oro, action="recover", condition=kind)
    assert {c.key for c in table.creature(oro).conditions.values()} == set()


def test_plans_are_not_seen_by_players() -> None:
    table = fight()
    hero(table)
    rat = foe(table)
    table.do("start_encounter")
    before = table.see(PUBLIC_VIEWER)
    table.do("plan", creature=rat, phase=1, text="zq303 pounces")
    after = table.see(PUBLIC_VIEWER)
    assert "zq303" not in repr(after)
    assert before["order"] == after["order"]
    assert play_actions.PLANS not in after["order"]["memory"]


def tactics(table: Table) -> int:
    pool = table.game.state.table["tactics"]
    assert isinstance(pool, DicePool)
    return pool.ready


def test_tactics_dice_are_given_once_in_a_fight_and_go_with_it() -> None:
    table = fight()
    oro = hero(table, numbers={"tactics_rank": 2})
    table.do("start_encounter")
    table.do("give_tactics", creature=oro)
    with pytest.raises(RuleError, match="has-given-tactics"):
        table.do("give_tactics", creature=oro)
    assert tactics(table) == 2
    table.do("end_encounter")
    assert tactics(table) == 0
    table.do("start_encounter")
    table.do("give_tactics", creature=oro)
    assert tactics(table) == 2
    table.undo()
    table.undo()
    table.undo()
    assert tactics(table) == 2


def test_what_a_roll_uses_up_is_over_and_not_recovered_from() -> None:
    table = fight()
    oro = hero(table)
    table.do("act", creature=oro, action="focus")
    table.do("roll", roll="challenge", creature=oro, parameters={"target": 1}, **{"with": "strength"})
    ended = [entry.event.why for entry in table.game.entries if isinstance(entry.event, ConditionEnded)]
    assert ended == ["over", "over"]


def test_a_plan_stays_on_its_players_phone_while_a_hidden_one_opens_the_next_round() -> None:
    table = Table("shard")
    oro = table.pc("Oro", score=12)
    lurker = table.add("Lurker", hidden=True, score=20)
    table.do("start_encounter", policy="numeric")
    if table.active == lurker:
        table.do("end_turn")
    table.do("plan", creature=oro, phase=2, text="waits", by=f"seat:{oro}")
    before = table.see(seat_viewer(oro))
    assert before["order"]["memory"]["plans"]
    table.do("end_turn")
    assert (table.active, memory(table, "plans")) == (lurker, {})
    assert table.see(seat_viewer(oro)) == before
    table.do("end_turn")
    assert not table.see(seat_viewer(oro))["order"]["memory"].get("plans")
