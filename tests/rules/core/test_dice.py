"""The roll that every game has."""

import pytest

from rules.core.chance import Chance
from rules.core.dice import dice
from rules.core.errors import InvalidInput, Need, RuleError


def test_given_dice_are_taken_in_order() -> None:
    found = dice.result({"expression": "2d6-1d4+3"}, Chance(None, {"dice": [2, 3, 4]}, False, str))
    assert (found.total, found.dice) == (4, {"dice": (2, 3, 4)})


def test_dropped_dice_are_told() -> None:
    found = dice.result({"expression": "4d6kh3"}, Chance(None, {"dice": [2, 1, 4, 6]}, False, str))
    assert (found.total, found.facts) == (12, {"dropped": [1]})


def test_missing_dice_are_asked_for_with_their_sides() -> None:
    with pytest.raises(Need) as need:
        dice.result({"expression": "2d6+1d8"}, Chance(None, {"dice": [3]}, False, str))
    assert need.value.asks == (
        {"dice": "dice", "sides": 6, "count": 1},
        {"dice": "dice", "sides": 8, "count": 1},
    )


@pytest.mark.parametrize("faces", [[7, 1], [1, 2, 3]])
def test_dice_that_do_not_fit_are_refused(faces: list[int]) -> None:
    with pytest.raises(RuleError):
        dice.result({"expression": "2d6"}, Chance(None, {"dice": faces}, False, str))


def test_a_text_that_is_no_expression_is_refused() -> None:
    with pytest.raises(InvalidInput) as refused:
        dice.result({"expression": "2d6 please"}, Chance(None, {}, False, str))
    assert refused.value.errors[0].pointer == "/parameters/expression"
