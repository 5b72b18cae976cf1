"""The swings of one round at different targets."""

import pytest

from rules.core.errors import InvalidInput
from tests.rules.swing.evening import Evening

DICE = {
    "first": {"d20": 15, "damage": 5},
    "second": {"gain": 14, "d20": 20, "damage": 4},
    "third": {"gain": 2},
    "off_hand": {"gain": 8, "d20": 19, "damage": 3},
}


def rolled(evening: Evening, **at: str) -> None:
    dice = {
        "extra_attacks": [14, 2],
        "dual_wield": 8,
        "attacks": [{"d20": 15, "damage": [5]}],
        "swings": [{"d20": 20, "damage": [4]}, {"d20": 12, "damage": [3]}],
    }
    targets = [evening.wight, evening.hound]
    evening.do("roll", roll="round", creature=evening.kesh, targets=targets, dice=dice, parameters={"at": at})


def test_each_swing_may_go_at_its_own_target_against_that_ones_defense() -> None:
    evening = Evening()
    evening.begin()
    rolled(evening, second=evening.hound, off_hand=evening.hound)
    found = evening.last().facts["more"]["attacks"]
    assert [(one["swing"], one["outcome"], one["at"]) for one in found] == [
        ("first", "hit", 0),
        ("second", "natural_20", 1),
        ("off_hand", "hit", 1),  # 12 and 7 reach the hound's 12; the same at the wight's 16, too
    ]
    first, second, off_hand = (one["damage"] for one in found)
    thens = [one["then"] for one in evening.last().secret["targets"]]
    assert [(then["creature"], then["amount"]) for then in thens] == [
        (evening.wight, first),
        (evening.hound, second + off_hand),
    ]


def test_a_miss_of_one_is_a_hit_of_the_other() -> None:
    evening = Evening()
    evening.begin()
    for at, outcome in ((evening.wight, "miss"), (evening.hound, "hit")):
        odds = {"roll": "round", "creature": evening.kesh, "targets": [evening.wight, evening.hound]}
        filled = evening.preview("roll", **odds, parameters={"at": {"second": at}}).odds[0]["filled"]
        needs = filled["extra_attacks"][0]["attack"]
        assert ("hit" if 4 + needs["bonus"] >= needs["defense"] else "miss") == outcome


def test_what_a_20_buys_is_asked_of_whom_it_hit() -> None:
    evening = Evening()
    evening.begin()
    rolled(evening, second=evening.hound)
    (feat,) = evening.asked("feat")
    assert feat.data["target"] == evening.hound


def test_a_round_of_real_dice_at_several_is_taken_at_once() -> None:
    evening = Evening()
    evening.begin()
    at = {"second": evening.hound, "off_hand": evening.hound}
    evening.do("take_round", creature=evening.kesh, targets=[evening.wight], dice=DICE, parameters={"at": at},
               feats={"second": {"feat": "stagger"}})  # fmt: skip
    found = {one["swing"]: one["damage"] for one in evening.last().facts["more"]["attacks"]}
    assert evening.value("hp", evening.wight) == 70 - found["first"]
    assert evening.value("hp", evening.hound) == max(0, 24 - found["second"] - found["off_hand"])
    assert evening.conditions(evening.hound) == ["staggered"]


def test_a_player_sends_a_round_at_several_and_the_gm_takes_each_damage() -> None:
    evening = Evening()
    evening.begin()
    evening.do("take_round", creature=evening.kesh, targets=[evening.wight], dice=DICE,
               parameters={"at": {"second": evening.hound}}, by=f"seat:{evening.kesh}")  # fmt: skip
    for one in evening.last().secret["targets"]:
        evening.send(one["then"])
    assert evening.value("hp", evening.wight) < 70
    assert evening.value("hp", evening.hound) < 24


def test_what_is_left_of_a_turn_may_go_at_others() -> None:
    evening = Evening()
    evening.begin()
    evening.do("roll", roll="extra_attacks", creature=evening.kesh, dice={"extra_attacks": [14, 2], "dual_wield": 2})
    evening.strike(15, 5)
    both, dice = [evening.wight, evening.hound], {"attacks": [{"d20": 10, "damage": [2]}]}
    at = {"second": evening.hound}
    evening.do("roll", roll="round", creature=evening.kesh, targets=both, dice=dice, parameters={"at": at})
    wight, hound = evening.last().secret["targets"]
    assert (wight["then"], hound["then"]["creature"]) == (None, evening.hound)


@pytest.mark.parametrize("at", [{"seventh": "x"}, {"first": 3}, "x", {"second": "nobody"}])
def test_a_target_that_is_none_is_refused_by_its_name(at: object) -> None:
    evening = Evening()
    with pytest.raises(InvalidInput) as refused:
        evening.do("roll", roll="round", creature=evening.kesh, targets=[evening.wight], parameters={"at": at})
    assert refused.value.errors[0].pointer.startswith("/parameters/at")
