"""Spells that are sustained: what one more costs, and whether an injury drops one."""

from rules.core.state import Condition, Creature

DISTRACTED = "distracted"  # what the order remembers: the target number that a caster's spells must be kept against


def sustained(creature: Creature) -> list[Condition]:
    """The spells that one sustains, the first first."""
    return [condition for condition in creature.conditions.values() if condition.key == "sustaining"]


def price(already: int) -> int:
    """The Ether dice that one more sustained spell exhausts.

    Source: SHARD, "Duration".
    """
    return already + 1


def needed(target: int, *, on_match: bool = False) -> int:
    """The successes that keep a spell: to match the target is no net hit, unless a setting says otherwise.

    Source: SHARD, "Duration".
    """
    return target if on_match else target + 1
