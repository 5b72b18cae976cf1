"""What two d12s say: the action roll and the reaction roll."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from rules.core.odds import Distribution, Odds, constant, die
from rules.core.rolls import Effect, changes, prompts, spotlight
from rules.daggerheart.extra_dice import extra_odds

OUTCOMES = ("critical", "success_hope", "success_fear", "failure_hope", "failure_fear")
REACTION_OUTCOMES = ("critical", "success", "failure")
SUCCESSES = ("critical", "success_hope", "success_fear", "success")

DUALITY_SIDES = 12


@dataclass(frozen=True, slots=True)
class DualityRoll:
    """What the dice showed; everything else about the roll follows from these.

    ``own`` is the die of one's own advantage (above 0) or disadvantage (below), ``helpers`` the allies' dice, ``extra``
    what the dice of features add.
    """

    hope: int
    fear: int
    modifier: int = 0
    own: int = 0
    helpers: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """All added up; of the helpers' dice only the highest.

        Source: Daggerheart core mechanics, "Advantage and disadvantage", "Hope".
        """
        return self.hope + self.fear + self.modifier + self.own + max(self.helpers, default=0) + sum(self.extra)

    @property
    def is_critical(self) -> bool:
        return self.hope == self.fear

    @property
    def with_fear(self) -> bool:
        """Whether the Fear Die is higher; a pair is with Hope."""
        return self.fear > self.hope

    def succeeds_against(self, difficulty: int) -> bool:
        return self.is_critical or self.total >= difficulty

    def outcome(self, difficulty: int) -> str:
        """One of OUTCOMES.

        Source: Daggerheart core mechanics, "Action rolls", "Overview".
        """
        if self.is_critical:
            return "critical"
        success = "success" if self.succeeds_against(difficulty) else "failure"
        return f"{success}_fear" if self.with_fear else f"{success}_hope"

    def reaction_outcome(self, difficulty: int) -> str:
        """One of REACTION_OUTCOMES: a reaction roll is with neither Hope nor Fear.

        Source: Daggerheart core mechanics, "Reaction rolls".
        """
        if self.is_critical:
            return "critical"
        return "success" if self.succeeds_against(difficulty) else "failure"


def own_die(advantage: int, disadvantage: int) -> int:
    """Which d6 joins one's own dice: 1 to add, -1 to take off, 0 for none.

    Sources cancel one for one and the rest does not stack. Allies' dice are no part of this.

    Source: Daggerheart core mechanics, "Advantage and disadvantage", "Stacking effects".
    """
    return (advantage > disadvantage) - (advantage < disadvantage)


def group_modifier(successes: int, failures: int) -> int:
    """What the others' reaction rolls add to the leader's action roll.

    Source: Daggerheart core mechanics, "Group action rolls".
    """
    return successes - failures


def effects(outcome: str) -> tuple[Effect, ...]:
    """What an action roll's outcome pays and moves; a reaction roll pays nothing.

    Source: Daggerheart core mechanics, "Action rolls", "Overview", "GM moves and adversary actions".
    """
    if outcome == "critical":
        return changes("creature", "hope", 1), changes("creature", "stress", -1)
    success, _, die_that_leads = outcome.partition("_")
    paid = changes("game", "fear", 1) if die_that_leads == "fear" else changes("creature", "hope", 1)
    moved = (spotlight("gm"),) if success == "failure" else ()
    asked = () if outcome == "success_hope" else (prompts("gm_move"),)
    return (paid, *moved, *asked)


@dataclass(frozen=True, slots=True)
class Pairs:
    """All pairs of a Hope and a Fear Die: the sums of those of which one is higher, and how likely each kind is."""

    hope_higher: Distribution
    fear_higher: Distribution
    hope_chance: Fraction
    fear_chance: Fraction
    pair_chance: Fraction


@lru_cache(maxsize=32)
def pairs(hope_die: int = DUALITY_SIDES, fear_die: int = DUALITY_SIDES) -> Pairs:
    """The pairs of dice with so many sides; either is a d12 unless a feature says otherwise."""
    thrown = [(hope, fear) for hope in range(1, hope_die + 1) for fear in range(1, fear_die + 1)]
    hope = [hope + fear for hope, fear in thrown if hope > fear]
    fear = [hope + fear for hope, fear in thrown if fear > hope]
    chances = [Fraction(count, len(thrown)) for count in (len(hope), len(fear), len(thrown) - len(hope) - len(fear))]
    return Pairs(_counted(hope), _counted(fear), *chances)


def _counted(totals: list[int]) -> Distribution:
    return Distribution({total: totals.count(total) for total in set(totals)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice:
    """What is thrown with a roll: ``own`` as from ``own_die``, how many helpers' dice, dice of features."""

    own: int = 0
    helpers: int = 0
    extra: Collection[str] = ()
    hope_die: int = DUALITY_SIDES
    fear_die: int = DUALITY_SIDES

    @property
    def added(self) -> Distribution:
        """What all but the Duality Dice come to."""
        mine = die(6) if self.own else constant(0)
        best = die(6).highest(self.helpers) if self.helpers else constant(0)
        return (mine if self.own >= 0 else -mine) + best + extra_odds(self.extra)


def action_odds(difficulty: int, *, modifier: int = 0, dice: Dice | None = None) -> Odds:
    """The exact odds of the five outcomes and of the total."""
    dice = dice or Dice()
    thrown, added, need = pairs(dice.hope_die, dice.fear_die), dice.added, difficulty - modifier
    hope, fear = (thrown.hope_higher + added).at_least(need), (thrown.fear_higher + added).at_least(need)
    outcomes = {
        "critical": thrown.pair_chance,
        "success_hope": thrown.hope_chance * hope,
        "success_fear": thrown.fear_chance * fear,
        "failure_hope": thrown.hope_chance * (1 - hope),
        "failure_fear": thrown.fear_chance * (1 - fear),
    }
    return Odds(outcomes=outcomes, distribution=die(dice.hope_die) + die(dice.fear_die) + added + modifier)


def reaction_odds(difficulty: int, *, modifier: int = 0, dice: Dice | None = None) -> Odds:
    """The exact odds of a reaction roll; nobody may help."""
    odds = action_odds(difficulty, modifier=modifier, dice=dice)
    found = {name: odds.outcomes[f"{name}_hope"] + odds.outcomes[f"{name}_fear"] for name in ("success", "failure")}
    return Odds(outcomes={"critical": odds.outcomes["critical"], **found}, distribution=odds.distribution)
