"""What a roll hands over and answers."""

from fractions import Fraction

import msgspec
import pytest

from rules.core.chance import Chance
from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.odds import Odds, die
from rules.core.rolls import Roll, RollResult, Saying, changes, prompts, spotlight
from rules.core.say import Words

EN = Words(
    language="en",
    sections={"rolls": {"flip": "{total} of {of|sides}"}, "steps": {"thrown": "Thrown: {total}"}},
    nouns={"sides": {"one": "{n} side", "other": "{n} sides"}},
)


class Flip(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    sides: int = 2


def flip(parameters: Flip, chance: Chance) -> RollResult:
    face = chance.roll("coin", parameters.sides)
    return RollResult(
        dice={"coin": face[0], "coins": face},
        total=face[0],
        outcome="fell",
        say=Saying("flip", {"total": face[0], "of": parameters.sides}),
        effects=(changes("game", "fear", 1), spotlight("gm"), prompts("gm_move")),
        facts={"sides": parameters.sides},
        steps=(Saying("thrown", {"total": face[0]}),),
    )


FLIP = Roll(key="flip", parameters=Flip, roll=flip, dice=("coin",), outcomes=("fell",))
SURE = Roll(
    key="sure", parameters=Flip, roll=flip, odds=lambda parameters, to: Odds(distribution=die(parameters.sides + to))
)


def given(**dice: int) -> Chance:
    return Chance(None, dice, False, str)


def test_an_answer_has_dice_result_words_effects_and_steps() -> None:
    assert FLIP.result({"sides": 6}, given(coin=5)).answer(EN) == {
        "dice": {"coin": 5, "coins": [5]},
        "total": 5,
        "outcome": "fell",
        "text": "5 of 6 sides",
        "effects": [
            {"kind": "tracker", "of": "game", "tracker": "fear", "by": 1},
            {"kind": "spotlight", "to": "gm"},
            {"kind": "prompt", "prompt": "gm_move"},
        ],
        "sides": 6,
        "steps": ["Thrown: 5"],
    }


def test_a_roll_without_steps_answers_none() -> None:
    assert "steps" not in RollResult(dice={}, say=Saying("flip")).answer(EN)


def test_wrong_parameters_are_refused_under_their_pointer() -> None:
    with pytest.raises(InvalidInput) as refused:
        FLIP.result({"side": 3}, given(coin=1))
    assert [fault.pointer for fault in refused.value.errors] == ["/parameters/side"]


def test_dice_are_used_up_or_refused() -> None:
    with pytest.raises(RuleError, match="too-many-dice"):
        FLIP.result({}, given(coin=1, other=2))
    with pytest.raises(Need):
        FLIP.result({}, given(other=2))


def test_the_dice_to_throw_are_told_before() -> None:
    assert FLIP.wanted(Flip(sides=8)) == ({"dice": "coin", "sides": 8, "count": 1},)


def test_a_roll_without_odds_says_so() -> None:
    with pytest.raises(RuleError, match="no-odds"):
        FLIP.exact_odds({})
    assert SURE.exact_odds({}, to=3).mean == Fraction(3)


def test_a_roll_is_described_for_the_reference() -> None:
    assert FLIP.described() == {
        "key": "flip",
        "parameters": {
            "title": "Flip",
            "type": "object",
            "properties": {"sides": {"type": "integer", "default": 2}},
            "required": [],
            "additionalProperties": False,
        },
        "dice": ["coin"],
        "outcomes": ["fell"],
        "odds": False,
    }


def test_how_a_roll_could_be_told_stands_in_its_answer() -> None:
    words = Words(language="en", sections={"rolls": {"flip": "{total}"}, "narration": {"spins": "It spins {n} times."}})
    told = RollResult(dice={}, say=Saying("flip", {"total": 1}), narration=Saying("spins", {"n": 3})).answer(words)
    assert told["narration"] == "It spins 3 times."
    assert "narration" not in RollResult(dice={}, say=Saying("flip", {"total": 1})).answer(words)


def test_what_is_wanted_next_hangs_on_what_was_thrown() -> None:
    def twice(parameters: Flip, chance: Chance) -> RollResult:
        first = chance.roll("first", parameters.sides)
        second = chance.roll("second", parameters.sides) if first == (2,) else ()
        return RollResult(dice={}, total=sum(first + second), say=Saying("flip"))

    kind = Roll(key="twice", parameters=Flip, roll=twice)
    assert [ask["dice"] for ask in kind.wanted(Flip())] == ["first"]
    assert [ask["dice"] for ask in kind.wanted(Flip(), {"first": 2})] == ["second"]
    assert kind.wanted(Flip(), {"first": 1}) == ()
