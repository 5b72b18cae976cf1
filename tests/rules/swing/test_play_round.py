"""The swings of a turn: at its start the d20s, then one by one or all at once."""

from typing import Any

import pytest

from rules.core.errors import Need, RuleError
from rules.core.events import TrackerSet
from rules.core.trackers import Pool
from tests.rules.swing.evening import Evening


def test_the_start_of_a_turn_lists_its_swings_until_it_ends() -> None:
    evening = Evening()
    evening.begin()
    evening.do("add_condition", creature=evening.kesh, condition="hasted")
    evening.do("roll", roll="extra_attacks", creature=evening.kesh, dice={"extra_attacks": [14, 8], "dual_wield": 8})
    assert [(line["key"], line["gained"]) for line in evening.lines()] == [
        ("first", True),
        ("second", True),
        ("third", False),
        ("off_hand", True),
        ("haste", True),
    ]
    assert evening.last().facts["total"] == 4
    evening.strike(3)
    evening.strike(15, 4, parameters={"off_hand": True})
    evening.strike(15, 4, parameters={"blow": "haste"})
    assert [line.get("outcome") for line in evening.lines()] == ["miss", None, None, "hit", "hit"]
    evening.do("end_turn")
    assert evening.lines() == []


def test_a_changed_blow_gives_its_swing_back_and_takes_it_anew() -> None:
    evening = Evening()
    evening.begin()
    evening.do("roll", roll="extra_attacks", creature=evening.kesh, dice={"extra_attacks": [14, 8], "dual_wield": 2})
    evening.strike(3)
    evening.do("amend_roll", id=evening.last().id, dice={"d20": 15, "damage": [4]})
    assert [line.get("outcome") for line in evening.lines()] == ["hit", None, None, None]


def test_a_blow_before_the_dice_for_more_is_the_first_of_the_turn() -> None:
    evening = Evening()
    evening.begin()
    evening.strike(15, 5)
    evening.do("roll", roll="extra_attacks", creature=evening.kesh, dice={"extra_attacks": [14, 3], "dual_wield": 2})
    assert [(line["key"], line.get("outcome")) for line in evening.lines() if line["gained"]] == [
        ("first", "hit"),
        ("second", None),
    ]
    evening.do("end_turn", next=evening.ama)
    assert "struck" not in {key for key, value in evening.game.state.order.memory.items() if value}


def test_a_round_after_the_first_blow_has_only_what_may_still_come() -> None:
    evening = Evening()
    evening.begin()
    evening.do("add_condition", creature=evening.kesh, condition="hasted")
    evening.strike(15, 5)
    assert (
        evening.preview("roll", roll="round", creature=evening.kesh, targets=[evening.wight]).odds[0]["filled"][
            "attacks"
        ]
        == []
    )
    dice = {"extra_attacks": [14, 3], "dual_wield": 2,
            "swings": [{"d20": 15, "damage": [4]}, {"d20": 2}]}  # fmt: skip
    evening.do("roll", roll="round", creature=evening.kesh, targets=[evening.wight], dice=dice)
    assert [one["swing"] for one in evening.last().facts["more"]["attacks"]] == ["second", "haste"]
    assert [(line["key"], line["outcome"]) for line in evening.lines()] == [
        ("first", "hit"),
        ("second", "hit"),
        ("haste", "miss"),
    ]


def test_real_dice_after_the_first_blow_are_asked_for_without_it() -> None:
    evening = Evening()
    evening.begin()
    evening.strike(15, 5)
    fell = {"second": {"gain": 14, "d20": 12, "damage": 3}, "third": {"gain": 2}, "off_hand": {"gain": 1}}
    evening.do("take_round", creature=evening.kesh, targets=[evening.wight], dice=fell)
    assert [one["swing"] for one in evening.last().facts["more"]["attacks"]] == ["second"]


def test_a_player_knows_that_the_own_first_blow_was_struck() -> None:
    evening = Evening()
    evening.begin()
    evening.strike(15, 5)
    assert evening.seat(evening.kesh)["order"]["memory"]["own_struck"] == {evening.kesh: {"outcome": "hit"}}
    assert "own_struck" not in evening.seat(evening.ama)["order"]["memory"]
    evening.do("end_turn", next=evening.ama)
    assert "own_struck" not in evening.seat(evening.kesh)["order"]["memory"]
    evening.do("roll", roll="attack", creature=evening.ama, targets=[evening.wight], visibility="gm")
    assert "own_struck" not in evening.seat(evening.ama)["order"]["memory"]


