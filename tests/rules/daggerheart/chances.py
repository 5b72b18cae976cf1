"""What tests ask of the odds of an action roll."""

from collections.abc import Mapping
from fractions import Fraction

from rules.daggerheart.duality import SUCCESSES


def success_chance(outcomes: Mapping[str, Fraction], tries: int = 1) -> Fraction:
    """The chance that at least one of ``tries`` rolls with these odds succeeds: two make a tag team roll."""
    failure = 1 - sum((outcomes.get(name, Fraction(0)) for name in SUCCESSES), Fraction(0))
    return 1 - Fraction(failure**tries)
