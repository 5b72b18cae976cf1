"""A round of blows: how many there are, and odds that equal those worked out plainly."""

import gc
from collections.abc import Mapping
from fractions import Fraction
from time import perf_counter
from typing import Any

import pytest

from rules.core.errors import InvalidInput, RuleError
from rules.swing import blow, swings
from rules.swing.rolls import ROLLS

Shares = dict[int, Fraction]
SWORD = {"bonus": 8, "defense": 18, "weapon": {"die": "1d8", "critical_percent": 15, "critical_bonus": 3}}
HOOK = {"bonus": 6, "defense": 18, "weapon": {"die": "1d6"}, "off_hand": True, "damage_bonus": 3}
AXE = {"bonus": -2, "defense": 19, "weapon": {"die": "1d12", "multiplier": 3}, "damage_bonus": 2}
ROUNDS: list[dict[str, Any]] = [
    {"attacks": [SWORD]},
    {"attacks": [SWORD], "haste": True},
    {"attacks": [SWORD], "dual_wield": HOOK},
    {"attacks": [SWORD], "extra_attacks": [{"needs": 6}, {"needs": 12}, {"needs": 20}, {"needs": 1}]},
    {"attacks": [SWORD, AXE], "extra_attacks": [{"needs": 11}], "dual_wield": HOOK, "haste": True},
]


def plainly(one: Mapping[str, Any]) -> Shares:
    """The damage of one swing, face by face."""
    swing = ROLLS["attack"].read(one).swing
    found: Shares = {}
    for natural in range(1, 21):
        outcome = swing.outcome(natural)
        for rolled in range(1, swing.sides + 1):
            hits = outcome in blow.HITS
            dealt = blow.damage(swing, rolled, critical=outcome in blow.CRITICAL)[0] if hits else 0
            found[dealt] = found.get(dealt, Fraction(0)) + Fraction(1, 20 * swing.sides)
    return found


def both(one: Shares, other: Shares) -> Shares:
    found: Shares = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] = found.get(a + b, Fraction(0)) + p * q
    return found


def perhaps(one: Shares, chance: Fraction) -> Shares:
    found = {value: share * chance for value, share in one.items()}
    return {**found, 0: found.get(0, Fraction(0)) + 1 - chance}


def chances(given: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], Fraction]]:
    first = given["attacks"][0]
    found = [(one, Fraction(1)) for one in given["attacks"]]
    found += [(first, Fraction(21 - extra["needs"], 20)) for extra in given.get("extra_attacks", [])]
    found += [(given["dual_wield"], Fraction(13, 20))] if "dual_wield" in given else []
    return [*found, *([(first, Fraction(1))] if given.get("haste") else [])]


@pytest.mark.parametrize("given", ROUNDS)
def test_the_odds_of_a_round_equal_those_worked_out_plainly(given: dict[str, Any]) -> None:
    odds = ROLLS["round"].exact_odds(given)
    damage: Shares = {0: Fraction(1)}
    number: Shares = {0: Fraction(1)}
    no_one = Fraction(1)
    for one, chance in chances(given):
        damage = both(damage, perhaps(plainly(one), chance))
        number = both(number, {0: 1 - chance, 1: chance})
        no_one *= 1 - chance / 20
    assert odds.distribution is not None
    shares = {value: Fraction(weight, odds.distribution.total) for value, weight in odds.distribution}
    assert shares == {value: share for value, share in damage.items() if share}
    found = odds.extra["swings"]
    assert {n: Fraction(weight, found.total) for n, weight in found} == {n: p for n, p in number.items() if p}
    assert odds.outcomes == {"fumble": 1 - no_one, "feat": 1 - no_one}
    assert odds.mean == sum(value * share for value, share in damage.items())


def test_the_off_hand_needs_eight() -> None:
    assert next(natural for natural in range(1, 21) if swings.gained(swings.OFF_HAND_NEEDS, natural)) == 8
    assert swings.chance_of(swings.OFF_HAND_NEEDS) == Fraction(13, 20)


def test_too_many_blows_are_refused_and_name_their_field() -> None:
    with pytest.raises(InvalidInput) as refused:
        ROLLS["round"].exact_odds({"attacks": [SWORD] * 30, "haste": True})
    (fault,) = refused.value.errors
    assert (fault.pointer, fault.code, fault.facts) == ("/parameters/attacks", "too-long", {"most": 30})


def test_odds_that_would_take_too_long_are_refused_at_once() -> None:
    huge = {**SWORD, "weapon": {"die": "10d100", "multiplier": 10}}
    gc.collect()  # what the tests before have left to be cleared away is not timed
    began = perf_counter()
    with pytest.raises(RuleError, match="odds-too-large"):
        ROLLS["round"].exact_odds({"attacks": [huge] * 30})
    assert perf_counter() - began < 0.1


@pytest.mark.parametrize("count, sides", [(1, 4), (3, 8), (6, 12)])
def test_the_picture_of_a_round_holds_all_its_damage(count: int, sides: int) -> None:
    one = blow.Blow(5, 12, sides=sides, damage_bonus=3)
    found = swings.round_odds([swings.Swing(one, Fraction(1, n)) for n in range(1, count + 1)])
    spans = found.extra["by_damage"]
    assert sum(spans.values()) == 1
    assert len(spans) <= swings.MOST_SPANS + 1
    assert found.distribution is not None
    assert spans["0"] == found.distribution.chance(0)
    ends = [int(end) for span in spans for end in span.split("-")]
    assert ends == sorted(ends)
    assert ends[-1] == max(found.distribution.weights)
