"""Exact odds of pools whose dice may explode and be rolled again.

One die with everything that comes of it has the generating function (miss f + hit s) / (whole - again s) in the number
of successes s and of results f that are none; a pool is its power, and its coefficients are a few binomials.
"""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
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


def focused_at_least(die: OneDie, dice: int, successes: int) -> Fraction:
    """The exact chance of so many successes or more of one who is focused: by how many dice end without one.

    Source: SHARD, "Focused".
    """
    needs = [max(0, successes - (dice - missed) - missed // 2) for missed in range(dice + 1)]
    tails, most = _chain_tails(die, dice, max(needs)), max(needs)
    found = 0
    for missed, need in enumerate(needs):
        weight = comb(dice, missed) * die.miss**missed * die.hit ** (dice - missed)
        found += weight * tails[need] * die.whole ** (most - need)
    return Fraction(found, (die.miss + die.hit) ** dice * die.whole ** (dice + most))


@lru_cache(maxsize=64)
def _chain_tails(die: OneDie, dice: int, most: int) -> tuple[int, ...]:
    """The chances of n triumphs or more on the way, n from 0 to ``most``, in units of one in whole ** (dice + n)."""
    left, found = die.whole**dice, []
    for count in range(most + 1):
        found.append(left)
        here = comb(dice + count - 1, count) * die.again**count if count else 1
        left = (left - here * (die.miss + die.hit) ** dice) * die.whole
    return tuple(found)


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
