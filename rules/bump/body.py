"""What a body bears: Strain, Exhaustion, the Death Timer, rests, hunger."""

from fractions import Fraction

from rules.core.odds import Distribution, die

MOST_EXHAUSTION = 4
RECOVERY_DC = 15
HELPED_DC = 10  # of especially fitting help
OPTIONS = ("heroic_death", "blood_of_vengeance", "mostly_dead")


def strained(strain: int, gained: int, limit: int) -> tuple[int, int]:
    """Strain after more of it, and how much went over the limit; that becomes Exhaustion, at a rate the source lost.

    Source: Bump d20, "Strain".
    """
    now = max(strain, min(limit, strain + gained))
    return now, strain + gained - now


def death_timer(face: int, fortitude: int, exhaustion: int) -> int:
    """The timer of one who clings to life; ``exhaustion`` is from before the level that this costs. 0 or less: dead.

    Source: Bump d20, "Character Death", "Death Timer".
    """
    return face + fortitude - (exhaustion + 1)


def death_timer_odds(fortitude: int, exhaustion: int) -> Distribution:
    return die(4).map(lambda face: death_timer(face, fortitude, exhaustion))


def self_recovery_chance(timer: int) -> Fraction:
    """The chance of one who is dying, and whom nobody helps, to rise by a natural 20 before the timer runs out.

    Source: Bump d20, "Dying".
    """
    return 1 - Fraction(19, 20) ** timer


def break_strain(limit: int) -> int:
    """The Strain that a short rest takes away.

    Source: Bump d20, "Short Rest".
    """
    return limit // 2


def short_rest_hp(max_hp: int) -> int:
    """The Hit Points that a short rest gives back.

    Source: Bump d20, "Short Rest".
    """
    return max_hp // 4


def long_rest_hp(hp: int, max_hp: int, *, sheltered: bool) -> int:
    """The Hit Points that a long rest gives back: all that are lost, or half of those without shelter.

    Source: Bump d20, "Long Rest".
    """
    lost = max_hp - hp
    return lost if sheltered else lost // 2


def food_days(fortitude: int) -> int:
    """How many days one can go without food.

    Source: Bump d20, "Food & Water".
    """
    return max(1, 3 + fortitude)


def hunger_strain(days: int, fortitude: int, *, saved: bool) -> int:
    """The Strain at the end of a day, the ``days``-th without food.

    Source: Bump d20, "Food & Water".
    """
    past = max(0, days - food_days(fortitude))
    return past if saved else 2 * past
