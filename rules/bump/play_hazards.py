"""Hazards in play: falling, holding one's breath, sinking."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from rules.bump import sheet
from rules.bump.check import DEGREES, SUCCESSES
from rules.bump.play_actions import check_able, pay
from rules.bump.play_damage import TakeDamage, note, take_damage
from rules.bump.play_death import die, settled
from rules.bump.play_strain import exert, exhaust
from rules.bump.rolls import Part
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.deciding import Decides
from rules.core.draft import Draft
from rules.core.due import SETTLED, noted_ids
from rules.core.errors import Need, RuleError
from rules.core.events import ConditionSet
from rules.core.rolling import Roll, roll
from rules.core.rolls import RollResult
from rules.core.state import Condition, Creature, State
from rules.core.system import System

Feet = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Difficulty = Annotated[int, msgspec.Meta(ge=-99, le=99)]
SUBMERGED = 3
SINKING = "sinking"
PULLED = "pulled"  # the order remembers in which round somebody made the check of one who sinks
FACE = {"dice": "d20", "sides": 20, "count": 1}
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
    """The check of one who sinks, or of an adjacent ``by``, who spends an action; ``dc`` where none was said before."""

    creature: Id
    dc: Difficulty | None = None
    by: Id | None = None


class Pull(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """An action of one who stands by: the check of ``target``, who sinks; ``dc`` where none was said before."""

    creature: Id
    target: Id
    dc: Difficulty | None = None


def fall(draft: Draft, command: Fall) -> None:
    """Damage by the distance, and Prone unless braced; ``less`` is what bracing took off, a number the source lost.

    Source: Bump d20, "Falling".
    """
    creature = draft.creature(command.creature)
    parameters = {"feet": command.feet, "depth": command.depth, "dived": command.dived}
    hangs = Decides(what="fall", of=creature.id, less=command.less)
    roll(draft, Roll(roll="fall", creature=creature.id, parameters=parameters), hangs)
    if not command.braced:
        draft.add_condition(creature.id, Condition("q_" + draft.chance.id(), "prone"))


def fallen(draft: Draft, result: RollResult, said: Decides) -> None:
    """The damage of a fall."""
    if amount := max(0, (result.total or 0) - said.less):
        take_damage(draft, TakeDamage(creature=said.of, parts=(Part(amount=amount, type="bludgeoning"),)))


def suffocate(draft: Draft, command: Suffocate) -> None:
    """A Fortitude save that gets harder; failing it exhausts, and the fourth level kills.

    Source: Bump d20, "Suffocation".
    """
    creature = draft.creature(command.creature)
    before = sheet.value_of(creature, SUFFOCATING) if command.before is None else command.before
    parameters = {"dc": 15, "tags": [SUFFOCATING], **({"disadvantage": before} if before else {})}
    hangs = Decides(what=SUFFOCATING, of=creature.id)
    roll(draft, Roll(roll="save", creature=creature.id, with_="fortitude", parameters=parameters), hangs)
    _count_save(draft, creature.id, before + 1)


def suffocated(draft: Draft, result: RollResult, said: Decides) -> None:
    """A failure exhausts, and one who is exhausted enough dies.

    Source: Bump d20, "Suffocation".
    """
    if result.outcome not in DEGREES[2:]:
        return
    exhaust(draft, said.of, 2 if result.outcome == DEGREES[3] else 1)
    if draft.value(said.of, "exhaustion") >= DEADLY and not draft.has(said.of, "dead"):
        die(draft, said.of)


def _count_save(draft: Draft, id: str, made: int) -> None:
    """Keep how many saves one has made who cannot breathe."""
    for condition in list(draft.state.creatures[id].conditions.values()):
        if condition.key == SUFFOCATING:
            draft.emit(ConditionSet(id, replace(condition, value=made)))


def pull(draft: Draft, command: Pull) -> None:
    """Make the check of one who sinks in its place."""
    if command.target == command.creature:
        raise RuleError("not-oneself")
    sink(draft, Sink(creature=command.target, dc=command.dc, by=command.creature, parameters=command.parameters))


def sink(draft: Draft, command: Sink) -> None:
    """An Athletics check against the hazard: out by one on a success, deeper by one on a failure.

    Source: Bump d20, "Sinking".
    """
    creature = draft.creature(command.creature)
    condition = sinking_of(creature)
    if condition is None:
        raise RuleError("unknown-condition", condition="sinking")
    dc = _difficulty(draft, command, condition)
    actor = creature if command.by in (None, creature.id) else _puller(draft, creature, str(command.by))
    known = "athletics" if "athletics" in actor.trackers else "might"
    hangs = Decides(what=SINKING, of=creature.id, condition=condition.id, by=dc)
    roll(draft, Roll(roll="check", creature=actor.id, with_=known, parameters={"dc": dc, "tags": [SINKING]}), hangs)


def sunk(draft: Draft, result: RollResult, said: Decides) -> None:
    """Out by one on a success, deeper by one on a failure, of one who is in it still."""
    condition = draft.state.creatures[said.of].conditions.get(said.condition)
    if condition is not None:
        _move(draft, said.of, condition, said.by, -1 if result.outcome in SUCCESSES else 1)


def sinking_of(creature: Creature) -> Condition | None:
    return next((c for c in creature.conditions.values() if c.key == SINKING), None)


def known_dc(condition: Condition) -> int | None:
    """What a hazard is rolled against, where it was said before."""
    found = condition.data.get("dc")
    return found if type(found) is int else None


def _difficulty(draft: Draft, command: Sink, condition: Condition) -> int:
    """What is rolled against: as said, else as before; what the GM said no player changes."""
    known = known_dc(condition)
    if known is not None and (draft.seat is not None or command.dc is None):
        return known
    said = command.dc if command.dc is not None else command.parameters.get("dc")
    if type(said) is not int or not -99 <= said <= 99:
        raise Need([{"number": "dc", "creature": command.creature}])
    return said


def _puller(draft: Draft, creature: Creature, id: str) -> Creature:
    """The one who makes the check of another, at the price of an action; that one need not roll in this round."""
    actor = draft.creature(id)
    check_able(draft, actor, "action")
    pay(draft, actor.id, 1)
    exert(draft, actor.id)
    draft.tell("pulls", {"by": actor.id, "target": creature.id})
    if draft.state.order.started:
        note(draft, PULLED, creature.id, draft.state.order.round)
    return actor


def _move(draft: Draft, id: str, condition: Condition, dc: int, by: int) -> None:
    """Up or down by one, no deeper than fully under."""
    was = condition.value or 1
    depth = was + by
    if depth <= 0:
        draft.end_condition(id, condition, "recovered")
    else:
        data = {**condition.data, "dc": dc}
        draft.emit(ConditionSet(id, replace(condition, value=min(SUBMERGED, depth), data=data)))
    _breathe(draft, id, was, depth)


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
    found = [*_sinks(state, active), *_chokes(active)]
    done = noted_ids(state, SETTLED)
    return tuple(item for item in found if item["id"] not in done)


def _sinks(state: State, active: Creature) -> Iterator[dict[str, Any]]:
    condition = sinking_of(active)
    pulled = (state.order.memory.get(PULLED) or {}).get(active.id)
    if condition is None or pulled == state.order.round:
        return
    dc = known_dc(condition)
    asks = [FACE] if dc is not None else [FACE, {"number": "dc", "creature": active.id}]
    yield _item(active, SINKING, "turn_start", asks, **({} if dc is None else {"dc": dc}))


def _chokes(active: Creature) -> Iterator[dict[str, Any]]:
    if any(condition.key == SUFFOCATING for condition in active.conditions.values()):
        yield _item(active, SUFFOCATING, "turn_end", [FACE])


def _item(active: Creature, what: str, edge: str, needs: list[Any], **more: Any) -> dict[str, Any]:
    plain = {"id": f"d_{what}_{active.id}", "creature": active.id, "what": what, "condition": None}
    return {**plain, "needs": needs, "edge": edge, **more}


def answer_suffocating(draft: Draft, item: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    suffocate(draft, Suffocate(creature=item["creature"]))
    settled(draft, item)


def answer_sinking(draft: Draft, item: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """The check against the hazard, whose DC is said once."""
    said = {key: given[key] for key in ("dc",) if type(given.get(key)) is int}
    sink(draft, Sink(creature=item["creature"], parameters={**(given.get("parameters") or {}), **said}))
    settled(draft, item)
