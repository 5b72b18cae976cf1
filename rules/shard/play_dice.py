"""Resource dice in play: spent, exhausted, depleted, burned, and back."""

from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from rules.core.commands.base import Id, Key, Rolling, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.events import OrderNoted
from rules.core.state import TABLE, State
from rules.core.trackers import DicePool
from rules.shard.play_cast import locked
from rules.shard.sheet import POOLS

GIVEN = "tactics"  # what the order remembers: who has put Tactics dice into the party's pool in this fight
Dice = Literal["ready", "spent", "exhausted", "depleted", "burned"]


class MoveDice(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Dice of a pool from one state to another; without a ``creature`` of the table's own pool."""

    creature: Id | None = None
    tracker: Key
    from_: Dice = msgspec.field(default="ready", name="from")
    to: Dice = "spent"
    count: Annotated[int, msgspec.Meta(ge=1, le=40)] = 1


class GiveTactics(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Put one's rank in Tactics into the party's pool, as at the start of a fight."""

    creature: Id


def move_dice(draft: Draft, command: MoveDice) -> None:
    """Move dice; burning them lowers what the pool holds for good, and bringing them back restores it.

    Source: SHARD, "Spending Dice".
    """
    owner = TABLE if command.creature is None else draft.creature(command.creature).id
    pool = draft.tracker(owner, command.tracker)
    if not isinstance(pool, DicePool):
        raise RuleError("not-dice", tracker=command.tracker)
    have = getattr(pool, command.from_)
    if have < command.count:
        raise RuleError("not-enough-dice", tracker=command.tracker, have=have, need=command.count)
    draft.move_dice(owner, command.tracker, command.from_, command.to, command.count)


def give_tactics(draft: Draft, command: GiveTactics) -> None:
    """Add as many dice to the general pool as one has ranks, once in a fight.

    Source: SHARD, "Tactics".
    """
    creature = draft.creature(command.creature)
    ranks = draft.numbers(creature.id).get("tactics_rank", 0)
    if not ranks:
        raise RuleError("no-ranks", creature=creature.id)
    given = draft.state.order.memory.get(GIVEN) or {}
    if creature.id in given:
        raise RuleError("has-given-tactics", creature=creature.id)
    pool = draft.state.table.get("tactics")
    ready = pool.ready if isinstance(pool, DicePool) else 0
    spent = pool.spent if isinstance(pool, DicePool) else 0
    draft.tell("gives_tactics", {"by": creature.id}, dice=ranks)
    draft.put(TABLE, "tactics", DicePool(ready=ready + ranks, spent=spent))
    if draft.state.order.started:
        draft.emit(OrderNoted(GIVEN, {**given, creature.id: ranks}))


def end_tactics(draft: Draft, before: State) -> None:
    """The party's dice are those of one fight: with it they go.

    Source: SHARD, "Tactics".
    """
    if before.order.started and not draft.state.order.started and draft.state.table.get("tactics"):
        draft.put(TABLE, "tactics", DicePool())


def refresh_after_fight(draft: Draft, before: State) -> None:
    """With a fight a scene is over: dice that were spent or exhausted in it are ready again.

    Source: SHARD, "Spending Dice".
    """
    if not before.order.started or draft.state.order.started:
        return
    for creature in draft.here():
        for key in POOLS:
            pool = creature.trackers.get(key)
            if not isinstance(pool, DicePool):
                continue
            kept = min(pool.exhausted, locked(creature)) if key == "ether" else 0
            if back := pool.spent + pool.exhausted - kept:
                draft.put(creature.id, key, replace(pool, ready=pool.ready + back, spent=0, exhausted=kept))


def total(pool: DicePool) -> int:
    """What a pool holds: burned dice are no part of it any more."""
    return pool.ready + pool.spent + pool.exhausted + pool.depleted
