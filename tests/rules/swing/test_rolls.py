"""The rolls that need no game: what they answer, and what they refuse by name."""

from typing import Any

import pytest

from rules.core.chance import Chance
from rules.core.errors import InvalidInput, Need, RuleError
from rules.swing.rolls import ROLLS
from tests.rules.swing.evening import WORDS

BLOW = {"bonus": 8, "defense": 18}


def answer(roll: str, parameters: Any, dice: Any = None, lang: str = "en") -> dict[str, Any]:
    return ROLLS[roll].result(parameters, Chance(lambda sides: sides, dice or {}, False, str)).answer(WORDS[lang])


def test_a_hit_answers_its_dice_its_damage_and_a_sentence_to_tell_it() -> None:
    found = answer("attack", {**BLOW, "damage_bonus": 4}, {"d20": 12, "damage": [5]})
    assert (found["dice"], found["total"], found["outcome"]) == ({"d20": 12, "damage": [5]}, 20, "hit")
    assert (found["damage"], found["feat"], found["fumble"]) == (9, False, False)
    assert found["text"] == "20: hit, 9 damage"
    assert found["steps"] == ["5 +4 = 9"]
    assert found["narration"] in WORDS["en"].sections["narration"].values()


def test_a_miss_has_no_damage_and_takes_none() -> None:
    found = answer("attack", BLOW, {"d20": 9, "damage": []})
    assert (found["outcome"], found["damage"], found["dice"]["damage"]) == ("miss", 0, [])
    with pytest.raises(RuleError, match="too-many-dice"):
        answer("attack", BLOW, {"d20": 9, "damage": [3]})


def test_a_natural_20_buys_a_feat_and_a_critical_below_it_does_not() -> None:
    wide = {**BLOW, "weapon": {"critical_percent": 50}}
    assert answer("attack", wide, {"d20": 20, "damage": [3]})["feat"]
    below = answer("attack", wide, {"d20": 19, "damage": [3]})
    assert (below["outcome"], below["feat"]) == ("critical", False)


def test_real_dice_are_asked_for_stage_by_stage() -> None:
    with pytest.raises(Need) as need:
        ROLLS["attack"].result(BLOW, Chance(None, {}, True, str))
    assert need.value.asks == ({"dice": "d20", "sides": 20, "count": 1},)
    with pytest.raises(Need) as need:
        ROLLS["attack"].result({**BLOW, "weapon": {"die": "2d6"}}, Chance(None, {"d20": 15}, True, str))
    assert need.value.asks == ({"dice": "damage", "sides": 6, "count": 2},)


def test_a_round_is_asked_for_in_three_stages() -> None:
    given = {"attacks": [BLOW], "extra_attacks": [{"needs": 6}], "dual_wield": {**BLOW, "off_hand": True}}
    stages: list[Any] = []
    dice: dict[str, Any] = {}
    fell = {
        "extra_attacks": [6], "dual_wield": 7, "attacks/0/d20": 12, "swings/0/d20": 3, "attacks/0/damage": [4],
    }  # fmt: skip
    for _ in range(3):
        with pytest.raises(Need) as need:
            ROLLS["round"].result(given, Chance(None, dice, True, str))
        stages.append([ask["dice"] for ask in need.value.asks])
        dice |= {name: fell[name] for name in stages[-1]}
    assert stages == [["extra_attacks", "dual_wield"], ["attacks/0/d20", "swings/0/d20"], ["attacks/0/damage"]]
    found = answer("round", given, dice)
    assert [one["outcome"] for one in found["attacks"]] == ["hit", "miss"]
    assert found["dice"] == {
        "extra_attacks": [6],
        "dual_wield": 7,
        "attacks": [{"d20": 12, "damage": [4]}],
        "swings": [{"d20": 3, "damage": []}],
    }
    assert found["total"] == found["damage"] == 4


def test_a_round_has_one_fumble_however_many_ones_fall() -> None:
    dice = {"attacks": [{"d20": 1}, {"d20": 1}, {"d20": 20, "damage": [8]}]}
    found = answer("round", {"attacks": [{**BLOW, "weapon": {"die": "1d8"}}] * 3}, dice)
    assert [one["fumble"] for one in found["attacks"]] == [True, False, False]
    assert (found["fumbles"], found["feats"], found["total"]) == (1, 1, 16)
    assert found["text"] == "3 swings: 16 damage, 1 feat, a fumble"


def test_what_is_gained_swings_as_the_first_attack_and_the_off_hand_as_itself() -> None:
    hook = {"bonus": 4, "defense": 18, "off_hand": True, "weapon": {"die": "1d6"}}
    given = {"attacks": [{**BLOW, "damage_bonus": 9}], "dual_wield": hook, "haste": True}
    dice = {
        "dual_wield": 8,
        "attacks": [{"d20": 2}],
        "swings": [{"d20": 15, "damage": [6]}, {"d20": 11, "damage": [1]}],
    }
    found = answer("round", given, dice)
    assert [(one["off_hand"], one["damage"]) for one in found["attacks"]] == [(False, 0), (True, 3), (False, 10)]


