"""The encounter, its turns, and the rows of its order."""

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from rules.core import events, moments, turn_in_sight, turns
from rules.core.commands.base import Command, Id, Key, Name, Number, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.orders import POLICIES, Choose, line
from rules.core.state import ROW, Creature


class StartEncounter(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    policy: Key | None = None
    scores: dict[str, Number | None] = {}
    name: Name | None = None
    sides: Annotated[tuple[Key, ...], msgspec.Meta(max_length=12)] = ()
    surprised: Annotated[tuple[Key, ...], msgspec.Meta(max_length=12)] = ()
    side_of: dict[str, Key] = {}


class EndEncounter(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    pass


class BeginTurn(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    creature: Id


class EndTurn(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    creature: Id | None = None
    next: Id | None = None


class NextRound(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    pass


class MoveInOrder(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    creature: Id
    before: Id | None


class AddRow(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    label: Name
    score: Number | None = None
    hidden: bool = False


class RemoveRow(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    row: Annotated[str, msgspec.Meta(max_length=64)]


def start_encounter(draft: Draft, command: StartEncounter) -> None:
    if draft.state.order.started:
        raise RuleError("encounter-is-on")
    policy = command.policy or draft.system.data.order.policy
    if policy not in POLICIES:
        raise RuleError("unknown-policy", policy=policy, known=sorted(POLICIES))
    turns.start(draft, policy, command.name, command.scores, _memory(draft, command))


def _memory(draft: Draft, command: StartEncounter) -> dict[str, Any]:
    """What a policy by sides has to remember: their order, who is surprised, and who stands on which by name."""
    for id in command.side_of:
        draft.creature(id)
    given = {"sides": command.sides, "surprised": command.surprised, "side_of": command.side_of}
    return {key: value for key, value in given.items() if value}


def end_encounter(draft: Draft, command: EndEncounter) -> None:
    _need_encounter(draft)
    if draft.state.order.active is not None:
        turns.close_turn(draft)
    moments.end_with_encounter(draft)
    ids = tuple(id for id, c in draft.state.creatures.items() if c.slot is not None)
    draft.emit(events.EncounterEnded(ids))
    for id in ids:
        if draft.state.creatures[id].kind == ROW and not draft.state.creatures[id].gone:
            draft.emit(events.CreatureRemoved(id))


def _need_encounter(draft: Draft) -> None:
    if not draft.state.order.started:
        raise RuleError("no-encounter")


def begin_turn(draft: Draft, command: BeginTurn) -> None:
    id = turns.creature_of(draft.state, command.creature)
    creature = draft.creature(id)
    if not draft.state.order.started and draft.state.order.policy != "spotlight":
        raise RuleError("no-encounter")
    if not creature.here:
        raise RuleError("not-on-the-board", creature=id)
    if draft.state.order.started and creature.slot is None:
        turns.join(draft, id)
    turns.begin_turn(draft, id)


def end_turn(draft: Draft, command: EndTurn) -> None:
    active = draft.seen_order.active
    if active is None and not draft.state.order.started:
        raise RuleError("no-active-turn")
    if command.creature is not None and turns.creature_of(draft.state, command.creature) != active:
        raise RuleError("not-the-active-turn", creature=command.creature)
    if active is None and command.next is None and not POLICIES[draft.state.order.policy].names_first:
        raise RuleError("no-active-turn")
    if active != draft.state.order.active:
        turn_in_sight.finish(draft)
        return
    turns.close_turn(draft)
    if command.next is not None:
        _begin_chosen(draft, turns.creature_of(draft.state, command.next))
    elif draft.state.order.started:
        turns.go_on(draft)


def _begin_chosen(draft: Draft, id: str) -> None:
    draft.creature(id)
    following = turns.policy_next(draft)
    if isinstance(following, Choose) and id not in following.options:
        raise RuleError("not-an-option", name="next", options=list(following.options))
    turns.begin_turn(draft, id)


def next_round(draft: Draft, command: NextRound) -> None:
    _need_encounter(draft)
    turns.close_turn(draft)
    turns.next_round(draft)
    if POLICIES[draft.state.order.policy].names_first:
        turns.go_on(draft)


def move_in_order(draft: Draft, command: MoveInOrder) -> None:
    id = turns.creature_of(draft.state, command.creature)
    slot = draft.creature(id).slot
    if slot is None:
        raise RuleError("not-in-the-order", creature=id)
    others = [other for other in line(draft.state) if other != id]
    behind = len(others) - 1
    if command.before is not None:
        before = turns.creature_of(draft.state, command.before)
        if before not in others:
            raise RuleError("not-in-the-order", creature=command.before)
        behind = others.index(before) - 1
    if others:
        place = turns.place_for(draft, others, behind)
        draft.emit(events.SlotSet(id, replace(slot, place=str(place), by_hand=True)))


def add_row(draft: Draft, command: AddRow) -> None:
    _need_encounter(draft)
    row = Creature("c_" + draft.chance.id(), command.label, ROW, hidden=command.hidden, score=command.score)
    draft.emit(events.CreatureAdded(row))
    turns.join(draft, row.id)


def remove_row(draft: Draft, command: RemoveRow) -> None:
    id = turns.creature_of(draft.state, command.row)
    if draft.creature(id).kind != ROW:
        raise RuleError("not-a-row", row=command.row)
    if draft.state.order.active == id:
        turns.close_turn(draft)
        draft.emit(events.CreatureRemoved(id))
        turns.go_on(draft)
        return
    draft.emit(events.CreatureRemoved(id))
