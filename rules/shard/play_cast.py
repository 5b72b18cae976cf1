"""Spells in play: dice into potency, components, the pool, strain, what is sustained."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.core import derived
from rules.core.commands.base import Id, Key, Rolling, type_name
from rules.core.deciding import Decides
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.moving import note
from rules.core.rolling import Filled, GameRoll, Made, Roll, refuse, roll
from rules.core.rolls import RollResult
from rules.core.state import Condition, Creature, State
from rules.core.system import System
from rules.core.trackers import DicePool
from rules.shard import attack as rules
from rules.shard import filling, health, play_challenge, sheet, spells
from rules.shard.rolls import ROLLS, cast_came_to
from rules.shard.runes import SIDES
from rules.shard.sheet import Spell
from rules.shard.spells import DISTRACTED, sustained

OWN = ("spend", "overchannel", "reckless", "willing", "missing", "components", "cover", "defended", "act")
COMPONENTS = ("gesture", "words", "material")
NOTHING = "none"  # stands among the components where none at all is there
BEGUILING = ("illusionism", "enchantment")
FEY = (*BEGUILING, "transmutation")


class Sustain(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Keep a spell going: it exhausts one Ether die more than the last one did."""

    creature: Id
    spell: Annotated[str, msgspec.Meta(min_length=1, max_length=120)]


