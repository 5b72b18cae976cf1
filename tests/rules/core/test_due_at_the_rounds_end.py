"""What a round's end brings: rolls and damage of conditions, timers, and who had no turn in it."""

from pathlib import Path
from typing import Any

import pytest

from rules import registry
from rules.core import due as dues
from rules.core.orders import line
from rules.core.packs import load_pack
from rules.core.state import State
from tests.rules.packs.small import SYSTEM, write_pack
from tests.rules.table import Table

CONDITIONS = """
[conditions.smoking]
has_value = true
persists = { at = "round_end" }
[conditions.drunk]
recovery = { roll = "swing", at = "round_end", dc = "10", shared = true }
[conditions.loud]
recovery = { roll = "swing", at = "round_end", dc = "10", shared = true }
"""
HP = {"grit": {"value": 8}}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    end = SYSTEM.splitlines()[-1]
    system = load_pack(write_pack(tmp_path, system=(end, end + CONDITIONS)))
    monkeypatch.setitem(registry._systems, "tavern", system)
    return Table("tavern")


def fight(table: Table, policy: str = "numeric") -> tuple[str, str, str]:
    """Oro 9, Mira 6 and Bear 3 in their first round."""
    oro, mira = table.pc("Oro", score=9, trackers=HP), table.pc("Mira", score=6, trackers=HP)
    bear = table.add("Bear", score=3, trackers=HP)
    table.do("start_encounter", policy=policy)
    return oro, mira, bear


def due(table: Table) -> list[tuple[str, str, int]]:
    """What is due at a round's end: what, whose, of which round."""
    names = {id: creature.name for id, creature in table.game.state.creatures.items()}
    found = [item for item in table.see()["due"] if item["edge"] == "round_end"]
    return [(item["what"], names[item["creature"]], item["round"]) for item in found]


def id_of(table: Table, what: str) -> str:
    return next(str(item["id"]) for item in table.see()["due"] if item["what"] == what)


def grit(table: Table, id: str) -> Any:
    return table.see()["creatures"][id]["trackers"]["grit"]["value"]


def test_a_rounds_end_comes_due_with_its_last_turn_whoever_acts(table: Table) -> None:
    oro, mira, bear = fight(table)
    table.do("add_condition", creature=oro, condition="smoking", value=3)
    table.do("add_condition", creature=mira, condition="drunk")
    assert due(table) == []
    table.do("end_turn")
    assert due(table) == []
    table.do("end_turn")
    assert table.active == bear
    assert due(table) == [("damage", "Oro", 1), ("recovery", "Mira", 1)]
    assert table.public().get("due") is None


def test_what_was_settled_before_the_end_does_not_come_again_after_it(table: Table) -> None:
    oro, *_ = fight(table)
    table.do("add_condition", creature=oro, condition="smoking", value=3)
    for _ in range(2):
        table.do("end_turn")
    table.do("settle_due", ids=[id_of(table, "damage")])
    assert (grit(table, oro), due(table)) == (5, [])
    table.do("end_turn")
    assert (table.active, due(table)) == (oro, [])
    for _ in range(2):
        table.do("end_turn")
    assert due(table) == [("damage", "Oro", 2)]


def test_what_nobody_settled_stays_through_the_next_round_and_comes_once(table: Table) -> None:
    oro, *_ = fight(table)
    table.do("add_condition", creature=oro, condition="smoking", value=3)
    for _ in range(3):
        table.do("end_turn")
    assert (table.active, due(table)) == (oro, [("damage", "Oro", 1)])
    table.do("settle_due")
    assert (grit(table, oro), due(table)) == (5, [])
    table.undo()
    assert (grit(table, oro), due(table)) == (8, [("damage", "Oro", 1)])
    table.do("drop", id=id_of(table, "damage"))
    assert (grit(table, oro), due(table)) == (8, [])


