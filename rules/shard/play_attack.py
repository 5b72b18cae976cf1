"""Attacks in play: the pool of the attacker, the Defence and armour of the target, the damage that follows."""

from collections.abc import Mapping
from typing import Any

from rules.core import derived
from rules.core.draft import Draft
from rules.core.errors import Need, RuleError
from rules.core.rolling import Filled, GameRoll, Made, Roll, refuse, switched_off
from rules.core.rolls import RollResult
from rules.core.state import Condition, Creature, State
from rules.core.system import System
from rules.shard import attack as rules
from rules.shard import filling, play_challenge, sheet
from rules.shard.filling import GUARDS
from rules.shard.rolls import ROLLS, came_to
from rules.shard.sheet import Arms

OWN = ("spend", "position", "cover", "act", "guards")
MOST_GUARDS = 12
ACTIVE = "active"  # the axis of dice that the target defends with


def held_by(command: Roll, actor: Creature | None) -> Arms | None:
    """The weapon that a roll names, else the first."""
    keys = [key for part in (command.with_ or "").split(",") if (key := part.strip())]
    return next((a for key in keys if (a := sheet.arms(actor, key))), None) or sheet.arms(actor, None)


def fill(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The dice of ability and weapon skill, what adds to them, and what stands against them.

    Source: SHARD, "Dice pool", "Calculate defence", "Calculate damage".
    """
    given = filling.given_of(command, OWN)
    actor, other = state.creatures.get(command.creature or ""), state.creatures.get(target or "")
    held = held_by(command, actor)
    kind = str(given.get("damage_type", held.type if held else "slashing"))
    tags = _tags(command, kind, held)
    modifiers = filling.reckoned(command, _modifiers(system, state, command, target, tags))
    modifiers = (*modifiers, *switched_off(command, _position(command)))
    parameters = {
        **_thrown_with(system, actor, other, held, modifiers),
        **_stands_against(system, other, kind, modifiers),
        **filling.flags(modifiers, "focused", "unseen", "helpless"),
        **given,
        "dice": _sized(given, filling.pool_size(modifiers)),
        **_active(given, derived.total(modifiers, ACTIVE)),
        "tags": sorted(tags),
    }
    return Filled(parameters, modifiers)


def _tags(command: Roll, kind: str, held: Arms | None) -> frozenset[str]:
    """What the attack is about: what was said, the category of its damage and its range."""
    range_ = held.range if held else "melee"
    return filling.tags_of(command, rules.category(kind), range_) - _other_ranges(command, range_)


def _modifiers(
    system: System, state: State, command: Roll, target: str | None, tags: frozenset[str]
) -> list[derived.Modifier]:
    """All that adds dice or changes what they must reach."""
    actor, other = state.creatures.get(command.creature or ""), state.creatures.get(target or "")
    found = _dice(system, actor, command, held_by(command, actor))
    found += filling.of_conditions(system, state, command, target, tags)
    found = filling.with_cover(command, found, target)
    found += filling.of_relationships(state, command, target, tags)
    return found + filling.of_spending(state, command) + _defended(other) + _guarded(state, command, other)


def _thrown_with(
    system: System,
    actor: Creature | None,
    other: Creature | None,
    held: Arms | None,
    modifiers: tuple[derived.Modifier, ...],
) -> dict[str, Any]:
    """What the weapon deals, and how much larger the target is."""
    return {
        "weapon_damage": (held.damage if held else 0) + derived.total(modifiers, "damage"),
        "size_steps": _size(system, other) - _size(system, actor),
    }


def _stands_against(
    system: System, other: Creature | None, kind: str, modifiers: tuple[derived.Modifier, ...]
) -> dict[str, Any]:
    """The target's Defence with what changes it, and what its armour and resistances take of this kind of damage."""
    return {
        "defence": sheet.number(system, other, "defence"),
        "more_defence": derived.total(modifiers, "defence"),
        "damage_type": kind,
        "armour": sheet.armour(other),
        "resistance": sheet.resistance(other, kind),
    }


def _other_ranges(command: Roll, usual: str) -> frozenset[str]:
    """A range that was said stands for the weapon's own."""
    said = command.parameters.get("tags")
    known = {tag for tag in said if tag in rules.RANGES} if isinstance(said, list | tuple) else set()
    return frozenset({usual} if known and usual not in known else ())


def _dice(system: System, actor: Creature | None, command: Roll, held: Arms | None) -> list[derived.Modifier]:
    keys = [key for key in filling.keys_of(system, actor, command) if sheet.arms(actor, key) is None]
    if actor is None or held is None:
        return filling.of_sheet(system, actor, keys)
    if held.dice is not None:
        return [derived.Modifier(f"{actor.id}:{held.key}", "dice", held.dice, held.name or held.key, actor.id)]
    own = [] if any(key in sheet.ABILITIES for key in keys) else [held.ability]
    skill = [held.skill] if held.skill and held.skill in actor.features and held.skill not in keys else []
    return filling.of_sheet(system, actor, [*own, *keys, *skill])


def _defended(target: Creature | None) -> list[derived.Modifier]:
    """The dice that the Defend action adds to the target's active defence.

    Source: SHARD, "Defend".
    """
    if target is None:
        return []
    held = [one for one in target.conditions.values() if one.key == "defending" and one.value]
    return [derived.Modifier(f"{target.id}:defend", ACTIVE, one.value or 0, "defending", target.id) for one in held[:1]]


def guards_of(command: Roll) -> dict[str, int]:
    """Who puts how many dice into the target's defence; raises InvalidInput for what cannot be."""
    said = command.parameters.get(GUARDS)
    if said is None:
        return {}
    if not isinstance(said, Mapping) or len(said) > MOST_GUARDS:
        raise refuse(f"/parameters/{GUARDS}", "not-an-option", options=[])
    if any(type(dice) is not int or not 0 <= dice <= 40 for dice in said.values()):
        raise refuse(f"/parameters/{GUARDS}", "not-an-option", options=[0, 40])
    return {str(id): dice for id, dice in said.items() if dice}


def _guarded(state: State, command: Roll, target: Creature | None) -> list[derived.Modifier]:
    """Dice of friends for the target's active defence, as if they were the target.

    Source: SHARD, "Friendship".
    """
    found = []
    for id, dice in guards_of(command).items():
        friend = state.creatures.get(id)
        ties = sheet.relationships(friend) if friend is not None and friend.here else ()
        if target is None or not any(kind == "friendship" and other == target.id for _, kind, other in ties):
            raise RuleError("is-no-friend")
        if (have := sheet.ready(state, id, "prowess")) < dice:
            raise RuleError("not-enough-dice", tracker="prowess", have=have, need=dice)
        found.append(derived.Modifier(f"{id}:guard", ACTIVE, dice, "friendship", id))
    return found


def _active(given: Mapping[str, Any], defending: int) -> dict[str, Any]:
    """All dice of the active defence: those of Prowess that were said, and those of the Defend action."""
    said = given.get("active_defence", 0)
    return {"active_defence": min(40, said + defending)} if type(said) is int and defending else {}


def _size(system: System, creature: Creature | None) -> int:
    return sheet.number(system, creature, "size") or 0


def _position(command: Roll) -> list[derived.Modifier]:
    """The die that the circumstances give or take.

    Source: SHARD, "Position".
    """
    said = command.parameters.get("position")
    dice = rules.position(said) if type(said) is int else 0
    return [derived.Modifier("given:position", "dice", dice, "position", command.creature or "")] if dice else []


def _sized(given: Mapping[str, Any], found: int) -> Any:
    said = given.get("dice")
    return said if play_challenge.is_odd(said) else max(0, min(40, found))


def announce(command: Roll, filled: Filled) -> RollResult:
    """Hits that were called out; ``armour`` are the successes of armour that is rolled against the elements.

    What dice that were put into its defence came to is called out as well: raises Need where it is not.
    """
    if (command.parameters.get("active_defence") or guards_of(command)) and filled.parameters.get("defended") is None:
        raise Need([{"number": "defended", "creature": None}])
    by_armour = filling.called(command, "armour", 0)

    def closed(count: int) -> RollResult:
        given = ROLLS["attack"].read(filled.parameters)
        return came_to(given, count, given.defended or 0, by_armour)

    return filling.announced(command, filled, "defence", closed)


def changes(draft: Draft, made: Made) -> list[dict[str, Any]]:
    """What the attacker put in, and the Prowess that the target exhausts to defend.

    Source: SHARD, "Active defence".
    """
    said = made.command.parameters.get("active_defence")
    active = said if type(said) is int else 0
    targets = made.command.targets[:1] if active else ()
    defended = [
        {"owner": id, "dice": "prowess", "from": "ready", "to": "exhausted", "by": active}
        for id in targets
        if sheet.ready(draft.state, id, "prowess")
    ]
    guarded = [
        {"owner": id, "dice": "prowess", "from": "ready", "to": "exhausted", "by": dice}
        for id, dice in guards_of(made.command).items()
    ]
    return [*play_challenge.changes(draft, made), *defended, *guarded]


def decides(draft: Draft, made: Made) -> None:
    """What helped is used up; one who fails gracefully is focused by a miss.

    Source: SHARD, "Graceful failure".
    """
    play_challenge.use_up(draft, made)
    actor = draft.state.creatures.get(made.command.creature or "")
    missed = bool(made.by_target) and all(one.outcome == "miss" for one in made.by_target.values())
    if actor is not None and missed and sheet.has_trait(actor, "graceful-failure"):
        draft.add_condition(actor.id, Condition("q_" + draft.chance.id(), "focused"))


def then(draft: Draft, made: Made, target: str) -> Mapping[str, Any] | None:
    """What the target takes of a hit."""
    result = made.by_target[target]
    if result.outcome != "hit" or not result.facts.get("damage"):
        return None
    held = held_by(made.command, draft.state.creatures.get(made.command.creature or ""))
    return {
        "type": "take_damage",
        "creature": target,
        "amount": result.facts["damage"],
        "damage": "strain" if held is not None and held.strain else "lethal",
        **({"attacker": made.command.creature} if made.command.creature else {}),
        **_unrolled(made, result),
    }


def _unrolled(made: Made, result: RollResult) -> dict[str, Any]:
    """Of called hits with an element: the damage before the dice of armour, which are still to be rolled.

    Source: SHARD, "Armour Rating".
    """
    said = made.command.announced
    given = ROLLS["attack"].read(made.filled.parameters)
    if said is None or "armour" in said or not given.armour_dice:
        return {}
    dealt = next(step.facts["now"] for step in result.steps or () if step.code == "dealt")
    return {"amount": max(0, dealt), "damage_type": given.damage_type}


attack = GameRoll(fill=fill, against="defence", announce=announce, changes=changes, decides=decides, then=then)
