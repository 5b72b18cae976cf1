"""A whole round of real dice, taken by one command: blows, damage, feats and the fumble."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.events import Rolled
from tests.rules.swing.evening import Evening

# Second is gained on 6, third on 12, the off hand on 8; 20 and 1 fall, and one blow of the sword is a plain hit.
FELL: dict[str, Any] = {
    "first": {"d20": 20, "damage": 5},
    "second": {"gain": 14, "d20": 15, "damage": [4]},
    "third": {"gain": 11, "d20": 19, "damage": 8},
    "off_hand": {"gain": 8, "d20": 1, "damage": 6},
}


def table(**settings: Any) -> Evening:
    evening = Evening(**settings)
    evening.begin()
    return evening


def take(evening: Evening, dice: dict[str, Any], *, by: str = "gm", **more: Any) -> None:
    evening.do("take_round", by=by, creature=evening.kesh, targets=[evening.wight], dice=dice, **more)


def of_round(evening: Evening) -> dict[str, Any]:
    """What the newest round of Kesh came to."""
    rolled = [entry.event for entry in evening.game.entries if isinstance(entry.event, Rolled)]
    return next(dict(event.facts["more"]) for event in reversed(rolled) if event.roll == "round")


def test_one_command_takes_blows_damage_feat_and_fumble_and_one_undo_gives_all_back() -> None:
    evening = table(fumble_3="the strap breaks")
    feat = {"first": {"feat": "knock_down", "target": evening.hound}}
    take(evening, FELL, feats=feat, fumble=3)
    # 5 × 2 + 3, Strength 3, craftsmanship 2, magic 1; then 4 + 6; the third is no swing, the off hand fumbles
    assert evening.value("hp", evening.wight) == 70 - 19 - 10
    assert evening.conditions(evening.hound) == ["knocked-down"]
    assert evening.last().facts["more"]["line"] == "the strap breaks"
    assert evening.value("fumbled", evening.kesh) == 1
    assert evening.game.state.pending == {}
    assert [(line["key"], line.get("outcome")) for line in evening.lines()] == [
        ("first", "natural_20"),
        ("second", "hit"),
        ("off_hand", "natural_1"),
    ]
    evening.undo()
    assert evening.value("hp", evening.wight) == 70
    assert (evening.conditions(evening.hound), evening.lines()) == ([], [])


def test_it_is_the_very_round_that_the_dice_of_the_roll_make() -> None:
    evening, other = table(), table()
    take(evening, FELL)
    dice = {
        "extra_attacks": [14, 11],
        "dual_wield": 8,
        "attacks": [{"d20": 20, "damage": [5]}],
        "swings": [{"d20": 15, "damage": [4]}, {"d20": 1}],
    }
    other.do("roll", roll="round", creature=other.kesh, targets=[other.wight], dice=dice)
    assert evening.last().facts["more"] == other.last().facts["more"]
    assert evening.last().dice == other.last().dice


def test_what_is_not_said_of_a_feat_and_a_fumble_is_asked() -> None:
    evening = table()
    take(evening, FELL)
    assert (len(evening.asked("feat")), len(evening.asked("fumble"))) == (1, 1)
    assert evening.value("hp", evening.wight) == 70 - 29


def test_what_lacks_is_asked_for_by_swing_and_nothing_happens() -> None:
    evening = table()
    with pytest.raises(Need) as need:
        take(evening, {"first": {"d20": 15}, "second": {"gain": 6}, "third": {"gain": 2}})
    asks = [(ask["dice"], ask["sides"], ask["count"]) for ask in need.value.asks]
    assert asks == [("first/damage", 8, 1), ("second/d20", 20, 1), ("off_hand/gain", 20, 1)]
    assert evening.value("hp", evening.wight) == 70


def test_a_preview_tells_each_swing_so_far_and_the_odds_of_the_rest() -> None:
    evening = table()
    so_far = {"first": {"d20": 20, "damage": 5}, "second": {"gain": 14}, "third": {"gain": 3}}
    found = evening.preview("take_round", creature=evening.kesh, targets=[evening.wight], dice=so_far)
    odds = found.odds[0]["odds"]
    assert [(line["swing"], line["gained"], line["damage"]) for line in odds.extra["lines"]] == [
        ("first", True, 19),
        ("second", True, None),
        ("third", False, 0),
        ("off_hand", None, None),
    ]
    assert (odds.extra["dealt"], odds.extra["left"], odds.outcomes["feat"]) == (19, 2, 1)
    assert min(odds.distribution.weights) == 19
    assert found.added == ()


def test_a_preview_of_all_dice_tells_what_would_happen() -> None:
    evening = table()
    found = evening.preview("take_round", creature=evening.kesh, targets=[evening.wight], dice=FELL)
    assert [entry.event.roll for entry in found.added if isinstance(entry.event, Rolled)] == ["round"]
    assert found.odds[0]["odds"].extra["left"] == 0
    assert found.odds[0]["odds"].distribution.weights == {29: 1}
    assert evening.value("hp", evening.wight) == 70


def test_the_odds_of_a_round_of_which_nothing_fell_are_those_of_the_round() -> None:
    evening = table()
    evening.do("add_condition", creature=evening.kesh, condition="hasted")
    asked = {"creature": evening.kesh, "targets": [evening.wight]}
    one = evening.preview("take_round", **asked).odds[0]["odds"]
    other = evening.preview("roll", roll="round", **asked).odds[0]["odds"]
    assert one.distribution == other.distribution
    assert one.outcomes == other.outcomes
    assert one.extra["swings"] == other.extra["swings"]


def test_swings_that_were_gained_before_need_no_further_d20() -> None:
    evening = table()
    gained = {"extra_attacks": [14, 8], "dual_wield": 9}
    evening.do("roll", roll="extra_attacks", creature=evening.kesh, dice=gained)
    evening.strike(3)
    take(evening, {"second": {"d20": 15, "damage": 4}, "off_hand": {"d20": 16, "damage": 4}})
    assert [line.get("outcome") for line in evening.lines()] == ["miss", "hit", None, "hit"]
    assert [one["swing"] for one in of_round(evening)["attacks"]] == ["second", "off_hand"]


def test_a_second_natural_1_of_the_round_is_a_plain_miss() -> None:
    evening = table()
    ones = {"first": {"d20": 1}, "second": {"gain": 6, "d20": 1}, "third": {"gain": 1}, "off_hand": {"gain": 1}}
    take(evening, ones, fumble=2)
    assert of_round(evening)["fumbles"] == 1
    evening.strike(1)
    assert evening.asked("fumble") == []


def test_a_player_takes_the_own_round_and_its_damage_waits_for_the_gm() -> None:
    evening = table()
    take(evening, FELL, by=f"seat:{evening.kesh}", feats={"first": {"feat": "stagger"}}, fumble=4)
    assert evening.value("hp", evening.wight) == 70
    assert evening.conditions(evening.wight) == ["staggered"]
    evening.send(evening.then())
    assert evening.value("hp", evening.wight) == 70 - 29
    assert len(evening.asked("fumble")) == 1


def test_what_is_asked_of_a_player_does_not_tell_which_blow_hits() -> None:
    evening = table()
    for d20 in (2, 15):
        dice = {"first": {"d20": d20}, "second": {"gain": 1}, "third": {"gain": 1}, "off_hand": {"gain": 1}}
        with pytest.raises(Need) as need:
            take(evening, dice, by=f"seat:{evening.kesh}")
        assert [ask["dice"] for ask in need.value.asks] == ["first/damage"]


def test_a_player_takes_nobody_elses_round() -> None:
    evening = table()
    with pytest.raises(RuleError, match="unknown-creature"):
        take(evening, FELL, by=f"seat:{evening.ama}")


def test_a_target_without_hit_points_loses_none() -> None:
    evening = table()
    rat = evening.add("Rat", numbers={"defense": 9})
    evening.do("take_round", creature=evening.kesh, targets=[rat], dice=FELL)
    assert of_round(evening)["damage"] > 0


def test_shots_of_a_round_take_their_arrows() -> None:
    evening = Evening(second_attack=2)
    evening.do("change_creature", creature=evening.ama, changes={"numbers": {"level": 14}})
    dice = {"first": {"d20": 15, "damage": 3}, "second": {"gain": 2, "d20": 2}}
    evening.do("take_round", creature=evening.ama, targets=[evening.wight], dice=dice)
    assert evening.value("arrows", evening.ama) == 18
    assert (evening.value("arrows_hit", evening.ama), evening.value("arrows_missed", evening.ama)) == (1, 1)


def test_dice_may_be_said_as_they_are_asked_for() -> None:
    evening = table()
    rows = {"second/gain": [1], "third/gain": 1, "off_hand/gain": [2], "first/damage": [4]}
    take(evening, {"first": {"d20": [15]}, **rows})
    assert of_round(evening)["damage"] == 10


def test_dice_that_lack_are_asked_of_a_preview_that_wants_them() -> None:
    evening = table()
    with pytest.raises(Need):
        evening.preview("take_round", creature=evening.kesh, targets=[evening.wight], dice={}, physical=True)


@pytest.mark.parametrize(
    ("dice", "error"),
    [
        ({"first": {"d20": 21}}, InvalidInput),
        ({"first": {"d20": 15, "damage": 9}}, RuleError),
        ({"first": {"d20": 15, "damage": [4, 4]}}, RuleError),
        ({"seventh": {"d20": 15}}, InvalidInput),
        ({"first": {"face": 15}}, InvalidInput),
        ({"second": {"gain": 0}}, InvalidInput),
        ({"first": 15}, InvalidInput),
    ],
)
def test_dice_that_cannot_be_are_refused(dice: dict[str, Any], error: type[Exception]) -> None:
    evening = table()
    with pytest.raises(error):
        take(evening, {**FELL, **dice})
    assert evening.value("hp", evening.wight) == 70
