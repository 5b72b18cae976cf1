"""What is due now: worked out from the state and never stored, with ids made of what it is about.

A condition whose data says so is due for a roll, or does its damage, at an edge of its bearer's turn; until it is
settled it stands in the list of that turn. Nothing blocks the order: what is left when the turn ends is left.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.core import derived
from rules.core.expression import parse
from rules.core.state import Condition, Creature, State
from rules.core.system import PersistsSpec, System

Due = Mapping[str, Any]
CLOCK = "clock"
SETTLED = "settled"  # what the order remembers: the due ids that were settled in this turn
SHARED = "d_recovery"  # stands among them once a recovery that several share was rolled


def due_now(system: System, state: State) -> tuple[Due, ...]:
    """Everything that is due: by the game, by the conditions of the one who acts, and by clocks that fired."""
    return (*system.due(system, state), *_of_the_turn(system, state), *_of_clocks(state))


def _of_clocks(state: State) -> Iterator[Due]:
    """The notes of clocks that fired, until somebody has seen to them."""
    for clock in state.clocks.values():
        if clock.rings:
            about = {"creature": None, "edge": None, "condition": None, "key": None, "clock": clock.id}
            yield {"id": f"d_clock_{clock.id}", "what": CLOCK, **about, "needs": []}


def _of_the_turn(system: System, state: State) -> Iterator[Due]:
    active = state.creatures.get(state.order.active or "")
    if active is None or not active.here:
        return
    done = state.order.memory.get(SETTLED) or ()
    for find in (_persists, _recovery):  # what hurts does so before it may end
        for condition in active.conditions.values():
            item = find(system, active, condition)
            if item is not None and item["id"] not in done and not (SHARED in done and is_shared(system, state, item)):
                yield item


def is_shared(system: System, state: State, item: Due) -> bool:
    """Whether an item is one of those of which a single one may be rolled in a turn.

    Where the game's setting ``recovery`` is ``one``, all are, but for conditions that do damage.
    """
    spec = system.data.conditions.get(item.get("key") or "")
    if item["what"] != "recovery" or spec is None or spec.recovery is None:
        return False
    return spec.recovery.shared or (state.settings.get("recovery") == "one" and spec.persists is None)


def _recovery(system: System, creature: Creature, condition: Condition) -> Due | None:
    spec = system.data.conditions.get(condition.key)
    if spec is None or spec.recovery is None or spec.recovery.roll not in system.rolls:
        return None
    dc = difficulty(system, creature, condition)
    kind = system.rolls[spec.recovery.roll]
    needs = [dict(ask) for ask in kind.wanted(kind.read({} if dc is None else {"dc": dc}))]
    if dc is None:
        needs.append({"number": "dc", "creature": creature.id})
    return _item("recovery", spec.recovery.at, creature, condition, needs)


def difficulty(system: System, creature: Creature, condition: Condition) -> int | None:
    """What a recovery is rolled against; None where it must be asked."""
    spec = system.data.conditions[condition.key].recovery
    if isinstance(given := condition.data.get("dc"), int):
        return given
    if spec is None or spec.dc is None:
        return None
    known = {**derived.environment_of(creature), **derived.numbers(system, creature)}
    return system.amounts[spec.dc]({**known, "value": condition.value or 0})


def _persists(system: System, creature: Creature, condition: Condition) -> Due | None:
    spec = system.data.conditions.get(condition.key)
    if spec is None or spec.persists is None:
        return None
    needs = []
    if (dice := dice_of(spec.persists, condition)) is not None:
        needs = [{"dice": "dice", "sides": pool.sides, "count": pool.count} for pool in parse(dice).pools]
    return _item("damage", spec.persists.at, creature, condition, needs)


def dice_of(persists: PersistsSpec, condition: Condition) -> str | None:
    """The dice of a condition's damage: its own where it has some, else those of all of its kind."""
    own = condition.data.get("dice")
    return own if isinstance(own, str) else persists.dice


def _item(what: str, edge: str, creature: Creature, condition: Condition, needs: list[Any]) -> Due:
    return {
        "id": f"d_{what}_{condition.id}",
        "creature": creature.id,
        "edge": edge,
        "what": what,
        "condition": condition.id,
        "key": condition.key,
        "needs": needs,
    }
