"""Damage in play: that of a blow whose d20 was called out, and what a creature loses."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.core.commands.base import Command, Id, Number, type_name
from rules.core.derived import total
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.read import read
from rules.core.rolling import Filled, GameRoll, Made, Roll, refuse
from rules.core.rolls import RollResult, Saying
from rules.core.state import Creature, State
from rules.core.system import System
from rules.core.trackers import Pool
from rules.swing import sheet
from rules.swing.filling import DAMAGE, ONLY_IN_PLAY, attack_modifiers, harm, means_of, only_one_target, said_number
from rules.swing.parameters import Amount
from rules.swing.parameters import TakeDamage as Parameters
from rules.swing.play_attack import take_damage as command_of
from rules.swing.rolls import taken

Kind = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class TakeDamage(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Damage to a creature; a negative ``amount`` gives hit points back. Armor does not lessen ``direct`` damage."""

    creature: Id
    amount: Number
    damage_type: Kind | None = None
    direct: bool = False
    attacker: Id | None = None


class Called(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The damage that was called out, as the target takes it."""

    total: Amount


def fill(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The damage die and all that is added, as for the blow itself."""
    only_one_target(command)
    held = means_of(system, state, command)
    modifiers = tuple(
        one for one in attack_modifiers(system, state, command, target, held, "damage") if one.axis == DAMAGE
    )
    actor, given = state.creatures.get(command.creature or ""), dict(command.parameters)
    said = given.get("damage_bonus")
    bonus = said if isinstance(said, int) and not isinstance(said, bool) else 0
    plain = {key: value for key, value in given.items() if key not in ONLY_IN_PLAY}
    if "damage_bonus" not in plain or plain["damage_bonus"] == bonus:
        plain["damage_bonus"] = total(modifiers, DAMAGE, bonus)
    sides = said_number(given, "unarmed_die")
    return Filled({**harm(system, state, actor, target, held, sides), **plain}, modifiers)


def announce(command: Roll, filled: Filled) -> RollResult:
    """The damage that was called out."""
    said = read(Called, dict(command.announced or {}), at="/announced")
    critical = filled.parameters.get("critical") is True
    say = Saying("damage", {"total": said.total, "critical": critical})
    return RollResult(dice={}, total=said.total, say=say, facts={"damage": said.total})


def then(draft: Draft, made: Made, target: str) -> Mapping[str, Any] | None:
    """The target loses it."""
    held = means_of(draft.system, draft.state, made.command)
    return command_of(made, held, target, int(made.by_target[target].facts["damage"]))


def take_damage(draft: Draft, command: TakeDamage) -> None:
    """Work out what armor leaves of damage, log it with its steps, and take it from the hit points."""
    creature = draft.creature(command.creature)
    if command.attacker is not None:
        draft.creature(command.attacker)
    pool = sheet.pool_of(creature, "hp")
    if pool is None or not takes_damage(draft, creature.id):
        raise RuleError("takes-no-damage", creature=creature.id)
    if command.amount < 0:
        draft.tell("healed", {"target": creature.id}, amount=-command.amount)
        draft.add(creature.id, "hp", -command.amount)
        return
    parameters = reckoned(draft.system, draft.state, creature, command.damage_type)
    given = read(Parameters, {**parameters, "amount": command.amount, "direct": command.direct}, at="")
    left, steps = taken(given)
    _tell(draft, creature, command, pool, left, steps)
    draft.add(creature.id, "hp", -left)


def takes_damage(draft: Draft, id: str) -> bool:
    """Whether this one has hit points to lose."""
    pool = sheet.pool_of(draft.creature(id), "hp")
    return pool is not None and bool(pool.value or draft.maximum(id, "hp"))


def reckoned(system: System, state: State, creature: Creature, kind: str | None) -> dict[str, Any]:
    """What a creature's sheet and the game's readings say of damage of this kind."""
    rounds = {"armor_rounds": state.settings["armor_rounds"]} if "armor_rounds" in state.settings else {}
    return {"armor_class": sheet.armor_against(system, creature, kind), **rounds}


def _tell(
    draft: Draft, creature: Creature, command: TakeDamage, pool: Pool, lost: int, steps: tuple[Saying, ...]
) -> None:
    """Log the damage; how many hit points it leaves is told by their own line, to those who see them."""
    who = {"target": creature.id, **({"by": command.attacker} if command.attacker else {})}
    told = [{"code": step.code, "facts": dict(step.facts)} for step in steps]
    secret = {"steps": told, "taken": lost, "beyond": max(0, lost - pool.value)}
    draft.tell("damage_taken", who, secret=secret, amount=command.amount, damage_type=command.damage_type)


def fill_taken(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The parameters of the roll of this name from a sheet: it reckons, and takes nothing."""
    creature = state.creatures.get(target or command.creature or "")
    given = {key: value for key, value in command.parameters.items() if key != "type"}
    if creature is None:
        return Filled(given)
    kind = command.parameters.get("type")
    if kind is not None and not isinstance(kind, str):
        raise refuse("/parameters/type", "wrong-type", expected=["text"], got="invalid")
    return Filled({**reckoned(system, state, creature, kind), **given})


damage = GameRoll(fill=fill, announce=announce, then=then)
reckoning = GameRoll(fill=fill_taken, reckons=True)
