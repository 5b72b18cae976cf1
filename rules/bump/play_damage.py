"""Damage and healing in play: through Soak and resistances to Hit Points, wounds, dying and death."""

import re
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.bump import damage, sheet
from rules.bump.check import A_LEVEL
from rules.bump.rolls import Part, Parts
from rules.core import derived
from rules.core.amending import forgotten
from rules.core.audience import seen
from rules.core.chance import Chance
from rules.core.commands.base import Id, Number, Rolling, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.events import OrderNoted
from rules.core.expression import Pool as DicePool
from rules.core.expression import parse
from rules.core.odds import Odds
from rules.core.odds import dice as dice_odds
from rules.core.read import Misfit
from rules.core.rolling import Filled, GameRoll, Made, Roll, switched_off
from rules.core.rolls import Roll as RollKind
from rules.core.rolls import RollResult, Saying
from rules.core.state import Condition, Creature, State
from rules.core.system import System
from rules.core.trackers import Flag, Pool

WOUND_DUE = "wound_due"  # the tracker of a wound check that is due: its place among WOUND_KINDS, counted from 1
WOUND_KINDS = ("light", "heavy")
STRUCK = "struck"  # what the order remembers: whom an attack has hit and nobody has hurt yet, and who hit
TIMER = "death_timer"
KILLED = "killed"  # the tracker of one who died at once, with one option left
RIDER = re.compile(r"(?:(?P<value>\d{1,3})|(?P<dice>[1-9]?d(?:4|6|8|10|12))) (?P<type>[a-z]+)")
MOST_DICE = 40


