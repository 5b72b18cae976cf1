"""Conditions that follow from a creature's numbers and trackers, as a game's data says in ``when``."""

from rules.core import derived
from rules.core.state import Creature, State
from rules.core.system import System
from rules.core.trackers import Pool


def implied_by_data(system: System, state: State, creature: Creature) -> tuple[tuple[str, str], ...]:
    """The conditions whose formula is above 0 now, each with the tracker or number that it hangs on.

    Besides numbers and trackers a formula may name the maximum of a pool, ``<key>_max``, 0 where it has none.
    """
    known = {**derived.environment_of(creature), **derived.numbers(system, creature)}
    for key, tracker in creature.trackers.items():
        if isinstance(tracker, Pool):
            known[f"{key}_max"] = derived.maximum(system, state, creature.id, key) or 0
    found = []
    for key, spec in system.data.conditions.items():
        if spec.when is not None and system.amounts[spec.when](known) > 0:
            found.append((key, min(system.amounts[spec.when].names & known.keys(), default="")))
    return tuple(found)
