"""The one door for secrets: a smaller state that holds only what a viewer may know.

Everything shown to players (the order, who may act, odds, options, refusals) is worked out from this projection,
never from the true state, so nothing hidden can show through it.
"""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.core.orders import POLICIES, Note
from rules.core.orders.policy import KEPT
from rules.core.remembered import Remembered
from rules.core.sight import conditions_seen, table_seen
from rules.core.state import Clock, Condition, Creature, Order, Pending, State
from rules.core.system import System


class Viewer(msgspec.Struct, frozen=True):
    """Who looks: ``gm``, ``public`` (watch, screen), or ``seat`` with its creature."""

    role: str
    creature: str | None = None

    @property
    def is_gm(self) -> bool:
        return self.role == "gm"

    @property
    def key(self) -> str:
        """The audience that this viewer belongs to: one rendering serves all of it."""
        return f"seat:{self.creature}" if self.role == "seat" else self.role


_SHOWN = Remembered(4000)
MOST_NOTES = 3  # of a policy on the way to whom it names
GM_VIEWER = Viewer("gm")
PUBLIC_VIEWER = Viewer("public")


def seat_viewer(creature: str) -> Viewer:
    return Viewer("seat", creature)


def can_see(state: State, viewer: Viewer, id: str) -> bool:
    """Whether the viewer may know that this creature is there."""
    creature = state.creatures.get(id)
    if creature is None or not creature.here:
        return False
    return viewer.is_gm or not creature.hidden or id == viewer.creature


def project(system: System, state: State, viewer: Viewer) -> State:
    """The state as far as the viewer may know it; the GM's is the state itself."""
    if viewer.is_gm:
        return state
    seen = _in_sight_of(state, viewer)
    return State(
        system=state.system,
        name=state.name,
        settings={},
        table={key: tracker for key, tracker in state.table.items() if table_seen(system, state, key)},
        own=state.own,
        creatures={id: _projected(system, state, seen, viewer, creature) for id, creature in seen.items()},
        clocks={id: _shape(clock) for id, clock in state.clocks.items() if not clock.hidden},
        order=_order(state, seen),
        pending={id: p for id, p in state.pending.items() if _may_answer(p, viewer)},
        time=state.time,
        rolls={},
        shown=state.shown,
        held=state.held,
    )


def order_to(state: State, viewer: Viewer) -> Order:
    """The order as `project` shows it, alone: whose turn it is to the viewer, and what the order remembers."""
    return state.order if viewer.is_gm else _order(state, _in_sight_of(state, viewer))


def _in_sight_of(state: State, viewer: Viewer) -> dict[str, Creature]:
    return {id: creature for id, creature in state.creatures.items() if can_see(state, viewer, id)}


def _projected(
    system: System, state: State, seen: Mapping[str, Creature], viewer: Viewer, creature: Creature
) -> Creature:
    how = "all" if creature.id == viewer.creature else conditions_seen(system, state, creature)
    if any(_names_another(condition) for condition in creature.conditions.values()):
        return _shown(seen, how, creature)
    return _SHOWN.of((creature,), how, lambda: _shown(seen, how, creature))


def _names_another(condition: Condition) -> bool:
    """Whether what is shown of the condition hangs on whether the viewer sees somebody else."""
    end = condition.until.of if condition.until is not None else None
    return any(id is not None for id in (condition.source, condition.towards, end))


def _shown(seen: Mapping[str, Creature], how: str, creature: Creature) -> Creature:
    conditions = {
        id: _without_hidden(seen, condition if how == "all" else replace(condition, value=None, detail=None))
        for id, condition in creature.conditions.items()
        if how != "none" and not condition.data.get("secret")
    }
    return replace(creature, note="", conditions=conditions)


def _without_hidden(seen: Mapping[str, Creature], condition: Condition) -> Condition:
    """A condition whose source, direction and end name nobody that the viewer does not see."""
    until = condition.until
    if until is not None and until.of is not None and until.of not in seen:
        until = None
    source = condition.source if condition.source in seen else None
    towards = condition.towards
    if towards is not None and towards.startswith("c_") and towards not in seen:
        towards = None
    return replace(condition, until=until, source=source, towards=towards)


def _shape(clock: Clock) -> Clock:
    return replace(clock, name="", link=None) if clock.shape_only else replace(clock, link=None)


def _may_answer(pending: Pending, viewer: Viewer) -> bool:
    return viewer.creature is not None and pending.by == viewer.creature and pending.kind != "proposal"


def _order(state: State, seen: Mapping[str, Creature]) -> Order:
    """The order without hidden rows. While a hidden one acts, all stays as it was seen: marker, round and memory."""
    order = state.order
    # One who acts again after a hidden turn stands in the trail once, as if there had been none.
    trail = tuple(entry for entry, _ in groupby(entry for entry in order.trail if entry[0] in seen))
    memory = {key: _only_seen(state, seen, value) for key, value in _remembered(state, seen).items()}
    plain = replace(order, trail=trail, memory=memory, marker=None, marker_round=0)
    if _is_in_sight(state, seen):
        return plain
    marker = order.marker if order.marker in seen else None
    return replace(plain, active=marker, round=max(order.marker_round, min(1, order.round)))


def noted(system: System, state: State) -> State:
    """The state as its order would be, if nobody were there but those who are seen: a phase without any is over."""
    policy = POLICIES.get(state.order.policy)
    for _ in range(MOST_NOTES):
        following = policy.next(system, state) if policy and state.order.started and not state.order.active else None
        if not isinstance(following, Note):
            break
        state = replace(state, order=replace(state.order, memory={**state.order.memory, **following.memory}))
    return state


def _is_in_sight(state: State, seen: Mapping[str, Creature]) -> bool:
    """Whether the newest turn is one that the viewer sees, or there was none yet."""
    last_acted = state.order.active or (state.order.trail[-1][0] if state.order.trail else None)
    return last_acted is None or last_acted in seen


def _remembered(state: State, seen: Mapping[str, Creature]) -> Mapping[str, Any]:
    """What the order remembers; of turns, while somebody hidden acts, what it remembered before."""
    memory = {key: value for key, value in state.order.memory.items() if key != KEPT}
    kept = state.order.memory.get(KEPT)
    policy = POLICIES.get(state.order.policy)
    if kept is None or policy is None or _is_in_sight(state, seen):
        return memory
    seen_before = {key: value for key, value in kept.items() if key in policy.remembers}
    return {**{key: value for key, value in memory.items() if key not in policy.remembers}, **seen_before}


def _only_seen(state: State, seen: Mapping[str, Creature], value: Any) -> Any:
    if isinstance(value, Mapping):
        return {id: item for id, item in value.items() if id not in state.creatures or id in seen}
    if isinstance(value, list | tuple):
        return tuple(item for item in value if item not in state.creatures or item in seen)
    return None if isinstance(value, str) and value in state.creatures and value not in seen else value