class DropSpell(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Let a sustained spell go, by its ``condition`` or by its name."""

    creature: Id
    condition: Key | None = None
    spell: Annotated[str, msgspec.Meta(max_length=120)] | None = None


class KeepSpells(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A challenge for each sustained spell after a distraction, against ``target``; of an injury its damage."""

    creature: Id
    target: Annotated[int, msgspec.Meta(ge=0, le=99)]


def spell_of(command: Roll, actor: Creature | None) -> Spell | None:
    keys = [key for part in (command.with_ or "").split(",") if (key := part.strip())]
    return next((found for key in keys if (found := sheet.spell(actor, key))), None)


def fill(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """Attribute and school make the pool, Ether dice the potency, the target's Resolve or Defence the number.

    Source: SHARD, "Spellcasting challenge", "Potency", "Willing targets".
    """
    given = filling.given_of(command, OWN)
    actor, other = state.creatures.get(command.creature or ""), state.creatures.get(target or "")
    cast = spell_of(command, actor)
    check_ether(state, command)
    tags = filling.tags_of(command, *(cast.keywords if cast else ()))
    found = filling.of_conditions(system, state, command, target, tags) + _traits(command, actor, other, cast)
    found += _of_defence(system, state, command, target, tags, cast) + filling.of_spending(state, command)
    modifiers = filling.reckoned(command, found)
    ability = cast.ability if cast else "spirit"
    parameters = {
        "attribute": sheet.number(system, actor, ability) or 0,
        "school": sheet.rank(actor, cast.school) if actor is not None and cast else 0,
        "extra": derived.total(modifiers, "dice"),
        "target": _target(system, command, other, cast, modifiers),
        "added": _overchannelled(command),
        **_missing(command),
        **filling.flags(modifiers, "focused"),
        **given,
        "tags": sorted(tags),
    }
    return Filled(parameters, modifiers)


def check_ether(state: State, command: Roll) -> None:
    """Refuses more Ether dice than are there; a reckless caster may use those that are exhausted or depleted.

    Source: SHARD, "Reckless caster".
    """
    put_in, _ = filling.spent_of(command).get("ether", (0, ""))
    wanted = _whole(command, "ether_dice") + _overchannelled(command) + put_in
    pool = state.trackers(command.creature or "").get("ether")
    if not isinstance(pool, DicePool) or not wanted:
        return
    have = sum(getattr(pool, state_of) for state_of in _usable(state, command))
    if have < wanted:
        raise RuleError("not-enough-dice", tracker="ether", have=have, need=wanted)


def _usable(state: State, command: Roll) -> tuple[str, ...]:
    """The states of the dice that a caster may use, the easiest first."""
    actor = state.creatures.get(command.creature or "")
    is_reckless = command.parameters.get("reckless") is True and sheet.has_trait(actor, "reckless-caster")
    return ("ready", "exhausted", "depleted") if is_reckless else ("ready",)


def _missing(command: Roll) -> dict[str, int]:
    """How many of the three components are not there: those that are missing are named, or those that are applied.

    Source: SHARD, "Spell components".
    """
    lacking, applied = _named(command, "missing", COMPONENTS), _named(command, "components", (*COMPONENTS, NOTHING))
    if lacking is None and applied is None:
        return {}
    there = set(COMPONENTS) if applied is None else applied - {NOTHING}
    return {"missing_components": len(COMPONENTS) - len(there - (lacking or set()))}


def _named(command: Roll, key: str, known: tuple[str, ...]) -> set[str] | None:
    """The components that a parameter names; None where it is not said. Raises InvalidInput for what is none."""
    said = command.parameters.get(key)
    if said is None:
        return None
    named = said if isinstance(said, list | tuple) else [said]
    if unknown := [one for one in named if one not in known]:
        raise refuse(f"/parameters/{key}", "not-an-option", name=str(unknown[0])[:40], options=list(known))
    return set(named)


def _whole(command: Roll, key: str) -> int:
    found = command.parameters.get(key)
    return found if type(found) is int and 0 <= found <= 40 else 0


def _overchannelled(command: Roll) -> int:
    """Successes for Ether dice that are depleted on top.

    Source: SHARD, "Overchannel".
    """
    return _whole(command, "overchannel")


def _target(
    system: System, command: Roll, other: Creature | None, cast: Spell | None, modifiers: tuple[derived.Modifier, ...]
) -> int | None:
    if command.parameters.get("willing") is True:
        return 0
    defended = _whole(command, "defended")  # what dice of the defence came to: so much more is to be reached
    key = cast.against if cast else "resolve"
    base = sheet.number(system, other, key)
    if base is not None and derived.total(modifiers, "helpless") > 0:
        return 0
    return None if base is None else max(0, base + derived.total(modifiers, key)) + defended


def _of_defence(
    system: System, state: State, command: Roll, target: str | None, tags: frozenset[str], cast: Spell | None
) -> list[derived.Modifier]:
    """What conditions and cover make of the Defence that a spell is rolled against; an ethereal one passes by cover.

    Source: SHARD, "Targets", "Calculate defence".
    """
    if cast is None or cast.against != "defence":
        return []
    found = derived.modifiers(system, state, "attack", command.creature, target, tags)
    found = [one for one in found if one.axis in ("defence", "helpless") and one.of == target]
    if "ethereal" in cast.keywords:
        return [one for one in found if one.why not in filling.HIDDEN_BEHIND]
    return filling.with_cover(command, found, target)


def _traits(
    command: Roll, actor: Creature | None, other: Creature | None, cast: Spell | None
) -> list[derived.Modifier]:
    """Fey Magic of the caster, Fey Blood of the target.

    Source: SHARD, "Fey Magic", "Fey Blood".
    """
    found, keywords = [], set(cast.keywords if cast else ())
    if actor and sheet.has_trait(actor, "fey-magic") and keywords & set(BEGUILING) and _whole(command, "ether_dice"):
        found.append(derived.Modifier(f"{actor.id}:fey-magic", "dice", 1, "fey-magic", actor.id))
    if other and sheet.has_trait(other, "fey-blood") and keywords & set(FEY):
        found.append(derived.Modifier(f"{other.id}:fey-blood", "resolve", 1, "fey-blood", other.id))
    return found


def changes(draft: Draft, made: Made) -> list[dict[str, Any]]:
    """The Ether dice that the spell takes: what gives potency is spent, overchannelling depletes."""
    id, found = made.command.creature or "", list[dict[str, Any]]()
    pool = draft.state.trackers(id).get("ether")
    left = {one: getattr(pool, one, 0) for one in _usable(draft.state, made.command)}
    left["ready"] -= filling.spent_of(made.command).get("ether", (0, ""))[0]
    for amount, to in ((_whole(made.command, "ether_dice"), "spent"), (_overchannelled(made.command), "depleted")):
        for held in left:
            taken = min(amount, left[held])
            amount, left[held] = amount - taken, left[held] - taken
            if taken and held == "ready":  # dice that are out already stay as they are
                found.append({"owner": id, "dice": "ether", "from": held, "to": to, "by": taken})
    return [*play_challenge.changes(draft, made), *found]


def decides(draft: Draft, made: Made) -> None:
    """What helped is used up, and more blanks than the attribute are a point of true strain.

    Source: SHARD, "The dangers of spellcasting".
    """
    play_challenge.use_up(draft, made)
    id = made.command.creature or ""
    track = sheet.track(draft.state.creatures.get(id))
    if made.result.facts.get("strain") and track is not None:
        draft.tell("casting_strain", {"target": id})
        draft.put(id, "health", health.marked(track, 1, health.STRAIN))


def then(draft: Draft, made: Made, target: str) -> Mapping[str, Any] | None:
    """What the target takes of a spell that deals damage."""
    actor = draft.state.creatures.get(made.command.creature or "")
    cast, result = spell_of(made.command, actor), made.by_target[target]
    if cast is None or cast.damage is None or result.outcome != "success" or result.facts.get("fizzles"):
        return None
    amount = max(0, cast.damage + int(result.facts.get("net") or 0))
    takes = {"type": "take_damage", "creature": target, "attacker": made.command.creature}
    other = draft.state.creatures.get(target)
    if rules.category(cast.type) == "elemental" and sheet.worn(other).against(cast.type):
        return {**takes, "amount": amount, "damage_type": cast.type}  # its armour is still to be rolled for
    armour = sheet.worn(other).against(cast.type) if rules.category(cast.type) == "physical" else 0
    return {**takes, "amount": max(0, amount - armour - sheet.resistance(other, cast.type))}


def announce(command: Roll, filled: Filled) -> RollResult:
    """Successes that were called out, with the blanks among the dice, for the strain of the spell."""
    empty = filling.called(command, "blanks", 0)

    def closed(count: int) -> RollResult:
        return cast_came_to(ROLLS["cast"].read(filled.parameters), count, empty)

    return filling.announced(command, filled, "target", closed)


cast = GameRoll(fill=fill, against="target", announce=announce, changes=changes, decides=decides, then=then)


def locked(creature: Creature) -> int:
    """The Ether dice that stay exhausted as long as the spells go on."""
    return sum(condition.value or 0 for condition in sustained(creature))


def sustain(draft: Draft, command: Sustain) -> None:
    """Exhaust the dice and keep the spell.

    Source: SHARD, "Duration".
    """
    creature = draft.creature(command.creature)
    price = spells.price(len(sustained(creature)))
    if (have := sheet.ready(draft.state, creature.id, "ether")) < price:
        raise RuleError("not-enough-dice", tracker="ether", have=have, need=price)
    draft.move_dice(creature.id, "ether", "ready", "exhausted", price)
    kept = Condition("q_" + draft.chance.id(), "sustaining", price, command.spell.strip()[:60])
    draft.add_condition(creature.id, kept)


def drop_spell(draft: Draft, command: DropSpell) -> None:
    creature = draft.creature(command.creature)
    condition = next((one for one in sustained(creature) if command.condition == one.id), None)
    if condition is None and command.spell:
        condition = next((one for one in sustained(creature) if command.spell == one.detail), None)
    if condition is None:
        raise RuleError("unknown-condition", condition=command.condition or command.spell)
    draft.end_condition(creature.id, condition, "over")


def keep_spells(draft: Draft, command: KeepSpells) -> None:
    """Roll for each spell that is sustained; one whose roll brings nothing net is dropped.

    Source: SHARD, "Duration".
    """
    creature = draft.creature(command.creature)
    kept = sustained(creature)
    if not kept:
        raise refuse("/creature", "not-an-option", options=[])
    note(draft, DISTRACTED, creature.id, None)
    whole = draft.chance
    for condition in kept:
        draft.chance = whole.within(condition.id)
        hangs = Decides(what="spell", of=creature.id, condition=condition.id, detail=condition.detail)
        roll(draft, _keeping(creature, condition, needed(draft.state, command.target)), hangs)
    draft.chance = whole


def kept_or_lost(draft: Draft, result: RollResult, said: Decides) -> None:
    """A spell whose challenge brings nothing net is dropped, if it was not yet.

    Source: SHARD, "Duration".
    """
    spell = draft.state.creatures[said.of].conditions.get(said.condition)
    if spell is None:
        return
    goes_on = result.outcome == "success"
    if not goes_on:
        draft.end_condition(said.of, spell, "over")
    draft.tell("spell_goes_on" if goes_on else "spell_lapses", {"by": said.of}, spell=said.detail or "")


def needed(state: State, target: int) -> int:
    """The successes that keep a spell against a distraction of this size."""
    return min(99, spells.needed(target, on_match=bool(state.settings.get("sustain_on_match"))))


def _keeping(creature: Creature, condition: Condition, target: int) -> Roll:
    """The challenge for one spell, of its attribute and school; it is no casting, so nothing strains."""
    cast = next((one for one in sheet.spells(creature) if one.name[:60] == condition.detail), None)
    school = [cast.school] if cast and cast.school and cast.school in creature.features else []
    keys = ",".join([cast.ability if cast else "spirit", *school])
    parameters = {"target": target, "tags": ["ability"]}
    return Roll(roll="challenge", creature=creature.id, with_=keys, parameters=parameters)


def keeping_dice(system: System, state: State, creature: Creature) -> list[dict[str, Any]]:
    """What one throws for each spell that goes on: under which name, how many dice, for which spell."""
    return [
        {"dice": f"{one.id}/faces", "sides": SIDES, "count": _pool(system, state, creature, one), "spell": one.detail}
        for one in sustained(creature)
    ]


def _pool(system: System, state: State, creature: Creature, condition: Condition) -> int:
    return int(play_challenge.fill(system, state, _keeping(creature, condition, 0), None).parameters["dice"])
