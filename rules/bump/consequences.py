"""What follows by itself from a state of Bump d20: Bloodied, Dying, the Strain limit, the Action Points of a turn."""

from rules.bump import sheet
from rules.bump.play_actions import FAILED_ESCAPE
from rules.bump.play_damage import STRUCK, TIMER, note
from rules.bump.play_death import die, is_down
from rules.bump.play_positions import TAKEN, leave_cover
from rules.bump.play_strain import spill
from rules.core import derived
from rules.core.audience import is_hidden
from rules.core.draft import Draft
from rules.core.events import OrderNoted
from rules.core.implied import implied_by_data
from rules.core.state import Condition, Creature, State
from rules.core.system import System
from rules.core.trackers import Pool

AP = "action_points"
FALLS = ("falls", "defeated")


def implied(system: System, state: State, creature: Creature) -> tuple[tuple[str, str], ...]:
    """Bloodied by the Hit Points, Dying at none of them.

    Source: Bump d20, "Bloodied", "Dying (condition)".
    """
    found = implied_by_data(system, state, creature)
    is_dead = any(condition.key == "dead" for condition in creature.conditions.values())
    if not is_dead and is_down(creature) and derived.maximum(system, state, creature.id, "hp"):
        return (*found, ("dying", "hp"))
    return found


def settle(draft: Draft, before: State) -> None:
    """Keep what hangs on something else in step with it, creature by creature."""
    for id, creature in list(draft.state.creatures.items()):
        old = before.creatures.get(id)
        if old is creature or creature.gone:
            continue
        _follow_blood(draft, id)
        _follow_timer(draft, id)
        _follow_death(draft, id)
        _follow_sleep(draft, id)
        _wake(draft, id, slept=old is not None and _sleeps(draft.system, before, old))
        _let_go(draft, id)
        fell = _hp(creature) == 0 and (old is None or _hp(old) != 0) and _has_hp(draft, id)
        if fell and not draft.has_told(FALLS, id, "hp"):
            draft.tell("falls" if creature.kind == "pc" else "defeated", {"target": id})


def _follow_death(draft: Draft, id: str) -> None:
    """The dead have no points to spend: nobody waits for them, and no turn is passed to them."""
    if draft.has(id, "dead") and AP in draft.state.trackers(id) and draft.value(id, AP):
        draft.add(id, AP, -draft.value(id, AP))


def _follow_sleep(draft: Draft, id: str) -> None:
    """Who falls unconscious loses the stance and the cover that was taken.

    Source: Bump d20, "Enter a Stance", "Take Cover".
    """
    held = draft.state.creatures[id].conditions.values()
    if any(one.key == "stance" or one.data.get(TAKEN) for one in held) and draft.has(id, "unconscious"):
        draft.end_key(id, "stance", "over")
        leave_cover(draft, id)


def _wake(draft: Draft, id: str, *, slept: bool) -> None:
    """Who fell Prone while unconscious still lies there on waking, where a fight goes on.

    Source: Bump d20, "Unconscious".
    """
    if slept and draft.state.order.started and not (draft.has(id, "unconscious") or draft.has(id, "dead")):
        draft.add_condition(id, Condition("q_" + draft.chance.id(), "prone"))


def _sleeps(system: System, state: State, creature: Creature) -> bool:
    return any(one.key == "unconscious" for one in derived.effective(system, state, creature))


def _let_go(draft: Draft, id: str) -> None:
    """One who is Incapacitated grapples nobody.

    Source: Bump d20, "Grappled".
    """
    held = [
        (other.id, condition)
        for other in draft.state.creatures.values()
        for condition in other.conditions.values()
        if condition.key == "grappled" and condition.source == id
    ]
    if held and draft.has(id, "incapacitated"):
        for other, condition in held:
            draft.end_condition(other, condition, "over")


def _hp(creature: Creature) -> int | None:
    pool = creature.trackers.get("hp")
    return pool.value if isinstance(pool, Pool) else None


def _has_hp(draft: Draft, id: str) -> bool:
    return bool(draft.maximum(id, "hp"))


def _follow_blood(draft: Draft, id: str) -> None:
    """Lost blood lowers the Strain limit; Strain above it spills over.

    Source: Bump d20, "Bloodless".
    """
    creature = draft.state.creatures[id]
    pool = creature.trackers.get("bloodless")
    lost = sheet.value_of(creature, "bloodless")
    if not isinstance(pool, Pool) or pool.value == lost:
        return
    draft.add(id, "bloodless", lost - pool.value)
    limit = sheet.strain_limit(draft.system, draft.state, draft.state.creatures[id])
    over = draft.value(id, "strain") - limit
    if over > 0:
        draft.tell("spills", {"target": id}, over=over)
        draft.add(id, "strain", -over)
        spill(draft, id, over)


def _follow_timer(draft: Draft, id: str) -> None:
    """Above 0 Hit Points the Death Timer and Stable are over; at 0 the timer kills.

    Source: Bump d20, "Death Timer", "Dying (condition)", "Stable (condition)".
    """
    creature = draft.state.creatures[id]
    timer = creature.trackers.get(TIMER)
    if not is_down(creature):
        if isinstance(timer, Pool):
            draft.put(id, TIMER, None)
        if _hp(creature):
            draft.end_key(id, "stable", "healed")
            draft.end_key(id, "unconscious", "healed") if timer is not None else None
        return
    if isinstance(timer, Pool) and timer.value == 0:
        die(draft, id)


def turn_start(draft: Draft, id: str) -> None:
    """One who is Staggered has an Action Point less, in each turn; earlier hits and a failed escape are over.

    Under a hidden turn the hits stay open, as the turn does that players see.

    Source: Bump d20, "Staggered", "Escape".
    """
    note(draft, FAILED_ESCAPE, id, None)
    if draft.state.order.memory.get(STRUCK) and not is_hidden(draft.state, id):
        draft.emit(OrderNoted(STRUCK, {}))
    if draft.has(id, "staggered") and AP in draft.state.trackers(id):
        draft.add(id, AP, -1)


def turn_end(draft: Draft, id: str) -> None:
    """Who cannot act has nothing left to spend once the turn is over: else the round would wait for it.

    Source: Bump d20, "Passing the Initiative (the Bump)", "Incapacitated".
    """
    if draft.has(id, "incapacitated") and AP in draft.state.trackers(id):
        draft.add(id, AP, -draft.value(id, AP))