def test_a_round_that_is_ended_by_hand_leaves_what_it_brings(table: Table) -> None:
    oro, *_ = fight(table, "popcorn")
    table.do("add_condition", creature=oro, condition="smoking", value=1)
    table.do("next_round")
    table.do("add_condition", creature=oro, condition="drunk")
    nobody = [("turn", name, 1) for name in ("Oro", "Mira", "Bear")]
    assert due(table) == [("damage", "Oro", 1), *nobody]
    table.do("next_round")
    assert due(table)[:2] == [("damage", "Oro", 2), ("recovery", "Oro", 2)]


def test_a_condition_that_ended_brings_nothing_more(table: Table) -> None:
    oro, *_ = fight(table)
    table.do("add_condition", creature=oro, condition="smoking", value=1)
    table.do("next_round")
    (held,) = table.game.state.creatures[oro].conditions
    table.do("end_condition", creature=oro, condition=held)
    assert due(table) == [("turn", "Mira", 1), ("turn", "Bear", 1)]


def test_of_recoveries_that_are_shared_one_may_be_rolled_at_a_rounds_end(table: Table) -> None:
    oro, mira, _ = fight(table)
    for id in (oro, mira):
        table.do("add_condition", creature=id, condition="drunk")
        table.do("add_condition", creature=id, condition="loud")
    table.do("next_round")
    first = id_of(table, "recovery")
    table.do("settle_due", ids=[first], dice={first: {"d20": 2}})
    assert due(table)[:2] == [("recovery", "Mira", 1), ("recovery", "Mira", 1)]
    assert {what for what, *_ in due(table)[2:]} == {"turn"}


def test_another_order_brings_nothing_twice(table: Table) -> None:
    oro, *_ = fight(table)
    table.do("add_condition", creature=oro, condition="smoking", value=3)
    for _ in range(2):
        table.do("end_turn")
    table.do("settle_due")
    table.do("change_order", policy="popcorn")
    assert due(table) == []


def test_one_who_was_jumped_over_may_be_given_the_turn(table: Table) -> None:
    oro, mira, bear = fight(table)
    table.do("begin_turn", creature=bear)
    assert due(table) == [("turn", "Mira", 1)]
    table.do("answer", id=id_of(table, "turn"))
    assert (table.active, table.game.state.creatures[mira].slot.turns) == (mira, 1)  # type: ignore[union-attr]
    table.do("end_turn")
    assert (table.active, table.game.state.order.round) == (oro, 2)


def test_one_who_was_jumped_over_may_let_the_round_go_by(table: Table) -> None:
    oro, mira, bear = fight(table)
    table.do("begin_turn", creature=bear)
    table.do("drop", id=id_of(table, "turn"))
    assert (table.active, due(table)) == (bear, [])
    table.do("end_turn")
    assert (table.active, table.game.state.order.round) == (oro, 2)
    table.do("end_turn")
    assert table.active == mira
    for _ in range(3):
        table.undo()
    assert (table.active, due(table)) == (bear, [("turn", "Mira", 1)])


def test_one_who_waits_to_the_end_may_still_be_given_the_turn(table: Table) -> None:
    oro, *_ = fight(table)
    table.do("delay")
    assert due(table) == []
    table.do("end_turn")
    assert due(table) == [("turn", "Oro", 1)]
    before = table.game.state
    table.do("answer", id=id_of(table, "turn"))
    assert table.active == oro
    table.undo()
    assert table.game.state == before


def test_the_end_of_a_turn_that_goes_by_passes_once(table: Table) -> None:
    oro, *_ = fight(table)
    table.do("delay")
    until = {"edge": "turn_end", "creature": oro, "turns": 1}
    table.do("add_condition", creature=oro, condition="dizzy", value=1, until=until)
    table.do("end_turn")
    table.do("drop", id=id_of(table, "turn"))
    assert (table.conditions(oro), due(table)) == ([], [])
    table.do("add_condition", creature=oro, condition="dizzy", value=1, until={**until, "turns": 2})
    table.do("end_turn")
    assert table.conditions(oro) == ["dizzy"]
    assert table.game.state.creatures[oro].slot.turns == 2  # type: ignore[union-attr]


