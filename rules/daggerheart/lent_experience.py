"""An adversary's Experience that Fear was spent on: it waits for the next roll by the adversary or against it."""

from collections.abc import Collection, Mapping
from typing import Any

from rules.core import events
from rules.core.derived import Modifier
from rules.core.draft import Draft
from rules.core.state import State
from rules.daggerheart.sheet import bonus

NOTE = "experience"  # what the order remembers: {creature, feature}


def lend(draft: Draft, creature: str, feature: str) -> None:
    """Let the Experience wait; one that waited before is let go."""
    draft.emit(events.OrderNoted(NOTE, {"creature": creature, "feature": feature}))


def waiting(state: State) -> Mapping[str, Any] | None:
    found = state.order.memory.get(NOTE)
    return found if isinstance(found, Mapping) else None


def lent(state: State, creature: str | None, axis: str) -> list[Modifier]:
    """What waits for this creature: added to its attack (``total``), or to the ``difficulty`` of a roll against it.

    Source: Daggerheart SRD 1.0, "Fear".
    """
    found = waiting(state)
    if found is None or creature is None or found["creature"] != creature or creature not in state.creatures:
        return []
    feature = state.creatures[creature].features.get(found["feature"])
    if feature is None:
        return []
    id = f"{creature}:{found['feature']}:lent"
    return [Modifier(id, axis, bonus(feature), feature.name or found["feature"], creature)]


def lent_used(draft: Draft, creatures: Collection[str]) -> list[dict[str, Any]]:
    """The change that a roll makes: what waited for one of these is used up."""
    found = waiting(draft.state)
    if found is None or found["creature"] not in creatures:
        return []
    return [{"note": NOTE, "was": draft.state.order.memory[NOTE], "now": None}]


def forget_lent(draft: Draft) -> None:
    """Let go of what nobody rolled with."""
    if waiting(draft.state) is not None:
        draft.emit(events.OrderNoted(NOTE, None))