def test_each_swing_of_a_round_has_a_sentence_that_its_own_dice_choose() -> None:
    dice = {"attacks": [{"d20": 20, "damage": [5]}, {"d20": 3}]}
    found = answer("round", {"attacks": [BLOW, {**BLOW, "weapon": {"die": "1d8", "kind": "blunt"}}]}, dice)
    said = WORDS["en"].sections["narration"]
    assert [one["tale"].rsplit("-", 1)[0] for one in found["attacks"]] == ["blade-natural_20", "blunt-miss"]
    assert all(one["tale"] in said for one in found["attacks"])
    alone = answer("attack", BLOW, {"d20": 20, "damage": [5]})
    assert said[found["attacks"][0]["tale"]] == alone["narration"]


def test_armor_by_percent_is_told_step_by_step() -> None:
    found = answer("take_damage", {"amount": 13, "armor_class": 257})
    assert (found["damage"], found["steps"]) == (10, ["Armor, 25% off (AC 257): 13 → 10"])
    assert answer("take_damage", {"amount": 13, "armor_class": 257, "direct": True})["damage"] == 13
    assert answer("take_damage", {"amount": 13})["damage"] == 13
    assert answer("take_damage", {"amount": 1, "armor_class": 900})["damage"] == 1


def test_a_fumble_says_the_line_that_the_table_wrote() -> None:
    lines = ["", "", "the strap breaks", "", "", ""]
    assert answer("fumble", {"lines": lines}, {"d6": 3})["text"] == "Fumble, 3 on the d6: the strap breaks"
    assert answer("fumble", {"lines": lines}, {"d6": 4})["text"] == "Fumble, 4 on the d6"
    assert answer("fumble", {}, {"d6": 6})["line"] == ""


@pytest.mark.parametrize(
    ("roll", "parameters", "pointer", "code"),
    [
        ("attack", {"defense": 10}, "/parameters/bonus", "missing"),
        ("attack", {**BLOW, "bonus": 10_000}, "/parameters/bonus", "too-large"),
        ("attack", {**BLOW, "weapon": {"die": "11d6"}}, "/parameters/weapon/die", "too-many-dice"),
        ("attack", {**BLOW, "weapon": {"die": "d101"}}, "/parameters/weapon/die", "too-large"),
        ("attack", {**BLOW, "weapon": {"die": "1d8+2"}}, "/parameters/weapon/die", "not-dice"),
        ("attack", {**BLOW, "weapon": {"critical_percent": 101}}, "/parameters/weapon/critical_percent", "too-large"),
        ("attack", {**BLOW, "weapon": {"multiplier": 0}}, "/parameters/weapon/multiplier", "too-small"),
        ("attack", {**BLOW, "armor_class": -1}, "/parameters/armor_class", "too-small"),
        ("attack", {**BLOW, "armour": 1}, "/parameters/armour", "unknown-field"),
        ("round", {"attacks": []}, "/parameters/attacks", "too-short"),
        ("round", {"attacks": [{"bonus": 1}]}, "/parameters/attacks/0/defense", "missing"),
        (
            "round",
            {"attacks": [BLOW], "extra_attacks": [{"needs": 21}]},
            "/parameters/extra_attacks/0/needs",
            "too-large",
        ),
        ("pick_up", {"hit": 201}, "/parameters/hit", "too-large"),
        ("fumble", {"lines": ["x"] * 7}, "/parameters/lines", "too-long"),
        ("take_damage", {"amount": -1}, "/parameters/amount", "too-small"),
    ],
)
def test_a_wrong_parameter_names_itself(roll: str, parameters: Any, pointer: str, code: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        answer(roll, parameters)
    (fault,) = refused.value.errors
    assert (fault.pointer, fault.code) == (pointer, code)


@pytest.mark.parametrize(
    ("roll", "parameters", "dice", "code"),
    [
        ("attack", BLOW, {"d20": 21}, "dice-do-not-fit"),
        ("attack", BLOW, {"d20": [3, 4]}, "too-many-dice"),
        ("attack", BLOW, {"d20": 15, "damage": [9]}, "dice-do-not-fit"),
        ("attack", BLOW, {"d20": 15, "damage": [4, 4]}, "too-many-dice"),
        ("round", {"attacks": [BLOW]}, {"attacks": [{"d20": 2}], "extra_attacks": [4]}, "too-many-dice"),
        ("fumble", {}, {"d6": 7}, "dice-do-not-fit"),
        ("extra_attacks", {"dual_wield": True}, {"dual_wield": 0}, "dice-do-not-fit"),
    ],
)
def test_dice_that_cannot_be_are_refused(roll: str, parameters: Any, dice: Any, code: str) -> None:
    with pytest.raises(RuleError, match=code):
        answer(roll, parameters, dice)


def test_no_odds_are_asked_of_what_throws_nothing() -> None:
    with pytest.raises(RuleError, match="no-odds"):
        ROLLS["take_damage"].exact_odds({"amount": 3})
    assert str(ROLLS["fumble"].exact_odds({}).mean) == "7/2"
    assert (
        str(ROLLS["damage"].exact_odds({"weapon": {"die": "1d8", "critical_bonus": 3}, "critical": True}).mean) == "12"
    )