def test_one_of_a_side_that_has_been_is_named(table: Table) -> None:
    oro, _, bear = fight(table, "sides")
    table.do("begin_turn", creature=oro)
    assert due(table) == []
    table.do("end_turn")
    table.do("begin_turn", creature=bear)
    assert due(table) == [("turn", "Mira", 1)]
    table.do("drop", id=id_of(table, "turn"))
    table.do("end_turn")
    assert table.game.state.order.round == 2
    assert table.active is None


def test_a_timer_that_ran_out_is_due_until_it_is_seen_to(table: Table) -> None:
    fight(table)
    table.do("add_clock", name="Fuse", size=1, ticks="round")
    table.do("add_clock", name="Alarm", size=1)
    for _ in range(3):
        table.do("end_turn")
    assert [item["what"] for item in table.see()["due"]] == ["clock"]
    table.do("drop", id=id_of(table, "clock"))
    assert table.see()["due"] == ()


@pytest.mark.parametrize("policy", ["numeric", "popcorn", "sides"])
def test_a_round_that_is_ended_by_hand_names_who_had_no_turn_in_it(table: Table, policy: str) -> None:
    oro, *_ = fight(table, policy)
    if table.active is None:
        table.do("begin_turn", creature=oro)
    table.do("next_round")
    assert due(table) == [("turn", "Mira", 1), ("turn", "Bear", 1)]
    assert "due" not in table.public()


def test_a_turn_that_was_missed_may_be_taken_besides_that_of_this_round(table: Table) -> None:
    oro, mira, bear = fight(table)
    table.do("next_round")
    table.do("answer", id=id_of(table, "turn"))
    assert (table.active, due(table)) == (mira, [("turn", "Bear", 1)])
    table.do("drop", id=id_of(table, "turn"))
    assert due(table) == []
    for who in (mira, bear):
        table.do("end_turn")
        assert table.active == who
    table.do("end_turn")
    assert (table.active, table.game.state.order.round, due(table)) == (oro, 3, [])


def test_a_missed_turn_is_forgotten_with_the_next_that_one_takes(table: Table) -> None:
    _, mira, _ = fight(table)
    table.do("next_round")
    table.do("end_turn")
    assert (table.active, due(table)) == (mira, [("turn", "Bear", 1)])
    table.undo()
    assert due(table) == [("turn", "Mira", 1), ("turn", "Bear", 1)]


def test_nobody_waits_for_a_foe_that_has_nothing_left(table: Table) -> None:
    *_, bear = fight(table)
    table.do("set_tracker", creature=bear, tracker="grit", value=0)
    table.do("next_round")
    assert due(table) == [("turn", "Mira", 1)]


def test_who_acts_again_before_others_passes_them_over(table: Table) -> None:
    oro, _, bear = fight(table, "popcorn")
    for id in (oro, bear):
        table.do("begin_turn", creature=id)
        assert due(table) == []
        table.do("end_turn")
    table.do("begin_turn", creature=oro)
    assert due(table) == [("turn", "Mira", 1)]


def test_an_order_without_turns_names_nobody(table: Table) -> None:
    fight(table, "none")
    table.do("next_round")
    assert due(table) == []


def test_the_order_is_sorted_as_often_in_a_fight_of_hundreds_as_of_a_few(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    sorts = []

    def counted(state: State) -> list[str]:
        sorts.append(state.order.round)
        return line(state)

    _, _, bear = fight(table)
    monkeypatch.setattr(dues, "line", counted)
    counts = []
    for crowd in (10, 90):
        table.send({"type": "add_creatures", "creature": {"name": "Moth", "score": 5}, "count": crowd})
        table.send({"type": "end_encounter"}, {"type": "start_encounter", "policy": "numeric"})
        table.do("begin_turn", creature=bear)
        sorts.clear()
        assert len(dues.due_now(table.game.system, table.game.state)) >= crowd
        counts.append(len(sorts))
    assert counts[0] == counts[1]