def test_one_who_swings_once_has_no_round_left_after_it() -> None:
    evening = Evening()
    evening.begin(evening.ama)
    evening.strike(15, 5, who=evening.ama)
    with pytest.raises(RuleError, match="no-swings-left"):
        evening.do("roll", roll="round", creature=evening.ama, targets=[evening.wight])


def test_a_number_that_nobody_has_said_is_asked_for_and_the_sheets_own_comes_first() -> None:
    evening = Evening(second_attack=0, third_attack=0)
    evening.begin()
    with pytest.raises(Need) as need:
        evening.do("roll", roll="extra_attacks", creature=evening.kesh)
    assert [ask["number"] for ask in need.value.asks] == ["second_attack", "third_attack"]
    evening.do("change_creature", creature=evening.kesh, changes={"numbers": {"second_attack": 5}})
    evening.do("change_setting", key="third_attack", value=9)
    evening.do("change_setting", key="second_attack", value=15)
    evening.do("roll", roll="extra_attacks", creature=evening.kesh, dice={"extra_attacks": [5, 8], "dual_wield": 2})
    assert [line.get("needs") for line in evening.lines()] == [None, 5, 9, 8]
    assert [line["gained"] for line in evening.lines()] == [True, True, False, False]


def test_a_number_said_with_the_roll_counts_for_it() -> None:
    evening = Evening(second_attack=0, third_attack=0)
    dice = {"extra_attacks": [7, 7], "dual_wield": 2}
    said = {"second_attack": 7, "third_attack": 8}
    evening.do("roll", roll="extra_attacks", creature=evening.kesh, dice=dice, parameters=said)
    assert evening.last().facts["more"]["gained"] == [True, False]


def test_two_weapons_need_the_proficiency_and_both_hands() -> None:
    evening = Evening()
    odds = {"roll": "extra_attacks", "creature": evening.kesh}
    assert evening.preview("roll", **odds).odds[0]["filled"]["dual_wield"] is True
    evening.do("set_tracker", creature=evening.kesh, tracker="dual_wielding", value={"on": False})
    assert evening.preview("roll", **odds).odds[0]["filled"]["dual_wield"] is False
    evening.do("set_tracker", creature=evening.kesh, tracker="dual_wielding", value={"on": True})
    evening.do("add_condition", creature=evening.kesh, condition="disarmed")
    assert evening.preview("roll", **odds).odds[0]["filled"]["dual_wield"] is False


def test_a_whole_round_is_one_roll_and_its_damage_one_step() -> None:
    evening = Evening()
    evening.begin()
    dice = {
        "extra_attacks": [6, 11],
        "dual_wield": 8,
        "attacks": [{"d20": 20, "damage": [5]}],
        "swings": [{"d20": 15, "damage": [4]}, {"d20": 1}],
    }
    evening.do("roll", roll="round", creature=evening.kesh, targets=[evening.wight], dice=dice)
    facts = evening.last().facts["more"]
    assert [(one["outcome"], one["damage"]) for one in facts["attacks"]] == [
        ("natural_20", 19),
        ("hit", 10),
        ("natural_1", 0),
    ]
    assert (facts["fumbles"], facts["feats"]) == (1, 1)
    assert (len(evening.asked("feat")), len(evening.asked("fumble"))) == (1, 1)
    evening.send(evening.then())
    assert evening.value("hp", evening.wight) == 70 - 29
    assert evening.value("fumbled", evening.kesh) == 1


def test_the_off_hand_of_a_round_is_its_own_blow_whatever_weapon_was_picked() -> None:
    evening = Evening()
    found = evening.preview("roll", roll="round", creature=evening.kesh, targets=[evening.wight], **{"with": "hook"})
    filled = found.odds[0]["filled"]
    assert [one["weapon"]["die"] for one in filled["attacks"]] == ["1d8"]
    assert (filled["dual_wield"]["weapon"]["die"], filled["dual_wield"]["off_hand"]) == ("1d6", True)
    assert filled["dual_wield"]["bonus"] == 3 + 4


