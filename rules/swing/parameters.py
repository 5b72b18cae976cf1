"""What the rolls of Swing d20 take, and within which bounds."""

from typing import Annotated, Literal

import msgspec

from rules.core.errors import InvalidInput
from rules.core.expression import Pool, parse
from rules.core.read import Misfit, Number
from rules.swing.blow import AIMED, Blow, Rounding

MOST_DICE = 10
MOST_SIDES = 100
MOST_BLOWS = 30
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Multiplier = Annotated[int, msgspec.Meta(ge=1, le=10)]
Bonus = Annotated[int, msgspec.Meta(ge=0, le=999)]
ArmorClass = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Face = Annotated[int, msgspec.Meta(ge=1, le=20)]
Kind = Literal["blade", "blunt", "bow", "thrown", "body"]
SwingName = Literal["first", "second", "third", "fourth", "fifth", "sixth", "off_hand", "haste", "more"]


class Weapon(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon's damage die and how it is critical; ``kind`` is only for the telling."""

    die: Annotated[str, msgspec.Meta(min_length=1, max_length=9)] = "1d8"
    critical_percent: Percent = 5
    multiplier: Multiplier = 2
    critical_bonus: Bonus = 0
    kind: Kind = "blade"

    def __post_init__(self) -> None:
        count, sides = self.pool
        if count > MOST_DICE:
            raise Misfit("die", "too-many-dice", most=MOST_DICE)
        if sides > MOST_SIDES:
            raise Misfit("die", "too-large", most=MOST_SIDES)

    @property
    def pool(self) -> tuple[int, int]:
        """How many dice, and their sides."""
        try:
            expression = parse(self.die)
        except InvalidInput as invalid:
            fault = invalid.errors[0]
            raise Misfit("die", fault.code, **fault.facts) from invalid
        match expression.pools:
            case (Pool(1, count, sides, kept),) if kept == count and not expression.number:
                return count, sides
        raise Misfit("die", "not-dice")


class Harm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What decides the damage of a blow that hits.

    ``armor_class`` is a character's AC against this kind of damage, null for creatures. ``armor_rounds``,
    ``half_rounds`` and ``half_first`` say how rules are read that leave room.
    """

    weapon: Weapon = msgspec.field(default_factory=Weapon)
    damage_bonus: Number = 0
    armor_class: ArmorClass | None = None
    off_hand: bool = False
    bare_hands: bool = False
    armor_rounds: Literal["part", "result"] = "part"
    half_rounds: Literal["down", "up"] = "down"
    half_first: bool = True

    def blow(self, bonus: int = 0, defense: int = 0) -> Blow:
        """The blow, with bare hands critical on a 20 only and for double the die."""
        count, sides = self.weapon.pool
        bare = self.bare_hands
        return Blow(
            bonus=bonus,
            defense=defense,
            dice=count,
            sides=sides,
            critical_percent=5 if bare else self.weapon.critical_percent,
            multiplier=2 if bare else self.weapon.multiplier,
            critical_bonus=0 if bare else self.weapon.critical_bonus,
            damage_bonus=self.damage_bonus,
            armor_class=self.armor_class,
            off_hand=self.off_hand,
            rounding=Rounding(self.armor_rounds, self.half_rounds, self.half_first),
        )


class Attack(Harm, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One swing or shot. ``fumbled``: this character has fumbled in this round already.

    With ``ranged`` the ``defense`` is the one against shots; ``aimed`` adds 2.
    """

    bonus: Number
    defense: Number
    ranged: bool = False
    aimed: bool = False
    fumbled: bool = False

    @property
    def to_hit(self) -> int:
        """All that is added to the d20.

        Source: Swing d20, Attacking, "Bows and thrown weapons".
        """
        return self.bonus + (AIMED if self.aimed else 0)

    @property
    def swing(self) -> Blow:
        return self.blow(self.to_hit, self.defense)


class Extra(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An extra attack, and the face that its d20 must reach. ``attack`` is its blow, where that is not the first's."""

    needs: Face
    attack: Attack | None = None


Extras = Annotated[tuple[Extra, ...], msgspec.Meta(max_length=MOST_BLOWS)]


class ExtraAttacks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The start of a turn: which swings it has besides the first."""

    extra_attacks: Extras = ()
    dual_wield: bool = False
    haste: bool = False


class Round(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole round of blows. What is gained swings as the first attack, but for the off hand and what has its own.

    ``names`` says which swings of the turn the ``attacks`` are, where they are not the first ones. There may be none
    of them where what is gained has blows of its own: after the first was struck alone.
    """

    attacks: Annotated[tuple[Attack, ...], msgspec.Meta(max_length=MOST_BLOWS)]
    names: Annotated[tuple[SwingName, ...], msgspec.Meta(max_length=MOST_BLOWS)] = ()
    extra_attacks: Extras = ()
    dual_wield: Attack | None = None
    haste: bool = False
    haste_attack: Attack | None = None
    fumbled: bool = False

    def __post_init__(self) -> None:
        if len(self.attacks) + len(self.extra_attacks) + bool(self.dual_wield) + self.haste > MOST_BLOWS:
            raise Misfit("attacks", "too-long", most=MOST_BLOWS)
        as_first = [one for one in self.extra_attacks if one.attack is None]
        if not self.attacks and (as_first or (self.haste and self.haste_attack is None) or not self._is_any):
            raise Misfit("attacks", "too-short", least=1)

    @property
    def _is_any(self) -> bool:
        return bool(self.extra_attacks or self.dual_wield or self.haste)

    def blow_of(self, own: Attack | None) -> Attack:
        """The blow of a swing that is gained: its own, else that of the first."""
        return own or self.attacks[0]


class Damage(Harm, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The damage of a blow that was called out as a hit."""

    critical: bool = False


class TakeDamage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Damage on its way to a target; ``direct``: its armor was counted already, or does not help."""

    amount: Amount
    armor_class: ArmorClass | None = None
    direct: bool = False
    armor_rounds: Literal["part", "result"] = "part"


class Fumble(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The d6 of a natural 1; ``lines`` are what its faces mean at this table, empty where nobody has written them."""

    lines: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=500)], ...], msgspec.Meta(max_length=6)] = ()


class PickUp(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Arrows or thrown weapons that lie about: those that hit, and those that missed."""

    hit: Annotated[int, msgspec.Meta(ge=0, le=200)] = 0
    missed: Annotated[int, msgspec.Meta(ge=0, le=200)] = 0
