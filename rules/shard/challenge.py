"""Challenges: a pool against a target number, what may be done to its dice, and how it ends."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.shard import pools
from rules.shard.runes import TRIUMPH, is_success, successes

OUTCOMES = ("success", "failure", "botch")
WAYS = ("reroll", "change", "cancel", "explode")  # what may be done to a die, each once
ADD = "add"  # and to a roll: a result that no die showed, which nothing may be done to
DIFFICULTIES = {"effortless": 0, "easy": 1, "average": 2, "hard": 3, "very_hard": 4, "extreme": 5, "ludicrous": 6}


@dataclass(frozen=True, slots=True)
class Die:
    """One die of a pool: its face, and what was done to it; or a result that was added and that no die showed."""

    face: int
    done: frozenset[str] = frozenset()
    is_cancelled: bool = False
    is_added: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """What a challenge came to."""

    successes: int
    target: int

    @property
    def net(self) -> int:
        return self.successes - self.target

    @property
    def outcome(self) -> str:
        """One of OUTCOMES: matching is enough; a failure without any success is a botch.

        Source: SHARD, "Rolling the Dice", "Botching a challenge".
        """
        if self.net >= 0:
            return "success"
        return "failure" if self.successes else "botch"


def touched(die: Die, way: str, face: int) -> Die:
    """The die after something was done to it; a cancelled one counts no more."""
    return replace(die, face=face, done=die.done | {way}, is_cancelled=die.is_cancelled or way == "cancel")


def left(dice: Iterable[Die]) -> list[int]:
    """The faces that count."""
    return [die.face for die in dice if not die.is_cancelled]


def counted(dice: Sequence[Die], *, added: int = 0, unseen: bool = False, focused: bool = False) -> int:
    """The successes of a pool with those that were added; ``focused`` gives one for each two cancelled dice.

    Source: SHARD, "Results from other sources", "Focused".
    """
    bonus = sum(die.is_cancelled for die in dice) // 2 if focused else 0
    rolled = [die for die in dice if not die.is_added]
    extra = successes(die.face for die in dice if die.is_added)
    return successes(left(rolled), unseen=unseen) + extra + added + bonus


def cancel_misses(dice: Sequence[Die], *, unseen: bool = False) -> list[Die]:
    """The pool with every die cancelled that is no success: the best that one who is Focused can do."""
    return [
        die
        if die.is_added or (die.face == TRIUMPH if unseen else is_success(die.face))
        else touched(die, "cancel", die.face)
        for die in dice
    ]


def auto_succeeds(rating: int, difficulty: int) -> bool:
    """Whether a rating exceeds the difficulty, so that the GM may leave the roll out.

    Source: SHARD, "Skills".
    """
    return rating > difficulty


def untrained(difficulty: int, rank: int) -> int:
    """The target number for one without a rank in the skill: a level harder.

    Source: SHARD, "Skills".
    """
    return difficulty + (1 if rank < 1 else 0)


def outcome_odds(die: pools.OneDie, dice: int, target: int, added: int, *, focused: bool) -> dict[str, Fraction]:
    """The odds of each outcome of so many dice."""
    find, none = pools.focused_at_least if focused else pools.at_least, Fraction(0)
    success = find(die, dice, max(0, target - added))
    botch = 1 - find(die, dice, 1) if not added and target > 0 else none
    return {"success": success, "failure": 1 - success - botch, "botch": botch}


def chances(die: pools.OneDie, dice: int, up_to: int, *, focused: bool) -> list[Fraction]:
    """The chances of 0 to ``up_to`` successes."""
    find = pools.focused_chance if focused else pools.chance_of
    return [find(die, dice, count) for count in range(up_to + 1)]
