"""Damage rolls in play: the dice of a weapon or of an adversary's attack, and whom the damage is dealt to."""

from collections.abc import Mapping
from typing import Any

from rules.core import derived
from rules.core.derived import Modifier
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.rolling import Cost, Filled, GameRoll, Made, Roll, refuse, switched_off
from rules.core.rolls import RollResult, Saying
from rules.core.state import Creature, Feature, State
from rules.core.system import System
from rules.core.trackers import Pool
from rules.daggerheart.announced import read_announced
from rules.daggerheart.extras import dice_of, feature_extras, given_extras
from rules.daggerheart.filling import Means, means_of, use_costs
from rules.daggerheart.minions import is_horde_thinned
from rules.daggerheart.sheet import ARMS, Arms, arms, costs, of_kind, sheet_number, types, whole

TYPES = "types"  # the parameter that names other damage types than the weapon's
DAMAGE_DICE = "damage_dice"  # the fact of a feature that adds dice to damage
NO_DICE = "d4"  # stands in the parameters of an attack that deals a fixed amount, with none of it rolled


def fill(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The dice of the weapon or attack that is named, else of the first one, and those of named features."""
    creature = state.creatures.get(command.creature or "")
    given = {key: value for key, value in command.parameters.items() if key != TYPES}
    found = given_extras(given, command.creature or "")
    if creature is None:
        return _with_extras(Filled(given), found, command)
    means = means_of(creature, command.with_)
    adding = {key: feature for key, feature in means.features.items() if DAMAGE_DICE in feature.facts}
    found += feature_extras(creature, adding, DAMAGE_DICE)
    paid = feature_use(system, state, creature, adding)
    held = means.arms or arms(creature, None)
    if held is not None:
        given = {**damage_parameters(system, creature, held), **given}
    elif command.announced is None and "dice" not in command.parameters:
        raise RuleError("no-weapon", creature=creature.id)
    return _with_extras(Filled(given, costs=paid), found, command)


def feature_use(system: System, state: State, creature: Creature, features: Mapping[str, Feature]) -> tuple[Cost, ...]:
    """What the features take that add to this damage. No Hope comes from the roll, so theirs is paid at once."""
    hope = sum(costs(feature).get("hope", 0) for feature in features.values())
    paid = use_costs(system, state, creature, Means(features=features))
    has_hope = "hope" in creature.trackers
    return (*paid, *([Cost(creature.id, "hope", hope, "not-enough-hope")] if hope and has_hope else ()))


def _with_extras(filled: Filled, found: list[Modifier], command: Roll) -> Filled:
    """What is filled, with the dice and numbers that come to it and count."""
    modifiers = switched_off(command, found)
    if not modifiers:
        return filled
    plain, extra = filled.parameters.get("modifier", 0), dice_of(modifiers)
    added = {"modifier": derived.total(modifiers, "total", plain)} if isinstance(plain, int) else {}
    parameters = {**filled.parameters, **added, **({"extra": extra} if extra else {})}
    return Filled(parameters, modifiers, filled.costs)


def damage_parameters(system: System, creature: Creature, held: Arms, attackers: int = 1) -> dict[str, Any]:
    """What is rolled: the Proficiency multiplies the dice of a character's weapon, and nothing else.

    ``attackers`` that share one attack roll, as Minions do, deal the damage of each together.

    Source: Daggerheart core mechanics, "Damage rolls"; Daggerheart SRD 1.0, "Adversary features" for a Horde.
    """
    dice, modifier = held.thinned if held.thinned and _is_thinned(creature) else (held.dice, held.modifier)
    proficiency = sheet_number(system, creature, "proficiency") if creature.kind == "pc" else None
    times = 0 if dice is None else attackers if proficiency is None else proficiency
    return {"dice": dice or NO_DICE, "proficiency": times, "modifier": modifier * attackers}


def _is_thinned(creature: Creature) -> bool:
    pool = creature.trackers.get("hit_points")
    return isinstance(pool, Pool) and bool(pool.max) and is_horde_thinned(pool.max or 0, pool.value)


def standing(system: System, state: State, creature: Creature) -> dict[str, Any]:
    """What the GM is told of a Horde: how many are left of how many, and that its attack is thinned.

    Source: Daggerheart SRD 1.0, "Adversary features" for a Horde.
    """
    found: dict[str, Any] = {}
    pool, about = creature.trackers.get("hit_points"), creature.features.get("about")
    each = whole(about.facts, "horde_per_hp") if about else None
    if each and each > 0 and isinstance(pool, Pool) and pool.max:
        found["left"], found["of"] = each * (pool.max - pool.value), each * pool.max
    attacks = [arms(creature, key) for key, _ in of_kind(creature, *ARMS)]
    if _is_thinned(creature) and any(held is not None and held.thinned for held in attacks):
        found["thinned"] = True
    return found


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
    dealt = types_of(made.command.parameters.get(TYPES), held)
    command: dict[str, Any] = {"type": "take_damage", "creature": target}
    command["sources"] = [{"amount": made.result.total or 0, "types": dealt}]
    if creature is not None:
        command["attacker"] = creature.id
    return {**command, "direct": True} if held and held.direct else command


def types_of(asked: Any, held: Arms | None) -> list[str]:
    """The types of the damage: those that the roll names, else the weapon's."""
    named = types({TYPES: asked})
    return list(named) or (list(held.types) if held else ["physical"])


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
        "parameters": {**damage_parameters(draft.system, creature, held, _attackers(made)), "critical": critical},
    }


def _attackers(made: Made) -> int:
    """How many share an attack: an adversary and the others that attack along with it."""
    return 1 + len(made.command.helpers) if made.command.roll == "adversary_attack" else 1


damage = GameRoll(fill=fill, announce=announce, then=then)
