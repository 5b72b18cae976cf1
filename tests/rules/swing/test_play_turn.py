"""A turn that is spent on something else than blows."""

import pytest

from rules.core.errors import RuleError
from tests.rules.swing.evening import Evening


def test_a_turn_of_aiming_adds_two_to_the_shots_of_the_next_turn() -> None:
    evening = Evening()
    evening.begin(evening.ama)
    evening.do("spend_turn", creature=evening.ama, on="aim")
    assert (evening.active, evening.conditions(evening.ama)) == (None, ["aiming"])
    evening.do("next_round")
    evening.do("begin_turn", creature=evening.ama)
    evening.strike(10, 3, who=evening.ama)
    assert evening.last(evening.ama).facts["total"] == 10 + 4 + 7 + 2
    evening.do("end_turn")
    assert evening.conditions(evening.ama) == []


def test_aiming_helps_no_blow_in_hand() -> None:
    evening = Evening()
    evening.do("add_condition", creature=evening.kesh, condition="aiming")
    evening.strike(10, 3)
    assert evening.last().facts["total"] == 10 + 9
    evening.strike(10, 3, parameters={"aimed": True})
    assert evening.last().facts["total"] == 10 + 9


def test_aim_that_is_said_and_aim_that_is_on_the_sheet_count_once() -> None:
    evening = Evening()
    evening.do("add_condition", creature=evening.ama, condition="aiming")
    evening.strike(10, 3, who=evening.ama, parameters={"aimed": True})
    assert evening.last(evening.ama).facts["total"] == 10 + 11 + 2


def test_outside_a_fight_one_shot_uses_it_up() -> None:
    evening = Evening()
    evening.do("spend_turn", creature=evening.ama, on="aim")
    evening.strike(10, 3, who=evening.ama)
    assert evening.conditions(evening.ama) == []


def test_getting_up_takes_the_turn() -> None:
    evening = Evening()
    evening.begin()
    with pytest.raises(RuleError, match="nothing-to-spend-it-on"):
        evening.do("spend_turn", creature=evening.kesh, on="stand")
    evening.do("add_condition", creature=evening.kesh, condition="knocked-down")
    evening.do("spend_turn", creature=evening.kesh, on="stand", by=f"seat:{evening.kesh}")
    assert (evening.active, evening.conditions(evening.kesh)) == (None, [])


def test_only_who_has_the_turn_can_spend_it() -> None:
    evening = Evening()
    evening.begin()
    with pytest.raises(RuleError, match="not-the-active-turn"):
        evening.do("spend_turn", creature=evening.ama, on="aim")
    with pytest.raises(RuleError, match="unknown-creature"):
        evening.do("spend_turn", creature=evening.kesh, on="aim", by=f"seat:{evening.ama}")


@pytest.mark.case("GM-002")
@pytest.mark.parametrize("is_over", [False, True])
def test_a_hidden_turn_keeps_no_player_from_spending_the_turn_that_they_see(is_over: bool) -> None:
    evening = Evening()
    evening.begin()
    lurker = evening.add("Lurker", hidden=True)
    evening.do("begin_turn", creature=lurker)
    if is_over:
        evening.do("end_turn")
    true_turn = evening.active
    assert evening.seat(evening.kesh)["order"]["active"] == evening.kesh
    with pytest.raises(RuleError, match="not-the-active-turn"):
        evening.do("spend_turn", creature=evening.kesh, on="aim")
    evening.do("spend_turn", creature=evening.kesh, on="aim", by=f"seat:{evening.kesh}")
    assert evening.seat(evening.kesh)["order"]["active"] is None
    assert (evening.active, evening.conditions(evening.kesh)) == (true_turn, ["aiming"])
    with pytest.raises(RuleError, match="not-the-active-turn"):
        evening.do("spend_turn", creature=evening.kesh, on="aim", by=f"seat:{evening.kesh}")
    evening.undo(by=f"seat:{evening.kesh}")
    assert evening.seat(evening.kesh)["order"]["active"] == evening.kesh
    assert evening.conditions(evening.kesh) == []


def test_aim_that_was_taken_under_a_hidden_turn_lasts_through_the_next_turn_and_no_longer() -> None:
    evening = Evening()
    evening.begin()
    evening.do("begin_turn", creature=evening.add("Lurker", hidden=True))
    evening.do("spend_turn", creature=evening.kesh, on="aim", by=f"seat:{evening.kesh}")
    evening.do("begin_turn", creature=evening.kesh)
    assert evening.conditions(evening.kesh) == ["aiming"]
    evening.do("end_turn")
    assert evening.conditions(evening.kesh) == []


@pytest.mark.parametrize("is_over", [False, True])
def test_the_swings_of_the_turn_that_a_player_sees_are_noted_under_a_hidden_one_too(is_over: bool) -> None:
    evenings = [Evening(), Evening()]
    for evening in evenings:
        evening.begin()
    haunted = evenings[1]
    haunted.do("begin_turn", creature=haunted.add("Lurker", hidden=True))
    if is_over:
        haunted.do("end_turn")
    swings = {"extra_attacks": [14, 3], "dual_wield": [11]}
    rounds = {"attacks": [{"d20": 2}, {"d20": 3}, {"d20": 4}]}
    for command in (
        {"type_": "roll", "roll": "extra_attacks", "dice": swings},
        {"type_": "roll", "roll": "round", "targets": [haunted.wight], "dice": rounds},
        {"type_": "end_turn"},
    ):
        for evening in evenings:
            evening.do(**command, creature=evening.kesh, by=f"seat:{evening.kesh}")
        seen = [evening.seat(evening.kesh)["order"] for evening in evenings]
        assert seen[0]["memory"] == seen[1]["memory"]
    assert "own_blows" not in seen[1]["memory"]


def test_sides_act_in_turn_and_rounds_are_counted() -> None:
    evening = Evening()
    evening.do("start_encounter")
    order = evening.see()["order"]
    assert (order["policy"], order["round"], order["next"]) == ("sides", 1, (evening.kesh, evening.ama))
    for who in (evening.ama, evening.kesh, evening.hound, evening.wight):
        evening.do("begin_turn", creature=who)
        evening.do("end_turn")
    assert evening.see()["order"]["round"] == 2
