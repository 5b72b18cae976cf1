"""What a turn holds: its swings, what is spent on them, and what lies about afterwards."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.core.errors import RuleError
from rules.core.rolling import Cost, Made, Roll
from rules.core.state import Creature, State
from rules.swing import blow, sheet
from rules.swing.classes import ORDINALS
from rules.swing.sheet import AMMUNITION, Arms
from rules.swing.swings import OFF_HAND_NEEDS

BLOWS = "blows"  # what the order remembers: the swings of the turn that runs
FIRST, OFF_HAND, HASTE = "first", "off_hand", "haste"


def ammunition_costs(state: State, command: Roll, held: Arms) -> tuple[Cost, ...]:
    """An arrow or a thrown weapon, where they are counted."""
    creature = state.creatures.get(command.creature or "")
    key = AMMUNITION.get(held.use)
    if creature is None or key is None or not _is_counted(creature, key):
        return ()
    return (Cost(creature.id, key, 1, f"no-{key}"),)


def _is_counted(creature: Creature, key: str) -> bool:
    """Whether so much was ever written down; a pool that nobody has filled counts nothing."""
    pool = sheet.pool_of(creature, key)
    return pool is not None and bool(pool.max)


def shot_too(state: State, command: Roll, held: Arms, shots: int) -> list[dict[str, Any]]:
    """The arrows of further swings; raises RuleError ``no-arrows`` or ``no-thrown`` where there are fewer.

    How many swings a round has is known once its d20s fell, so only then is it known whether they are enough.
    """
    creature = state.creatures.get(command.creature or "")
    key = AMMUNITION.get(held.use)
    if creature is None or key is None or not _is_counted(creature, key):
        return []
    pool = sheet.pool_of(creature, key)
    have = pool.value if pool else 0
    if have < shots:
        raise RuleError(f"no-{key}", have=have, need=shots, creature=creature.id)
    return [{"owner": creature.id, "tracker": key, "by": -shots}] if shots else []


def flown(state: State, command: Roll, held: Arms, outcomes: Sequence[str]) -> list[dict[str, Any]]:
    """Where the arrows or thrown weapons lie: in those that they hit, or somewhere about."""
    creature = state.creatures.get(command.creature or "")
    key = AMMUNITION.get(held.use)
    if creature is None or key is None or not _is_counted(creature, key):
        return []
    hit = sum(outcome in blow.HITS for outcome in outcomes)
    moved = {f"{key}_hit": hit, f"{key}_missed": len(outcomes) - hit}
    return [{"owner": creature.id, "tracker": tracker, "by": by} for tracker, by in moved.items() if by]


def aiming_over(state: State, command: Roll, held: Arms) -> list[dict[str, Any]]:
    """Where no turns are counted, one shot uses up what was aimed for it; else aiming ends with the next turn.

    Source: Swing d20, Attacking, "Bows and thrown weapons".
    """
    creature = state.creatures.get(command.creature or "")
    if creature is None or not held.is_shot or state.order.started:
        return []
    aiming = [condition for condition in creature.conditions.values() if condition.key == "aiming"]
    return [{"owner": creature.id, "condition": msgspec.to_builtins(condition)} for condition in aiming]


def blows_of(state: State, id: str | None) -> dict[str, Any] | None:
    """The swings of this one's turn, once they were rolled for."""
    noted = state.order.memory.get(BLOWS)
    return dict(noted) if noted and noted.get("creature") == id else None


def lines(made: Made) -> list[dict[str, Any]]:
    """The swings of a turn after the d20s for them fell: which there are, and why."""
    parameters, facts, dice = made.filled.parameters, made.result.facts, made.result.dice
    found: list[dict[str, Any]] = [{"key": FIRST, "gained": True}]
    extras, naturals = parameters.get("extra_attacks", ()), dice.get("extra_attacks", ())
    for ordinal, extra, natural, made_it in zip(ORDINALS, extras, naturals, facts["gained"], strict=False):
        found.append({"key": ordinal, "needs": extra["needs"], "d20": natural, "gained": made_it})
    if parameters.get("dual_wield"):
        found.append({"key": OFF_HAND, "needs": OFF_HAND_NEEDS, "d20": dice["dual_wield"], "gained": facts["off_hand"]})
    return [*found, *([{"key": HASTE, "gained": True}] if parameters.get("haste") else [])]


def swing_done(state: State, made: Made) -> list[dict[str, Any]]:
    """The swing of this turn that a blow was: the one that is named, else the next of its hand."""
    noted = blows_of(state, made.command.creature)
    if noted is None:
        return []
    named = made.command.parameters.get("blow")
    is_off = made.filled.parameters.get("off_hand") is True
    free = [n for n, line in enumerate(noted["lines"]) if line["gained"] and "dealt" not in line]
    fits = [n for n in free if (noted["lines"][n]["key"] == OFF_HAND) == is_off]
    chosen = next((n for n in free if noted["lines"][n]["key"] == named), fits[0] if fits else None)
    if chosen is None:
        return []
    dealt = {"outcome": made.result.outcome, "dealt": made.result.facts.get("damage")}
    after = [{**line, **dealt} if n == chosen else line for n, line in enumerate(noted["lines"])]
    return [{"note": BLOWS, "was": noted, "now": {**noted, "lines": after}}]
