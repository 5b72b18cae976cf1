"""What follows by itself from a state of Daggerheart: Vulnerable, falling, waking, what is owed to whom."""

from collections.abc import Mapping
from typing import Any

from rules.core import derived, events
from rules.core.draft import Draft
from rules.core.state import Creature, State
from rules.core.system import FOES, System
from rules.core.trackers import Pool
from rules.daggerheart import death, spared
from rules.daggerheart.lent_experience import forget_lent
from rules.daggerheart.passives import turn_token
from rules.daggerheart.play_help import forget_help
from rules.daggerheart.spotlight import gm_move_due
from rules.daggerheart.uses import follow_sheet

FULL_STRESS = "stress_full"
FALLS = ("falls", "defeated")
DYING = ("last_action", "risk_it_all")  # questions of one who has chosen a death move


def implied(system: System, state: State, creature: Creature) -> tuple[tuple[str, str], ...]:
    """Vulnerable while all Stress is marked.

    Source: Daggerheart core mechanics, "Stress".
    """
    return (("vulnerable", FULL_STRESS),) if is_full(system, state, creature, "stress") else ()


def is_full(system: System, state: State, creature: Creature | None, key: str) -> bool:
    """Whether every slot of a pool is marked; never where it has none."""
    pool = creature.trackers.get(key) if creature else None
    if creature is None or not isinstance(pool, Pool):
        return False
    top = derived.maximum(system, state, creature.id, key)
    return bool(top) and pool.value >= (top or 0)


def settle(draft: Draft, before: State) -> None:
    """Count limited uses that came to a sheet, wake who was healed, and say who fell."""
    for id, creature in list(draft.state.creatures.items()):
        old = before.creatures.get(id)
        if old is creature or creature.gone:
            continue
        follow_sheet(draft, creature, old)
        if _is_healed(creature, old):
            wake(draft, id)
            spared.forget(draft, id)
        was_down = is_full(draft.system, before, old, "hit_points")
        fell = is_full(draft.system, draft.state, creature, "hit_points") and not was_down
        if fell and not draft.has_told(FALLS, id, "hit_points"):
            draft.tell("falls" if creature.kind == "pc" else "defeated", {"target": id})


def _is_healed(creature: Creature, old: Creature | None) -> bool:
    now, then = creature.trackers.get("hit_points"), old.trackers.get("hit_points") if old else None
    return isinstance(now, Pool) and isinstance(then, Pool) and now.value < then.value


def wake(draft: Draft, id: str) -> None:
    """End the conditions that end when a Hit Point is cleared.

    Source: Daggerheart core mechanics, "Death".
    """
    for condition in list(draft.state.creatures[id].conditions.values()):
        spec = draft.system.data.conditions.get(condition.key)
        if spec is not None and "healed" in spec.ends:
            draft.end_condition(id, condition, "healed")


def owes_death_move(system: System, state: State, creature: Creature) -> bool:
    """Whether a character has marked its last Hit Point and not yet chosen what becomes of it.

    Source: Daggerheart core mechanics, "Death".
    """
    if creature.kind != "pc" or not creature.here or not is_full(system, state, creature, "hit_points"):
        return False
    if creature.id in spared.spared(state):
        return False
    asked = any(p.kind in DYING and p.data.get("creature") == creature.id for p in state.pending.values())
    return not asked and not any(derived.has(system, state, creature, key) for key in ("unconscious", "dead"))


def due(system: System, state: State) -> tuple[Mapping[str, Any], ...]:
    """The death moves that characters owe, and the GM move that a roll called for."""
    fallen = [c for c in state.creatures.values() if owes_death_move(system, state, c)]
    owed: list[Mapping[str, Any]] = [_due(f"d_death_{c.id}", "death_move", c.id, by=c.id) for c in fallen]
    if how := state.order.memory.get("gm_move"):
        owed.append(_due("d_gm_move", "gm_move", None, how=how))
    return tuple(owed)


def _due(id: str, what: str, creature: str | None, **more: Any) -> dict[str, Any]:
    needs = [{"choice": "move", "options": list(death.MOVES), "by": creature}] if what == "death_move" else []
    plain = {"id": id, "creature": creature, "edge": None, "what": what, "condition": None, "needs": needs}
    return {**plain, **more}


def turn_start(draft: Draft, id: str) -> None:
    """A turn of an adversary or environment is the GM move that was due; a Slow adversary first prepares."""
    creature = draft.state.creatures[id]
    if creature.kind in FOES and gm_move_due(draft):
        draft.emit(events.OrderNoted("gm_move", None))
    turn_token(draft, creature)


def moment(draft: Draft, name: str) -> None:
    """A new scene, a session and a rest let go of what waited for a next roll."""
    if name != "minutes":
        forget_help(draft)
        forget_lent(draft)
