"""Damage rolls in play: the dice of a weapon or of an adversary's attack, and whom the damage is dealt to."""

from collections.abc import Mapping
from typing import Any

from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.rolling import Filled, GameRoll, Made, Roll, refuse
from rules.core.rolls import RollResult, Saying
from rules.core.state import Creature, State
from rules.core.system import System
from rules.core.trackers import Pool
from rules.daggerheart.announced import read_announced
from rules.daggerheart.filling import means_of
from rules.daggerheart.minions import is_horde_thinned
from rules.daggerheart.sheet import Arms, arms, sheet_number

NO_DICE = "d4"  # stands in the parameters of an attack that deals a fixed amount, with none of it rolled


def fill(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The dice of the weapon or attack that is named, else of the first one."""
    creature = state.creatures.get(command.creature or "")
    if creature is None:
        return Filled(dict(command.parameters))
    held = means_of(creature, command.with_).arms or arms(creature, None)
    if held is not None:
        return Filled({**damage_parameters(system, creature, held), **command.parameters})
    if command.announced is None and "dice" not in command.parameters:
        raise RuleError("no-weapon", creature=creature.id)
    return Filled(dict(command.parameters))


def damage_parameters(system: System, creature: Creature, held: Arms) -> dict[str, Any]:
    """What is rolled: the Proficiency multiplies the dice of a character's weapon, and nothing else.

    Source: Daggerheart core mechanics, "Damage rolls"; Daggerheart SRD 1.0, "Adversary features" for a Horde.
    """
    dice, modifier = held.thinned if held.thinned and _is_thinned(creature) else (held.dice, held.modifier)
    proficiency = sheet_number(system, creature, "proficiency") if creature.kind == "pc" else None
    times = 0 if dice is None else 1 if proficiency is None else proficiency
    return {"dice": dice or NO_DICE, "proficiency": times, "modifier": modifier}


def _is_thinned(creature: Creature) -> bool:
    pool = creature.trackers.get("hit_points")
    return isinstance(pool, Pool) and bool(pool.max) and is_horde_thinned(pool.max or 0, pool.value)


def announce(command: Roll, filled: Filled) -> RollResult:
    """The damage that was called out."""
    total = read_announced(command).total
    if total is None or total < 0:
        raise refuse("/announced/total", "missing", field="total")
    facts = {"total": total, "critical": filled.parameters.get("critical") is True}
    return RollResult(dice={}, total=total, say=Saying("damage", facts))


def then(draft: Draft, made: Made, target: str) -> Mapping[str, Any] | None:
    """The damage that the target takes."""
    creature = draft.state.creatures.get(made.command.creature or "")
    held = (means_of(creature, made.command.with_).arms or arms(creature, None)) if creature else None
    types = list(held.types) if held else ["physical"]
    command: dict[str, Any] = {"type": "take_damage", "creature": target}
    command["sources"] = [{"amount": made.result.total or 0, "types": types}]
    if creature is not None:
        command["attacker"] = creature.id
    return {**command, "direct": True} if held and held.direct else command


def damage_command(draft: Draft, made: Made, creature: Creature, held: Arms, hits: tuple[str, ...]) -> dict[str, Any]:
    """The damage roll that follows an attack: one for all whom it hit."""
    struck = [target for target, result in made.by_target.items() if result.outcome in hits]
    critical = made.result.outcome == "critical"
    return {
        "type": "roll",
        "roll": "damage",
        "creature": creature.id,
        "with": held.key,
        "targets": struck,
        "parameters": {**damage_parameters(draft.system, creature, held), "critical": critical},
    }


damage = GameRoll(fill=fill, announce=announce, then=then)
