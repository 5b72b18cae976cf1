"""Dice and numbers that come to a roll in play besides the sheet's, each with its reason."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

import msgspec

from rules.core.commands.base import Id, Number
from rules.core.derived import Modifier
from rules.core.read import Misfit, read
from rules.core.state import Creature, Feature

GIVEN = "given"  # the reason of what the request itself brings
DICE = re.compile(r"(?P<sign>[+-]?)(?P<count>[1-9]\d?)?d(?P<sides>[2-9]|[1-9]\d|100)")
SomeDice = Annotated[str, msgspec.Meta(pattern=r"^[+-]?([1-9]\d?)?d([2-9]|[1-9]\d|100)$")]


class GivenExtra(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that is added to a roll: dice or a number, why, and whose it is."""

    dice: SomeDice | None = None
    amount: Number | None = None
    reason: Annotated[str, msgspec.Meta(max_length=60)] = GIVEN
    of: Id | None = None

    def __post_init__(self) -> None:
        if (self.dice is None) == (self.amount is None):
            raise Misfit("dice", "one-of", fields=["dice", "amount"])


Extras = Annotated[tuple[SomeDice | GivenExtra, ...], msgspec.Meta(max_length=40)]


def given_extras(given: dict[str, Any], of: str) -> list[Modifier]:
    """What the request's ``extra`` adds, taken out of ``given``; raises InvalidInput for what is neither of both."""
    found: list[Modifier] = []
    for n, extra in enumerate(read(Extras, given.pop("extra", []), at="/parameters/extra")):
        one = GivenExtra(dice=extra) if isinstance(extra, str) else extra
        if one.amount is not None:
            found.append(Modifier(f"extra:{n}", "total", one.amount, one.reason, one.of or of))
        else:
            found += dice_modifiers(f"extra:{n}", one.dice or "", one.reason, one.of or of)
    return found


def feature_extras(creature: Creature, features: Mapping[str, Feature], fact: str) -> list[Modifier]:
    """The dice that the named features of a sheet add: ``bonus_dice`` to a roll, ``damage_dice`` to damage."""
    found: list[Modifier] = []
    for key, feature in features.items():
        if isinstance(text := feature.facts.get(fact), str):
            found += dice_modifiers(f"{creature.id}:{key}:{fact}", text, feature.name or key, creature.id)
    return found


def dice_modifiers(id: str, text: str, why: str, of: str) -> Iterator[Modifier]:
    """A modifier for each die of "2d4" or "-d6", its amount the sides; none for a text that names no dice."""
    match = DICE.fullmatch(text.strip())
    if match is None:
        return
    sides = int(match["sides"]) * (-1 if match["sign"] == "-" else 1)
    count = int(match["count"] or 1)
    for n in range(count):
        yield Modifier(id if count == 1 else f"{id}:{n}", "dice", sides, why, of)


def dice_of(modifiers: Iterable[Modifier]) -> list[str]:
    """The dice among modifiers as a roll takes them."""
    sides = [modifier.amount for modifier in modifiers if modifier.axis == "dice"]
    return [f"d{side}" if side > 0 else f"-d{-side}" for side in sides]
