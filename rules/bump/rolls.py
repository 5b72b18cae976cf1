"""The rolls of Bump d20 that need no game: parameters in, dice and their meaning out."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from rules.bump import body, check, damage, movement
from rules.bump.check import DEGREES, PASSED, Reading
from rules.core.chance import Chance
from rules.core.dice import dice as any_dice
from rules.core.odds import Odds
from rules.core.odds import dice as dice_odds
from rules.core.read import Misfit, Number
from rules.core.rolls import Roll, RollResult, Saying

Count = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Tag = Annotated[str, msgspec.Meta(max_length=40)]
Tags = Annotated[tuple[Tag, ...], msgspec.Meta(max_length=20)]
DamageType = Literal[damage.TYPES]  # type: ignore[valid-type]
DamageTypes = Annotated[tuple[DamageType, ...], msgspec.Meta(max_length=20)]
Feet = Annotated[int, msgspec.Meta(ge=0, le=9999)]
HOLDS = ("suffocating", "sinking", "escape", "food-and-water")


class Flat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A flat check: nothing is added; ``fortune`` and ``misfortune`` count sources, ``about`` is what it decides."""

    dc: Number
    fortune: Count = 0
    misfortune: Count = 0
    ties_fail: bool = False
    about: Tag | None = None

    @property
    def left(self) -> int:
        return check.fortune_left(self.fortune, self.misfortune)

    @property
    def reading(self) -> Reading:
        return Reading(ties_fail=self.ties_fail)


