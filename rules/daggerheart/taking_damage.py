"""Damage in play: what it marks on a creature's sheet, after its player was asked for an Armor Slot."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from rules.core.audience import seen
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.draft import Draft
from rules.core.errors import Need, RuleError
from rules.core.read import read
from rules.core.rolling import Filled, GameRoll, Roll, refuse
from rules.core.rolls import Saying
from rules.core.state import Creature, Pending, State
from rules.core.system import System
from rules.daggerheart import damage, spared
from rules.daggerheart.damage import Taken, Target, Thresholds
from rules.daggerheart.falling_minions import ask_for_minions, check_minions, fell, more_minions
from rules.daggerheart.questions import yes_or_no
from rules.daggerheart.rolls import Source, Threshold
from rules.daggerheart.sheet import minion, protections, sheet_number

BANDS = ("minor", "major", "severe", "massive")


class TakeDamage(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Damage that a creature takes: its sources, or just the ``band`` that it reaches.

    Thresholds that no sheet has may be given in ``parameters``. ``ask`` lets the player of a character with a free
    Armor Slot decide first; ``armor_slots`` decides it here. ``minions`` are those that fall along with a Minion; left
    out, the GM is asked where the damage fells more than one.
    """

    creature: Id
    sources: Annotated[tuple[Source, ...], msgspec.Meta(max_length=40)] = ()
    band: Literal["minor", "major", "severe", "massive"] | None = None
    armor_slots: Annotated[int, msgspec.Meta(ge=0, le=1)] | None = None
    direct: bool = False
    ask: bool = True
    attacker: Id | None = None
    minions: Annotated[tuple[Id, ...], msgspec.Meta(max_length=100)] | None = None


