"""Hazards in play: falling, holding one's breath, sinking."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from rules.bump import sheet
from rules.bump.check import DEGREES, SUCCESSES
from rules.bump.play_damage import TakeDamage, take_damage
from rules.bump.play_death import die, settled
from rules.bump.play_strain import exhaust
from rules.bump.rolls import Part
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.draft import Draft
from rules.core.due import SETTLED
from rules.core.errors import Need, RuleError
from rules.core.events import ConditionSet
from rules.core.rolling import Roll, roll
from rules.core.state import Condition, State
from rules.core.system import System

Feet = Annotated[int, msgspec.Meta(ge=0, le=9999)]
SUBMERGED = 3
SUFFOCATING = "suffocating"
DEADLY = 4


class Fall(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A creature falls so many feet, perhaps into something soft; ``braced`` lands on the feet."""

    creature: Id
    feet: Feet
    depth: Feet = 0
    dived: bool = False
    braced: bool = False
    less: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0


class Suffocate(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """The save at the end of a round without air; ``before`` are the saves already made, else those counted."""

    creature: Id
    before: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None


class Sink(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """The check at the start of a turn of one who sinks, or of an adjacent ``by``."""

    creature: Id
    dc: Annotated[int, msgspec.Meta(ge=-99, le=99)]
    by: Id | None = None


def fall(draft: Draft, command: Fall) -> None:
    """Damage by the distance, and Prone unless braced; ``less`` is what bracing took off, a number the source lost.

    Source: Bump d20, "Falling".
    """
    creature = draft.creature(command.creature)
    parameters = {"feet": command.feet, "depth": command.depth, "dived": command.dived}
    roll(draft, Roll(roll="fall", creature=creature.id, parameters=parameters))
    made = draft.state.rolls.get(creature.id)
    amount = max(0, int(made.facts["total"]) - command.less) if made is not None else 0
    if amount:
        take_damage(draft, TakeDamage(creature=creature.id, parts=(Part(amount=amount, type="bludgeoning"),)))
    if not command.braced:
        draft.add_condition(creature.id, Condition("q_" + draft.chance.id(), "prone"))


def suffocate(draft: Draft, command: Suffocate) -> None:
    """A Fortitude save that gets harder; failing it exhausts, and the fourth level kills.

    Source: Bump d20, "Suffocation".
    """
    creature = draft.creature(command.creature)
    before = sheet.value_of(creature, SUFFOCATING) if command.before is None else command.before
    parameters = {"dc": 15, **({"disadvantage": before} if before else {})}
    roll(draft, Roll(roll="save", creature=creature.id, with_="fortitude", parameters=parameters))
    made = draft.state.rolls.get(creature.id)
    outcome = made.facts.get("outcome") if made is not None else None
    _count_save(draft, creature.id, before + 1)
    if outcome in SUCCESSES or outcome is None:
        return
    exhaust(draft, creature.id, 2 if outcome == DEGREES[3] else 1)
    if draft.value(creature.id, "exhaustion") >= DEADLY and not draft.has(creature.id, "dead"):
        die(draft, creature.id)


def _count_save(draft: Draft, id: str, made: int) -> None:
    """Keep how many saves one has made who cannot breathe."""
    for condition in list(draft.state.creatures[id].conditions.values()):
        if condition.key == SUFFOCATING:
            draft.emit(ConditionSet(id, replace(condition, value=made)))


def sink(draft: Draft, command: Sink) -> None:
    """An Athletics check against the hazard: out by one on a success, deeper by one on a failure.

    Source: Bump d20, "Sinking".
    """
    creature = draft.creature(command.creature)
    condition = next((c for c in creature.conditions.values() if c.key == "sinking"), None)
    if condition is None:
        raise RuleError("unknown-condition", condition="sinking")
    actor = creature if command.by is None else draft.creature(command.by)
    known = "athletics" if "athletics" in actor.trackers else "might"
    roll(draft, Roll(roll="check", creature=actor.id, with_=known, parameters={"dc": command.dc}))
    made = draft.state.rolls.get(actor.id)
    if made is None:
        return
    was = condition.value or 1
    depth = (condition.value or 1) + (-1 if made.facts.get("outcome") in SUCCESSES else 1)
    if depth <= 0:
        draft.end_condition(creature.id, condition, "recovered")
    else:
        draft.emit(ConditionSet(creature.id, replace(condition, value=min(SUBMERGED, depth))))
    _breathe(draft, creature.id, was, depth)


def _breathe(draft: Draft, id: str, was: int, depth: int) -> None:
    """One who is fully under suffocates, until that is over.

    Source: Bump d20, "Sinking".
    """
    if depth >= SUBMERGED > was:
        draft.tell("submerged", {"target": id})
        draft.add_condition(id, Condition("q_" + draft.chance.id(), SUFFOCATING))
    if was >= SUBMERGED > depth:
        draft.end_key(id, SUFFOCATING, "recovered")


def due(system: System, state: State) -> tuple[Mapping[str, Any], ...]:
    """The checks of one who sinks, as its turn begins, and of one who cannot breathe, as it ends."""
    active = state.creatures.get(state.order.active or "")
    if active is None or not active.here:
        return ()
    keys = {condition.key for condition in active.conditions.values()}
    face = {"dice": "d20", "sides": 20, "count": 1}
    sinks: dict[str, Any] = {"needs": [face, {"number": "dc", "creature": active.id}], "edge": "turn_start"}
    chokes: dict[str, Any] = {"needs": [face], "edge": "turn_end"}
    known = [("sinking", "sinking", sinks), ("suffocating", SUFFOCATING, chokes)]
    found = [
        {"id": f"d_{what}_{active.id}", "creature": active.id, "what": what, "condition": None, **more}
        for what, key, more in known
        if key in keys
    ]
    done = state.order.memory.get(SETTLED) or ()
    return tuple(item for item in found if item["id"] not in done)


def answer_suffocating(draft: Draft, item: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    suffocate(draft, Suffocate(creature=item["creature"]))
    settled(draft, item)


def answer_sinking(draft: Draft, item: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """The check against the hazard, whose DC is said."""
    dc = given.get("dc")
    if type(dc) is not int or not -99 <= dc <= 99:
        raise Need([{"number": "dc", "creature": item["creature"]}])
    sink(draft, Sink(creature=item["creature"], dc=dc))
    settled(draft, item)
