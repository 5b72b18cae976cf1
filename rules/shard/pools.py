"""Exact odds of pools whose dice may explode and be rolled again.

One die with everything that comes of it has the generating function (miss f + hit s) / (whole - again s) in the number
of successes s and of results f that are none; a pool is its power, and its coefficients are a few binomials.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb

from rules.core.odds import Distribution
from rules.shard.runes import SIDES, TRIUMPH, is_success


@dataclass(frozen=True, slots=True)
class OneDie:
    """One die: weights of ending without and with a success, and of going on with one more, over ``whole``."""

    miss: int
    hit: int
    again: int
    whole: int


def one_die(*, explode: bool = True, unseen: bool = False, rerolls: Collection[int] = ()) -> OneDie:
    """The die of a roll: ``rerolls`` are faces that are rolled again, once.

    Source: SHARD, "Modifying the Dice".
    """
    faces = [face for face in range(1, SIDES + 1) if face not in rerolls]
    again = SIDES - len(faces)
    first, second = _ends(faces, explode, unseen), _ends(range(1, SIDES + 1), explode, unseen)
    if not again:
        return OneDie(*first, SIDES)
    miss, hit, more = (one * SIDES + again * other for one, other in zip(first, second, strict=True))
    return OneDie(miss, hit, more, SIDES * SIDES)


def _ends(faces: Collection[int], explode: bool, unseen: bool) -> tuple[int, int, int]:
    """How many faces are no success, are one, and are one with a further die."""
    won = [face for face in faces if (face == TRIUMPH if unseen else is_success(face))]
    more = sum(face == TRIUMPH for face in won) if explode else 0
    return len(faces) - len(won), len(won) - more, more


@lru_cache(maxsize=2048)
def ways(die: OneDie, dice: int, successes: int) -> int:
    """The chance of so many successes in units of one in ``die.whole ** (dice + successes)``."""
    found = 0
    for ends in range(min(dice, successes) + 1):
        more = successes - ends
        if more and not (die.again and dice):
            continue
        here = comb(dice, ends) * die.miss ** (dice - ends) * die.hit**ends * die.whole**ends
        found += here * (comb(dice + more - 1, more) * die.again**more if more else 1)
    return found


def chance_of(die: OneDie, dice: int, successes: int) -> Fraction:
    """The exact chance that ``dice`` such dice come to so many successes."""
    return Fraction(ways(die, dice, successes), die.whole ** (dice + successes))


def at_least(die: OneDie, dice: int, successes: int) -> Fraction:
    """The exact chance of so many successes or more."""
    return Fraction(left(die, dice, successes), die.whole ** (dice + successes))


@lru_cache(maxsize=4096)
def left(die: OneDie, dice: int, successes: int) -> int:
    """The chance of so many successes or more, in units of one in ``die.whole ** (dice + successes)``."""
    if successes <= 0:
        all_of_it: int = die.whole**dice
        return all_of_it
    return (left(die, dice, successes - 1) - ways(die, dice, successes - 1)) * die.whole


def _weighed(die: OneDie, dice: int, weights: Iterable[int]) -> Fraction:
    """The sum of the chances of 0, 1, 2, ... successes, each times its weight: one fraction at the end is quickest."""
    found, last = 0, 0
    for last, weight in enumerate(weights):
        found = found * die.whole + weight * ways(die, dice, last)
    return Fraction(found, die.whole ** (dice + last))


def mean(die: OneDie, dice: int) -> Fraction:
    """The mean number of successes."""
    each = Fraction(die.hit + die.again, die.whole - die.again)
    return dice * each


@lru_cache(maxsize=512)
def focused_chance(die: OneDie, dice: int, successes: int) -> Fraction:
    """The same when all results that are no successes are cancelled, each two of them for one success.

    How many dice end without a success is independent of how many triumphs there are on the way.

    Source: SHARD, "Focused".
    """
    ends, found = die.miss + die.hit, Fraction(0)
    for missed in range(dice + 1):
        more = successes - (dice - missed) - missed // 2
        if more < 0 or (more and not die.again):
            continue
        ways = comb(dice, missed) * die.miss**missed * die.hit ** (dice - missed)
        ways *= (comb(dice + more - 1, more) if more else 1) * die.again**more
        found += Fraction(ways, die.whole ** (dice + more))
    assert ends
    return found


def focused_mean(die: OneDie, dice: int) -> Fraction:
    """The mean of `focused_chance`."""
    ends = die.miss + die.hit
    found = Fraction(0)
    for missed in range(dice + 1):
        share = Fraction(comb(dice, missed) * die.miss**missed * die.hit ** (dice - missed), ends**dice)
        found += share * (dice - missed + missed // 2)
    return found + Fraction(dice * die.again, die.whole - die.again)


def blanks_over(dice: int, most: int) -> Fraction:
    """The chance that more than ``most`` of a pool of exploding dice end on a blank: each does with 2 in 7.

    Source: SHARD, "The dangers of spellcasting".
    """
    return sum(
        (Fraction(comb(dice, count) * 2**count * 5 ** (dice - count), 7**dice) for count in range(most + 1, dice + 1)),
        Fraction(0),
    )


def plain(dice: int) -> Distribution:
    """The successes of dice that do not explode."""
    weights = {count: comb(dice, count) * 3**count * 5 ** (dice - count) for count in range(dice + 1)}
    return Distribution(weights)


@lru_cache(maxsize=512)
def margin_at_least(dice: int, against: int, margin: int) -> Fraction:
    """The exact chance that a pool beats another, both exploding, by ``margin`` (may be negative) or more.

    P(D = d) and P(A >= a) are polynomials times powers of 1/8 from 1 on, so the endless sum over d is one of a
    polynomial times a power of 1/64, and that is finite in its differences.
    """
    die = one_die()
    if not against:
        return at_least(die, dice, max(0, margin))
    start = max(1, 1 - margin)
    found = Fraction(0)
    for count in range(start):
        found += chance_of(die, against, count) * at_least(die, dice, max(0, count + margin))
    tails = _tails(die, dice, start + margin, dice + against)
    samples = [ways(die, against, start + n) * tail for n, tail in enumerate(tails)]
    unit = SIDES ** (dice + against + 2 * start + margin)
    return found + Fraction(_endless(samples), unit * 63 ** len(samples))


@lru_cache(maxsize=512)
def margin_excess(dice: int, against: int, margin: int) -> Fraction:
    """The sum of `margin_at_least` for ``margin`` and everything above it: the mean of what goes beyond it, and 1."""
    die, each = one_die(), mean(one_die(), dice)
    if not against:
        return _excess(die, dice, margin, each)
    start = max(1, 1 - margin)
    found = Fraction(0)
    for count in range(start):
        found += chance_of(die, against, count) * _excess(die, dice, count + margin, each)
    rest, samples = _excess(die, dice, start + margin, each), []
    tails = _tails(die, dice, start + margin, dice + against)
    for n, tail in enumerate(tails):
        unit = 7 * SIDES ** (dice + start + margin + n)
        samples.append(ways(die, against, start + n) * int(rest * unit))
        rest -= Fraction(tail, SIDES ** (dice + start + margin + n))
    unit = 7 * SIDES ** (dice + against + 2 * start + margin)
    return found + Fraction(_endless(samples), unit * 63 ** len(samples))


@lru_cache(maxsize=4096)
def _excess(die: OneDie, dice: int, least: int, each: Fraction) -> Fraction:
    """The sum of the chances of ``least`` successes or more, of one more than that, and so on, none of them above 1."""
    if least <= 0:
        return each - least + 1
    return each - (least - 1) + _weighed(die, dice, range(least - 1, 0, -1))


def _tails(die: OneDie, dice: int, first: int, count: int) -> list[int]:
    """The chances of ``first`` successes or more, and so on, in units of one in 8 ** (dice + successes)."""
    return [left(die, dice, successes) for successes in range(first, first + count)]


def _endless(samples: list[int]) -> int:
    """The sum of p(n) / 64^n over all n from 0, times 63 ** len(samples), for p with these values at 0, 1, ..."""
    found, row, power = 0, samples, 64 * 63 ** (len(samples) - 1)
    while row:
        found += row[0] * power
        power //= 63
        row = [after - before for before, after in pairwise(row)]
    return found
