"""Damage and healing in a game, by what it writes down in ``[damage]``."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.core import derived
from rules.core.audience import seen
from rules.core.commands.base import Command, Id, Key, Number, type_name
from rules.core.damage import Damage, Taken, Type, damage_roll, groups_of, reckon, refuse_unknown_type
from rules.core.derived import Modifier
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.read import read
from rules.core.rolling import Filled, GameRoll, Roll
from rules.core.state import Creature, State
from rules.core.system import DamageSpec, System
from rules.core.trackers import Pool

ROLL = "take_damage"
ENDLESS = 9999  # what a pool without a maximum can take
PROTECTIONS = {"resistance": "resistances", "immunity": "immunities", "vulnerability": "vulnerabilities"}


class TakeDamage(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Damage to a creature; a negative ``amount`` heals. Armor does not help against ``direct`` damage."""

    creature: Id
    amount: Number
    damage_type: Type | None = None
    direct: bool = False
    attacker: Id | None = None


class Heal(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Healing; a ``tracker`` that has no maximum is not added to: the higher amount counts."""

    creature: Id
    amount: Annotated[int, msgspec.Meta(ge=0, le=9999)]
    tracker: Key | None = None


def damage_parts(spec: DamageSpec) -> dict[str, Any]:
    """The commands and rolls that a game with a ``[damage]`` table has, as fields of its `System`."""
    return {
        "commands": {TakeDamage: take_damage, Heal: heal},
        "rolls": {ROLL: damage_roll(spec)},
        "game_rolls": {ROLL: GameRoll(fill=_fill, reckons=True)},
    }


def take_damage(draft: Draft, command: TakeDamage) -> None:
    """Work out what damage does to a creature, log it with its steps, and take it from its pools."""
    creature = draft.creature(command.creature)
    if command.attacker is not None:
        draft.creature(command.attacker)
    if command.amount < 0:
        heal(draft, Heal(creature=creature.id, amount=-command.amount))
        return
    if not any(_is_tracked(draft, creature.id, key) for key in _spec(draft.system).pools):
        raise RuleError("takes-no-damage", creature=creature.id)
    given = {"amount": command.amount, "type": command.damage_type, "direct": command.direct}
    taken = _reckoned(draft.system, draft.state, creature, given)
    _tell(draft, creature, command, taken)
    for key, lost in taken.pools.items():
        draft.add(creature.id, key, lost if _counts(draft.system, key) == "marked" else -lost)
    for condition in _ending(draft, creature.id, "damaged") if taken.damage else ():
        draft.end_condition(creature.id, condition, "over")


def _reckoned(system: System, state: State, creature: Creature, given: Mapping[str, Any]) -> Taken:
    spec = _spec(system)
    refuse_unknown_type(spec, given["type"], "/damage_type")
    parameters = {**given, **sheet_parameters(system, state, creature, given["type"])}
    return reckon(spec, read(Damage, parameters, at="/parameters"))


def _tell(draft: Draft, creature: Creature, command: TakeDamage, taken: Taken) -> None:
    """Log the damage; how many hit points it leaves is told where they are open."""
    who = {"target": creature.id, **({"by": command.attacker} if command.attacker else {})}
    key = _spec(draft.system).pools[-1]
    lost = taken.pools.get(key, 0)
    was = draft.value(creature.id, key)
    left = {"tracker": key, "was": was, "now": was + (lost if _counts(draft.system, key) == "marked" else -lost)}
    is_open = seen(draft.system, draft.state, creature, key) == "public"
    steps = [{"code": step.code, "facts": dict(step.facts)} for step in taken.steps]
    secret = {"steps": steps, "taken": taken.damage, "beyond": taken.beyond, **({} if is_open else left)}
    told = {"amount": command.amount, "damage_type": command.damage_type, **(left if is_open else {})}
    draft.tell("damage_taken", who, secret=secret, **told)


def heal(draft: Draft, command: Heal) -> None:
    """Give back what a pool lost, and end what healing ends."""
    id, pools = draft.creature(command.creature).id, _spec(draft.system).pools
    key = command.tracker or pools[-1]
    if key not in pools:
        raise RuleError("unknown-tracker", tracker=key)
    by = _healing(draft, id, key, command.amount)
    ending = _ending(draft, id, "healed") if command.amount and key == pools[-1] else []
    if key == pools[-1] and (by or ending):
        draft.tell("healed", {"target": id}, amount=command.amount)
    draft.add(id, key, by)
    for condition in ending:
        draft.end_condition(id, condition, "healed")


def _healing(draft: Draft, id: str, key: str, amount: int) -> int:
    """By how much healing moves a pool, before its maximum stops it."""
    pool, top = draft.pool(id, key), draft.maximum(id, key)
    if _counts(draft.system, key) == "marked":
        return -min(amount, pool.value)
    if top is None:
        return max(0, amount - pool.value)
    return min(amount, max(0, top - pool.value))


def _spec(system: System) -> DamageSpec:
    spec = system.data.damage
    assert spec is not None, "only a game with [damage] has these commands"
    return spec


def _counts(system: System, key: str) -> str:
    return system.data.trackers[key].counts


def _is_tracked(draft: Draft, id: str, key: str) -> bool:
    """Whether this pool says anything of the creature: one without a maximum and with nothing in it does not."""
    pool = draft.state.trackers(id).get(key)
    is_marked = _counts(draft.system, key) == "marked"
    return isinstance(pool, Pool) and (is_marked or pool.value > 0 or bool(draft.maximum(id, key)))


def _fill(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The parameters of the roll of this name from a sheet: it reckons, and takes nothing."""
    creature = state.creatures.get(target or command.creature or "")
    if creature is None:
        return Filled(dict(command.parameters))
    kind = command.parameters.get("type")
    known = kind if isinstance(kind, str) else None
    return Filled({**sheet_parameters(system, state, creature, known), **command.parameters})


def sheet_parameters(system: System, state: State, creature: Creature, kind: str | None) -> dict[str, Any]:
    """The creature's armor, protections and pools, and what its conditions add to damage of this type."""
    spec = _spec(system)
    found = derived.modifiers(system, state, "damage", None, creature.id, frozenset(groups_of(spec, kind)))
    return {
        "armor": derived.numbers(system, creature).get(spec.armor or "", 0),
        **protections(creature),
        **_change([modifier for modifier in found if modifier.axis == "damage"]),
        "room": _room(system, state, creature, spec),
    }


def _change(modifiers: list[Modifier]) -> dict[str, Any]:
    change = max(-ENDLESS, min(ENDLESS, derived.total(modifiers, "damage")))
    return {"change": change, "because": list(dict.fromkeys(modifier.why for modifier in modifiers))}


def protections(creature: Creature) -> dict[str, list[Any]]:
    """What a creature's features protect it from or open it to; a feature's ``facts`` name ``type`` or ``types``."""
    found: dict[str, list[Any]] = {name: [] for name in PROTECTIONS.values()}
    for feature in creature.features.values():
        for kind in _types(feature.facts) if feature.kind in PROTECTIONS else ():
            name = PROTECTIONS[feature.kind]
            value = feature.facts.get("value")
            is_number = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= ENDLESS
            protection = {"type": kind, "value": value if is_number else None}
            found[name].append(kind if feature.kind == "immunity" else protection)
    return found


def _types(facts: Mapping[str, Any]) -> list[str]:
    """The damage types among a feature's facts; what does not fit is as if it were not there."""
    several = facts.get("types")
    found = [facts.get("type"), *(several if isinstance(several, list | tuple) else ())]
    return [kind for kind in found[:20] if isinstance(kind, str) and 0 < len(kind) <= 40]


def _room(system: System, state: State, creature: Creature, spec: DamageSpec) -> dict[str, int]:
    """What each of a creature's pools can still take."""
    room = {}
    for key in spec.pools:
        pool, top = creature.trackers.get(key), derived.maximum(system, state, creature.id, key)
        if isinstance(pool, Pool):
            is_marked = _counts(system, key) == "marked"
            room[key] = pool.value if not is_marked else ENDLESS if top is None else max(0, top - pool.value)
    return room


def _ending(draft: Draft, id: str, happening: str) -> list[Any]:
    """The stored conditions that end when this happens to their bearer."""
    specs = draft.system.data.conditions
    stored = draft.state.creatures[id].conditions.values()
    return [c for c in stored if c.key in specs and happening in specs[c.key].ends]
