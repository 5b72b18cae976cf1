"""Damage rolls, and how damage becomes marked Hit Points."""

from itertools import product

import pytest

from rules.daggerheart.damage import (
    DamageRoll,
    Target,
    Thresholds,
    after_resistance,
    damage_odds,
    take_damage,
)

SOME = Thresholds(major=7, severe=14)
PHYSICAL, MAGIC, BOTH = ("physical",), ("magic",), ("physical", "magic")


def marked_by(damage: int, thresholds: Thresholds, *, massive: bool = False) -> int:
    return take_damage([damage], (), Target(thresholds), massive=massive).hit_points


@pytest.mark.parametrize(
    ("damage", "marked"),
    [
        pytest.param(-3, 0, id="reduced below zero"),
        pytest.param(0, 0, id="reduced to zero"),
        pytest.param(1, 1, id="least hit"),
        pytest.param(6, 1, id="just under major"),
        pytest.param(7, 2, id="at major"),
        pytest.param(13, 2, id="just under severe"),
        pytest.param(14, 3, id="at severe"),
        pytest.param(28, 3, id="twice severe, rule off"),
    ],
)
def test_hit_points_follow_the_thresholds(damage: int, marked: int) -> None:
    assert marked_by(damage, SOME) == marked


@pytest.mark.parametrize(("damage", "marked"), [(27, 3), (28, 4), (99, 4), (13, 2)])
def test_massive_damage_is_twice_severe_or_more(damage: int, marked: int) -> None:
    assert marked_by(damage, SOME, massive=True) == marked


@pytest.mark.case("GM-078")
@pytest.mark.parametrize(
    ("damage", "resists", "massive", "marked"),
    [(16, True, False, 2), (8, False, False, 2), (7, False, False, 1), (15, False, False, 3), (0, False, False, 0),
     (30, False, True, 4), (30, False, False, 3), (29, False, True, 3), (1, True, False, 1), (60, True, True, 4)],
)  # fmt: skip
def test_thresholds_are_met_by_what_is_left_of_the_damage(
    damage: int, resists: bool, massive: bool, marked: int
) -> None:
    target = Target(Thresholds(8, 15), PHYSICAL if resists else ())
    assert take_damage([damage], PHYSICAL, target, massive=massive).hit_points == marked


@pytest.mark.parametrize(
    ("thresholds", "marked"),
    [
        pytest.param(Thresholds(None, None), 1, id="none at all"),
        pytest.param(Thresholds(4, None), 2, id="Major only"),
        pytest.param(Thresholds(None, 9), 3, id="Severe only"),
    ],
)
def test_a_threshold_that_is_not_there_is_never_met(thresholds: Thresholds, marked: int) -> None:
    assert marked_by(50, thresholds) == marked
    assert marked_by(50, Thresholds(4, None), massive=True) == 2


@pytest.mark.parametrize(
    ("types", "resists", "ignores", "left"),
    [
        pytest.param(PHYSICAL, (), (), 15, id="no protection"),
        pytest.param(PHYSICAL, PHYSICAL, (), 8, id="half is rounded up"),
        pytest.param(PHYSICAL, PHYSICAL * 2, (), 8, id="resisting twice is once"),
        pytest.param(PHYSICAL, MAGIC, (), 15, id="the other type"),
        pytest.param(PHYSICAL, PHYSICAL, PHYSICAL, 0, id="immunity goes first"),
        pytest.param(BOTH, PHYSICAL, (), 15, id="both types, one resisted"),
        pytest.param(BOTH, BOTH, (), 8, id="both types, both resisted"),
        pytest.param(BOTH, (), BOTH, 0, id="both types, both ignored"),
        pytest.param(BOTH, MAGIC, PHYSICAL, 8, id="one ignored, one resisted"),
        pytest.param((), BOTH, BOTH, 15, id="damage of no type"),
    ],
)
def test_resistance_needs_every_type(
    types: tuple[str, ...], resists: tuple[str, ...], ignores: tuple[str, ...], left: int
) -> None:
    assert after_resistance(15, types, Target(SOME, resists, ignores)) == left


