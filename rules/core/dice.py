"""The roll that every game has: any dice expression."""

from typing import Annotated

import msgspec

from rules.core.chance import Chance
from rules.core.expression import MAX_LENGTH, parse
from rules.core.odds import Odds
from rules.core.rolls import Roll, RollResult, Saying


class Dice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to roll, such as 4d6kh3+2."""

    expression: Annotated[str, msgspec.Meta(max_length=MAX_LENGTH)]


def roll_dice(parameters: Dice, chance: Chance) -> RollResult:
    """The total of an expression; ``dropped`` are the dice that do not count, by their place from 0."""
    expression = parse(parameters.expression)
    faces = chance.rows({"dice": expression.sides})["dice"]
    total = expression.total(faces)
    return RollResult(
        dice={"dice": faces},
        total=total,
        say=Saying("dice", {"total": total, "expression": parameters.expression}),
        facts={"dropped": list(expression.dropped(faces))},
    )


def dice_odds(parameters: Dice, to: int) -> Odds:
    return Odds(distribution=parse(parameters.expression).odds())


dice = Roll(key="dice", parameters=Dice, roll=roll_dice, odds=dice_odds, dice=("dice",))
