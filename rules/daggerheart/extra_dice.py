"""Dice that features add to a roll, or take off it."""

from collections.abc import Collection
from typing import Annotated

import msgspec

from rules.core.odds import Distribution, constant, die

# d6 adds, -d4 takes off.
Extra = Annotated[str, msgspec.Meta(pattern=r"^-?d([2-9]|[1-9]\d|100)$")]
ExtraDice = Annotated[tuple[Extra, ...], msgspec.Meta(max_length=20)]


def sides(dice: Collection[str]) -> tuple[int, ...]:
    """The sides of each die, below 0 where it is taken off."""
    return tuple(int(text.replace("d", "")) for text in dice)


def signed(dice: Collection[str], faces: Collection[int]) -> tuple[int, ...]:
    """What each face adds to the total."""
    return tuple(face if side > 0 else -face for side, face in zip(sides(dice), faces, strict=True))


def extra_odds(dice: Collection[str]) -> Distribution:
    """The exact odds of all of them together, 0 of none."""
    total = constant(0)
    for side in sides(dice):
        total = total + die(side) if side > 0 else total - die(-side)
    return total


def highest(dice: Collection[str]) -> int:
    """The most that those which add can show."""
    return sum(side for side in sides(dice) if side > 0)