@pytest.mark.parametrize(("at", "kinds"), [("hound", ["slashing", "piercing"]), ("wight", [None])])
def test_the_damage_of_a_round_is_of_the_kind_of_the_weapons_that_dealt_it(at: str, kinds: list[str | None]) -> None:
    evening = Evening()
    facts = {"dice": "1d6", "efficacy": 40, "hand": "off", "type": "piercing"}
    hook = {"kind": "weapon", "name": "Hook", "facts": facts}
    evening.do("change_creature", creature=evening.kesh, changes={"features": {"hook": hook}})
    hit, other = {"d20": 15, "damage": [4]}, getattr(evening, at)
    dice = {"extra_attacks": [2, 2], "dual_wield": 8, "attacks": [hit], "swings": [hit]}
    targets, parameters = list(dict.fromkeys([evening.wight, other])), {"at": {"off_hand": other}}
    evening.do("roll", roll="round", creature=evening.kesh, targets=targets, dice=dice, parameters=parameters)
    assert [one["then"].get("damage_type") for one in evening.last().secret["targets"]] == kinds


def test_a_further_1_of_a_round_is_told_as_a_miss() -> None:
    evening = Evening()
    evening.begin()
    dice = {"extra_attacks": [6, 2], "dual_wield": 2, "attacks": [{"d20": 1}], "swings": [{"d20": 1}]}
    evening.do("roll", roll="round", creature=evening.kesh, targets=[evening.wight], dice=dice)
    told = [one["tale"].rsplit("-", 1)[0] for one in evening.last().facts["more"]["attacks"]]
    assert told == ["blade-natural_1", "blade-miss"]


def test_a_round_of_shots_takes_an_arrow_for_each() -> None:
    evening = Evening(second_attack=2)
    evening.do("change_creature", creature=evening.ama, changes={"numbers": {"level": 14}})
    dice = {"extra_attacks": [2], "attacks": [{"d20": 15, "damage": [3]}], "swings": [{"d20": 2}]}
    done = evening.do("roll", roll="round", creature=evening.ama, targets=[evening.wight], dice=dice)
    assert evening.value("arrows", evening.ama) == 18
    told = [one.event for one in done.added if isinstance(one.event, TrackerSet) and one.event.key == "arrows"]
    assert [(one.was, one.value) for one in told] == [(Pool(20, 20), Pool(18, 20))]  # told once, not shot by shot
    assert (evening.value("arrows_hit", evening.ama), evening.value("arrows_missed", evening.ama)) == (1, 1)


def test_a_round_has_no_more_shots_than_arrows() -> None:
    evening = Evening(second_attack=2)
    evening.do("change_creature", creature=evening.ama, changes={"numbers": {"level": 14}})
    evening.do("set_tracker", creature=evening.ama, tracker="arrows", value=1)
    two = {"extra_attacks": [2], "attacks": [{"d20": 15, "damage": [3]}], "swings": [{"d20": 2}]}
    with pytest.raises(RuleError, match="no-arrows"):
        evening.do("roll", roll="round", creature=evening.ama, targets=[evening.wight], dice=two)
    assert evening.value("arrows", evening.ama) == 1
    one = {"extra_attacks": [1], "attacks": [{"d20": 15, "damage": [3]}]}
    evening.do("roll", roll="round", creature=evening.ama, targets=[evening.wight], dice=one)
    assert evening.value("arrows", evening.ama) == 0


def test_before_the_dice_the_turn_lists_what_each_swing_needs() -> None:
    evening = Evening()
    evening.do("add_condition", creature=evening.kesh, condition="hasted")
    lines = evening.preview("roll", roll="extra_attacks", creature=evening.kesh).odds[0]["odds"].extra["lines"]
    needs = {line["swing"]: line["needs"] for line in lines}
    assert needs == {"first": None, "second": 6, "third": 12, "off_hand": 8, "haste": None}


def test_a_creature_swings_once() -> None:
    evening = Evening()
    found = evening.preview("roll", roll="extra_attacks", creature=evening.wight).odds[0]
    assert found["odds"].distribution.weights == {1: 1}


def test_a_number_that_was_said_with_the_roll_is_kept_on_the_sheet_and_asked_no_more() -> None:
    evening = Evening(second_attack=0, third_attack=9)
    seat = f"seat:{evening.kesh}"
    dice = {"extra_attacks": [7, 9], "dual_wield": 2}
    roll: dict[str, Any] = {"roll": "extra_attacks", "creature": evening.kesh, "dice": dice}
    evening.do("roll", by=seat, **roll, parameters={"second_attack": 7, "third_attack": 20})
    numbers = evening.see()["creatures"][evening.kesh]["numbers"]
    assert (numbers["second_attack"], numbers.get("third_attack")) == (7, None)  # the game says the other
    evening.do("roll", by=seat, **roll, parameters={"second_attack": 20})
    evening.do("roll", by=seat, **roll)
    assert evening.last().facts["more"]["gained"] == [True, True]
    for _ in range(3):
        evening.undo(any_hand=True)
    assert evening.see()["creatures"][evening.kesh]["numbers"].get("second_attack") is None


