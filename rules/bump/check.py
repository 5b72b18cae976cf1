"""Checks: one d20, levels on the total, Fortune on the die, four degrees; and flat checks, which only pass or fail."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.core.odds import Distribution, Odds, constant, die

DEGREES = ("critical_success", "success", "failure", "critical_failure")
PASSED = ("success", "failure")
SUCCESSES = ("critical_success", "success")
SIDES = 20
A_LEVEL = 2  # what one level of Advantage adds to the total
WIDE = 15  # a miss or a margin of so much is critical


@dataclass(frozen=True, slots=True)
class Reading:
    """How an ambiguity of the text is read: a margin may win over a natural 20 or 1, meeting the DC may fail."""

    margin_wins: bool = False
    ties_fail: bool = False

    def reaches(self, total: int, dc: int) -> bool:
        return total > dc if self.ties_fail else total >= dc


DEFAULT = Reading()


def fortune_left(fortune: int, misfortune: int) -> int:
    """Which of two dice counts: 1 the better, -1 the worse, 0 a plain roll; any mixture cancels whole.

    Source: Bump d20, "Fortune and Misfortune".
    """
    return (fortune > 0) - (misfortune > 0)


def kept(faces: Sequence[int], left: int) -> int:
    """The face that counts of one die, or of two with Fortune or Misfortune ``left``."""
    return min(faces) if left < 0 else max(faces)


def levels(advantage: int, disadvantage: int) -> int:
    """What levels add to the total: two each, one for one against each other.

    Source: Bump d20, "Advantage and Disadvantage".
    """
    return A_LEVEL * (advantage - disadvantage)


def degree(natural: int, total: int, dc: int, reading: Reading = DEFAULT) -> str:
    """One of DEGREES for a die and its total.

    Source: Bump d20, "Critical Results".
    """
    by_die = {SIDES: DEGREES[0], 1: DEGREES[3]}.get(natural)
    by_margin = DEGREES[0] if total - dc >= WIDE else DEGREES[3] if dc - total >= WIDE else None
    first, second = (by_margin, by_die) if reading.margin_wins else (by_die, by_margin)
    return first or second or (DEGREES[1] if reading.reaches(total, dc) else DEGREES[2])


def sure_critical(degree: str) -> str:
    """The degree of an attack whose every hit is a critical one.

    Source: Bump d20, "Paralyzed", "Unconscious".
    """
    return DEGREES[0] if degree == DEGREES[1] else degree


def natural(left: int) -> Distribution:
    """The odds of the face that counts."""
    if not left:
        return die(SIDES)
    return die(SIDES).highest(2) if left > 0 else die(SIDES).lowest(2)


def check_odds(dc: int, bonus: int, left: int, reading: Reading = DEFAULT, *, sure: bool = False) -> Odds:
    """The exact odds of the four degrees; ``bonus`` is the modifier with its levels, ``left`` as in `fortune_left`."""
    faces = natural(left)
    outcomes = dict.fromkeys(DEGREES, Fraction(0))
    for face, weight in faces:
        found = degree(face, face + bonus, dc, reading)
        outcomes[sure_critical(found) if sure else found] += Fraction(weight, faces.total)
    passed = outcomes["critical_success"] + outcomes["success"]
    return Odds(outcomes=outcomes, distribution=faces + bonus, extra={"passed": passed, "failed": 1 - passed})


def flat_odds(dc: int, left: int, reading: Reading = DEFAULT) -> Odds:
    """The exact odds of a flat check.

    Source: Bump d20, "Flat Checks".
    """
    faces = natural(left)
    won = sum((Fraction(weight, faces.total) for face, weight in faces if reading.reaches(face, dc)), Fraction(0))
    return Odds(outcomes={"success": won, "failure": 1 - won}, distribution=faces)


def group_succeeds(successes: int, members: int) -> bool:
    """Whether a group does: at least half of it must.

    Source: Bump d20, "Group Checks".
    """
    return 2 * successes >= members


def group_odds(chances: Iterable[Fraction]) -> Odds:
    """The odds of a group whose members succeed with these chances, and of how many do."""
    count, members = constant(0), 0
    for chance in chances:
        weights = {1: chance.numerator, 0: chance.denominator - chance.numerator}
        count += Distribution({value: weight for value, weight in weights.items() if weight})
        members += 1
    won = sum((count.chance(n) for n, _ in count if group_succeeds(n, members)), Fraction(0))
    return Odds(outcomes={"success": won, "failure": 1 - won}, distribution=count)


def help_bonus(ranks: int) -> int | None:
    """What helping with a skill of so many ranks adds; None without a rank in it.

    Source: Bump d20, "Help".
    """
    return 1 + ranks // 3 if ranks >= 1 else None
