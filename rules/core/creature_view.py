"""One creature as a viewer may see it: to the GM everything, to its own seat its sheet, to others what is public."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core import derived, moments, seen, sight
from rules.core.health import health
from rules.core.project import Viewer
from rules.core.remembered import Remembered
from rules.core.state import Condition, Creature, State
from rules.core.system import System
from rules.core.trackers import Pool, Score

_GMS = Remembered(4000)
_SEEN = Remembered(4000)


def gm_creature(system: System, state: State, creature: Creature) -> seen.GmCreature:
    """Everything of one creature of this state, with what is derived from its sheet; not to be changed.

    Besides on the creature it hangs on whether it acts and on the settings, as the ground under its feet.
    """
    if any(condition.until is not None for condition in creature.conditions.values()):
        return _gm_creature(system, state, creature)  # what is left of it hangs on the time
    acts = state.order.active == creature.id
    return _GMS.of((system, state.settings, creature), acts, lambda: _gm_creature(system, state, creature))


def _gm_creature(system: System, state: State, creature: Creature) -> seen.GmCreature:
    return seen.GmCreature(
        id=creature.id,
        name=creature.name,
        alias=creature.alias,
        kind=creature.kind,
        hidden=creature.hidden,
        hidden_until=creature.hidden_until,
        score=creature.score,
        card=creature.card,
        wave=creature.wave,
        note=creature.note,
        portrait=creature.portrait,
        features=features_of(creature),
        by_hand=tuple(derived.by_hand(system, creature)),
        numbers=derived.numbers(system, creature),
        trackers=trackers_of(system, state, creature),
        conditions=gm_conditions(system, state, creature),
        health=health(system, state, creature),
        own=own_of(creature.own),
        standing=system.standing(system, state, creature),
    )


def own_of(own: Mapping[str, Any]) -> dict[str, Any]:
    """Own trackers by key: name, kind, where they show, what refreshes them."""
    return {key: msgspec.structs.asdict(tracker) for key, tracker in own.items()}


def own_names(own: Mapping[str, Any], shown: Mapping[str, Any]) -> dict[str, str]:
    """The names of own trackers, of those that are shown."""
    return {key: tracker.name for key, tracker in own.items() if key in shown}


def features_of(creature: Creature) -> dict[str, Any]:
    return {key: msgspec.structs.asdict(feature) for key, feature in creature.features.items()}


def trackers_of(system: System, state: State, creature: Creature) -> dict[str, Any]:
    """The trackers but the sheet's numbers, pools with the maximum that really bounds them."""
    found: dict[str, Any] = {}
    for key, tracker in creature.trackers.items():
        if isinstance(tracker, Pool):
            found[key] = seen.Maximum(tracker.value, derived.maximum(system, state, creature.id, key))
        elif not isinstance(tracker, Score):
            found[key] = tracker
    return found


def grouped(system: System, state: State, creature: Creature) -> dict[tuple[str, str | None], list[Condition]]:
    """The effective conditions by key and detail; each group stands once in a view."""
    groups: dict[tuple[str, str | None], list[Condition]] = {}
    for condition in derived.effective(system, state, creature):
        groups.setdefault((condition.key, condition.detail), []).append(condition)
    return groups


def gm_conditions(system: System, state: State, creature: Creature) -> tuple[seen.GmCondition, ...]:
    """The effective conditions; what counts towards one creature alone stands by itself."""
    found = []
    for (key, detail), held in grouped(system, state, creature).items():
        for towards in dict.fromkeys(one.towards for one in held):
            found.append(_gm_condition(state, key, detail, towards, [one for one in held if one.towards == towards]))
    return tuple(found)


def _gm_condition(
    state: State, key: str, detail: str | None, towards: str | None, group: list[Condition]
) -> seen.GmCondition:
    stored = [one for one in group if derived.is_stored(one)]
    newest = stored[-1] if stored else None
    return seen.GmCondition(
        id=newest.id if newest else None,
        key=key,
        value=_highest(group),
        detail=detail,
        source=newest.source if newest else None,
        towards=towards,
        reasons=tuple(_reason(state, one) for one in group),
        until=moments.left_of(state, newest.until) if newest else None,
    )


