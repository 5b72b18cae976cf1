"""Daggerheart's rolls as the interface calls them."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.chance import Chance
from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.say import load_words
from rules.daggerheart import rolls
from rules.daggerheart.rolls import ROLLS

FOLDER = Path(rolls.__file__).parent
WORDS = load_words(FOLDER.parent / "core" / "words", FOLDER / "words")
NO_DICE: dict[str, Any] = {}


def answer(roll: str, parameters: dict[str, Any], dice: dict[str, Any] | None = None, language: str = "en") -> Any:
    chance = Chance(lambda sides: sides, dice or NO_DICE, False, str)
    return ROLLS[roll].result(parameters, chance).answer(WORDS[language])


def fault(roll: str, parameters: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(InvalidInput) as refused:
        ROLLS[roll].exact_odds(parameters) if ROLLS[roll].odds else answer(roll, parameters)
    return refused.value.errors[0].pointer, refused.value.errors[0].code


def test_an_action_answers_as_the_interface_promises() -> None:
    parameters = {"difficulty": 13, "modifier": 1, "disadvantage": 1, "helpers": 1}
    assert answer("action", parameters, {"hope": 5, "fear": 7, "own": 2, "helpers": [4]}) == {
        "dice": {"hope": 5, "fear": 7, "own": 2, "helpers": [4]},
        "total": 15,
        "outcome": "success_fear",
        "text": "15 with Fear: success",
        "effects": [
            {"kind": "tracker", "of": "game", "tracker": "fear", "by": 1},
            {"kind": "prompt", "prompt": "gm_move"},
        ],
    }


@pytest.mark.parametrize(
    ("hope", "fear", "english", "russian"),
    [
        (5, 7, "12 with Fear: success", "12 со Страхом: успех"),
        (7, 5, "12 with Hope: success", "12 с Надеждой: успех"),
        (4, 7, "11 with Fear: failure", "11 со Страхом: провал"),
        (7, 4, "11 with Hope: failure", "11 с Надеждой: провал"),
        (3, 3, "6: critical success", "6: Критический Успех"),
    ],
)
def test_a_result_is_announced_in_both_languages(hope: int, fear: int, english: str, russian: str) -> None:
    said = [answer("action", {"difficulty": 12}, {"hope": hope, "fear": fear}, code)["text"] for code in ("en", "ru")]
    assert said == [english, russian]


def test_a_text_never_tells_the_difficulty() -> None:
    for roll, parameters in (("action", {"difficulty": 4242}), ("adversary_attack", {"evasion": 4242})):
        assert "4242" not in str(answer(roll, parameters))


def test_a_die_of_ones_own_is_thrown_only_if_one_is_left() -> None:
    assert "own" not in answer("action", {"difficulty": 9, "advantage": 2, "disadvantage": 2})["dice"]
    assert answer("action", {"difficulty": 9, "advantage": 2, "disadvantage": 1})["dice"]["own"] == 6


def test_a_reaction_roll_has_its_own_outcomes_and_no_effects() -> None:
    found = answer("action", {"difficulty": 9, "reaction": True}, {"hope": 2, "fear": 9})
    assert (found["outcome"], found["effects"], found["text"]) == ("success", [], "11: success")
    assert set(ROLLS["action"].exact_odds({"difficulty": 9, "reaction": True}).outcomes) == {
        "critical",
        "success",
        "failure",
    }


def test_missing_dice_of_an_action_are_asked_for_at_once() -> None:
    with pytest.raises(Need) as need:
        answer("action", {"difficulty": 9, "helpers": 2, "advantage": 1}, {"hope": 3, "helpers": [1]})
    assert [(ask["dice"], ask["count"]) for ask in need.value.asks] == [("fear", 1), ("own", 1), ("helpers", 1)]


@pytest.mark.parametrize(
    "dice", [{"hope": 13, "fear": 1}, {"hope": 1, "fear": 1, "helpers": [1]}, {"d20": 1, "hope": 1, "fear": 2}]
)
def test_dice_that_cannot_be_are_refused(dice: dict[str, Any]) -> None:
    with pytest.raises(RuleError):
        answer("action", {"difficulty": 9}, dice)


@pytest.mark.parametrize(
    ("roll", "parameters", "pointer", "code"),
    [
        ("action", {}, "/parameters/difficulty", "missing"),
        ("action", {"difficulty": "9"}, "/parameters/difficulty", "wrong-type"),
        ("action", {"difficulty": 10000}, "/parameters/difficulty", "too-large"),
        ("action", {"difficulty": 9, "helpers": 41}, "/parameters/helpers", "too-large"),
        ("action", {"difficulty": 9, "helpers": 1, "reaction": True}, "/parameters/helpers", "no-help-on-a-reaction"),
        ("action", {"difficulty": 9, "advantage": -1}, "/parameters/advantage", "too-small"),
        ("action", {"difficulty": 9, "extra": ["d6", "6"]}, "/parameters/extra/1", "not-in-this-form"),
        ("action", {"difficulty": 9, "extra": ["d6"] * 21}, "/parameters/extra", "too-long"),
        ("action", {"difficulty": 9, "hope_die": 1}, "/parameters/hope_die", "too-small"),
        ("damage", {"dice": "d8+1"}, "/parameters/dice", "not-dice"),
        ("damage", {"dice": "4d6kh3"}, "/parameters/dice", "not-dice"),
        ("damage", {"dice": "-d8"}, "/parameters/dice", "not-dice"),
        ("damage", {"dice": "3"}, "/parameters/dice", "not-dice"),
        ("damage", {"dice": "sword"}, "/parameters/dice", "not-understood"),
        ("damage", {"dice": "2d8", "proficiency": 21}, "/parameters/dice", "too-many-dice"),
        ("damage", {"dice": "d101"}, "/parameters/dice", "too-large"),
        ("adversary_attack", {"modifier": 1}, "/parameters/evasion", "missing"),
        ("take_damage", {"sources": [], "major": 7, "severe": 14}, "/parameters/sources", "too-short"),
        ("take_damage", {"sources": [{"amount": 1}], "major": 9, "severe": 8}, "/parameters/severe", "too-small"),
        ("take_damage", {"sources": [{"amount": 1}], "major": 9}, "/parameters/severe", "missing"),
        (
            "take_damage",
            {"sources": [{"amount": 1, "types": ["fire"]}], "major": 7, "severe": 14},
            "/parameters/sources/0/types/0",
            "not-an-option",
        ),
        (
            "take_damage",
            {"sources": [{"amount": 1}], "major": 7, "severe": 14, "armor_slots": 2},
            "/parameters/armor_slots",
            "too-large",
        ),
    ],
)
def test_wrong_parameters_are_refused_with_their_place(
    roll: str, parameters: dict[str, Any], pointer: str, code: str
) -> None:
    assert fault(roll, parameters) == (pointer, code)


def test_damage_multiplies_dice_by_proficiency() -> None:
    found = answer("damage", {"dice": "2к6", "proficiency": 2, "modifier": 1, "critical": True}, {"dice": [1, 2, 3, 4]})
    assert (found["total"], found["outcome"], found["text"]) == (35, None, "35 damage, critical")
    assert answer("damage", {"dice": "d6", "proficiency": 0})["total"] == 0


def test_damage_has_a_distribution_and_no_outcomes() -> None:
    found = ROLLS["damage"].exact_odds({"dice": "d6", "proficiency": 2}).answer()
    assert found["outcomes"] == {}
    assert found["distribution"][0] == [2, {"fraction": "1/36", "value": 1 / 36}]


def test_an_adversary_throws_two_dice_with_an_edge() -> None:
    found = answer("adversary_attack", {"evasion": 12, "modifier": 3, "disadvantage": 1}, {"d20": [20, 8]})
    assert (found["dice"], found["total"], found["outcome"]) == ({"d20": [20, 8]}, 11, "miss")
    assert answer("adversary_attack", {"evasion": 12})["text"] == "20: critical hit"


def test_dice_of_features_are_thrown_with_the_roll_and_shown_apart() -> None:
    found = answer("action", {"difficulty": 12, "extra": ["d6", "-d4"]}, {"hope": 5, "fear": 3, "extra": [6, 2]})
    assert (found["dice"]["extra"], found["total"], found["outcome"]) == ([6, 2], 12, "success_hope")
    found = answer("adversary_attack", {"evasion": 14, "extra": ["d4", "d4"]}, {"d20": 9, "extra": [2, 3]})
    assert (found["dice"], found["total"], found["outcome"]) == ({"d20": [9], "extra": [2, 3]}, 14, "hit")
    damage = {"dice": "d8", "modifier": 1, "critical": True, "extra": ["d6", "-d4"]}
    found = answer("damage", damage, {"dice": [3], "extra": [2, 4]})
    assert (found["dice"], found["total"]) == ({"dice": [3], "extra": [2, 4]}, 3 + 2 - 4 + 1 + 8 + 6)


def test_a_face_must_fit_its_own_die_among_dice_of_features() -> None:
    with pytest.raises(RuleError, match="dice-do-not-fit"):
        answer("action", {"difficulty": 9, "extra": ["d6", "d4"]}, {"hope": 1, "fear": 2, "extra": [6, 5]})
    with pytest.raises(RuleError, match="dice-do-not-fit"):
        answer("action", {"difficulty": 9, "hope_die": 10}, {"hope": 11, "fear": 2})


def test_taken_damage_tells_every_step_in_both_languages() -> None:
    parameters = {
        "sources": [{"amount": 20}, {"amount": 7}],
        "major": 8,
        "severe": 14,
        "resistances": ["physical"],
        "armor_slots": 1,
    }
    found = answer("take_damage", parameters)
    assert (found["damage"], found["hit_points"], found["armor_slots"], found["total"]) == (14, 2, 1, None)
    assert found["steps"] == [
        "Added up: 20 + 7 = 27",
        "Resistance (physical): 27 → 14",
        "14, Severe 14 or more: 3 Hit Points",
        "An Armor Slot: 3 → 2",
    ]
    russian = answer("take_damage", parameters, language="ru")
    assert russian["text"] == "14 очков урона: 2 Хита, 1 Ячейка Брони"
    assert russian["steps"][2] == "14, порог Критического урона 14 достигнут: 3 Хита"


def test_a_target_without_thresholds_marks_one() -> None:
    found = answer("take_damage", {"sources": [{"amount": 30}], "major": None, "severe": None})
    assert (found["hit_points"], found["steps"]) == (1, ["30: 1 Hit Point"])


def test_taken_damage_has_no_odds() -> None:
    with pytest.raises(RuleError, match="no-odds"):
        ROLLS["take_damage"].exact_odds({"sources": [{"amount": 1}], "major": 7, "severe": 14})


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
fields = [
    "difficulty",
    "extra",
    "hope_die",
    "modifier",
    "helpers",
    "reaction",
    "dice",
    "proficiency",
    "evasion",
    "sources",
    "major",
    "severe",
]
bodies = st.dictionaries(st.sampled_from([*fields, "expression", "types"]), json_values, max_size=4) | json_values
faces = st.dictionaries(
    st.sampled_from(["hope", "fear", "own", "helpers", "d20", "dice", "extra"]), json_values, max_size=3
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(ROLLS)), bodies, faces)
def test_any_input_is_answered_or_refused(roll: str, parameters: Any, dice: dict[str, Any]) -> None:
    with suppress(InvalidInput, Need, RuleError):
        found = ROLLS[roll].result(parameters, Chance(lambda sides: sides, dice, False, str))
        assert found.answer(WORDS["ru"])["text"]
    with suppress(InvalidInput, RuleError):
        ROLLS[roll].exact_odds(parameters).answer()


def test_every_roll_describes_itself() -> None:
    described = {key: roll.described() for key, roll in ROLLS.items()}
    assert list(described) == ["action", "damage", "adversary_attack", "take_damage", "dice"]
    assert described["action"]["dice"] == ["hope", "fear", "own", "helpers", "extra"]
    assert described["action"]["parameters"]["required"] == ["difficulty"]
    assert [key for key, roll in described.items() if not roll["odds"]] == ["take_damage"]
