"""A round of blows: which swings a turn has, and the exact odds of all of them together."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import log2, prod

from rules.core.errors import RuleError
from rules.core.odds import Distribution, Odds, constant, mixture
from rules.swing.blow import FACES, Blow, per_swing

OFF_HAND_NEEDS = 8
# What odds may be made of, so that they are worked out and written in an instant: values times bits of each.
MOST_WORK = 600_000
MOST_SPANS = 24  # bars of the picture of a round's damage
BITS_OF_A_D20 = 9  # and of the chance that there is a swing at all


@dataclass(frozen=True, slots=True)
class Swing:
    """One swing of a round, and the chance that there is one."""

    blow: Blow
    chance: Fraction = Fraction(1)


def gained(needs: int, natural: int) -> bool:
    """Whether the d20 for another swing makes its number."""
    return natural >= needs


def chance_of(needs: int) -> Fraction:
    """The chance that a d20 makes its number."""
    return Fraction(max(0, min(FACES, FACES + 1 - needs)), FACES)


def swings_odds(chances: Sequence[Fraction]) -> Distribution:
    """How many swings there are, each with its own chance."""
    parts = [mixture([(chance, constant(1)), (1 - chance, constant(0))]) for chance in chances]
    return reduce(lambda one, other: one + other, parts, constant(0))


def round_odds(swings: Sequence[Swing]) -> Odds:
    """The exact odds of a round: of its damage, of its number of swings, of a fumble and of a feat.

    A fumble comes once a round however many 1s there are, so its chance is that of one 1 at least.

    Source: Swing d20, Attacking, "Once a round", "More than one blow".
    """
    check_work(swings)
    one_face = 1 - prod((1 - one.chance / FACES for one in swings), start=Fraction(1))
    parts = (_damage(one).times(count) for one, count in Counter(swings).items())
    dealt = reduce(lambda one, other: one + other, parts, constant(0))
    return Odds(
        outcomes={"fumble": one_face, "feat": one_face},
        distribution=dealt,
        extra={"swings": swings_odds([one.chance for one in swings]), "by_damage": in_spans(dealt)},
    )


def in_spans(dealt: Distribution) -> dict[str, Fraction]:
    """The chance of each damage, nothing apart; of many amounts the same number stands together, as "5-8"."""
    top = max(dealt.weights)
    width = -(-top // MOST_SPANS) or 1
    weights = dict.fromkeys(range(-(-top // width) + 1), 0)
    for value, weight in dealt:
        weights[-(-value // width)] += weight
    return {_span(n, width, top): Fraction(weight, dealt.total) for n, weight in weights.items() if n or weight}


def _span(n: int, width: int, top: int) -> str:
    first, last = (n - 1) * width + 1, min(n * width, top)
    return "0" if not n else str(first) if first == last else f"{first}-{last}"


def _damage(one: Swing) -> Distribution:
    """The damage of a swing that there may be."""
    return mixture([(one.chance, per_swing(one.blow)), (1 - one.chance, constant(0))])


def check_work(swings: Sequence[Swing]) -> None:
    """Raises RuleError ``odds-too-large`` where the odds could not be worked out and written in an instant."""
    values = sum(max(1, _most(one.blow)) for one in swings)
    bits = sum(BITS_OF_A_D20 + one.blow.dice * log2(one.blow.sides) for one in swings)
    if values * bits > MOST_WORK:
        raise RuleError("odds-too-large")


def _most(blow: Blow) -> int:
    """The most damage that a blow can do, before armor."""
    return blow.dice * blow.sides * blow.multiplier + max(0, blow.critical_bonus) + max(0, blow.damage_bonus)
