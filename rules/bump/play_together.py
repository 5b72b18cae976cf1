"""Rolls of several in play: an attack on an area, that each answers with a save, and a check of a group."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from rules.bump import sheet
from rules.bump.check import SUCCESSES
from rules.bump.filling import check_able, fill_check, keys_of, readings
from rules.bump.play_check import aimed, attack_costs, follows
from rules.bump.play_damage import damage_command
from rules.bump.rolls import Own
from rules.core import derived
from rules.core.derived import Modifier
from rules.core.draft import Draft
from rules.core.read import read
from rules.core.rolling import Filled, GameRoll, Made, Roll, refuse, switched_off, visibility_of
from rules.core.rolls import RollResult
from rules.core.state import Creature, State
from rules.core.system import System

REFLEX = "reflex"
AREA = ("area", REFLEX)  # what a save against an area is about
Said = dict[str, Any]


def _members(system: System, state: State, command: Roll, own: Roll, target: str | None) -> Filled:
    """What each of ``targets`` rolls with, ``own`` being the roll that one makes; what was said of it, by its id."""
    given = command.parameters.get("members", {})
    if not isinstance(given, Mapping) or given.keys() - set(command.targets):
        raise refuse("/parameters/members", "not-an-option", name="members", options=list(command.targets))
    members: list[dict[str, Any]] = []
    found: list[Modifier] = []
    for id in command.targets:
        said = read(Said, given.get(id, {}), at=f"/parameters/members/{id}")
        parameters = {**own.parameters, **{key: said[key] for key in Own.__struct_fields__ if key in said}}
        with_ = known_of(system, state.creatures[id], own.with_)
        theirs = replace(own, creature=id, with_=with_, parameters=parameters)
        filled = fill_check(system, state, theirs, target, number=None)
        kept = {key: filled.parameters[key] for key in Own.__struct_fields__ if key in filled.parameters}
        members.append({**said, **kept, "of": id})
        found += filled.modifiers
    return Filled({"members": members}, tuple(found))


def known_of(system: System, creature: Creature, said: str | None) -> str | None:
    """What a creature has of what is rolled with: who has no such skill rolls without it."""
    known = {*derived.numbers(system, creature), *creature.features}
    return ",".join(key for key in sheet.keys_named(said) if key in known) or None


def check_known(system: System, state: State, ids: Iterable[str], said: str | None) -> None:
    """Refuses what is no number of this game and stands on nobody's sheet."""
    known = {*system.data.numbers, *(key for id in ids for key in state.creatures[id].features)}
    if unknown := [key for key in sheet.keys_named(said) if key not in known]:
        raise refuse("/with", "not-an-option", name=unknown[0], options=sorted(known))


def _taken(given: dict[str, Any], *keys: str) -> dict[str, Any]:
    """What everybody's roll has in common, taken out of ``given``."""
    return {key: given.pop(key) for key in keys if key in given}


def fill_area(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """Each one's Reflex save with its own cover and conditions, against the DC of the attacker.

    Source: Bump d20, "Cover".
    """
    attacker = state.creatures.get(command.creature or "")
    keys_of(system, attacker, command)
    for id in command.targets:
        held = derived.modifiers(system, state, "attack", command.creature, id)
        check_able(command.creature, switched_off(command, [one for one in held if one.axis == "can"]))
    given = dict(command.parameters)
    shared = {"tags": list(AREA), **_taken(given, "extra")}
    own = Roll(roll="save", with_=REFLEX, off=command.off, parameters=shared)
    filled = _members(system, state, command, own, command.creature)
    dc = command.parameters.get("dc", sheet.number(system, attacker, "attack_dc"))
    known = {**readings(state), **given, **filled.parameters, "dc": dc}
    return Filled(known, filled.modifiers, attack_costs(state, command))


def fill_group(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """Each one's check with the same skill or ability.

    Source: Bump d20, "Group Checks".
    """
    given = dict(command.parameters)
    check_known(system, state, command.targets, command.with_)
    own = Roll(roll="check", with_=command.with_, off=command.off, parameters=_taken(given, "tags", "extra"))
    filled = _members(system, state, command, own, None)
    return Filled({**readings(state), **given, **filled.parameters}, filled.modifiers)


def split(command: Roll, result: RollResult) -> Mapping[str, RollResult]:
    """What the rolls of several mean for each."""
    degrees, totals, rows = result.facts["members"], result.facts["totals"], result.dice["d20"]
    return {
        id: RollResult(dice={"d20": rows[id]}, total=total, outcome=degree, say=result.say)
        for id, degree, total in zip(command.targets, degrees, totals, strict=True)
    }


def _tell_each(draft: Draft, made: Made) -> None:
    """Each roll that was made here; of what was known before, all have heard. Of a roll in secret only the GM hears."""
    is_secret = visibility_of(draft, made.command) == "gm"
    said = made.command.parameters.get("members", {})
    for id, result in made.by_target.items():
        if "outcome" in said.get(id, {}):
            continue
        draft.tell("rolls_along", {"by": id}, total=result.total, outcome=result.outcome, hidden=is_secret)


def saved(draft: Draft, made: Made) -> None:
    """Each save is told of the one who made it; the attack is remembered as one on all of them."""
    _tell_each(draft, made)
    aimed(draft, made)


def checked(draft: Draft, made: Made) -> None:
    """Each check is told of the one who made it, and uses up help with it."""
    _tell_each(draft, made)
    for id in made.by_target:
        follows(draft, Made(replace(made.command, creature=id, roll="check"), made.filled, made.result))


def then_damage(draft: Draft, made: Made, target: str) -> Mapping[str, Any] | None:
    """The one damage roll for all whose save failed, offered with the first of them."""
    attacker = draft.state.creatures.get(made.command.creature or "")
    struck = [id for id, result in made.by_target.items() if result.outcome not in SUCCESSES]
    if attacker is None or struck[:1] != [target]:
        return None
    held = sheet.arms_among(attacker, sheet.keys_named(made.command.with_)) or sheet.arms(attacker, None)
    if held is None or held.dice is None:
        return None
    return damage_command(attacker, held, *struck, area=True)


area = GameRoll(fill=fill_area, against="dc", split=split, follows=saved, then=then_damage)
group = GameRoll(fill=fill_group, against="dc", split=split, follows=checked, reckons=True)