class Own(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one brings to a check; ``advantage`` and ``disadvantage`` are levels, ``fails`` lets no die help."""

    modifier: Number = 0
    advantage: Count = 0
    disadvantage: Count = 0
    fortune: Count = 0
    misfortune: Count = 0
    fails: bool = False

    @property
    def left(self) -> int:
        return check.fortune_left(self.fortune, self.misfortune)

    @property
    def bonus(self) -> int:
        return self.modifier + check.levels(self.advantage, self.disadvantage)


class Check(Own, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A check, save, attack or defence.

    ``margin_wins`` and ``ties_fail`` are readings that a game may choose, ``tags`` say what the check is about.
    """

    dc: Number
    critical_hit: bool = False
    margin_wins: bool = False
    ties_fail: bool = False
    tags: Tags = ()

    @property
    def reading(self) -> Reading:
        return Reading(self.margin_wins, self.ties_fail)

    @property
    def about(self) -> str | None:
        return about_of(self.tags)

    def degree(self, natural: int) -> str:
        """The degree of this face."""
        if self.fails:
            return DEGREES[2]
        found = check.degree(natural, natural + self.bonus, self.dc, self.reading)
        return check.sure_critical(found) if self.critical_hit else found


def about_of(tags: Iterable[str]) -> str | None:
    """What holds the one who rolls, where a check is made to get out of it: the result is called by its name."""
    return next((tag for tag in tags if tag in HOLDS), None)


def said_of(total: int | None, about: str | None) -> dict[str, int | str | None]:
    """What the words of a result are made of."""
    return {"total": total} if about is None else {"total": total, "about": about}


class Opposed(Check, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A roll against somebody else's, whose total is the ``dc``; without one it is the first of the two."""

    dc: Number | None = None  # type: ignore[assignment]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    amount: Count
    type: DamageType


Parts = Annotated[tuple[Part, ...], msgspec.Meta(min_length=1, max_length=20)]


class TakeDamage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Damage that is dealt to a creature; ``hp`` and ``max_hp`` are before it."""

    parts: Parts
    hp: Count
    max_hp: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    soak: Count = 0
    resistances: DamageTypes = ()
    vulnerabilities: DamageTypes = ()
    immunities: DamageTypes = ()
    temporary_hp: Count = 0
    heavy: bool = False
    traits: Annotated[tuple[Literal["fortified", "impervious", "fragile"], ...], msgspec.Meta(max_length=3)] = ()
    persistent: bool = False
    both_apply: bool = False

    def __post_init__(self) -> None:
        if self.hp > self.max_hp:
            raise Misfit("hp", "too-large", most=self.max_hp)

    @property
    def target(self) -> damage.Target:
        return damage.Target(
            hp=self.hp, max_hp=self.max_hp, soak=self.soak, temporary_hp=self.temporary_hp,
            resistances=self.resistances, vulnerabilities=self.vulnerabilities, immunities=self.immunities,
            traits=self.traits, both_apply=self.both_apply,
        )  # fmt: skip


class DeathTimer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``exhaustion`` is from before the level that clinging to life costs."""

    fortitude: Annotated[int, msgspec.Meta(ge=-99, le=99)] = 0
    exhaustion: Annotated[int, msgspec.Meta(ge=0, le=body.MOST_EXHAUSTION)] = 0


class Dying(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The d20 of one who is dying, at the start of a turn."""


class Fall(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fall of so many feet; ``depth`` is of what breaks it, ``dived`` if on purpose."""

    feet: Feet
    depth: Feet = 0
    dived: bool = False

    @property
    def dice(self) -> int:
        return movement.fall_dice(movement.fall(self.feet, depth=self.depth, dived=self.dived))


def roll_check(given: Check, chance: Chance) -> RollResult:
    faces = chance.roll("d20", check.SIDES, 2 if given.left else 1)
    natural = check.kept(faces, given.left)
    total, outcome = natural + given.bonus, given.degree(natural)
    say = Saying(f"check-{outcome}", said_of(total, given.about))
    return RollResult(dice={"d20": faces}, total=total, outcome=outcome, say=say, facts=counted(given, natural))


def counted(given: Flat | Check, natural: int) -> dict[str, int]:
    """Which face counts, and what modifiers and levels add to it."""
    return {"natural": natural, "added": given.bonus if isinstance(given, Check) else 0}


def roll_opposed(given: Opposed, chance: Chance) -> RollResult:
    if given.dc is not None:
        return roll_check(given, chance)
    faces = chance.roll("d20", check.SIDES, 2 if given.left else 1)
    natural = check.kept(faces, given.left)
    say = Saying("opposed-open", said_of(natural + given.bonus, given.about))
    return RollResult(dice={"d20": faces}, total=natural + given.bonus, say=say, facts=counted(given, natural))


def opposed_odds(given: Opposed, to: int) -> Odds:
    return check_odds(given, to) if given.dc is not None else Odds(distribution=check.natural(given.left) + given.bonus)


def check_odds(given: Check, to: int) -> Odds:
    if given.fails:
        found = check.natural(given.left) + given.bonus
        sure = {name: Fraction(name == DEGREES[2]) for name in DEGREES}
        return Odds(outcomes=sure, distribution=found, extra={"passed": Fraction(0), "failed": Fraction(1)})
    return check.check_odds(given.dc, given.bonus, given.left, given.reading, sure=given.critical_hit)


def roll_flat(given: Flat, chance: Chance) -> RollResult:
    faces = chance.roll("d20", check.SIDES, 2 if given.left else 1)
    natural = check.kept(faces, given.left)
    outcome = PASSED[0] if given.reading.reaches(natural, given.dc) else PASSED[1]
    say = Saying(f"flat-{outcome}", said_of(natural, given.about))
    return RollResult(dice={"d20": faces}, total=natural, outcome=outcome, say=say, facts=counted(given, natural))


def flat_odds(given: Flat, to: int) -> Odds:
    return check.flat_odds(given.dc, given.left, given.reading)


def roll_take_damage(given: TakeDamage, chance: Chance) -> RollResult:
    """What damage takes, step by step; no die is thrown."""
    parts = [damage.Part(part.amount, part.type) for part in given.parts]
    taken = damage.take_damage(parts, given.target, heavy=given.heavy, persistent=given.persistent)
    facts = {
        "damage": taken.damage,
        "parts": [{"type": part.type, "damage": part.amount} for part in taken.parts],
        "hp_loss": taken.hp_loss,
        "hp": taken.hp,
        "temporary_hp": taken.temporary_hp,
        "wound_check": None if taken.wound is None else {"dc": damage.WOUNDS[taken.wound], "wound": taken.wound},
        "instant_death": taken.instant_death,
    }
    say = Saying("take_damage", {"damage": taken.damage, "hp": taken.hp})
    return RollResult(dice={}, say=say, facts=facts, steps=taken.steps)


def roll_death_timer(given: DeathTimer, chance: Chance) -> RollResult:
    face = chance.roll("d4", 4)[0]
    total = body.death_timer(face, given.fortitude, given.exhaustion)
    return RollResult(dice={"d4": face}, total=total, say=Saying("death_timer", {"total": total}))


def death_timer_odds(given: DeathTimer, to: int) -> Odds:
    timer = body.death_timer_odds(given.fortitude, given.exhaustion)
    rises = sum((timer.chance(n) * body.self_recovery_chance(max(0, n)) for n, _ in timer), Fraction(0))
    return Odds(distribution=timer, extra={"dead": 1 - timer.at_least(1), "recovers": rises})


def roll_dying(given: Dying, chance: Chance) -> RollResult:
    face = chance.roll("dice", check.SIDES)[0]
    return RollResult(dice={"dice": (face,)}, total=face, say=Saying("dying", {"total": face}))


def dying_odds(given: Dying, to: int) -> Odds:
    """That a natural 20 brings back.

    Source: Bump d20, "Dying (condition)".
    """
    return Odds(distribution=check.natural(0), extra={"recovers": body.self_recovery_chance(1)})


def roll_fall(given: Fall, chance: Chance) -> RollResult:
    faces = chance.roll("d6", 6, given.dice) if given.dice else ()
    return RollResult(dice={"d6": faces}, total=sum(faces), say=Saying("fall", {"total": sum(faces)}))


def fall_odds(given: Fall, to: int) -> Odds:
    return Odds(distribution=dice_odds(given.dice, 6))


D20 = ("d20",)
CHECKS = ("check", "save", "attack", "defend")
ALL = (
    *(Roll(key=key, parameters=Check, roll=roll_check, odds=check_odds, dice=D20, outcomes=DEGREES) for key in CHECKS),
    Roll(key="opposed", parameters=Opposed, roll=roll_opposed, odds=opposed_odds, dice=D20, outcomes=DEGREES),
    Roll(key="flat", parameters=Flat, roll=roll_flat, odds=flat_odds, dice=D20, outcomes=PASSED),
    Roll(key="take_damage", parameters=TakeDamage, roll=roll_take_damage),
    Roll(key="death_timer", parameters=DeathTimer, roll=roll_death_timer, odds=death_timer_odds, dice=("d4",)),
    Roll(key="dying", parameters=Dying, roll=roll_dying, odds=dying_odds, dice=("dice",)),
    Roll(key="fall", parameters=Fall, roll=roll_fall, odds=fall_odds, dice=("d6",)),
    any_dice,
)
ROLLS = {roll.key: roll for roll in ALL}
