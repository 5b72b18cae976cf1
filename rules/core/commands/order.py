"""Moves within a turn order: waiting, being ready for something, another policy, new scores each round."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from rules.core import events, turns
from rules.core.commands.base import Command, Id, Key, Number, Words, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.orders import POLICIES, line
from rules.core.turns import READIED


class Delay(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """The active one waits: its turn stays to be taken, and begins where it comes in."""

    creature: Id | None = None


class Ready(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """What one waits for, in words; an empty ``trigger`` means that it waits no more."""

    creature: Id
    trigger: Words = ""


class ChangeOrder(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Another turn order in the same encounter: places, turns and the round stay."""

    policy: Key


class SetScores(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """New scores for several at once, as at a new round; all are sorted again, hand-made places too."""

    scores: Annotated[dict[str, Number | None], msgspec.Meta(min_length=1, max_length=500)]


def delay(draft: Draft, command: Delay) -> None:
    active = draft.state.order.active
    if active is None or not draft.state.order.started:
        raise RuleError("no-active-turn")
    if command.creature is not None and turns.creature_of(draft.state, command.creature) != active:
        raise RuleError("not-the-active-turn", creature=command.creature)
    turns.put_off(draft, active)
    turns.go_on(draft)


def ready(draft: Draft, command: Ready) -> None:
    id = draft.creature(command.creature).id
    waiting = {key: value for key, value in (draft.state.order.memory.get(READIED) or {}).items() if key != id}
    if command.trigger:
        waiting[id] = command.trigger
    draft.emit(events.OrderNoted(READIED, waiting))


def change_order(draft: Draft, command: ChangeOrder) -> None:
    if not draft.state.order.started:
        raise RuleError("no-encounter")
    if command.policy not in POLICIES:
        raise RuleError("unknown-policy", policy=command.policy, known=sorted(POLICIES))
    if command.policy != draft.state.order.policy:
        turns.switch(draft, command.policy)


def set_scores(draft: Draft, command: SetScores) -> None:
    for id, score in command.scores.items():
        if draft.creature(id).score != score:
            draft.emit(events.CreatureChanged(id, {"score": score}))
    if not draft.state.order.started:
        return
    ids = [id for id in line(draft.state) if draft.state.creatures[id].here]
    ids.sort(key=lambda id: turns.sort_key(draft.state, draft.state.creatures[id]))
    for place, id in enumerate(ids, 1):
        slot = draft.state.creatures[id].slot
        if slot is not None and (slot.place, slot.by_hand) != (str(place), False):
            draft.emit(events.SlotSet(id, replace(slot, place=str(place), by_hand=False)))
