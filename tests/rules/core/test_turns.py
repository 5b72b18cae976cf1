"""Turns, rounds and durations: what happens at an edge happens once, and the turn never moves by accident."""

import pytest

from rules.core.errors import RuleError
from tests.rules.table import Table


class Fight(Table):
    """Four in a numeric order: Oro 12, Bear 9, Mira 5, Imp 2."""

    def __init__(self) -> None:
        super().__init__()
        self.oro, self.mira = self.pc("Oro", score=12), self.pc("Mira", score=5)
        self.bear, self.imp = self.add("Bear", score=9), self.add("Imp", score=2)
        self.do("start_encounter", policy="numeric")

    def next(self) -> str | None:
        self.do("end_turn")
        return self.active

    def order(self) -> list[str]:
        return [entry["creature"] for entry in self.see()["order"]["entries"]]


@pytest.fixture
def fight() -> Fight:
    return Fight()


def test_the_highest_score_begins_and_each_acts_once_a_round(fight: Fight) -> None:
    assert fight.active == fight.oro
    assert [fight.next() for _ in range(4)] == [fight.bear, fight.mira, fight.imp, fight.oro]
    assert fight.game.state.order.round == 2


def test_ties_put_players_first() -> None:
    table = Table()
    bear, oro = table.add("Bear", score=9), table.pc(score=9)
    table.do("start_encounter", policy="numeric")
    assert [e["creature"] for e in table.see()["order"]["entries"]] == [oro, bear]


def test_one_without_a_score_comes_last() -> None:
    table = Table()
    oro, bear = table.pc(), table.add("Bear", score=-3)
    table.do("start_encounter", policy="numeric")
    assert [e["creature"] for e in table.see()["order"]["entries"]] == [bear, oro]


def test_removing_the_active_creature_begins_the_next_turn(fight: Fight) -> None:
    fight.do("remove_creature", creature=fight.oro)
    assert fight.active == fight.bear
    assert fight.game.state.order.round == 1


def test_removing_the_last_one_while_it_acts_begins_a_new_round(fight: Fight) -> None:
    for _ in range(3):
        fight.next()
    fight.do("remove_creature", creature=fight.imp)
    assert (fight.active, fight.game.state.order.round) == (fight.oro, 2)


def test_removing_one_that_has_acted_does_not_move_the_turn(fight: Fight) -> None:
    fight.next()
    fight.do("remove_creature", creature=fight.oro)
    assert fight.active == fight.bear
    assert fight.next() == fight.mira


def test_hiding_or_changing_a_score_does_not_move_the_turn(fight: Fight) -> None:
    fight.next()
    fight.do("hide", creature=fight.bear)
    fight.do("change_creature", creature=fight.imp, changes={"score": 20})
    assert fight.active == fight.bear
    assert fight.order()[0] == fight.imp
    assert [fight.next() for _ in range(3)] == [fight.imp, fight.mira, fight.imp]


def test_a_late_joiner_before_the_active_one_waits_for_the_next_round(fight: Fight) -> None:
    fight.next()
    wolf = fight.add("Wolf", score=30)
    assert [fight.next() for _ in range(3)] == [fight.mira, fight.imp, wolf]


def test_a_late_joiner_behind_the_active_one_still_acts_this_round(fight: Fight) -> None:
    fight.next()
    wolf = fight.add("Wolf", score=6)
    assert [fight.next() for _ in range(2)] == [wolf, fight.mira]


def test_one_moved_by_hand_keeps_its_score_and_its_place(fight: Fight) -> None:
    fight.do("move_in_order", creature=fight.imp, before=fight.bear)
    assert fight.order() == [fight.oro, fight.imp, fight.bear, fight.mira]
    assert fight.creature(fight.imp).score == 2
    assert fight.next() == fight.imp


@pytest.mark.case("GM-019")
def test_a_second_click_on_end_turn_is_refused(fight: Fight) -> None:
    fight.do("end_turn", creature=fight.oro)
    with pytest.raises(RuleError, match="not-the-active-turn"):
        fight.do("end_turn", creature=fight.oro)
    assert fight.active == fight.bear


def test_undo_of_a_turn_goes_back_to_the_turn_before(fight: Fight) -> None:
    fight.next()
    fight.undo()
    assert fight.active == fight.oro


