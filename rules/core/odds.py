"""Exact odds: whole-number weights over one denominator, their sums, bests and mixtures."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb, gcd, lcm
from typing import Any, Union

from rules.core.errors import RuleError

# Up to this many pairs a plain double loop is quicker than packing all weights into one number.
FEW_PAIRS = 4096
MOST_PAIRS = 400_000
MOST_BITS = 3_000_000


@dataclass(frozen=True, slots=True)
class Distribution:
    """Chances of whole numbers: ``weights[value] / total``. No weight is 0 or less.

    ``rest`` is the weight of all that lies past the last value of an endless one, which is told up to there.
    """

    weights: Mapping[int, int]
    rest: int = 0
    total: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", sum(self.weights.values()) + self.rest)

    def __add__(self, other: Union["Distribution", int]) -> "Distribution":
        """The sum of two independent numbers."""
        if isinstance(other, int):
            return self.map(lambda value: value + other)
        return Distribution(_convolved(self, other))

    def __sub__(self, other: Union["Distribution", int]) -> "Distribution":
        return self + -other

    def __neg__(self) -> "Distribution":
        return self.map(lambda value: -value)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Values with their weights, the least value first."""
        yield from sorted(self.weights.items())

    @property
    def mean(self) -> Fraction:
        return Fraction(sum(value * weight for value, weight in self.weights.items()), self.total)

    def chance(self, value: int) -> Fraction:
        return Fraction(self.weights.get(value, 0), self.total)

    def at_least(self, value: int) -> Fraction:
        return Fraction(sum(weight for seen, weight in self.weights.items() if seen >= value), self.total)

    def map(self, change: Callable[[int], int]) -> "Distribution":
        """The odds of ``change(value)``."""
        weights: dict[int, int] = {}
        for value, weight in self.weights.items():
            changed = change(value)
            weights[changed] = weights.get(changed, 0) + weight
        return Distribution(weights)

    def times(self, count: int) -> "Distribution":
        """The sum of ``count`` independent numbers like this one, 0 of none."""
        result, power = constant(0), self
        while count:
            if count & 1:
                result = result + power
            count >>= 1
            power = power + power if count else power
        return result

    def highest(self, count: int) -> "Distribution":
        """The highest of ``count`` (1 or more) independent numbers like this one."""
        below, weights = 0, {}
        for value, weight in self:
            weights[value] = (below + weight) ** count - below**count
            below += weight
        return Distribution(weights)

    def lowest(self, count: int) -> "Distribution":
        """The lowest of ``count`` (1 or more) independent numbers like this one."""
        return -(-self).highest(count)


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """The exact odds of a roll before it is made.

    ``outcomes`` sum to 1 but for those that include others; ``beyond`` is the chance of what lies past the last
    value of an endless distribution. ``extra`` holds more fractions and distributions by name.
    """

    outcomes: Mapping[str, Fraction] = field(default_factory=dict)
    distribution: Distribution | None = None
    beyond: Fraction | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    endless_mean: Fraction | None = None  # where the distribution is cut off and cannot tell

    @property
    def mean(self) -> Fraction | None:
        if self.endless_mean is not None:
            return self.endless_mean
        return self.distribution.mean if self.distribution else None

    def answer(self) -> dict[str, Any]:
        """The odds as plain values for JSON, every probability exact."""
        return {
            "outcomes": written(self.outcomes),
            "distribution": written(self.distribution),
            "mean": written(self.mean),
            "beyond": written(self.beyond),
            **{name: written(value) for name, value in self.extra.items()},
        }


def written(value: Any) -> Any:
    """A fraction as ``{"fraction", "value"}``, a distribution as ``[value, fraction]`` pairs; all else as it is."""
    if isinstance(value, Fraction):
        return _ratio(value.numerator, value.denominator)
    if isinstance(value, Distribution):
        # A sum of dice has every weight twice: each is written once.
        ratios = {weight: _ratio(weight, value.total) for weight in set(value.weights.values())}
        return [[number, ratios[weight]] for number, weight in value]
    if isinstance(value, Mapping):
        return {key: written(inner) for key, inner in value.items()}
    return value


def mixture(parts: Iterable[tuple[Fraction, Distribution]]) -> Distribution:
    """One distribution of several, each with its own chance; the chances sum to 1."""
    known = [(share, part) for share, part in parts if share]
    common = lcm(*(share.denominator * part.total for share, part in known))
    weights: dict[int, int] = {}
    for share, part in known:
        factor = common * share.numerator // (share.denominator * part.total)
        for value, weight in part.weights.items():
            weights[value] = weights.get(value, 0) + weight * factor
    return Distribution(weights)


