"""Hope, Stress and features in play, and a player's hand for the spotlight."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.core import events
from rules.core.commands.base import Command, Id, Key, Words, type_name
from rules.core.draft import GM, Draft
from rules.core.errors import RuleError
from rules.core.rolling import refuse
from rules.core.state import TABLE, Creature, Pending
from rules.daggerheart import uses
from rules.daggerheart.filling import NO_ROOM, check_room
from rules.daggerheart.sheet import costs
from rules.daggerheart.spotlight import tell_with_fear

Amount = Annotated[int, msgspec.Meta(ge=1, le=12)]


class MarkStress(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Stress that a creature must mark, or with ``forced`` false marks as a cost."""

    creature: Id
    amount: Amount = 1
    forced: bool = True


class SpendHope(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    creature: Id
    amount: Amount = 1
    reason: Words = ""


class UseFeature(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Use a feature of a sheet: its cost in Hope, Stress, Hit Points or Fear is paid, and a limited use counted."""

    creature: Id
    feature: Key


class RequestSpotlight(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A player's hand up for the spotlight; ``on`` false takes it down."""

    creature: Id | None = None
    on: bool = True


def mark_stress(draft: Draft, command: MarkStress) -> None:
    """Mark Stress. What does not fit is 1 Hit Point, however much; as a cost it is refused.

    Source: Daggerheart core mechanics, "Stress".
    """
    creature = draft.creature(command.creature)
    draft.pool(creature.id, "stress")
    if not command.forced:
        check_room(draft.system, draft.state, creature, "stress", command.amount)
    left = draft.add(creature.id, "stress", command.amount)
    if left > 0 and "hit_points" in creature.trackers:
        draft.tell("stress_overflow", {"target": creature.id})
        draft.add(creature.id, "hit_points", 1)


def spend_hope(draft: Draft, command: SpendHope) -> None:
    creature = draft.creature(command.creature)
    draft.pay(creature.id, "hope", command.amount, "not-enough-hope")
    draft.tell("hope_spent", {"by": creature.id}, hope=command.amount, reason=command.reason)


def use_feature(draft: Draft, command: UseFeature) -> None:
    """Pay what a feature takes, count the use, and say that it is used."""
    creature = draft.creature(command.creature)
    feature = creature.features.get(command.feature)
    if feature is None:
        raise refuse("/feature", "not-an-option", options=sorted(creature.features))
    cost = costs(feature)
    pay(draft, creature, cost)
    uses.spend(draft, creature.id, command.feature)
    facts: dict[str, Any] = {"feature": feature.name, **cost}
    tell_with_fear(draft, "feature_used", {"target": creature.id}, facts.pop("fear", None), **facts)


def pay(draft: Draft, creature: Creature, cost: Mapping[str, int]) -> None:
    """Take a feature's cost; nothing spills over."""
    for key in NO_ROOM:
        if amount := cost.get(key):
            check_room(draft.system, draft.state, creature, key, amount)
            draft.add(creature.id, key, amount)
    if fear := cost.get("fear"):
        draft.pay(TABLE, "fear", fear, "not-enough-fear")
    if hope := cost.get("hope"):
        draft.pay(creature.id, "hope", hope, "not-enough-hope")


def request_spotlight(draft: Draft, command: RequestSpotlight) -> None:
    """Put the wish before the GM, once; accepted, the turn begins."""
    id = command.creature or draft.seat
    if id is None:
        raise refuse("/creature", "missing", field="creature")
    if not draft.creature(id).here:
        raise RuleError("not-on-the-board", creature=id)
    raised = next((p for p in draft.state.pending.values() if _is_hand(p, id)), None)
    if command.on and raised is None:
        draft.ask("proposal", GM, creature=id, commands=[{"type": "begin_turn", "creature": id}], text="")
    elif not command.on and raised is not None:
        draft.emit(events.PendingEnded(raised.id, "dropped"))


def _is_hand(pending: Pending, id: str) -> bool:
    wanted = [{"type": "begin_turn", "creature": id}]
    return pending.kind == "proposal" and [dict(raw) for raw in pending.data.get("commands", ())] == wanted