def test_rows_that_are_no_creatures_stand_in_the_order(fight: Fight) -> None:
    fight.do("add_row", label="Lair", score=10)
    row = fight.see()["order"]["entries"][1]
    assert (row["creature"], row["label"]) == (None, "Lair")
    fight.next()
    assert fight.see()["order"]["next"] == ()
    fight.do("remove_row", row=row["id"])
    assert fight.active == fight.bear


def restrained(fight: Fight, id: str, **until: object) -> None:
    fight.do("add_condition", creature=id, condition="restrained", until=until)


@pytest.mark.case("GM-025")
def test_the_next_turn_and_a_round_from_now_are_two_things(fight: Fight) -> None:
    """The anchor has not acted in round 1."""
    restrained(fight, fight.oro, edge="turn_start", creature=fight.imp, turns=1)
    restrained(fight, fight.bear, edge="turn_start", creature=fight.imp, rounds=1)
    while fight.next() != fight.imp:
        pass
    assert (fight.conditions(fight.oro), fight.conditions(fight.bear)) == ([], ["restrained"])
    while fight.next() != fight.imp:
        pass
    assert fight.conditions(fight.bear) == []


def test_a_duration_outlives_nobody_who_left(fight: Fight) -> None:
    restrained(fight, fight.oro, edge="turn_end", creature=fight.imp, turns=1)
    fight.do("remove_creature", creature=fight.imp)
    for _ in range(3):
        fight.next()
    assert fight.conditions(fight.oro) == []


def test_round_ends_pass_once(fight: Fight) -> None:
    restrained(fight, fight.bear, edge="round_end", rounds=1)
    for _ in range(3):
        fight.next()
        assert fight.conditions(fight.bear) == ["restrained"]
    fight.next()
    assert fight.conditions(fight.bear) == []
    fight.undo()
    assert fight.conditions(fight.bear) == ["restrained"]


def test_turn_durations_end_with_the_encounter_and_need_one(fight: Fight) -> None:
    restrained(fight, fight.bear, edge="turn_end", creature=fight.oro, turns=3)
    fight.do("end_encounter")
    assert fight.conditions(fight.bear) == []
    with pytest.raises(RuleError, match="no-encounter"):
        restrained(fight, fight.bear, edge="turn_end", creature=fight.oro, turns=1)


def test_scene_session_and_minutes_end_what_hangs_on_them(fight: Fight) -> None:
    restrained(fight, fight.oro, edge="scene")
    restrained(fight, fight.bear, edge="session")
    fight.do("add_condition", creature=fight.mira, condition="restrained", until={"minutes": 10})
    fight.do("pass_time", minutes=9)
    assert fight.conditions(fight.mira) == ["restrained"]
    fight.do("pass_time", minutes=1)
    assert fight.conditions(fight.mira) == []
    fight.do("begin_scene", title="Ferry")
    assert (fight.conditions(fight.oro), fight.conditions(fight.bear)) == ([], ["restrained"])
    fight.do("begin_session")
    assert fight.conditions(fight.bear) == []


def test_popcorn_lets_the_last_one_pick_among_those_who_have_not_acted() -> None:
    table = Table()
    ids = [table.pc("Oro"), table.pc("Mira"), table.add("Bear")]
    table.do("start_encounter", policy="popcorn")
    assert set(table.see()["order"]["next"]) == set(ids)
    table.do("begin_turn", creature=ids[0])
    table.do("end_turn", next=ids[2])
    with pytest.raises(RuleError, match="not-an-option"):
        table.do("end_turn", next=ids[0])
    table.do("end_turn", next=ids[1])
    assert table.active == ids[1]


def test_the_spotlight_needs_no_encounter() -> None:
    table = Table()
    oro, bear = table.pc(), table.add("Bear")
    table.do("begin_turn", creature=oro)
    table.do("begin_turn", creature=bear)
    order = table.see()["order"]
    assert (order["active"], order["trail"], order["round"]) == (bear, (oro, bear), 0)


def test_minutes_run_over_midnight() -> None:
    table = Table()
    table.do("pass_time", minutes=17 * 60)
    time = table.see()["time"]
    assert (time["day"], time["minute"]) == (2, 60)


def test_a_seat_asks_for_the_turn_and_the_true_order_answers(fight: Fight) -> None:
    fight.do("end_turn", by=f"seat:{fight.oro}")
    assert fight.active == fight.bear
    fight.do("end_turn", by=f"seat:{fight.oro}")
    assert fight.active == fight.bear
    (proposal,) = fight.see()["inbox"]
    assert proposal["creature"] == fight.oro
