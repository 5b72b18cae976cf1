"""Odds are exact: the same as another library finds and as counting every throw, as far as they are told."""

import time
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest

from rules.core.chance import Chance
from rules.core.errors import InvalidInput, RuleError
from rules.core.odds import Odds
from rules.shard import margins, pools
from rules.shard.rolls import ROLLS
from rules.shard.runes import is_success

DEPTH = 14  # triumphs in a row that are counted; what lies deeper is below any chance that is compared
Given = dict[str, Any]


def odds(roll: str, to: int = 6, **parameters: Any) -> Odds:
    return ROLLS[roll].exact_odds(parameters, to)


def successes(*, explode: bool = True, unseen: bool = False, rerolls: tuple[int, ...] = ()) -> Any:
    """One die as another library rolls it, cut off deep down."""

    def won(face: int) -> int:
        return int(face == 8) if unseen else int(is_success(face))

    def rolled(deeper: Any, anew: Any) -> Any:
        kept = {face: 1 + deeper if explode and face == 8 else won(face) for face in range(1, 9)}
        return icepool.Die([anew if face in rerolls else end for face, end in kept.items()])

    found: Any = icepool.Die([0])
    for _ in range(DEPTH if explode else 1):
        # One that was rolled again is not rolled a third time, but its triumph brings a die that may be.
        again = icepool.Die([1 + found if explode and face == 8 else won(face) for face in range(1, 9)])
        found = rolled(found, again)
    return found


def close(found: Fraction, wanted: Fraction) -> bool:
    """Equal but for what lies deeper than anybody rolls."""
    return abs(found - wanted) < Fraction(1, 8 ** (DEPTH - 4))


WAYS: list[Given] = [
    {},
    {"explode": False},
    {"unseen": True},
    {"unseen": True, "explode": False},
    {"rerolls": (4, 5)},
    {"rerolls": (1, 2, 3), "explode": False},
]


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("dice", [0, 1, 2, 4])
def test_a_challenge_has_the_odds_of_its_dice(way: Given, dice: int) -> None:
    found = odds("challenge", dice=dice, target=2, **way).distribution
    pool: Any = dice @ successes(**way) if dice else icepool.Die([0])
    assert found is not None
    for count in range(5):
        assert close(found.chance(count), Fraction(pool.probability("==", count))), count


@pytest.mark.parametrize("way", [w for w in WAYS if not w.get("explode", True)], ids=str)
def test_odds_without_explosions_equal_a_count_of_every_throw(way: Given) -> None:
    rerolls, unseen = way.get("rerolls", ()), way.get("unseen", False)
    won = {face: int(face == 8) if unseen else int(is_success(face)) for face in range(1, 9)}
    counts: dict[int, Fraction] = {}
    each = [
        (won[first], Fraction(1, 8)) if first not in rerolls else (won[second], Fraction(1, 64))
        for first in range(1, 9)
        for second in (range(1, 9) if first in rerolls else (0,))
    ]
    for throw in product(each, repeat=3):
        count, chance = sum(one for one, _ in throw), Fraction(1)
        for _, weight in throw:
            chance *= weight
        counts[count] = counts.get(count, Fraction(0)) + chance
    found = odds("challenge", dice=3, target=1, **way).distribution
    assert found is not None
    assert {value: found.chance(value) for value, _ in found} == {n: c for n, c in counts.items() if c}
    assert found.rest == 0


