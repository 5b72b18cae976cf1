"""What follows by itself from what has changed: pools within their bounds, and the game's own consequences."""

from rules.core import derived
from rules.core.draft import Draft
from rules.core.state import State
from rules.core.trackers import Pool

MOST_SETTLING = 10


def settle(draft: Draft, before: State) -> None:
    """Clamp and let the game's consequences follow until nothing changes any more."""
    for _ in range(MOST_SETTLING):
        count = len(draft.events)
        _clamp(draft, before)
        draft.system.settle(draft, before)
        if len(draft.events) == count:
            return
    raise RuntimeError("the consequences of a command do not settle")


def _clamp(draft: Draft, before: State) -> None:
    for id, creature in list(draft.state.creatures.items()):
        if before.creatures.get(id) is creature:
            continue
        for key, tracker in creature.trackers.items():
            if isinstance(tracker, Pool):
                top = derived.maximum(draft.system, draft.state, id, key)
                if top is not None and tracker.value > max(0, top):
                    draft.put(id, key, Pool(max(0, top), tracker.max))