@pytest.mark.parametrize(
    ("amounts", "asked", "direct", "hit_points", "used"),
    [
        pytest.param([14], 1, False, 2, 1, id="a slot takes one off"),
        pytest.param([1], 1, False, 0, 1, id="a slot takes the only one off"),
        pytest.param([0], 1, False, 0, 0, id="nothing to take off"),
        pytest.param([14], 1, True, 3, 0, id="direct damage"),
        pytest.param([14], 0, False, 3, 0, id="none asked for"),
        pytest.param([7, 7], 0, False, 3, 0, id="two sources add up"),
    ],
)
def test_an_armor_slot_takes_one_hit_point_off(
    amounts: list[int], asked: int, direct: bool, hit_points: int, used: int
) -> None:
    taken = take_damage(amounts, PHYSICAL, Target(SOME), armor_slots=asked, direct=direct)
    assert (taken.hit_points, taken.armor_slots) == (hit_points, used)


@pytest.mark.parametrize(
    ("amounts", "types", "target", "asked", "codes"),
    [
        ([5], PHYSICAL, Target(SOME), 0, ["minor"]),
        ([5, 9], PHYSICAL, Target(SOME), 1, ["sum", "severe", "armor"]),
        ([15], PHYSICAL, Target(SOME, PHYSICAL), 0, ["halved", "major"]),
        ([15], PHYSICAL, Target(SOME, (), PHYSICAL), 1, ["ignored", "nothing", "armor-not-needed"]),
        ([15], BOTH, Target(SOME, MAGIC), 0, ["kept", "severe"]),
        ([0], PHYSICAL, Target(SOME, PHYSICAL), 0, ["nothing"]),
    ],
)
def test_the_steps_tell_the_way(
    amounts: list[int], types: tuple[str, ...], target: Target, asked: int, codes: list[str]
) -> None:
    taken = take_damage(amounts, types, target, armor_slots=asked)
    assert [step.code for step in taken.steps] == codes


def test_direct_damage_says_that_armor_does_not_help() -> None:
    taken = take_damage([28], PHYSICAL, Target(SOME), armor_slots=1, direct=True, massive=True)
    assert [step.code for step in taken.steps] == ["massive", "armor-passed"]


@pytest.mark.parametrize(
    ("roll", "total"),
    [
        pytest.param(DamageRoll(8, (3, 6), 1), 10, id="plain"),
        pytest.param(DamageRoll(8, (3, 6), 1, critical=True), 26, id="critical"),
        pytest.param(DamageRoll(8, (), 2, critical=True), 2, id="no dice"),
        pytest.param(DamageRoll(4, (1,), -3), 0, id="never below 0"),
    ],
)
def test_a_damage_roll_comes_to(roll: DamageRoll, total: int) -> None:
    assert roll.total == total


@pytest.mark.parametrize(
    ("count", "sides", "modifier", "critical"), [(2, 8, 1, True), (3, 4, -5, False), (0, 6, 3, True)]
)
def test_odds_are_what_all_throws_together_come_to(count: int, sides: int, modifier: int, critical: bool) -> None:
    throws = list(product(range(1, sides + 1), repeat=count))
    totals = sorted(DamageRoll(sides, faces, modifier, critical).total for faces in throws)
    odds = damage_odds(count, sides, modifier=modifier, critical=critical)
    assert sorted(value for value, weight in odds for _ in range(weight)) == totals


def test_odds_count_the_dice_of_features_a_critical_their_highest_too() -> None:
    throws = [
        DamageRoll(8, (face,), 1, True, ("d6", "-d4"), (more, less)).total
        for face in range(1, 9)
        for more in range(1, 7)
        for less in range(1, 5)
    ]
    odds = damage_odds(1, 8, modifier=1, critical=True, extra=("d6", "-d4"))
    assert sorted(value for value, weight in odds for _ in range(weight)) == sorted(throws)
