"""What two d12s say: the action roll and the reaction roll."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.core.odds import Distribution, Odds, constant, die
from rules.core.rolls import Effect, changes, prompts, spotlight

OUTCOMES = ("critical", "success_hope", "success_fear", "failure_hope", "failure_fear")
REACTION_OUTCOMES = ("critical", "success", "failure")
SUCCESSES = ("critical", "success_hope", "success_fear", "success")

DUALITY = die(12) + die(12)
# Sums of two d12s of which the Hope Die is the higher one; those with a higher Fear Die are as many.
HIGHER = Distribution(
    {total: sum(1 for hope in range(1, 13) if 1 <= total - hope < hope) for total in range(3, 24)},
)
CRITICAL = Fraction(1, 12)
EITHER = Fraction(11, 24)


@dataclass(frozen=True, slots=True)
class DualityRoll:
    """What the dice showed; everything else about the roll follows from these.

    ``own`` is the die of one's own advantage (above 0) or disadvantage (below), ``helpers`` the allies' dice.
    """

    hope: int
    fear: int
    modifier: int = 0
    own: int = 0
    helpers: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """All added up; of the helpers' dice only the highest.

        Source: Daggerheart core mechanics, "Advantage and disadvantage", "Hope".
        """
        return self.hope + self.fear + self.modifier + self.own + max(self.helpers, default=0)

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


def action_odds(difficulty: int, *, modifier: int = 0, own: int = 0, helpers: int = 0) -> Odds:
    """The exact odds of the five outcomes and of the total; ``own`` as from ``own_die``."""
    extra = _extra_dice(own, helpers)
    success = (HIGHER + extra).at_least(difficulty - modifier)
    outcomes = {
        "critical": CRITICAL,
        "success_hope": EITHER * success,
        "success_fear": EITHER * success,
        "failure_hope": EITHER * (1 - success),
        "failure_fear": EITHER * (1 - success),
    }
    return Odds(outcomes=outcomes, distribution=DUALITY + extra + modifier)


def reaction_odds(difficulty: int, *, modifier: int = 0, own: int = 0) -> Odds:
    """The exact odds of a reaction roll; nobody may help."""
    odds = action_odds(difficulty, modifier=modifier, own=own)
    found = {name: 2 * odds.outcomes[f"{name}_hope"] for name in ("success", "failure")}
    return Odds(outcomes={"critical": CRITICAL, **found}, distribution=odds.distribution)


def success_chance(outcomes: Mapping[str, Fraction], tries: int = 1) -> Fraction:
    """The chance that at least one of ``tries`` rolls with these odds succeeds: two make a tag team roll."""
    failure = 1 - sum((outcomes.get(name, Fraction(0)) for name in SUCCESSES), Fraction(0))
    return 1 - failure**tries


def _extra_dice(own: int, helpers: int) -> Distribution:
    mine = die(6) if own else constant(0)
    best = die(6).highest(helpers) if helpers else constant(0)
    return (mine if own >= 0 else -mine) + best
