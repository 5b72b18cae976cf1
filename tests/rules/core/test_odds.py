"""Odds are exact: the same as counting every throw, and as another library finds."""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import RuleError
from rules.core.odds import (
    Distribution,
    Odds,
    constant,
    cut_off,
    dice,
    dice_sum,
    die,
    keep_highest,
    keep_lowest,
    mixture,
    written,
)


def counted(throws: Iterable[tuple[int, ...]], result: Callable[[list[int]], int]) -> dict[int, int]:
    return dict(Counter(result(sorted(throw)) for throw in throws))


def from_icepool(found: Any) -> dict[int, Fraction]:
    return {value: Fraction(weight, found.denominator()) for value, weight in found.items()}


def chances(found: Distribution) -> dict[int, Fraction]:
    return {value: Fraction(weight, found.total) for value, weight in found}


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 1), (1, 6), (2, 6), (3, 4), (5, 3), (4, 2)])
def test_dice_are_what_all_throws_together_come_to(count: int, sides: int) -> None:
    throws = list(product(range(1, sides + 1), repeat=count))
    assert dice(count, sides).weights == counted(throws, sum)
    for kept in range(1, count + 1):
        assert keep_highest(count, sides, kept).weights == counted(throws, lambda faces: sum(faces[-kept:]))  # noqa: B023
        assert keep_lowest(count, sides, kept).weights == counted(throws, lambda faces: sum(faces[:kept]))  # noqa: B023


@pytest.mark.parametrize(("count", "sides"), [(2, 12), (40, 8), (100, 6), (30, 20), (7, 100)])
def test_sums_of_dice_agree_with_icepool(count: int, sides: int) -> None:
    assert chances(dice(count, sides)) == from_icepool(count @ icepool.d(sides))


@pytest.mark.parametrize(("count", "sides", "kept"), [(4, 6, 3), (5, 20, 2), (12, 8, 5), (40, 6, 38), (20, 10, 1)])
def test_kept_dice_agree_with_icepool(count: int, sides: int, kept: int) -> None:
    pool = icepool.d(sides).pool(count)
    assert chances(keep_highest(count, sides, kept)) == from_icepool(pool.highest(kept).sum())
    assert chances(keep_lowest(count, sides, kept)) == from_icepool(pool.lowest(kept).sum())


def test_the_best_and_the_worst_of_several_agree_with_icepool() -> None:
    some = die(6) + die(4)
    other = icepool.d(6) + icepool.d(4)
    assert chances(some.highest(3)) == from_icepool(icepool.highest(other, other, other))
    assert chances(some.lowest(3)) == from_icepool(icepool.lowest(other, other, other))


def test_pools_of_different_dice_are_their_sum() -> None:
    assert dice_sum(((3, 12), (2, 20), (4, 6))).weights == (dice(3, 12) + dice(2, 20) + dice(4, 6)).weights
    assert dice_sum(()).weights == {0: 1}


small = st.dictionaries(st.integers(-30, 30), st.integers(1, 9), min_size=1, max_size=6).map(Distribution)


@given(small, small)
def test_a_sum_counts_every_pair(left: Distribution, right: Distribution) -> None:
    pairs: Counter[int] = Counter()
    for (one, some), (other, more) in product(left, right):
        pairs[one + other] += some * more
    assert (left + right).weights == dict(pairs)
    assert (left - right).mean == left.mean - right.mean


@given(small, st.integers(0, 4))
def test_times_is_adding_over_and_over(one: Distribution, count: int) -> None:
    added = constant(0)
    for _ in range(count):
        added = added + one
    assert one.times(count).weights == added.weights


def test_long_distributions_are_added_as_exactly_as_short_ones() -> None:
    left, right = dice(3, 50), dice(2, 80)
    plain = Counter[int]()
    for (one, some), (other, more) in product(left, right):
        plain[one + other] += some * more
    assert (left + right).weights == dict(plain)


def test_numbers_far_apart_are_added_too() -> None:
    far = Distribution({0: 1, 90_000: 1})
    assert (far + dice(3, 1000)).at_least(90_000) == Fraction(1, 2)


def test_a_sum_too_large_to_work_out_is_refused() -> None:
    large = dice(60, 100)
    with pytest.raises(RuleError, match="odds-too-large"):
        large + large


def test_questions_to_a_distribution() -> None:
    found = die(4) + die(4)
    assert (found.mean, found.chance(8), found.chance(9), found.at_least(7)) == (
        Fraction(5),
        Fraction(1, 16),
        Fraction(0),
        Fraction(3, 16),
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(25, 72), "25/72"),
        (Fraction(1), "1"),
        (Fraction(0), "0"),
        (Fraction(-3, 2), "-3/2"),
        (Fraction(13), "13"),
    ],
)
def test_a_fraction_is_written_in_lowest_terms_with_the_nearest_double(value: Fraction, text: str) -> None:
    assert written(value) == {"fraction": text, "value": float(value)}


def test_a_tiny_chance_keeps_its_exact_value() -> None:
    found = written(dice(100, 20))
    assert found[0] == [100, {"fraction": f"1/{20**100}", "value": 1 / 20**100}]


def test_odds_are_written_as_the_interface_promises() -> None:
    odds = Odds(outcomes={"hit": Fraction(1, 2)}, distribution=die(2), extra={"swings": constant(1), "note": "x"})
    half = {"fraction": "1/2", "value": 0.5}
    assert odds.answer() == {
        "outcomes": {"hit": half},
        "distribution": [[1, half], [2, half]],
        "mean": {"fraction": "3/2", "value": 1.5},
        "beyond": None,
        "swings": [[1, {"fraction": "1", "value": 1.0}]],
        "note": "x",
    }


def test_an_endless_distribution_brings_its_own_mean() -> None:
    assert Odds(distribution=die(2), endless_mean=Fraction(3, 7)).mean == Fraction(3, 7)
    assert Odds().mean is None


def test_an_endless_distribution_is_told_as_far_as_it_is_known() -> None:
    heads = cut_off({0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 8)})
    assert chances(heads) == {0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 8)}
    assert Fraction(heads.rest, heads.total) == Fraction(1, 8)
    assert heads.chance(2) == Fraction(1, 8)


def test_a_mixture_is_of_each_part_as_often_as_it_comes() -> None:
    found = mixture([(Fraction(1, 4), die(6)), (Fraction(3, 4), constant(0)), (Fraction(0), die(20))])
    assert (found.chance(0), found.chance(6)) == (Fraction(3, 4), Fraction(1, 24))
    assert found.mean == die(6).mean / 4
