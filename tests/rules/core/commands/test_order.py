"""Waiting with a turn, being ready, another policy, new scores."""

import pytest

from rules.core.errors import RuleError
from tests.rules.core.test_turns import Fight


@pytest.fixture
def fight() -> Fight:
    return Fight()


def test_one_who_waits_acts_later_and_keeps_the_new_place(fight: Fight) -> None:
    fight.do("delay", creature=fight.oro)
    assert fight.active == fight.bear
    fight.do("begin_turn", creature=fight.oro)
    assert fight.active == fight.oro
    assert fight.order() == [fight.bear, fight.oro, fight.mira, fight.imp]
    assert [fight.next() for _ in range(3)] == [fight.mira, fight.imp, fight.bear]


def test_a_turn_that_was_put_off_has_its_start_and_its_end_once(fight: Fight) -> None:
    until = {"edge": "turn_end", "creature": fight.oro, "turns": 1}
    fight.do("add_condition", creature=fight.imp, condition="restrained", until=until)
    fight.do("delay")
    assert fight.conditions(fight.imp) == ["restrained"]
    fight.do("begin_turn", creature=fight.oro)
    assert fight.creature(fight.oro).slot.turns == 1  # type: ignore[union-attr]
    fight.next()
    assert fight.conditions(fight.imp) == []


def test_one_who_waits_all_round_lets_the_turn_go_by(fight: Fight) -> None:
    until = {"edge": "turn_end", "creature": fight.oro, "turns": 1}
    fight.do("add_condition", creature=fight.imp, condition="restrained", until=until)
    fight.do("delay")
    for _ in range(3):
        fight.next()
    assert (fight.game.state.order.round, fight.active) == (2, fight.oro)
    assert fight.conditions(fight.imp) == []


def test_only_the_active_one_waits(fight: Fight) -> None:
    with pytest.raises(RuleError, match="not-the-active-turn"):
        fight.do("delay", creature=fight.bear)
    fight.do("end_encounter")
    with pytest.raises(RuleError, match="no-active-turn"):
        fight.do("delay")


def test_readiness_is_a_sentence_that_ends_with_the_next_turn(fight: Fight) -> None:
    fight.do("ready", creature=fight.oro, trigger="when the door opens")
    assert fight.see()["order"]["memory"]["readied"] == {fight.oro: "when the door opens"}
    assert "readied" not in fight.public()["order"]["memory"]
    for _ in range(4):
        fight.next()
    assert fight.active == fight.oro
    assert fight.see()["order"]["memory"]["readied"] == {}


def test_another_policy_keeps_the_turn_the_round_and_the_places(fight: Fight) -> None:
    fight.next()
    places = fight.order()
    fight.do("change_order", policy="popcorn")
    order = fight.see()["order"]
    assert (order["policy"], order["active"], order["round"]) == ("popcorn", fight.bear, 1)
    fight.do("end_turn", next=fight.imp)
    fight.do("change_order", policy="numeric")
    assert (fight.active, fight.order()) == (fight.imp, places)
    with pytest.raises(RuleError, match="unknown-policy"):
        fight.do("change_order", policy="dice-off")


def test_another_policy_forgets_nothing_that_was_readied_or_put_off(fight: Fight) -> None:
    fight.do("ready", creature=fight.mira, trigger="when the door opens")
    fight.do("delay", creature=fight.oro)
    fight.do("change_order", policy="popcorn")
    memory = fight.see()["order"]["memory"]
    assert memory["readied"] == {fight.mira: "when the door opens"}
    assert memory["delayed"] == (fight.oro,)


def test_new_scores_sort_all_again_and_the_turn_stays(fight: Fight) -> None:
    fight.do("move_in_order", creature=fight.imp, before=fight.oro)
    fight.do("set_scores", scores={fight.imp: 1, fight.mira: 20, fight.bear: None})
    assert fight.order() == [fight.mira, fight.oro, fight.imp, fight.bear]
    assert fight.active == fight.oro