def test_a_player_sees_the_swings_of_the_own_turn_and_of_no_one_elses() -> None:
    evening = Evening()
    evening.begin()
    dice = {"extra_attacks": [14, 8], "dual_wield": 2}
    roll: dict[str, Any] = {"roll": "extra_attacks", "creature": evening.kesh, "dice": dice}
    evening.do("roll", by=f"seat:{evening.kesh}", **roll)
    evening.strike(15, 4)
    (lines,) = evening.seat(evening.kesh)["order"]["memory"]["own_blows"].values()
    assert [(line["key"], line["gained"], line.get("outcome")) for line in lines] == [
        ("first", True, "hit"),
        ("second", True, None),
        ("third", False, None),
        ("off_hand", False, None),
    ]
    for view in (evening.seat(evening.ama), evening.public()):
        assert "blows" not in str(view["order"]["memory"])
    evening.do("end_turn")
    assert "own_blows" not in evening.seat(evening.kesh)["order"]["memory"]


def test_what_the_gm_rolls_in_secret_tells_the_player_of_no_swing() -> None:
    evening = Evening()
    evening.begin()
    dice = {"extra_attacks": [14, 8], "dual_wield": 2}
    roll: dict[str, Any] = {"roll": "extra_attacks", "creature": evening.kesh, "dice": dice}
    evening.do("roll", **roll, visibility="gm")
    assert len(evening.lines()) == 4
    assert "own_blows" not in evening.seat(evening.kesh)["order"]["memory"]
    evening.do("roll", **roll)
    before = evening.seat(evening.kesh)["order"]["memory"]
    evening.strike(15, 4, visibility="gm")
    assert evening.lines()[0]["outcome"] == "hit"
    assert evening.seat(evening.kesh)["order"]["memory"] == before


def test_a_player_rolls_the_whole_round_and_reads_each_swing_of_it() -> None:
    evening = Evening()
    evening.begin()
    dice = {"extra_attacks": [6, 1], "dual_wield": 2, "attacks": [{"d20": 15, "damage": [5]}], "swings": [{"d20": 2}]}
    roll: dict[str, Any] = {"roll": "round", "creature": evening.kesh, "targets": [evening.wight], "dice": dice}
    evening.do("roll", by=f"seat:{evening.kesh}", **roll)
    (mine,) = evening.seat(evening.kesh)["rolls"]
    assert [(one["swing"], one["outcome"]) for one in mine["facts"]["more"]["attacks"]] == [
        ("first", "hit"),
        ("second", "miss"),
    ]
    evening.send(evening.then())
    assert evening.value("hp", evening.wight) == 70 - 11


def test_all_that_is_still_to_come_is_rolled_at_once_and_no_more() -> None:
    evening = Evening()
    evening.begin()
    gained = {"extra_attacks": [14, 8], "dual_wield": 9}
    evening.do("roll", roll="extra_attacks", creature=evening.kesh, dice=gained)
    evening.strike(3)
    dice = {"attacks": [{"d20": 15, "damage": [4]}, {"d20": 16, "damage": [4]}]}
    whole: dict[str, Any] = {"roll": "round", "creature": evening.kesh, "targets": [evening.wight]}
    evening.do("roll", **whole, dice=dice)
    assert [line.get("outcome") for line in evening.lines()] == ["miss", "hit", None, "hit"]
    swings = evening.last().facts["more"]["attacks"]
    assert [one["off_hand"] for one in swings] == [False, True]
    with pytest.raises(RuleError, match="no-swings-left"):
        evening.do("roll", **whole)
    evening.do("amend_roll", id=evening.last().id, dice={"attacks": [{"d20": 2}, {"d20": 16, "damage": [4]}]})
    assert [line.get("outcome") for line in evening.lines()] == ["miss", "miss", None, "hit"]


def test_a_round_that_is_rolled_at_once_leaves_its_swings_in_the_turn() -> None:
    evening = Evening()
    evening.begin()
    dice = {"extra_attacks": [6, 1], "dual_wield": 2, "attacks": [{"d20": 15, "damage": [5]}], "swings": [{"d20": 2}]}
    evening.do("roll", roll="round", creature=evening.kesh, targets=[evening.wight], dice=dice)
    assert [(line["key"], line["outcome"]) for line in evening.lines()] == [("first", "hit"), ("second", "miss")]
    evening.do("end_turn")
    assert evening.lines() == []
