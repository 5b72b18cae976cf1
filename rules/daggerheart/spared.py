"""Who has answered the last Hit Point by avoiding death, and owes no other death move for it."""

from rules.core import derived, events
from rules.core.draft import Draft
from rules.core.state import State

NOTE = "spared"  # what the order remembers: the ids


def spared(state: State) -> tuple[str, ...]:
    """Those who have avoided death since their last Hit Point was marked."""
    found = state.order.memory.get(NOTE)
    return tuple(found) if isinstance(found, list | tuple) else ()


def spare(draft: Draft, id: str) -> None:
    """One who wakes after a long rest with all Hit Points marked is not asked again.

    Source: Daggerheart core mechanics, "Death".
    """
    if id not in spared(draft.state):
        draft.emit(events.OrderNoted(NOTE, (*spared(draft.state), id)))


def forget(draft: Draft, id: str) -> None:
    """The next last Hit Point calls for a death move again."""
    if id in spared(draft.state):
        others = tuple(one for one in spared(draft.state) if one != id)
        draft.emit(events.OrderNoted(NOTE, others or None))


def hurt_again(draft: Draft, id: str) -> None:
    """Damage to one who is awake with no Hit Point left calls for a death move as the last Hit Point does."""
    if not derived.has(draft.system, draft.state, draft.state.creatures[id], "unconscious"):
        forget(draft, id)
