"""What is due now: worked out from the state and never stored, with ids made of what it is about.

A condition whose data says so is due for a roll, or does its damage, at an edge of its bearer's turn; until it is
settled it stands in the list of that turn. Nothing blocks the order: what nobody settled before the turn ended stays
listed under the one whose turn it was, until it is settled or dropped. What is due at a round's end stands from the
round's last turn on, with those who had no turn, and what nobody settled stays through the next round: no turn has to
be held open for it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from rules.core import derived
from rules.core.expression import parse
from rules.core.health import is_out
from rules.core.moments import TURN_EDGES
from rules.core.orders import POLICIES, EndRound, here_in_line, line
from rules.core.orders.bump import was_picked
from rules.core.orders.policy import not_yet
from rules.core.orders.sides import side_of, sides_in_turn
from rules.core.state import ROW, Condition, Creature, State
from rules.core.system import PersistsSpec, System

Due = Mapping[str, Any]
CLOCK, TURN = "clock", "turn"
ROUND_END = "round_end"
SETTLED = "settled"  # what the order remembers: the due ids that were settled in this turn
SHARED = "d_recovery"  # stands among them once a recovery that several share was rolled
TURN_LEFT = "turn_left"  # the due ids that turns have left behind unsettled, by whose turns they were
LEFT = "_left"  # what stands behind such an id: the next turn of the same one may bring the same again
ROUND_SETTLED = "round_settled"  # the due ids of this round's end that were settled before it
ROUND_LEFT = "round_left"  # those of the last round's end that nobody has settled
ROUND_MISSED = "round_missed"  # who had no turn in the last round, until somebody has seen to it
DELAYED = "delayed"  # who put the turn off
UNCOUNTED = ("none", "spotlight")  # the orders that count no turns
PICKED = ("popcorn", "bump")  # the orders in which whoever acted picks who acts next


def due_now(system: System, state: State) -> tuple[Due, ...]:
    """Everything that is due: by the game, by the conditions of the one who acts, and by clocks that fired."""
    of_turns = (*_of_the_turn(system, state), *_of_turns_past(system, state))
    return (*system.due(system, state), *of_turns, *_of_the_round(system, state), *_of_clocks(state))


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
    done = noted_ids(state, SETTLED)
    for find in (_persists, _recovery):  # what hurts does so before it may end
        for condition in active.conditions.values():
            item = find(system, active, condition)
            if item is None or item["edge"] == ROUND_END or item["id"] in done:
                continue
            if not (SHARED in done and is_shared(system, state, item)):
                yield item


def _of_turns_past(system: System, state: State) -> Iterator[Due]:
    """What turns that have ended left unsettled, as far as it is still there to be settled."""
    for id, left in turn_left(state).items():
        creature = state.creatures.get(id)
        if creature is not None and not is_out(system, state, creature):
            brings = _brought(system, state, id, left)
            yield from ({**item, "id": item["id"] + LEFT, "left": True} for item in brings)


def _brought(system: System, state: State, id: str, left: Sequence[str]) -> list[Due]:
    """What a turn of this one would bring if it were its turn again, of the ids that are left."""
    again = replace(state.order, active=id, memory={**state.order.memory, SETTLED: ()})
    return [item for item in _all_of_the_turn(system, replace(state, order=again)) if item["id"] in left]


def _all_of_the_turn(system: System, state: State) -> Iterator[Due]:
    """What the turn of the one who acts brings, by the game as well; not what stands whoever acts."""
    active = state.order.active
    standing = {item["id"] for item in system.due(system, replace(state, order=replace(state.order, active=None)))}
    for item in system.due(system, state):
        if item.get("creature") == active and item.get("edge") in TURN_EDGES and item["id"] not in standing:
            yield item
    yield from _of_the_turn(system, state)


def left_by_the_turn(system: System, state: State) -> dict[str, tuple[str, ...]]:
    """What turns have left unsettled if the one that runs ends now, as far as it is there: of each every id once."""
    known = {
        id: tuple(item["id"] for item in _brought(system, state, id, left))
        for id, left in turn_left(state).items()
        if id in state.creatures
    }
    active = state.order.active
    if active is not None:
        now = [item["id"] for item in _all_of_the_turn(system, state)]
        known[active] = tuple(dict.fromkeys((*known.get(active, ()), *now)))
    return {id: left for id, left in known.items() if left}


def turn_left(state: State) -> dict[str, tuple[str, ...]]:
    """The due ids that turns have left unsettled, by whose turns they were."""
    noted = state.order.memory.get(TURN_LEFT)
    found = {id: _ids(left) for id, left in noted.items()} if isinstance(noted, Mapping) else {}
    return {id: left for id, left in found.items() if left}


def noted_ids(state: State, name: str) -> tuple[str, ...]:
    """The ids that the order remembers under a name."""
    return _ids(state.order.memory.get(name))


def _ids(noted: Any) -> tuple[str, ...]:
    """Ids as they were noted; a log that was written by hand may have anything there."""
    return tuple(id for id in noted if isinstance(id, str)) if isinstance(noted, list | tuple) else ()


def _of_the_round(system: System, state: State) -> Iterator[Due]:
    """What the last round left, and once this one is at its end what that brings."""
    order = state.order
    if not order.started or order.round < 1:
        return
    left, done = noted_ids(state, ROUND_LEFT), noted_ids(state, ROUND_SETTLED)
    if left:
        yield from (item for item in at_the_end(system, state, order.round - 1) if item["id"] in left)
    ends = isinstance(POLICIES[order.policy].next(system, state), EndRound)
    if ends:
        yield from (item for item in at_the_end(system, state, order.round) if item["id"] not in done)
    yield from (_turn(id, order.round - 1) for id in missed(system, state))
    yield from (_turn(id, order.round) for id in without_a_turn(system, state, ends=ends))


def missed(system: System, state: State) -> list[str]:
    """Who had no turn in the last round, as far as they are still there to take one."""
    known = noted_ids(state, ROUND_MISSED)
    here = {id for id in here_in_line(state) if not is_out(system, state, state.creatures[id])}
    return [id for id in known if id in here and id != state.order.active]


def at_the_end(system: System, state: State, round: int) -> Iterator[Due]:
    """What the conditions of those on the board bring at the end of a round, settled or not."""
    here = [creature for creature in state.creatures.values() if creature.here and creature.conditions]
    held = [(creature, one) for creature in here for one in creature.conditions.values() if _is_late(system, one)]
    for find in (_persists, _recovery):
        for creature, condition in held:
            item = find(system, creature, condition)
            if item is not None and item["edge"] == ROUND_END:
                yield {**item, "id": f"{item['id']}_{round}", "round": round}


def _is_late(system: System, condition: Condition) -> bool:
    """Whether anything of a condition is due at a round's end."""
    spec = system.data.conditions.get(condition.key)
    parts = (spec.recovery, spec.persists) if spec else ()
    return any(part is not None and part.at == ROUND_END for part in parts)