@pytest.mark.parametrize("dice", [1, 2, 3, 5])
def test_one_who_is_focused_cancels_all_that_is_no_success(dice: int) -> None:
    misses: Any = dice @ icepool.Die({1: 5, 0: 2})  # how many dice end without a success
    plain: Any = misses.map({count: dice - count + count // 2 for count in range(dice + 1)})
    triumphs: Any = icepool.Die([0])
    chain: Any = icepool.Die([0])
    for _ in range(DEPTH):
        chain = icepool.Die([1 + chain, 0, 0, 0, 0, 0, 0, 0])
    for _ in range(dice):
        triumphs = triumphs + chain
    both = plain + triumphs
    found = odds("challenge", dice=dice, focused=True).distribution
    assert found is not None
    for count in range(5):
        assert close(found.chance(count), Fraction(both.probability("==", count))), count


@pytest.mark.parametrize(("dice", "active", "defence"), [(4, 0, 2), (5, 2, 2), (3, 3, 0), (6, 1, 3), (0, 2, 1)])
@pytest.mark.parametrize(("kind", "rating"), [("slashing", 2), ("fire", 2), ("poison", 2)])
def test_an_attack_has_the_odds_of_hit_and_damage(dice: int, active: int, defence: int, kind: str, rating: int) -> None:
    hits: Any = dice @ successes() if dice else icepool.Die([0])
    against: Any = active @ successes() if active else icepool.Die([0])
    armour: Any = rating @ successes(explode=False) if kind == "fire" else icepool.Die([0])
    flat = rating if kind == "slashing" else 0
    nets = hits - against - defence

    def dealt(net: int, less: int) -> int:
        return max(0, 3 + net - flat - less) if net >= 0 else 0

    damage = icepool.map(dealt, nets, armour)
    found = odds(
        "attack", 4, dice=dice, active_defence=active, defence=defence, weapon_damage=3, damage_type=kind,
        armour={"rating": rating},
    )  # fmt: skip
    assert close(found.outcomes["hit"], Fraction(nets.probability(">=", 0)))
    assert found.distribution is not None
    assert found.mean is not None
    for amount in range(1, 5):
        assert close(found.distribution.chance(amount), Fraction(damage.probability("==", amount))), amount
    assert abs(found.mean - Fraction(damage.mean())) < Fraction(1, 10**8)


@pytest.mark.parametrize(("attribute", "school"), [(1, 0), (2, 1), (3, 3)])
def test_a_spell_hurts_by_its_blanks(attribute: int, school: int) -> None:
    dice = attribute + school
    ends: Any = icepool.Die({1: 2, 0: 5})  # a die ends on a blank in 2 of the 7 ways that are no triumph
    wanted = Fraction((dice @ ends).probability(">", attribute))
    assert odds("cast", attribute=attribute, school=school, ether_dice=1).outcomes["strain"] == wanted


def test_outcomes_and_what_lies_beyond_add_up_to_one() -> None:
    for parameters in ({"dice": 7, "target": 4}, {"dice": 3, "target": 0}, {"dice": 5, "target": 2, "added": 1}):
        found = odds("challenge", 8, **parameters)
        assert sum(found.outcomes.values()) == 1
        assert found.distribution is not None
        told = sum((found.distribution.chance(value) for value, _ in found.distribution), Fraction(0))
        assert found.beyond is not None
        assert told + found.beyond == 1


CAPS: list[tuple[str, Given]] = [
    ("challenge", {"dice": 40, "target": 20, "focused": True, "rerolls": [1, 2, 3]}),
    ("attack", {"dice": 40, "defence": 30, "active_defence": 40, "damage_type": "fire", "armour": {"rating": 12}}),
    ("cast", {"attribute": 20, "school": 20, "ether_dice": 40}),
    ("cast", {"attribute": 20, "school": 20, "target": 99, "focused": True}),
    ("challenge", {"dice": 40, "target": 99, "focused": True, "rerolls": [1, 2, 3, 4, 5]}),
    ("attack", {"dice": 40, "defence": 99, "active_defence": 40, "weapon_damage": -99, "size_steps": 20,
                "resistance": 30, "damage_type": "fire", "armour": {"rating": 12}}),
    ("attack", {"dice": 40, "defence": 99, "weapon_damage": -99, "size_steps": 20, "focused": True}),
    ("attack", {"dice": 40, "defence": 0, "active_defence": 40, "added": 99, "weapon_damage": -99, "size_steps": 20}),
]  # fmt: skip


@pytest.mark.parametrize(("roll", "parameters"), CAPS)
def test_the_largest_pools_are_answered_within_their_bound(roll: str, parameters: Given) -> None:
    assert min(cold(roll, parameters) for _ in range(5)) < 0.02


def cold(roll: str, parameters: Given) -> float:
    """The seconds of this thread for odds that nothing is remembered of."""
    for remembered in (found for of in (pools, margins) for found in vars(of).values()):
        if hasattr(remembered, "cache_clear"):
            remembered.cache_clear()
    began = time.thread_time()
    assert odds(roll, 10, **parameters).outcomes
    return time.thread_time() - began


@pytest.mark.parametrize("dice", [0, 1, 2, 5])
@pytest.mark.parametrize("against", [0, 1, 3])
@pytest.mark.parametrize("margin", [-4, -1, 0, 1, 2, 6])
def test_a_margin_between_two_pools_equals_the_sum_over_all_that_they_throw(
    dice: int, against: int, margin: int
) -> None:
    most = 60  # successes of the other pool: what lies beyond is less than the difference that is allowed
    die = pools.one_die()
    wanted = sum(
        pools.chance_of(die, against, count) * pools.at_least(die, dice, max(0, count + margin))
        for count in range(most if against else 1)
    )
    assert abs(margins.at_least(dice, against, margin) - wanted) < Fraction(1, 10**20)
    rest = sum(margins.several(dice, against, margin, most), Fraction(0))
    assert abs(margins.excess(dice, against, margin) - rest) < Fraction(1, 10**20)


@pytest.mark.parametrize("dice", [0, 1, 2, 5])
@pytest.mark.parametrize("least", [0, 1, 2, 4])
def test_the_least_of_one_who_is_focused_is_the_sum_of_all_that_is_less(dice: int, least: int) -> None:
    for die in (pools.one_die(), pools.one_die(explode=False), pools.one_die(rerolls=(1, 4))):
        lost = sum((pools.focused_chance(die, dice, count) for count in range(least)), Fraction(0))
        assert pools.focused_at_least(die, dice, least) == 1 - lost


FAR_OFF: list[Given] = [
    {"dice": 3},
    {"dice": 38, "focused": True},
    {"dice": 38, "active_defence": 38},
    {"dice": 3, "active_defence": 3, "armour": {"rating": 12}, "damage_type": "fire"},
]


@pytest.mark.parametrize("parameters", FAR_OFF, ids=["few", "focused", "many", "armoured"])
def test_the_least_likely_damage_is_reckoned_at_once_too(parameters: Given) -> None:
    began = time.thread_time()  # of this thread alone: servers of other tests may run beside it
    found = odds("attack", 10, defence=97, weapon_damage=-99, **parameters)
    assert time.thread_time() - began < 0.3
    assert found.distribution is not None
    assert found.beyond is not None
    assert sum(found.distribution.chance(value) for value, _ in found.distribution) + found.beyond == 1


REFUSED: list[tuple[str, Given, str]] = [
    ("challenge", {"dice": 41}, "/parameters/dice"),
    ("challenge", {"dice": -1}, "/parameters/dice"),
    ("challenge", {"dice": 3, "rerolls": [8]}, "/parameters/rerolls/0"),
    ("challenge", {"dice": 3, "target": 100}, "/parameters/target"),
    ("attack", {"dice": 3}, "/parameters"),
    ("attack", {"dice": 3, "defence": 1, "active_defence": 10**9}, "/parameters/active_defence"),
    ("attack", {"dice": 3, "defence": 1, "damage_type": "sonic"}, "/parameters/damage_type"),
    ("cast", {"attribute": 30, "school": 11}, "/parameters/school"),
    ("cast", {"attribute": 3, "missing_components": 4}, "/parameters/missing_components"),
]


@pytest.mark.parametrize(("roll", "parameters", "at"), REFUSED, ids=[at for _, _, at in REFUSED])
def test_a_wrong_parameter_names_itself_at_once(roll: str, parameters: Given, at: str) -> None:
    began = time.perf_counter()
    with pytest.raises(InvalidInput) as refused:
        ROLLS[roll].exact_odds(parameters)
    assert refused.value.errors[0].pointer.startswith(at)
    assert time.perf_counter() - began < 1


IMPOSSIBLE = [([9], "dice-do-not-fit"), ([3, 6], "too-many-dice"), ([0], "dice-do-not-fit")]


@pytest.mark.parametrize(("faces", "code"), IMPOSSIBLE)
def test_dice_that_cannot_be_are_refused(faces: list[int], code: str) -> None:
    with pytest.raises(RuleError) as refused:
        ROLLS["challenge"].result({"dice": 1}, Chance(None, {"faces": faces}, True, str))
    assert refused.value.code == code


def test_a_defence_that_is_known_stands_as_a_higher_number() -> None:
    plain = odds("attack", dice=5, defence=3, weapon_damage=2)
    known = odds("attack", dice=5, defence=2, weapon_damage=2, active_defence=3, defended=1)
    assert (known.outcomes, known.distribution) == (plain.outcomes, plain.distribution)


@pytest.mark.parametrize(("rating", "target", "automatic"), [(3, 2, True), (2, 2, False), (1, 2, False)])
def test_a_rank_that_exceeds_the_target_needs_no_roll(rating: int, target: int, automatic: bool) -> None:
    assert odds("challenge", dice=3, target=target, rating=rating).extra == {"automatic": automatic}
    assert odds("challenge", dice=3, target=target, rating=rating, fails=True).extra == {}
