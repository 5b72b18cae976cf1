"""What follows from a state and is never stored: derived numbers, maxima, and conditions with their reasons."""

from collections.abc import Iterable, Mapping

import msgspec

from rules.core.remembered import Remembered
from rules.core.state import TABLE, Condition, Creature, State
from rules.core.system import System
from rules.core.trackers import Flag, Pool, Score

_NUMBERS = Remembered(4000)
_IMPLIED = Remembered(4000)


def numbers(system: System, creature: Creature) -> dict[str, int]:
    """The sheet's numbers that this creature has: stored ones, and derived ones worked out from them."""
    return dict(_shared_numbers(system, creature))


def _shared_numbers(system: System, creature: Creature) -> Mapping[str, int]:
    """As `numbers`, not to be changed."""
    return _NUMBERS.of((system, creature), "", lambda: _numbers(system, creature))


def _numbers(system: System, creature: Creature) -> dict[str, int]:
    stored = {key: tracker.value for key, tracker in creature.trackers.items() if isinstance(tracker, Score)}
    known = {**_starts(system, creature), **environment_of(creature), **stored}
    found = dict(stored)
    for key, formula in system.formulas.items():
        spec = system.data.numbers[key]
        if key not in stored and creature.kind in spec.of and known.keys() >= set(spec.needs):
            found[key] = known[key] = formula(known)
    return found


def environment_of(creature: Creature) -> dict[str, int]:
    """What a formula may name besides numbers: the values of pools and flags."""
    values = {}
    for key, tracker in creature.trackers.items():
        if isinstance(tracker, Pool | Score):
            values[key] = tracker.value
        elif isinstance(tracker, Flag):
            values[key] = int(tracker.on)
    return values


def _starts(system: System, creature: Creature) -> dict[str, int]:
    specs = system.data.numbers
    return {key: spec.start for key, spec in specs.items() if spec.start is not None and creature.kind in spec.of}


def by_hand(system: System, creature: Creature) -> list[str]:
    """The derived numbers that this creature has set by hand."""
    return [key for key in system.formulas if isinstance(creature.trackers.get(key), Score)]


def maximum(system: System, state: State, owner: str, key: str) -> int | None:
    """The most a pool can hold: its own ``max``, else the derived ``<key>_max``, else None.

    A derived maximum also bounds an explicit one where the game caps characters (`<key>_max` for a ``pc``).
    """
    tracker = state.trackers(owner).get(key)
    if not isinstance(tracker, Pool):
        return None
    if owner == TABLE:
        return tracker.max
    creature = state.creatures[owner]
    spec = system.data.trackers.get(key)
    most = spec.most.get(creature.kind) if spec else None
    derived = _shared_numbers(system, creature).get(f"{key}_max")
    caps = [top for top in (tracker.max, derived, most) if top is not None]
    return min(caps) if caps else None


def effective(system: System, state: State, creature: Creature) -> list[Condition]:
    """Stored conditions, those implied by trackers, and those that either contains, each with its reason."""
    found = list(creature.conditions.values())
    found += [Condition(f"implied:{key}", key, reason=why) for key, why in implied(system, state, creature)]
    for condition in found:  # grows while it is read: contained conditions may contain others
        spec = system.data.conditions.get(condition.key)
        for key in spec.contains if spec else ():
            if len(found) < 100:
                by = condition.source
                towards = by if spec is not None and spec.contains_versus else None
                found.append(Condition(f"{condition.id}>{key}", key, reason=condition.key, source=by, towards=towards))
    return found


def implied(system: System, state: State, creature: Creature) -> tuple[tuple[str, str], ...]:
    """The conditions that a creature of this state has by its trackers and numbers, each with what it hangs on."""
    if state.creatures.get(creature.id) is not creature:
        return tuple(system.implied(system, state, creature))
    return _IMPLIED.of((system, creature), "", lambda: tuple(system.implied(system, state, creature)))


def has(system: System, state: State, creature: Creature, key: str) -> bool:
    return any(condition.key == key for condition in effective(system, state, creature))


def is_stored(condition: Condition) -> bool:
    return not condition.id.startswith("implied:") and ">" not in condition.id


def strongest(conditions: Iterable[Condition]) -> dict[str, Condition]:
    """One instance a key: the one with the highest value, for the same effect never counts twice."""
    best: dict[str, Condition] = {}
    for condition in conditions:
        if condition.key not in best or (condition.value or 0) > (best[condition.key].value or 0):
            best[condition.key] = condition
    return best


class Modifier(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that changes a roll; ``why`` is a condition's key, ``of`` the creature that bears it."""

    id: str
    axis: str
    amount: int
    why: str
    of: str
    op: str = "add"


def modifiers(
    system: System,
    state: State,
    kind: str,
    actor: str | None,
    target: str | None = None,
    tags: frozenset[str] = frozenset(),
) -> list[Modifier]:
    """What conditions do to a roll of this kind by ``actor`` against ``target``, each with its reason."""
    found: list[Modifier] = []
    for bearer, other, side in ((actor, target, "self"), (target, actor, "against")):
        creature = state.creatures.get(bearer) if bearer else None
        if creature is not None:
            found += _modifiers_of(system, state, creature, other, side, kind, tags)
    return found


def _modifiers_of(
    system: System, state: State, creature: Creature, other: str | None, side: str, kind: str, tags: frozenset[str]
) -> list[Modifier]:
    found = []
    known: Mapping[str, int] = {**environment_of(creature), **numbers(system, creature)}
    every = (one for one in effective(system, state, creature) if _counts_towards(state, one, other))
    for condition in strongest(every).values():
        spec = system.data.conditions.get(condition.key)
        for n, effect in enumerate(spec.effects if spec else ()):
            if effect.to != side or kind not in effect.on or not set(effect.needs) <= tags:
                continue
            if effect.versus == "source" and (condition.source is None or condition.source != other):
                continue
            amount = system.amounts[effect.amount]({**known, "value": condition.value or 0})
            found.append(
                Modifier(
                    f"{creature.id}:{condition.key}:{n}", effect.axis, amount, condition.key, creature.id, effect.op
                )
            )
    return found


def _counts_towards(state: State, condition: Condition, other: str | None) -> bool:
    """Whether a condition that is towards one creature or one kind alone counts against this one."""
    if condition.towards is None or other is None:
        return True
    creature = state.creatures.get(other)
    return condition.towards in (other, creature.kind if creature else None)


def total(found: Iterable[Modifier], axis: str, base: int = 0) -> int:
    """``base`` with every addition along an axis, and then what sets it."""
    mods = [modifier for modifier in found if modifier.axis == axis]
    value = base + sum(modifier.amount for modifier in mods if modifier.op == "add")
    for modifier in mods:
        if modifier.op == "set":
            value = modifier.amount
    return value
