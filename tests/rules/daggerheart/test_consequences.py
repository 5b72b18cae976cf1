"""What follows by itself from what is marked?"""

import pytest

from tests.rules.daggerheart.evening import Evening


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.mark.case("GM-073")
def test_full_stress_makes_vulnerable_until_one_is_cleared(evening: Evening) -> None:
    evening.adjust("stress", 6, evening.oro)
    assert evening.all_conditions(evening.oro) == {"vulnerable"}
    assert "Oro: now vulnerable" in evening.said()
    evening.adjust("stress", -1, evening.oro)
    assert evening.all_conditions(evening.oro) == set()


def test_two_reasons_of_one_condition_are_kept_apart(evening: Evening) -> None:
    evening.do("add_condition", creature=evening.oro, condition="vulnerable", reason="a spell")
    evening.adjust("stress", 6, evening.oro)
    (condition,) = evening.see()["creatures"][evening.oro]["conditions"]
    assert [reason["reason"] for reason in condition["reasons"]] == ["a spell", "stress_full"]
    evening.adjust("stress", -1, evening.oro)
    assert evening.all_conditions(evening.oro) == {"vulnerable"}


def test_one_without_any_stress_to_mark_is_not_vulnerable_for_it(evening: Evening) -> None:
    rat = evening.add("Rat", trackers={"stress": {"max": 0}})
    assert evening.all_conditions(rat) == set()


def test_an_adversary_is_said_to_be_defeated_once(evening: Evening) -> None:
    evening.hurt(40, evening.bear)
    evening.hurt(40, evening.bear)
    evening.hurt(40, evening.bear)
    evening.hurt(40, evening.bear)
    assert evening.codes().count("defeated") == 1
    evening.adjust("hit_points", -1, evening.bear)
    evening.hurt(1, evening.bear)
    assert evening.codes().count("defeated") == 2


def test_two_falls_in_one_request_are_both_told(evening: Evening) -> None:
    mark = {"type": "adjust_tracker", "creature": evening.bear, "tracker": "hit_points"}
    evening.send({**mark, "by": 7}, {**mark, "by": -1}, {**mark, "by": 1}, {**mark, "by": 1})
    assert evening.codes().count("defeated") == 2


def test_the_gms_own_edit_has_the_same_consequences(evening: Evening) -> None:
    evening.do("set_tracker", creature=evening.oro, tracker="hit_points", value=6)
    assert [due["what"] for due in evening.see()["due"]] == ["death_move"]
    assert "falls" in evening.codes()
