"""What a damage roll deals, and how damage becomes marked Hit Points."""

from collections.abc import Collection
from dataclasses import dataclass

from rules.core.odds import Distribution, dice
from rules.core.rolls import Saying
from rules.daggerheart.extra_dice import extra_odds, highest, signed

MAX_ARMOR_SCORE = 12
# What damage reaches, and the Hit Points that it marks.
HIT_POINTS = {"nothing": 0, "minor": 1, "major": 2, "severe": 3, "massive": 4}


@dataclass(frozen=True, slots=True)
class DamageRoll:
    """What the damage dice showed; ``critical`` adds the highest that they could.

    ``extra`` are dice of features with their faces: damage dice like the others.
    """

    sides: int
    faces: tuple[int, ...]
    modifier: int = 0
    critical: bool = False
    extra: tuple[str, ...] = ()
    extra_faces: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """The damage, 0 or more; the modifier counts once, critical or not.

        Source: Daggerheart core mechanics, "Damage rolls", "Critical damage".
        """
        most = self.sides * len(self.faces) + highest(self.extra) if self.critical else 0
        shown = sum(self.faces) + sum(signed(self.extra, self.extra_faces))
        return max(0, shown + most + self.modifier)


def damage_odds(
    count: int, sides: int, *, modifier: int = 0, critical: bool = False, extra: Collection[str] = ()
) -> Distribution:
    """The exact odds of the damage of ``count`` dice and those of features, from 0."""
    most = sides * count + highest(extra) if critical else 0
    return (dice(count, sides) + extra_odds(extra) + most + modifier).map(lambda damage: max(0, damage))


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Damage thresholds of one target in points of damage; None where it has none, as a Minion."""

    major: int | None
    severe: int | None


@dataclass(frozen=True, slots=True)
class Target:
    """What stands between damage and Hit Points: thresholds, and the damage types resisted or ignored."""

    thresholds: Thresholds
    resistances: Collection[str] = ()
    immunities: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """What damage did: ``damage`` after resistance, ``hit_points`` and ``armor_slots`` to mark, and the way there."""

    damage: int
    hit_points: int
    armor_slots: int
    steps: tuple[Saying, ...]


def after_resistance(damage: int, types: Collection[str], target: Target) -> int:
    """What is left of ``damage`` of these types: all, half rounded up, or nothing.

    Damage of two types is only halved if the target resists or ignores both, only ignored if it ignores both.
    Resisting a type twice is no more than once.

    Source: Daggerheart core mechanics, "Resistance, immunity and direct damage", "Rounding up".
    """
    if not types:
        return damage
    if set(types) <= set(target.immunities):
        return 0
    if set(types) <= {*target.resistances, *target.immunities}:
        return -(-damage // 2)
    return damage


def take_damage(
    amounts: Collection[int],
    types: Collection[str],
    target: Target,
    *,
    armor_slots: int = 0,
    direct: bool = False,
    massive: bool = False,
) -> Taken:
    """What damage of these types does: all of one moment is added up, resisted, measured, then met by armor.

    ``armor_slots`` (0 or 1) asks to mark one; against ``direct`` damage, or where nothing would be marked, it stays.

    Source: Daggerheart core mechanics, "Several sources of damage"; Daggerheart SRD 1.0, "Armor".
    """
    total = sum(amounts)
    damage = after_resistance(total, types, target)
    reached = _reached(damage, target.thresholds, massive)
    marked = HIT_POINTS[reached]
    used = min(armor_slots, marked, 1) if not direct else 0
    steps = (
        *_summed(amounts, total),
        *_resisted(total, damage, types, target),
        _measured(reached, damage, target.thresholds),
        *_met_by_armor(armor_slots, used, marked, direct),
    )
    return Taken(damage, marked - used, used, steps)


def _reached(damage: int, thresholds: Thresholds, massive: bool) -> str:
    """What ``damage``, final after resistance, reaches; with the optional rule, twice Severe or more is massive.

    Source: Daggerheart core mechanics, "Hit Points and damage thresholds".
    """
    if damage <= 0:
        return "nothing"
    if thresholds.severe is not None and damage >= thresholds.severe:
        return "massive" if massive and damage >= 2 * thresholds.severe else "severe"
    return "major" if thresholds.major is not None and damage >= thresholds.major else "minor"


def _summed(amounts: Collection[int], total: int) -> tuple[Saying, ...]:
    if len(amounts) < 2:
        return ()
    return (Saying("sum", {"parts": " + ".join(map(str, amounts)), "total": total}),)


def _resisted(total: int, damage: int, types: Collection[str], target: Target) -> tuple[Saying, ...]:
    helped = set(types) & {*target.resistances, *target.immunities}
    if not helped or not total:
        return ()
    code = "kept" if not helped.issuperset(types) else "halved" if damage else "ignored"
    return (Saying(code, {"types": sorted(types), "helped": sorted(helped), "was": total, "now": damage}),)


def _measured(reached: str, damage: int, thresholds: Thresholds) -> Saying:
    facts = {"damage": damage, "major": thresholds.major, "severe": thresholds.severe}
    return Saying(reached, {**facts, "hit_points": HIT_POINTS[reached]})


def _met_by_armor(asked: int, used: int, marked: int, direct: bool) -> tuple[Saying, ...]:
    if not asked:
        return ()
    if used:
        return (Saying("armor", {"was": marked, "now": marked - used}),)
    return (Saying("armor-passed" if direct and marked else "armor-not-needed"),)
