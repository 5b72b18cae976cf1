"""Who has the spotlight, and how often did everybody?"""

from rules.daggerheart import tokens
from tests.rules.daggerheart.evening import Evening


def test_an_action_takes_a_token_and_the_last_one_brings_all_back() -> None:
    most = {"A": 3, "B": 3, "C": 3}
    assert tokens.after_acting({"A": 2, "B": 0, "C": 1}, "C", most) == {"A": 2, "B": 0, "C": 0}
    assert tokens.after_acting({"A": 0, "B": 0, "C": 1}, "C", most) == most


def test_tokens_are_a_setting_and_a_failed_amendment_of_nothing() -> None:
    evening = Evening()
    evening.act(9, 4)
    assert evening.value("spotlight_tokens", evening.oro) == 3


def test_tokens_are_spent_and_come_back_together() -> None:
    evening = Evening(spotlight_tokens=True)
    for _ in range(3):
        evening.act(9, 4)
    assert (evening.value("spotlight_tokens", evening.oro), evening.value("spotlight_tokens", evening.mira)) == (0, 3)
    for _ in range(3):
        roll = evening.act(9, 4, who=evening.mira)
    assert (evening.value("spotlight_tokens", evening.oro), evening.value("spotlight_tokens", evening.mira)) == (3, 3)
    evening.do("amend_roll", id=roll.id, dice={"fear": 10})
    assert (evening.value("spotlight_tokens", evening.oro), evening.value("spotlight_tokens", evening.mira)) == (3, 3)
    evening.undo()
    evening.undo()
    assert (evening.value("spotlight_tokens", evening.oro), evening.value("spotlight_tokens", evening.mira)) == (0, 1)


def test_a_session_brings_the_tokens_back() -> None:
    evening = Evening(spotlight_tokens=True)
    evening.act(9, 4)
    evening.do("begin_session")
    assert evening.value("spotlight_tokens", evening.oro) == 3


def test_in_an_encounter_one_who_came_late_may_take_the_spotlight() -> None:
    evening = Evening()
    evening.do("start_encounter")
    tamsin = evening.pc("Tamsin")
    evening.act(9, 4, who=tamsin)
    assert evening.active == tamsin


def test_under_another_order_a_roll_moves_no_turn() -> None:
    evening = Evening()
    evening.do("start_encounter", policy="numeric", scores={evening.bear: 20, evening.oro: 10, evening.mira: 5})
    evening.act(9, 4)
    assert evening.active == evening.bear
