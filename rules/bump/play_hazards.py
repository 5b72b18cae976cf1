"""Hazards in play: falling, holding one's breath, sinking."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from rules.bump.check import DEGREES, SUCCESSES
from rules.bump.play_damage import TakeDamage, take_damage
from rules.bump.play_death import die
from rules.bump.play_strain import exhaust
from rules.bump.rolls import Part
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.events import ConditionSet
from rules.core.rolling import Roll, roll
from rules.core.state import Condition

Feet = Annotated[int, msgspec.Meta(ge=0, le=9999)]
SUBMERGED = 3
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
    """The save at the end of a round without air; ``before`` are the saves already made."""

    creature: Id
    before: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0


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
    parameters = {"dc": 15, **({"disadvantage": command.before} if command.before else {})}
    roll(draft, Roll(roll="save", creature=creature.id, with_="fortitude", parameters=parameters))
    made = draft.state.rolls.get(creature.id)
    outcome = made.facts.get("outcome") if made is not None else None
    if outcome in SUCCESSES or outcome is None:
        return
    exhaust(draft, creature.id, 2 if outcome == DEGREES[3] else 1)
    if draft.value(creature.id, "exhaustion") >= DEADLY and not draft.has(creature.id, "dead"):
        die(draft, creature.id)


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
    depth = (condition.value or 1) + (-1 if made.facts.get("outcome") in SUCCESSES else 1)
    if depth <= 0:
        draft.end_condition(creature.id, condition, "recovered")
    else:
        draft.emit(ConditionSet(creature.id, replace(condition, value=min(SUBMERGED, depth))))
    if depth >= SUBMERGED:
        draft.tell("submerged", {"target": creature.id})