def cut_off(chances: Mapping[int, Fraction]) -> Distribution:
    """An endless distribution as far as its chances are told; what is left of 1 lies beyond."""
    common = lcm(*(chance.denominator for chance in chances.values()))
    weights = {value: common * chance.numerator // chance.denominator for value, chance in chances.items() if chance}
    return Distribution(weights, rest=common - sum(weights.values()))


def constant(value: int) -> Distribution:
    """A number that is certain."""
    return Distribution({value: 1})


@lru_cache(maxsize=32)
def die(sides: int) -> Distribution:
    """One fair die."""
    return Distribution(dict.fromkeys(range(1, sides + 1), 1))


def dice(count: int, sides: int) -> Distribution:
    """The sum of ``count`` fair dice."""
    return dice_sum(((count, sides),))


@lru_cache(maxsize=32)
def dice_sum(pools: tuple[tuple[int, int], ...]) -> Distribution:
    """The sum of fair dice in pools of (count, sides).

    Each die has the generating function x (1 - x^sides) / (1 - x): all that stands above the line is multiplied
    out, then there is a running sum for each die. The second half mirrors the first.
    """
    count = sum(number for number, _ in pools)
    span = sum(number * (sides - 1) for number, sides in pools)
    half = _binomials(*max(pools, default=(0, 1)), span // 2 + 1)
    for number, sides in sorted(pools)[:-1]:
        for _ in range(number):
            half = [*half[:sides], *(here - before for before, here in zip(half, half[sides:], strict=False))]
    for _ in range(count):
        half = list(accumulate(half))
    mirrored = half[::-1] if span % 2 else half[-2::-1]
    return Distribution(dict(enumerate(half + mirrored, count)))


@lru_cache(maxsize=32)
def keep_highest(count: int, sides: int, kept: int) -> Distribution:
    """The sum of the ``kept`` (1 to ``count``) highest of ``count`` fair dice.

    Split by the lowest face that is kept and by how many dice lie above it. Those have the generating function
    (x / (1 - x))^above (1 - x^m)^above, m the faces above: a few binomials, and a running sum for each die.
    """
    if kept == count:
        return dice(count, sides)
    ways = [_ways_at(face, count, kept) for face in range(1, sides + 1)]
    sums = [0] * (kept * sides + 1)
    for above in reversed(range(kept)):
        sums = [0, *accumulate(sums[:-1])]
        for face in range(1, sides + 1 if above == 0 else sides):
            higher = sides - face
            for j in range(min(above, (len(sums) - 1 - face * kept) // higher) + 1 if higher else 1):
                sums[face * kept + j * higher] += (-1) ** j * comb(above, j) * ways[face - 1][above]
    return Distribution({value: weight for value, weight in enumerate(sums) if weight})


def keep_lowest(count: int, sides: int, kept: int) -> Distribution:
    """The sum of the ``kept`` (1 to ``count``) lowest of ``count`` fair dice."""
    return keep_highest(count, sides, kept).map(lambda value: kept * (sides + 1) - value)


def _binomials(count: int, step: int, length: int) -> list[int]:
    """The first coefficients of (1 - x^step)^count."""
    found = [0] * length
    for j in range(min(count, (length - 1) // step) + 1):
        found[j * step] = comb(count, j) * (-1) ** j
    return found


def _ways_at(face: int, count: int, kept: int) -> list[int]:
    """For each number of dice ``above`` a face (0 to ``kept`` - 1): in how many ways the others can lie.

    None of them is above the face, and enough show it to fill up what is kept.
    """
    few = count - kept < kept
    shown = range(kept, count + 1) if few else range(kept)
    terms = [(at, comb(count, at) * (face - 1) ** (count - at)) for at in shown]
    sums = [sum(comb(at, above) * term for at, term in terms if at >= above) for above in range(kept)]
    if few:
        return sums
    return [comb(count, above) * face ** (count - above) - sums[above] for above in range(kept)]


def _convolved(left: Distribution, right: Distribution) -> Mapping[int, int]:
    pairs = len(left.weights) * len(right.weights)
    if pairs <= FEW_PAIRS or ((_is_sparse(left) or _is_sparse(right)) and pairs <= MOST_PAIRS):
        return _looped(left, right)
    return _packed(left, right)


def _looped(left: Distribution, right: Distribution) -> Mapping[int, int]:
    weights: dict[int, int] = {}
    so_far, others = weights.get, [*right.weights.items()]  # looked up once: this is the inmost of all loops
    for one, some in left.weights.items():
        for other, more in others:
            value = one + other
            weights[value] = so_far(value, 0) + some * more
    return weights


def _packed(left: Distribution, right: Distribution) -> Mapping[int, int]:
    """Both as one long number each, a slot for every value; their product has the sum's weights in its slots."""
    width = ((left.total * right.total).bit_length() + 8) // 8
    slots = _span(left) + _span(right) - 1
    if slots * width * 8 > MOST_BITS:
        raise RuleError("odds-too-large")
    product = (_as_number(left, width) * _as_number(right, width)).to_bytes(slots * width, "little")
    least = min(left.weights) + min(right.weights)
    found = (int.from_bytes(product[at : at + width], "little") for at in range(0, slots * width, width))
    return {value: weight for value, weight in enumerate(found, least) if weight}


def _as_number(one: Distribution, width: int) -> int:
    values = range(min(one.weights), max(one.weights) + 1)
    return int.from_bytes(b"".join(one.weights.get(value, 0).to_bytes(width, "little") for value in values), "little")


def _span(one: Distribution) -> int:
    return max(one.weights) - min(one.weights) + 1


def _is_sparse(one: Distribution) -> bool:
    return _span(one) > 8 * len(one.weights)


def _ratio(numerator: int, denominator: int) -> dict[str, Any]:
    shared = gcd(numerator, denominator)
    above, below = numerator // shared, denominator // shared
    return {"fraction": str(above) if below == 1 else f"{above}/{below}", "value": numerator / denominator}
