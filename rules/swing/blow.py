"""One blow: whether it lands, whether it is critical, what it does, and the exact odds of all that."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from rules.core.odds import Distribution, Odds, constant, dice, mixture
from rules.core.rolls import Saying

FACES = 20
AIMED = 2
MOST_ARMOR = 90
OUTCOMES = ("natural_20", "critical", "hit", "miss", "natural_1")
HITS = ("natural_20", "critical", "hit")
CRITICAL = ("natural_20", "critical")
NATURAL = ("natural_20", "natural_1")  # what no Defense changes


@dataclass(frozen=True, slots=True)
class Rounding:
    """How the source may be read where it does not say: which way parts are rounded, and what comes first."""

    armor: Literal["part", "result"] = "part"
    half: Literal["down", "up"] = "down"
    half_first: bool = True


@dataclass(frozen=True, slots=True)
class Blow:
    """All that decides what a blow does, but for its dice."""

    bonus: int
    defense: int
    dice: int = 1
    sides: int = 8
    critical_percent: int = 5
    multiplier: int = 2
    critical_bonus: int = 0
    damage_bonus: int = 0
    armor_class: int | None = None
    off_hand: bool = False
    rounding: Rounding = Rounding()

    @property
    def needs(self) -> int:
        """The lowest face that hits: a 1 never does, a 20 always.

        Source: Swing d20, Attacking, "The attack roll", "A natural 20", "A natural 1".
        """
        return max(2, min(FACES, self.defense - self.bonus))

    @property
    def critical_from(self) -> int:
        """The lowest face that is critical, which it is only if it hits."""
        return max(self.needs, lowest_critical(self.critical_percent))

    def outcome(self, natural: int) -> str:
        """The narrowest of OUTCOMES that fits."""
        if natural in (1, FACES):
            return "natural_1" if natural == 1 else "natural_20"
        if natural < self.needs:
            return "miss"
        return "critical" if natural >= self.critical_from else "hit"


Change = Callable[[Blow, int], tuple[int, Saying]]


def lowest_critical(percent: int) -> int:
    """The lowest face of a critical range, a face for every five percent; a 20 is critical with any weapon.

    Source: Swing d20, Attacking, "Critical blows".
    """
    return min(FACES, FACES + 1 - percent // 5)


def damage(blow: Blow, rolled: int, *, critical: bool) -> tuple[int, tuple[Saying, ...]]:
    """What a blow that hit does to its target, and how that came about.

    Only the dice are multiplied; then the critical bonus and all that is added, once.

    Source: Swing d20, Attacking, "Critical blows", "Damage".
    """
    now = rolled + blow.damage_bonus
    facts: dict[str, int] = {"rolled": rolled, "adds": blow.damage_bonus}
    if critical:
        now += rolled * (blow.multiplier - 1) + blow.critical_bonus
        facts |= {"multiplier": blow.multiplier, "bonus": blow.critical_bonus}
    steps = [Saying("blow-critical" if critical else "blow-hit", {**facts, "now": now})]
    for change in _changes(blow):
        now, step = change(blow, now)
        steps.append(step)
    if now < 1:
        steps.append(Saying("blow-least", {"now": 1}))
    return max(1, now), tuple(steps)


def _changes(blow: Blow) -> list[Change]:
    """What lessens a blow, in the order in which it counts."""
    found: list[Change] = [*([_halved] if blow.off_hand else []), *([_armored] if blow.armor_class else [])]
    return found if blow.rounding.half_first else found[::-1]


def _halved(blow: Blow, now: int) -> tuple[int, Saying]:
    half = -(-now // 2) if blow.rounding.half == "up" else now // 2
    return half, Saying("blow-half", {"was": now, "now": half})


def _armored(blow: Blow, now: int) -> tuple[int, Saying]:
    after, percent = armored(now, blow.armor_class or 0, blow.rounding.armor)
    return after, Saying("blow-armor", {"armor_class": blow.armor_class, "percent": percent, "was": now, "now": after})


def armored(amount: int, armor_class: int, rounds: str = "part") -> tuple[int, int]:
    """What armor leaves of damage, and the percentage that it takes off.

    Source: Swing d20, Attacking, "Damage".
    """
    percent = armor_percent(armor_class)
    after = amount - amount * percent // 100 if rounds == "part" else amount * (100 - percent) // 100
    return after, percent


def armor_percent(armor_class: int) -> int:
    """The percentage of damage that this AC of a character takes off."""
    return min(MOST_ARMOR, armor_class // 10)


def chances(blow: Blow) -> Mapping[str, Fraction]:
    """The chances of OUTCOMES: critical includes natural 20s, hit criticals, miss natural 1s."""
    face = Fraction(1, FACES)
    hit = face * (FACES + 1 - blow.needs)
    critical = face * (FACES + 1 - blow.critical_from)
    return {"natural_20": face, "critical": critical, "hit": hit, "miss": 1 - hit, "natural_1": face}


def odds(blow: Blow) -> Odds:
    """The exact odds of a blow, and of its damage with a miss as 0.

    ``faces`` is what each face of the d20 is, ``hits`` are those that hit; ``thrown`` is the damage dice.
    """
    found = chances(blow)
    extra = {
        "needs": blow.needs,
        "critical_from": blow.critical_from,
        "faces": [blow.outcome(face) for face in range(1, FACES + 1)],
        "hits": [face for face in range(1, FACES + 1) if blow.outcome(face) in HITS],
        "thrown": {"count": blow.dice, "sides": blow.sides},
        **by_damage(blow),
    }
    return Odds(outcomes=found, distribution=per_swing(blow), extra=extra)


def by_damage(blow: Blow) -> Mapping[str, Mapping[str, Fraction]]:
    """The chance of each damage from a plain hit and from a critical one, and from either as ``by_damage``."""
    faces = {"by_hit": blow.critical_from - blow.needs, "by_critical": FACES + 1 - blow.critical_from}
    spread = spreads(blow)
    ways = {"by_hit": spread["hit"], "by_critical": spread["critical"]}
    weights = {name: {value: faces[name] * weight for value, weight in ways[name]} for name in ways if faces[name]}
    either = Counter[int]()
    for found in weights.values():
        either.update(found)
    every = FACES * spread["hit"].total  # both are thrown with the same dice
    weights["by_damage"] = dict(sorted(either.items()))
    return {name: {str(n): Fraction(weight, every) for n, weight in found.items()} for name, found in weights.items()}


@lru_cache(maxsize=32)
def spreads(blow: Blow) -> Mapping[str, Distribution]:
    """The damage of a plain hit, and of a critical one."""
    thrown = dice(blow.dice, blow.sides)
    return {
        "hit": thrown.map(lambda rolled: damage(blow, rolled, critical=False)[0]),
        "critical": thrown.map(lambda rolled: damage(blow, rolled, critical=True)[0]),
    }


def per_swing(blow: Blow) -> Distribution:
    """The damage of one swing, a miss as 0."""
    found, spread = chances(blow), spreads(blow)
    parts = ((found["hit"] - found["critical"], spread["hit"]), (found["critical"], spread["critical"]))
    return mixture([(found["miss"], constant(0)), *parts])
