"""Rolls that a game describes as data."""

from fractions import Fraction

import pytest

from rules.core.chance import Chance
from rules.core.checks import check_roll
from rules.core.errors import InvalidInput
from rules.core.rolls import RollResult
from rules.core.system import CheckSpec

CHECK = check_roll("check", CheckSpec())


def roll(*faces: int, **parameters: object) -> RollResult:
    return CHECK.result(parameters, Chance(None, {"d20": list(faces)}, True, str))


def test_a_check_reaches_its_number_or_not() -> None:
    assert roll(9, dc=12, modifier=3).outcome == "success"
    assert roll(8, dc=12, modifier=3).outcome == "failure"


def test_without_a_number_a_check_has_a_total_alone() -> None:
    result = roll(9, modifier=3)
    assert (result.total, result.outcome) == (12, None)


@pytest.mark.case("GM-113")
@pytest.mark.parametrize(
    ("advantage", "disadvantage", "total"), [(1, 0, 17), (3, 0, 17), (0, 1, 4), (2, 1, 17), (1, 2, 4)]
)
def test_what_is_left_of_advantage_and_disadvantage_is_one_more_die(
    advantage: int, disadvantage: int, total: int
) -> None:
    assert roll(4, 17, advantage=advantage, disadvantage=disadvantage).total == total


@pytest.mark.case("GM-113")
def test_as_much_of_both_is_one_die() -> None:
    assert roll(4, advantage=2, disadvantage=2).total == 4


def test_the_odds_are_exact() -> None:
    assert CHECK.exact_odds({"dc": 11}).outcomes["success"] == Fraction(1, 2)
    assert CHECK.exact_odds({"dc": 11, "advantage": 1}).outcomes["success"] == Fraction(3, 4)
    assert CHECK.exact_odds({"dc": 11, "disadvantage": 1}).outcomes["success"] == Fraction(1, 4)
    assert CHECK.exact_odds({"dc": 30, "modifier": 9}).outcomes == {"success": 0, "failure": 1}
    assert CHECK.exact_odds({"modifier": 2}).mean == Fraction(25, 2)


def test_another_die_may_be_thrown() -> None:
    d100 = check_roll("luck", CheckSpec(sides=100))
    assert d100.dice == ("d100",)
    assert d100.exact_odds({"dc": 51}).outcomes["success"] == Fraction(1, 2)


def test_a_field_that_a_check_does_not_know_is_refused() -> None:
    with pytest.raises(InvalidInput):
        roll(4, bonus=3)
