"""Exact odds of one pool of exploding dice against another: by how much the first has more successes.

The chance of k successes or more is T(k) / 8^(dice + k) from k = 1 on, T a polynomial. Its differences are weighed with
what the other pool does to them: the coefficients of its generating function, ((5 + 2 s) / (8 - s)) ^ n, at
s = (1 + t) / 8, which is (2 (21 + t) / (63 - t)) ^ n. So an endless sum is a short one of whole numbers, and the next
margin costs no more than a step of the differences.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice, pairwise
from math import comb

from rules.shard import pools
from rules.shard.runes import SIDES


@lru_cache(maxsize=128)
def _differences(dice: int) -> tuple[int, ...]:
    """T(1) and its differences, as many as there are dice."""
    row = [pools.left(pools.one_die(), dice, successes) for successes in range(1, dice + 1)]
    found = []
    while row:
        found.append(row[0])
        row = [after - before for before, after in pairwise(row)]
    return tuple(found)


def _at(dice: int, margin: int) -> list[int]:
    """T(margin) and its differences."""
    row, steps = _differences(dice), margin - 1
    ways = [comb(steps, n) for n in range(dice)]
    return [sum(way * one for way, one in zip(ways, row[n:], strict=False)) for n in range(dice)]


@lru_cache(maxsize=512)
def _weights(dice: int, against: int) -> tuple[int, ...]:
    """What each difference counts, in units of one in 63 ** (dice + against - 1)."""
    near = [comb(against, n) * 21 ** (against - n) * 63**n for n in range(min(dice, against + 1))]
    far = [comb(against + n - 1, n) for n in range(dice)] if against else [1, *[0] * (dice - 1)]
    found = []
    for place in range(dice):
        here = sum(one * far[place - n] for n, one in enumerate(near[: place + 1]))
        found.append(here * 2**against * 63 ** (dice - 1 - place))
    return tuple(found)


def _run(dice: int, against: int, first: int) -> Iterator[Fraction]:
    """The chances that a pool beats another by ``first`` (at least 1) or more, by one more than that, and so on."""
    row, weights, unit = _at(dice, first), _weights(dice, against), 63 ** max(0, dice + against - 1) * SIDES**dice
    while True:
        found = sum(one * weight for one, weight in zip(row, weights, strict=True))
        yield Fraction(found, unit * SIDES**first)
        row, first = [one + more for one, more in zip(row, [*row[1:], 0], strict=False)], first + 1


def several(dice: int, against: int, first: int, count: int) -> list[Fraction]:
    """The exact chances of so many margins, ``first`` or more, one more than that, and so on; they may be negative."""
    behind = max(0, min(count, 1 - first))  # those that the other pool does not beat it by
    lost = list(islice(_run(against, dice, 2 - first - behind), behind)) if behind else []
    won = list(islice(_run(dice, against, first + behind), count - behind)) if count > behind else []
    return [1 - chance for chance in reversed(lost)] + won


@lru_cache(maxsize=512)
def at_least(dice: int, against: int, margin: int) -> Fraction:
    """The exact chance that a pool beats another by ``margin`` or more; it may be negative."""
    (found,) = several(dice, against, margin, 1)
    return found


@lru_cache(maxsize=512)
def excess(dice: int, against: int, first: int) -> Fraction:
    """The sum of the chances of ``first`` or more, of one more than that, and so on without end."""
    if first >= 1:
        return _excess(dice, against, first)
    lost = _excess(against, dice, 1) - _excess(against, dice, 2 - first)
    return 1 - first - lost + _excess(dice, against, 1)


def _excess(dice: int, against: int, first: int) -> Fraction:
    """The sum of all that `_run` answers."""
    row, weights = _at(dice, first), _weights(dice, against)
    # Over all further margins the differences add up with the powers of 1/7, here in units of one in 7 ** dice.
    sums = [sum(one * 7 ** (dice - 1 - n) for n, one in enumerate(row[place:])) for place in range(dice)]
    found = SIDES * sum(one * weight for one, weight in zip(sums, weights, strict=True))
    return Fraction(found, 63 ** max(0, dice + against - 1) * SIDES ** (dice + first) * 7**dice)