def _reason(state: State, condition: Condition) -> seen.Reason:
    id = condition.id if derived.is_stored(condition) else None
    return seen.Reason(id, condition.reason, moments.left_of(state, condition.until))


def _highest(group: list[Condition]) -> int | None:
    values = [c.value for c in group if c.value is not None]
    return max(values) if values else None


def seen_creature(system: System, true: State, state: State, viewer: Viewer, creature: Creature) -> Any:
    """A creature of the projection ``state``; who sees what of it is said by the settings of the ``true`` one.

    What is not a seat's own is the same for all players, and hangs on nothing but the creature and the settings.
    """
    if creature.id == viewer.creature:
        return _own_creature(system, state, creature)
    return _SEEN.of((system, true.settings, creature), "", lambda: _seen_by_all(system, true, state, creature))


def _seen_by_all(system: System, true: State, state: State, creature: Creature) -> Any:
    conditions = _seen_conditions(system, true, state, creature)
    trackers = trackers_of(system, state, creature)
    shown = {key: found for key, found in trackers.items() if sight.seen(system, true, creature, key) == "public"}
    plain = _seen_pc if creature.kind == "pc" else _seen_other
    found = plain(system, true, state, creature, conditions, shown)
    every = derived.numbers(system, creature)
    numbers = {key: value for key, value in every.items() if sight.number_seen(system, true, creature, key)}
    return {**found, "numbers": numbers} if numbers else found


def _own_creature(system: System, state: State, creature: Creature) -> seen.OwnCreature:
    trackers = trackers_of(system, state, creature)
    known = {key: tracker for key, tracker in trackers.items() if not sight.is_the_gms(creature, key)}
    return seen.OwnCreature(
        id=creature.id, name=creature.public_name, kind=creature.kind,
        conditions=_conditions(system, state, creature),
        trackers=known, own=own_names(creature.own, known),
        numbers=derived.numbers(system, creature),
        by_hand=tuple(derived.by_hand(system, creature)), features=features_of(creature), score=creature.score,
        card=creature.card,
    )  # fmt: skip


def _seen_pc(
    system: System, true: State, state: State, creature: Creature, conditions: Any, shown: Mapping[str, Any]
) -> dict[str, Any]:
    """A character; how it fares is in words only where its marks are not shown."""
    found = seen.SeenPc(
        id=creature.id, name=creature.public_name, kind="pc", trackers=shown, conditions=conditions,
        own=own_names(creature.own, shown),
    )  # fmt: skip
    how = sight.sight(system, true, "pc", sight.HEALTH)
    words = {"health": health(system, state, creature)} if how == "words" else {}
    return {**msgspec.structs.asdict(found), **words}


def _seen_other(
    system: System, true: State, state: State, creature: Creature, conditions: Any, shown: Mapping[str, Any]
) -> dict[str, Any]:
    how = sight.sight(system, true, sight.side_of(creature), sight.HEALTH)
    found = seen.SeenOther(
        id=creature.id, name=creature.public_name, kind=creature.kind, conditions=conditions,
        health=None if how == "none" else health(system, state, creature),
    )  # fmt: skip
    marks = {"trackers": shown, "own": own_names(creature.own, shown)} if shown else {}
    return {**msgspec.structs.asdict(found), **marks}


def _conditions(system: System, state: State, creature: Creature) -> tuple[seen.SeenCondition, ...]:
    return tuple(
        seen.SeenCondition(key=key, value=_highest(group), detail=detail)
        for (key, detail), group in grouped(system, state, creature).items()
    )


def _seen_conditions(system: System, true: State, state: State, creature: Creature) -> tuple[seen.SeenCondition, ...]:
    """The conditions that all see: with what they are worth, by name alone and once each, or none."""
    found = _conditions(system, state, creature)
    how = sight.conditions_seen(system, true, creature)
    if how == "all":
        return found
    names = dict.fromkeys(condition.key for condition in found) if how == "names" else {}
    return tuple(seen.SeenCondition(key=key, value=None, detail=None) for key in names)