class TakeDamage(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Damage that a creature takes, in parts by type; ``rider`` is persistent damage that comes with it ("2 fire").

    In the way of an attack on an ``area`` nobody can throw themselves.
    """

    creature: Id
    parts: Parts
    heavy: bool = False
    persistent: bool = False
    critical: bool = False
    area: bool = False
    attacker: Id | None = None
    rider: Annotated[str, msgspec.Meta(max_length=60)] | None = None


class Heal(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Hit Points that a creature regains; ``temporary`` ones do not stack, the higher number counts."""

    creature: Id
    amount: Annotated[int, msgspec.Meta(ge=0, le=9999)]
    temporary: bool = False


class Damage(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dice of a weapon or attack."""

    dice: Annotated[str, msgspec.Meta(min_length=1, max_length=9)] = "d8"
    modifier: Number = 0
    type: str = "bludgeoning"
    heavy: bool = False
    critical: bool = False
    area: bool = False

    def __post_init__(self) -> None:
        count, sides = self.pool
        if count > MOST_DICE:
            raise Misfit("dice", "too-many-dice", most=MOST_DICE)
        if sides > 100:
            raise Misfit("dice", "too-large", most=100)
        if self.type not in damage.TYPES:
            raise Misfit("type", "not-an-option", options=list(damage.TYPES))

    @property
    def pool(self) -> tuple[int, int]:
        """How many dice, and their sides."""
        if sheet.DICE.fullmatch(self.dice):
            match parse(self.dice).pools:
                case (DicePool(1, count, sides, _),):
                    return count, sides
        raise Misfit("dice", "not-dice")


def roll_damage(given: Damage, chance: Chance) -> RollResult:
    count, sides = given.pool
    faces = chance.roll("dice", sides, count)
    total = max(0, sum(faces) + given.modifier)
    say = Saying("damage", {"total": total, "type": given.type})
    return RollResult(dice={"dice": faces}, total=total, say=say, facts={"added": given.modifier})


def damage_odds(given: Damage, to: int) -> Odds:
    count, sides = given.pool
    return Odds(distribution=(dice_odds(count, sides) + given.modifier).map(lambda value: max(0, value)))


DAMAGE = RollKind(key="damage", parameters=Damage, roll=roll_damage, odds=damage_odds, dice=("dice",))


def fill_damage(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The dice of the weapon that is named, else of the first; a weakened grip takes levels off."""
    actor = state.creatures.get(command.creature or "")
    held = sheet.arms_among(actor, sheet.keys_named(command.with_)) or sheet.arms(actor, None)
    given = dict(command.parameters)
    added = forgotten(given, command.creature or "")
    if held is None or held.dice is None:
        if "dice" not in given and actor is not None:
            raise RuleError("no-weapon", creature=actor.id)
        return Filled(given)
    tags = frozenset({"weapon"} if held.is_weapon else ())
    known = derived.modifiers(system, state, "damage", command.creature, None, tags)
    found = switched_off(command, [*added, *known])
    levels = sum(one.amount for one in found if one.axis == "level")
    more = A_LEVEL * levels + derived.total(found, "total")
    own = {"dice": held.dice, "modifier": held.modifier + more, "type": held.type, "heavy": held.heavy}
    return Filled({**own, **given}, found)


def damage_command(actor: Creature, held: sheet.Arms, *targets: str, **said: bool) -> dict[str, Any]:
    """The damage roll of an attack that hit; ``said`` is what is special of it: ``critical``, ``area``."""
    kept = {key: True for key, value in said.items() if value}
    how = {"parameters": kept} if kept else {}
    return {"type": "roll", "roll": "damage", "creature": actor.id, "targets": list(targets), "with": held.key, **how}


def then_take(draft: Draft, made: Made, target: str) -> Mapping[str, Any]:
    """What the target takes of a damage roll."""
    result = made.by_target[target]
    given = made.filled.parameters
    actor = draft.state.creatures.get(made.command.creature or "")
    held = sheet.arms_among(actor, sheet.keys_named(made.command.with_))
    return {
        "type": "take_damage",
        "creature": target,
        "parts": [{"amount": result.total or 0, "type": given.get("type", "bludgeoning")}],
        "heavy": bool(given.get("heavy")),
        **{key: True for key in ("critical", "area") if given.get(key)},
        **({"attacker": made.command.creature} if made.command.creature else {}),
        **({"rider": held.rider} if held is not None and held.rider else {}),
    }


def announce(command: Roll, filled: Filled) -> RollResult:
    """Damage that was called out."""
    total = (command.announced or {}).get("total")
    if type(total) is not int or not 0 <= total <= sheet.LIMIT:
        raise RuleError("not-announceable", roll=command.roll)
    type_ = str(filled.parameters.get("type", "bludgeoning"))
    return RollResult(dice={}, total=total, say=Saying("damage", {"total": total, "type": type_}))


damage_in_play = GameRoll(fill=fill_damage, announce=announce, then=then_take)


def target_parameters(system: System, state: State, creature: Creature, kinds: frozenset[str]) -> dict[str, Any]:
    """A creature's Hit Points, Soak and protections, as the roll ``take_damage`` takes them."""
    maximum = derived.maximum(system, state, creature.id, "hp")
    hp = creature.trackers.get("hp")
    left = hp.value if isinstance(hp, Pool) else 0
    temporary = creature.trackers.get("temporary_hp")
    return {
        "hp": left,
        "max_hp": max(1, maximum if maximum is not None else left),
        "soak": max(0, sheet.number(system, creature, "soak") or 0),
        "temporary_hp": temporary.value if isinstance(temporary, Pool) else 0,
        "both_apply": bool(state.settings.get("both_apply", False)),
        **sheet.protections(creature),
    }


def raised(system: System, state: State, creature: Creature, parts: tuple[Part, ...]) -> list[damage.Part]:
    """The parts of a hit with what conditions add to blows of their type: each adds to the first such part only.

    Source: Bump d20, "Gaping Wound".
    """
    found, seen_reasons = [], set[str]()
    for part in parts:
        tags = frozenset(damage.groups_of(part.type))
        more = derived.modifiers(system, state, "damage", None, creature.id, tags)
        new = {m.why: m.amount for m in more if m.axis == "damage" and m.why not in seen_reasons and part.amount}
        seen_reasons |= new.keys()
        found.append(damage.Part(part.amount + sum(new.values()), part.type))
    return found


def fill_taking(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The parameters of the roll of this name from a sheet: it reckons, and takes nothing."""
    creature = state.creatures.get(target or command.creature or "")
    if creature is None:
        return Filled(dict(command.parameters))
    return Filled({**target_parameters(system, state, creature, frozenset()), **command.parameters})


reckoning = GameRoll(fill=fill_taking, reckons=True)


def take_damage(draft: Draft, command: TakeDamage) -> None:
    """Work out what damage does, log it with its steps, take it, and note what is due of it."""
    creature = draft.creature(command.creature)
    if command.attacker is not None:
        draft.creature(command.attacker)
    if not isinstance(creature.trackers.get("hp"), Pool) or draft.maximum(creature.id, "hp") is None:
        raise RuleError("takes-no-damage", creature=creature.id)
    note(draft, STRUCK, creature.id, None)
    was_down = draft.value(creature.id, "hp") == 0
    taken = reckoned(draft.system, draft.state, creature, command)
    _tell(draft, creature, command, taken)
    draft.add(creature.id, "temporary_hp", taken.temporary_hp - draft.value(creature.id, "temporary_hp"))
    draft.add(creature.id, "hp", -taken.hp_loss)
    if taken.damage:
        draft.end_key(creature.id, "stable", "over")
    at_once = creature.kind == "pc" and taken.instant_death and not draft.has(creature.id, "dead")
    if was_down and taken.damage and not at_once:
        _hit_while_dying(draft, creature, critical=command.critical)
    elif creature.kind == "pc":
        _consequences(draft, creature, taken)
    _rider(draft, creature, command, taken)


def reckoned(system: System, state: State, creature: Creature, command: TakeDamage) -> damage.Taken:
    """What a hit would do to a creature."""
    given = target_parameters(system, state, creature, frozenset())
    parts = raised(system, state, creature, command.parts)
    return damage.take_damage(parts, damage.Target(**given), heavy=command.heavy, persistent=command.persistent)


def _tell(draft: Draft, creature: Creature, command: TakeDamage, taken: damage.Taken) -> None:
    """Log the damage; what it leaves is told where Hit Points are open."""
    who = {"target": creature.id, **({"by": command.attacker} if command.attacker else {})}
    is_open = seen(draft.system, draft.state, creature, "hp") == "public"
    left = {"damage": taken.damage, "hp": taken.hp}
    told_steps = (step for step in taken.steps if creature.kind == "pc" or step.code != damage.WOUND)
    steps = [{"code": step.code, "facts": dict(step.facts)} for step in told_steps]
    told = {"amount": sum(part.amount for part in command.parts), "types": [part.type for part in command.parts]}
    may_react = [] if command.area else _reactions(draft, creature)
    others = _own_reactions(draft, command.attacker)
    secret = {"steps": steps, "reactions": may_react or None, "others": others or None, **({} if is_open else left)}
    draft.tell("took_damage", who, secret=secret, **told, **(left if is_open else {}))


def _reactions(draft: Draft, target: Creature) -> list[str]:
    """Who could throw themselves in the way: allies of the one hit with a Reaction Point to spend.

    Source: Bump d20, "Interpose".
    """
    side = ("pc", "ally") if target.kind in ("pc", "ally") else ("adversary",)
    return [
        one.id
        for one in draft.here(*side)
        if one.id != target.id and draft.value(one.id, "reaction_points") > 0 and can_react(draft, one)
    ]


def _own_reactions(draft: Draft, attacker: str | None) -> list[dict[str, str]]:
    """The reactions of sheets that their owners could still pay for; whether a trigger fits is for people to say.

    Source: Bump d20, "Reaction Points (RP)".
    """
    able = [one for one in draft.here("pc", "ally", "adversary") if one.id != attacker and can_react(draft, one)]
    return [
        {"creature": one.id, "feature": key}
        for one in able
        if draft.value(one.id, "reaction_points") > 0
        for key, _ in sheet.of_kind(one, "reaction")
    ]


def can_react(draft: Draft, creature: Creature) -> bool:
    """Whether no condition forbids reactions."""
    return may_react(draft.system, draft.state, creature.id)


def may_react(system: System, state: State, id: str) -> bool:
    found = derived.modifiers(system, state, "reaction", id)
    return not any(one.axis == "can" and not one.amount for one in found)


def is_ready(system: System, state: State, creature: Creature) -> bool:
    """Whether a creature could react now: nothing forbids it, and a Reaction Point is left where they are counted.

    Source: Bump d20, "Reaction Points (RP)".
    """
    points = creature.trackers.get("reaction_points")
    return not (isinstance(points, Pool) and points.value < 1) and may_react(system, state, creature.id)


def struck_beside(state: State, creature: Creature) -> tuple[str, ...]:
    """Who of the own side was hit and is not hurt yet; of a hit by one who is hidden nobody is told.

    Source: Bump d20, "Interpose".
    """
    found = []
    for id, by in (state.order.memory.get(STRUCK) or {}).items():
        one, attacker = state.creatures.get(id), state.creatures.get(by)
        if one is None or attacker is None or attacker.hidden or one.id == creature.id:
            continue
        found += [one.id] if _same_side(one, creature) else []
    return tuple(found)


def _same_side(one: Creature, other: Creature) -> bool:
    return (one.kind == "adversary") == (other.kind == "adversary")


def _hit_while_dying(draft: Draft, creature: Creature, *, critical: bool) -> None:
    """Damage to one who is dying shortens the time that is left.

    Source: Bump d20, "Damage While Dying".
    """
    if isinstance(draft.state.trackers(creature.id).get(TIMER), Pool):
        draft.add(creature.id, TIMER, -2 if critical else -1)


def _consequences(draft: Draft, creature: Creature, taken: damage.Taken) -> None:
    """The wound check that is due, and death at once."""
    if taken.instant_death:
        draft.put(creature.id, KILLED, Flag(True))
        if TIMER in draft.state.trackers(creature.id):  # the choice made while dying is over: one thing is left
            draft.put(creature.id, TIMER, None)
    elif taken.wound is not None:
        draft.put(creature.id, WOUND_DUE, Pool(1 + WOUND_KINDS.index(taken.wound), None))


def note(draft: Draft, name: str, id: str, value: Any) -> None:
    """Remember something of a creature in the order's memory; None forgets it."""
    known = dict(draft.state.order.memory.get(name) or {})
    new = {**{key: old for key, old in known.items() if key != id}, **({} if value is None else {id: value})}
    if new != known:
        draft.emit(OrderNoted(name, new))


def _rider(draft: Draft, creature: Creature, command: TakeDamage, taken: damage.Taken) -> None:
    """Persistent damage that came with the hit, unless nothing of the hit was left.

    Source: Bump d20, "Persistent Damage".
    """
    match = RIDER.fullmatch(command.rider or "")
    if match is None or not taken.damage or match["type"] not in damage.TYPES:
        return
    id = "q_" + draft.chance.id()
    value, dice = int(match["value"]) if match["value"] else None, match["dice"]
    data, why = ({"dice": dice}, dice) if dice else ({}, "")
    by = command.attacker
    found = Condition(id, "persistent-damage", value, match["type"], reason=why, source=by, data=data)
    draft.add_condition(creature.id, found)


def heal(draft: Draft, command: Heal) -> None:
    """Give Hit Points back, or temporary ones.

    Source: Bump d20, "Temporary Hit Points", "Withered".
    """
    id = draft.creature(command.creature).id
    if draft.has(id, "withered"):
        raise RuleError("withered", creature=id)
    if command.temporary:
        have = draft.value(id, "temporary_hp")
        draft.add(id, "temporary_hp", max(0, command.amount - have))
        return
    draft.tell("healed", {"target": id}, amount=command.amount)
    draft.add(id, "hp", command.amount)
    for condition in list(draft.state.creatures[id].conditions.values()) if command.amount else ():
        if condition.key == "gaping-wound":
            draft.end_condition(id, condition, "healed")


def suffer(draft: Draft, id: str, amount: int, kind: str | None) -> None:
    """Persistent damage at the end of a turn: no Soak, but resistances."""
    type_ = kind if kind in damage.TYPES else "physical"
    take_damage(draft, TakeDamage(creature=id, parts=(Part(amount=amount, type=type_),), persistent=True))
