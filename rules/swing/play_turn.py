"""A turn that is spent on something else than blows: aiming, getting up, picking up a weapon."""

from typing import Literal

from rules.core import moments, turn_in_sight
from rules.core.commands.base import Command, Id, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.moving import change
from rules.core.state import Condition, State
from rules.swing import turn

On = Literal["aim", "weapon", "stand"]
ENDS = {"weapon": "disarmed", "stand": "knocked-down"}


class SpendTurn(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Spend a turn on aiming, on picking up one's weapon, or on getting up."""

    creature: Id
    on: On


def spend_turn(draft: Draft, command: SpendTurn) -> None:
    """Let the turn pass for what it was spent on; where no turns are counted it only happens.

    Source: Swing d20, Attacking, "Bows and thrown weapons", "A natural 20".
    """
    creature = draft.creature(command.creature)
    started = draft.state.order.started
    if started and draft.seen_order.active != creature.id:
        raise RuleError("not-the-active-turn", creature=creature.id)
    if command.on in ENDS and not draft.has(creature.id, ENDS[command.on]):
        raise RuleError("nothing-to-spend-it-on", creature=creature.id)
    draft.tell("turn_spent", {"by": creature.id}, on=command.on)
    if command.on == "aim":
        _aim(draft, creature.id)
    else:
        draft.end_key(creature.id, ENDS[command.on], "over")
    if started:
        turn_in_sight.finish(draft)


def _aim(draft: Draft, id: str) -> None:
    """What is aimed counts until the end of the next turn, whether the end of this one has passed or not."""
    ends = {"edge": "turn_end", "creature": id, "turns": 2 if draft.state.order.active == id else 1}
    until = moments.until_from(draft.state, ends) if draft.state.order.started else None
    draft.end_key(id, "aiming", "over")
    draft.add_condition(id, Condition("q_" + draft.chance.id(), "aiming", reason="aimed", until=until))


def settle(draft: Draft, before: State) -> None:
    """Forget the swings of a turn that is over; with the fight its last round is over, and what was marked for it."""
    for note in turn.over(draft.state):
        change(draft, note)
    if not before.order.started or draft.state.order.started:
        return
    for id in list(draft.state.creatures):
        if draft.value(id, "fumbled"):
            draft.add(id, "fumbled", -draft.value(id, "fumbled"))