def left_at_the_end(system: System, state: State) -> tuple[str, ...]:
    """The ids of what this round's end brings and nobody has settled."""
    done = noted_ids(state, ROUND_SETTLED)
    return tuple(item["id"] for item in at_the_end(system, state, state.order.round) if item["id"] not in done)


def missing_in(system: System, state: State) -> tuple[str, ...]:
    """Who has had no turn when a round ends, where turns are taken one by one at all."""
    return () if state.order.policy in UNCOUNTED else tuple(without_a_turn(system, state, ends=True))


def without_a_turn(system: System, state: State, *, ends: bool) -> list[str]:
    """Who was passed over in this round, and at its end all who had no turn in it."""
    every = ((id, state.creatures[id]) for id in here_in_line(state) if id != state.order.active)
    here = [id for id, one in every if one.kind != ROW and _acts(system, state, one) and not is_out(system, state, one)]
    left = not_yet(state, here)
    if ends:
        return [id for id in here if id in left or id in (state.order.memory.get(DELAYED) or ())]
    return _passed_over(state, left)


def _acts(system: System, state: State, one: Creature) -> bool:
    """Whether one takes turns at all: where turns are taken by points, as long as they last, those without do not."""
    points = system.data.order.points
    return state.order.policy != "bump" or points is None or points in one.trackers


def _passed_over(state: State, ids: Sequence[str]) -> list[str]:
    """Those before the one who acts in the order, of sides that act earlier, or all where the one acts again.

    Where somebody picks who is next, nobody is passed over as long as each has acted once at most.
    """
    active = state.order.active
    if active is None or state.creatures[active].slot is None:
        return []
    if state.order.policy == "numeric":
        earlier = {*takewhile(lambda id: id != active, line(state))}
        return [id for id in ids if id in earlier]
    if state.order.policy in PICKED:
        acts_again = state.order.trail.count((active, state.order.round)) > 1 and was_picked(state)
        return [*ids] if acts_again else []
    return _of_earlier_sides(state, ids, active) if state.order.policy == "sides" else []


def _of_earlier_sides(state: State, ids: Sequence[str], active: str) -> list[str]:
    sides, acting = sides_in_turn(state), side_of(state, active)
    earlier = sides[: sides.index(acting)] if acting in sides else []
    return [id for id in ids if side_of(state, id) in earlier]


def _turn(id: str, round: int) -> Due:
    about = {"edge": ROUND_END, "condition": None, "key": None, "round": round}
    return {"id": f"d_{TURN}_{id}_{round}", "creature": id, "what": TURN, **about, "needs": []}


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
