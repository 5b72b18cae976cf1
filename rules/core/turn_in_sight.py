"""The turn that the one who asks sees: to a player one may run that is over in truth, while somebody hidden acts."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules.core import events as e
from rules.core.draft import Draft
from rules.core.orders import POLICIES
from rules.core.orders.policy import KEPT
from rules.core.state import Slot
from rules.core.turns import close_turn, go_on, last_place


def finish(draft: Draft, notes: Mapping[str, Any] | None = None) -> None:
    """End the turn that the one who asks sees, and let the next come; ``notes`` are for the policy that names it.

    What a player sees may be over in truth, since somebody hidden acts or has acted: then only the marker goes.
    """
    order = draft.state.order
    if draft.seen_order.active == order.active:
        close_turn(draft)
        for key, value in (notes or {}).items():
            draft.emit(e.OrderNoted(key, value))
        go_on(draft)
        return
    _end_in_sight(draft, str(order.marker))
    if order.active is None:
        draft.emit(e.TurnEnded(order.trail[-1][0], None, order.marker_round))
    else:
        slot = draft.state.creatures[order.active].slot or Slot(last_place(draft.state))
        draft.emit(e.TurnBegan(order.active, order.round, slot, order.trail, None, order.marker_round))


def _end_in_sight(draft: Draft, id: str) -> None:
    """Let the policy note the end of the turn that players see in what they see of its memory."""
    order, policy = draft.state.order, POLICIES[draft.state.order.policy]
    kept = order.memory.get(KEPT)
    if kept is None:
        return
    memory = {key: value for key, value in order.memory.items() if key not in policy.remembers} | kept
    seen = Draft(draft.system, replace(draft.state, order=replace(order, memory=memory)), draft.by, draft.chance)
    policy.ended(seen, id)
    after = {key: value for key, value in seen.state.order.memory.items() if key in policy.remembers}
    if after != kept:
        draft.emit(e.OrderNoted(KEPT, after))
