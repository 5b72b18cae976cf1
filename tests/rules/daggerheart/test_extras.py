"""Do dice and numbers besides the sheet's come to rolls in play, each with its reason?"""

from typing import Any

import pytest

from rules.core.errors import InvalidInput
from rules.core.rolling import Roll, odds_in_game
from tests.rules.daggerheart.evening import Evening

TUSKS = {"kind": "feature", "name": "Tusks", "facts": {"damage_dice": "d6", "cost": {"hope": 1}}}
RALLY = {"kind": "feature", "name": "Rally", "facts": {"bonus_dice": "d6"}}


@pytest.fixture
def evening() -> Evening:
    return Evening()


def reasons(roll: Any) -> list[tuple[str, int, str]]:
    return [(one["axis"], one["amount"], one["why"]) for one in roll.secret["modifiers"]]


def test_what_is_given_with_a_reason_counts_and_is_named(evening: Evening) -> None:
    extra = [{"dice": "d6", "reason": "Rally"}, {"amount": -2, "reason": "Fog"}, "-d4"]
    roll = evening.act(5, 4, parameters={"difficulty": 13, "extra": extra}, dice={"extra": [6, 1]})
    assert (roll.facts["total"], roll.facts["outcome"], roll.dice["extra"]) == (12, "failure_hope", (6, 1))
    assert reasons(roll) == [("dice", 6, "Rally"), ("total", -2, "Fog"), ("dice", -4, "given")]


def test_several_dice_are_one_modifier_each_and_can_be_switched_off(evening: Evening) -> None:
    parameters = {"difficulty": 13, "extra": [{"dice": "2d4", "reason": "Bless"}]}
    roll = evening.act(5, 4, parameters=parameters, dice={"extra": [4, 3]})
    assert reasons(roll) == [("dice", 4, "Bless"), ("dice", 4, "Bless")]
    off = roll.secret["modifiers"][0]["id"]
    assert evening.act(5, 4, parameters=parameters, dice={"extra": [4]}, off=[off]).facts["total"] == 13


def test_a_feature_that_is_named_brings_its_dice(evening: Evening) -> None:
    evening.do("change_creature", creature=evening.oro, changes={"features": {"rally": RALLY}})
    roll = evening.act(5, 4, dice={"extra": [5]}, **{"with": "agility,rally"})
    assert (roll.facts["total"], reasons(roll)) == (15, [("total", 1, "agility"), ("dice", 6, "Rally")])


def test_the_odds_in_a_game_count_them(evening: Evening) -> None:
    def success(**parameters: Any) -> float:
        command = Roll(roll="action", creature=evening.oro, parameters={"difficulty": 15, **parameters})
        odds = odds_in_game(evening.game.system, evening.game.state, command)["odds"]
        return float(sum(odds.outcomes[name] for name in ("critical", "success_hope", "success_fear")))

    assert success() < success(extra=["d4"]) < success(extra=["d6"])


@pytest.mark.case("GM-077")
def test_a_roll_that_is_not_to_be_applied_moves_nothing_and_another_everything_once(evening: Evening) -> None:
    evening.do("add_clock", name="Flood", size=4, ticks="action_roll")
    for applied, fear in ((False, 0), (True, 1)):
        results: list[dict[str, Any]] = [
            {"dice": {"hope": 3, "fear": 9}}, {"announced": {"with": "fear", "success": False}}]  # fmt: skip
        for result in results:
            roll = {"type": "roll", "roll": "action", "creature": evening.oro, "parameters": {"difficulty": 13}}
            evening.send({**roll, **result, "apply": applied})
            (clock,) = evening.game.state.clocks.values()
            assert (evening.value("fear"), clock.value) == (fear, fear)
            if applied:
                evening.undo()


def test_an_amendment_keeps_them(evening: Evening) -> None:
    roll = evening.act(5, 4, parameters={"difficulty": 13, "extra": ["d6"]}, dice={"extra": [6]})
    evening.do("amend_roll", id=roll.id, dice={"extra": [1]})
    assert evening.last(evening.oro).facts["total"] == 10


def test_an_attack_with_dice_for_a_bonus_throws_them(evening: Evening) -> None:
    claws = {"kind": "attack", "name": "Claws", "facts": {"dice": "1d8", "bonus_dice": "2d4"}}
    evening.do("change_creature", creature=evening.bear, changes={"features": {"attack": claws}})
    roll = evening.strike(3, dice={"extra": [4, 2]})
    assert (roll.facts["total"], roll.facts["outcome"]) == (10, "hit")


def test_a_feature_adds_its_dice_to_damage_and_is_paid_then(evening: Evening) -> None:
    evening.do("change_creature", creature=evening.oro, changes={"features": {"tusks": TUSKS}})
    evening.act(9, 4, targets=[evening.bear], **{"with": "sword"})
    then = evening.then(evening.oro)
    assert then is not None
    hope = evening.value("hope", evening.oro)
    evening.send({**then, "with": "sword,tusks", "dice": {"dice": [6], "extra": [5]}})
    assert (evening.last(evening.oro).facts["total"], evening.value("hope", evening.oro)) == (14, hope - 1)
    taken = evening.then(evening.oro)
    assert taken is not None
    assert taken["sources"] == [{"amount": 14, "types": ["physical"]}]


def test_a_damage_roll_may_name_another_type(evening: Evening) -> None:
    evening.do("roll", roll="damage", creature=evening.oro, targets=[evening.bear], announced={"total": 4},
               parameters={"types": ["magic"]})  # fmt: skip
    taken = evening.then(evening.oro)
    assert taken is not None
    assert taken["sources"] == [{"amount": 4, "types": ["magic"]}]


@pytest.mark.parametrize("extra", [["6"], "d6", [{"dice": "d6", "amount": 1}], [{"reason": "nothing"}], [5]])
def test_what_is_neither_dice_nor_a_number_is_refused(evening: Evening, extra: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        evening.act(5, 4, parameters={"difficulty": 13, "extra": extra})
    assert refused.value.errors[0].pointer.startswith("/parameters/extra")
