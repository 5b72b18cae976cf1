"""What the death moves come to."""

from fractions import Fraction

from rules.daggerheart.limits import MAX_HOPE

MOVES = ("blaze_of_glory", "avoid_death", "risk_it_all")
RISKS = ("stays_up", "clears_all", "dies")


def leaves_scar(hope_die: int, level: int) -> bool:
    """Whether avoiding death leaves a scar: the Hope Die shows the level or less.

    Source: Daggerheart core mechanics, "Death".
    """
    return hope_die <= level


def scar_chance(level: int) -> Fraction:
    """The chance of a scar at a level from 1 to 10."""
    return Fraction(sum(leaves_scar(face, level) for face in range(1, 13)), 12)


def hope_slots(scars: int) -> int:
    """How much Hope a character with scars can hold, 0 to 6.

    Source: Daggerheart core mechanics, "Death".
    """
    return max(0, MAX_HOPE - scars)


def journey_ends(scars: int) -> bool:
    """Whether the last Hope slot is crossed out.

    Source: Daggerheart core mechanics, "Death".
    """
    return hope_slots(scars) == 0


def risk_it_all(hope: int, fear: int) -> str:
    """One of RISKS: a higher Hope Die clears its value of Hit Points and Stress, a pair clears all of both.

    Source: Daggerheart core mechanics, "Death".
    """
    if hope == fear:
        return "clears_all"
    return "stays_up" if hope > fear else "dies"


def risk_odds() -> dict[str, Fraction]:
    """The exact odds of each of RISKS."""
    pairs = [risk_it_all(hope, fear) for hope in range(1, 13) for fear in range(1, 13)]
    return {risk: Fraction(pairs.count(risk), len(pairs)) for risk in RISKS}
