"""The spotlight in play: who takes it, what it costs the GM, and the count of tokens."""

from collections.abc import Mapping
from typing import Any

from rules.core import turns
from rules.core.audience import table_seen
from rules.core.draft import Draft
from rules.core.state import Creature
from rules.core.trackers import Pool
from rules.daggerheart import tokens
from rules.daggerheart.sheet import party

TOKENS = "spotlight_tokens"


def take_spotlight(draft: Draft, id: str, *, again: bool = False) -> None:
    """Move the spotlight to a creature, unless the game goes by another order.

    One that has it keeps it; ``again`` gives it to that one anew.
    """
    order, creature = draft.state.order, draft.state.creatures[id]
    if order.policy != "spotlight" or not creature.here or (order.active == id and not again):
        return
    if order.active == id:
        turns.close_turn(draft)
    if order.started and creature.slot is None:
        turns.join(draft, id)
    turns.begin_turn(draft, id)


def token_changes(draft: Draft, *actors: Creature) -> list[dict[str, Any]]:
    """How an action of these moves the tokens, where the game counts them."""
    acting = [actor.id for actor in actors if actor.kind == "pc"]
    if not acting or not draft.setting(TOKENS):
        return []
    pools = {pc.id: pool for pc in party(draft.state) if isinstance(pool := pc.trackers.get(TOKENS), Pool)}
    after = left = {id: pool.value for id, pool in pools.items()}
    most = {id: draft.maximum(id, TOKENS) or 0 for id in pools}
    for id in acting:
        after = tokens.after_acting(after, id, most)
    return [
        {"owner": id, "tracker": TOKENS, "by": after[id] - count} for id, count in left.items() if after[id] != count
    ]


def tell_with_fear(draft: Draft, code: str, who: Mapping[str, str], fear: int | None, **facts: Any) -> None:
    """Log a line that names an amount of Fear; where players do not see the Fear, the amount stays with the GM."""
    is_open = table_seen(draft.system, draft.state, "fear")
    open_facts = {**facts, **({"fear": fear} if is_open else {})}
    draft.tell(code, who, secret={} if is_open else {"fear": fear}, **open_facts)


def gm_move_due(draft: Draft) -> str | None:
    """The GM move that a roll called for and that was not made yet: ``soft``, ``hard`` or ``cost``."""
    found = draft.state.order.memory.get("gm_move")
    return found if isinstance(found, str) else None
