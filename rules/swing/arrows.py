"""What becomes of arrows and thrown weapons once they have flown."""

from fractions import Fraction

from rules.core.odds import Distribution, constant, mixture

SIDES = 10
BREAKS_TO = 5  # of ten: half of those that hit break
LOST_TO = 2  # of ten: one in five of those that missed is not found


def whole(hit: tuple[int, ...], missed: tuple[int, ...]) -> int:
    """How many are there again: a d10 for each, of those that hit above 5, of those that missed above 2.

    Source: Swing d20, Attacking, "Bows and thrown weapons".
    """
    return sum(face > BREAKS_TO for face in hit) + sum(face > LOST_TO for face in missed)


def whole_odds(hit: int, missed: int) -> Distribution:
    """How many of them are there again."""
    return _each(SIDES - BREAKS_TO).times(hit) + _each(SIDES - LOST_TO).times(missed)


def mean_lost(hit: int | Fraction, missed: int | Fraction) -> Fraction:
    """How many are lost on average, of so many that hit and so many that missed."""
    return hit * Fraction(BREAKS_TO, SIDES) + missed * Fraction(LOST_TO, SIDES)


def _each(of_ten: int) -> Distribution:
    chance = Fraction(of_ten, SIDES)
    return mixture([(chance, constant(1)), (1 - chance, constant(0))])