class GivenThresholds(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    major: Threshold | msgspec.UnsetType | None = msgspec.UNSET
    severe: Threshold | msgspec.UnsetType | None = msgspec.UNSET


def take_damage(draft: Draft, command: TakeDamage) -> None:
    """Mark what the damage does, or ask about the Armor Slot first: then nothing is marked till the answer."""
    creature = draft.creature(command.creature)
    if command.attacker is not None:
        draft.creature(command.attacker)
    if bool(command.sources) == (command.band is not None):
        raise refuse("/sources", "one-of", fields=["sources", "band"])
    carry_out(draft, creature, command)


def carry_out(draft: Draft, creature: Creature, command: TakeDamage) -> None:
    draft.pool(creature.id, "hit_points")
    if command.armor_slots and not free_armor(draft, creature):
        raise RuleError("no-armor-slot", creature=creature.id)
    taken = reckon(draft, creature, command, command.armor_slots or 0)
    wants_to_know = command.armor_slots is None and command.ask and not command.direct
    if wants_to_know and taken.hit_points and creature.kind == "pc" and free_armor(draft, creature):
        _ask(draft, creature, command, taken)
    else:
        mark(draft, creature, command, taken)


def free_armor(draft: Draft, creature: Creature) -> bool:
    return "armor_slots" in creature.trackers and (draft.room(creature.id, "armor_slots") or 0) > 0


def reckon(draft: Draft, creature: Creature, command: TakeDamage, armor_slots: int) -> Taken:
    """What the damage would mark; raises Need for thresholds that nobody knows."""
    massive = bool(draft.setting("massive_damage"))
    if command.band is not None:
        marked = damage.HIT_POINTS[command.band]
        used = 0 if command.direct else min(armor_slots, marked)
        return Taken(0, marked - used, used, ())
    target = target_of(draft.system, creature, command.parameters)
    types = {kind for source in command.sources for kind in source.types}
    amounts = [source.amount for source in command.sources]
    taken = damage.take_damage(amounts, types, target, armor_slots=armor_slots, direct=command.direct, massive=massive)
    return taken if minion(creature) is None else _felled(draft, creature, taken)


def _felled(draft: Draft, creature: Creature, taken: Taken) -> Taken:
    """Any damage defeats a Minion.

    Source: Daggerheart SRD 1.0, "Adversary features".
    """
    left = draft.room(creature.id, "hit_points") or 0
    steps = tuple(step for step in taken.steps if step.code in ("sum", "halved", "ignored", "kept"))
    if taken.damage <= 0:
        return Taken(taken.damage, 0, 0, (*steps, Saying("nothing")))
    return Taken(taken.damage, left, 0, (*steps, Saying("minion")))


def target_of(system: System, creature: Creature, given: Mapping[str, Any]) -> Target:
    """Thresholds and protections from the sheet. A Minion has no thresholds; one that has a single one, only that."""
    known = read(GivenThresholds, dict(given), at="/parameters")
    sheet = {key: sheet_number(system, creature, key) for key in ("major", "severe")}
    said = {key: value for key in sheet if (value := getattr(known, key)) is not msgspec.UNSET}
    if minion(creature) is None and not any(sheet.values()) and len(said) < len(sheet):
        raise Need([{"number": key, "creature": creature.id} for key in sheet if key not in said])
    both = {**sheet, **said}
    thresholds = Thresholds(both["major"], both["severe"])
    return Target(thresholds, protections(creature, "resistance"), protections(creature, "immunity"))


def _ask(draft: Draft, creature: Creature, command: TakeDamage, taken: Taken) -> None:
    with_slot = reckon(draft, creature, command, 1)
    draft.ask(
        "armor_slot",
        creature.id,
        creature=creature.id,
        damage=None if command.band else taken.damage,
        band=command.band,
        hit_points=taken.hit_points,
        with_slot=with_slot.hit_points,
        _command=msgspec.to_builtins(command),
    )


def answer_armor_slot(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> None:
    """The player, or the GM for them, says whether a slot is marked; then the damage is."""
    raw = {**pending.data["_command"], "armor_slots": int(yes_or_no(pending, given, "use"))}
    carry_out(draft, draft.creature(pending.data["creature"]), msgspec.convert(raw, TakeDamage))


def mark(draft: Draft, creature: Creature, command: TakeDamage, taken: Taken) -> None:
    """Log the damage with its steps, then mark Hit Points and the slot; how many is told where the sheet is open."""
    who = {"target": creature.id, **({"by": command.attacker} if command.attacker else {})}
    amount = sum(source.amount for source in command.sources) if command.sources else None
    dealt = None if command.band else taken.damage
    marked = {"damage": dealt, "hit_points": taken.hit_points, "armor_slots": taken.armor_slots or None}
    steps = [{"code": step.code, "facts": dict(step.facts)} for step in taken.steps]
    is_open = seen(draft.system, draft.state, creature, "hit_points") == "public"
    more = 0 if command.band else more_minions(creature, taken.damage)
    secret = {"steps": steps, "more_minions": more or None, **({} if is_open else marked)}
    told = {"amount": amount, "band": command.band, **(marked if is_open else {})}
    draft.tell("took_band" if command.band else "took_damage", who, secret=secret, **told)
    draft.add(creature.id, "hit_points", taken.hit_points)
    if taken.hit_points:
        spared.hurt_again(draft, creature.id)
    if taken.armor_slots:
        draft.add(creature.id, "armor_slots", taken.armor_slots)
    _fell_others(draft, creature, command, more)


def _fell_others(draft: Draft, creature: Creature, command: TakeDamage, most: int) -> None:
    """Minions fall along with one that was hit: those that are named, or whom the GM is asked for."""
    if command.minions is not None:
        check_minions(draft, creature, command.minions, most, "/minions")
        fell(draft, command.minions)
    elif most and command.ask:
        ask_for_minions(draft, creature, most)


def fill(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The parameters of the roll of this name from a sheet: it reckons, and marks nothing."""
    creature = state.creatures.get(target or command.creature or "")
    if creature is None:
        return Filled(dict(command.parameters))
    given = {key: command.parameters[key] for key in ("major", "severe") if key in command.parameters}
    found = target_of(system, creature, given)
    massive = state.settings.get("massive_damage", False)
    thresholds = {"major": found.thresholds.major, "severe": found.thresholds.severe}
    protected = {"resistances": list(found.resistances), "immunities": list(found.immunities)}
    return Filled({**thresholds, **protected, "massive": massive, **command.parameters})


reckoning = GameRoll(fill=fill, reckons=True)
