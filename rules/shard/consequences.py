"""What follows by itself from a state of SHARD: bleeding out, death, penalties that lift, dice that stay exhausted."""

from collections.abc import Mapping
from typing import Any

from rules.core.draft import Draft
from rules.core.events import OrderNoted
from rules.core.moving import note
from rules.core.state import Condition, Creature, State
from rules.core.system import System
from rules.core.trackers import DicePool, Track
from rules.shard import harm, health, sheet
from rules.shard.harm import OWED
from rules.shard.play_actions import forget_round
from rules.shard.play_burn import lower_burned
from rules.shard.play_cast import (
    KeepSpells,
    keep_spells,
    keeping_dice,
    locked,
    needed,
)
from rules.shard.play_conditions import due_fire
from rules.shard.play_damage import BLED, HARMED, Bleed, bleed, chosen, is_bleeding, penalise
from rules.shard.play_dice import end_tactics, refresh_after_fight
from rules.shard.play_social import SOCIAL, leave_trail
from rules.shard.spells import DISTRACTED, sustained

FALLS = ("falls", "defeated", "dies")


def implied(system: System, state: State, creature: Creature) -> tuple[tuple[str, str], ...]:
    """Bleeding out by the health track.

    Source: SHARD, "Bleeding Out".
    """
    return (("bleeding-out", "health"),) if is_bleeding(creature) else ()


def added(draft: Draft, creature: Creature) -> None:
    """Boxes for one who came without: by its numbers."""
    count = sheet.number(draft.system, creature, "boxes")
    found = creature.trackers.get("health")
    if creature.kind != "environment" and isinstance(found, Track) and not found.levels and count:
        draft.put(creature.id, "health", health.new_track(count))


def settle(draft: Draft, before: State) -> None:
    """Keep what hangs on something else in step with it, creature by creature."""
    _carry_over(draft, before)
    leave_trail(draft, before)
    end_tactics(draft, before)
    refresh_after_fight(draft, before)
    for id, creature in list(draft.state.creatures.items()):
        if before.creatures.get(id) is creature or creature.gone:
            continue
        lower_burned(draft, before, id)
        _resize(draft, id)
        _lift_penalties(draft, id)
        _keep_exhausted(draft, id)
        _fall(draft, id, before.creatures.get(id))


def _carry_over(draft: Draft, before: State) -> None:
    """A fight that begins or ends leaves a parley and what is owed as they were; harm counts on in one that begins.

    Source: SHARD, "Love".
    """
    was, now = before.order, draft.state.order
    if was.started == now.started:
        return
    for key in (SOCIAL, DISTRACTED, OWED, *((HARMED,) if now.started else ())):
        if was.memory.get(key) and not now.memory.get(key):
            draft.emit(OrderNoted(key, was.memory[key]))


def _resize(draft: Draft, id: str) -> None:
    """The boxes follow the sheet."""
    creature = draft.state.creatures[id]
    track, count = sheet.track(creature), sheet.number(draft.system, creature, "boxes")
    if track is not None and count and any(len(level.boxes) != count for level in track.levels):
        draft.put(id, "health", health.resized(track, count))


def _lift_penalties(draft: Draft, id: str) -> None:
    """A penalty goes when all boxes of its level are clear.

    Source: SHARD, "Damage Penalties".
    """
    creature = draft.state.creatures[id]
    track = sheet.track(creature)
    for condition in list(harm.lifted(creature, track)) if track is not None else ():
        draft.end_condition(id, condition, "healed")


def _keep_exhausted(draft: Draft, id: str) -> None:
    """Dice of sustained spells stay exhausted.

    Source: SHARD, "Duration".
    """
    creature = draft.state.creatures[id]
    pool, held = creature.trackers.get("ether"), locked(creature)
    if isinstance(pool, DicePool) and pool.exhausted < held:
        draft.move_dice(id, "ether", "ready", "exhausted", held - pool.exhausted)


def _fall(draft: Draft, id: str, old: Creature | None) -> None:
    """The last box of the critical level kills.

    Source: SHARD, "Bleeding Out".
    """
    creature = draft.state.creatures[id]
    track, was = sheet.track(creature), sheet.track(old)
    if track is None or not health.is_full(track) or (was is not None and health.is_full(was)):
        return
    if creature.kind == "pc" and not draft.has(id, "dead"):
        if not draft.had(id, "dead"):
            draft.tell("dies", {"target": id})
        draft.add_condition(id, Condition("q_" + draft.chance.id(), "dead"))
    elif not draft.has_told(FALLS, id, "health") and not _was_full(draft.before, id):
        draft.tell("defeated", {"target": id})


def _was_full(before: State, id: str) -> bool:
    """Whether the last box was marked before: dice that are changed mark it anew."""
    track = sheet.track(before.creatures.get(id))
    return track is not None and health.is_full(track)


def due(system: System, state: State) -> tuple[Mapping[str, Any], ...]:
    """Fire that burns, bleeding once a round, penalties that are owed."""
    found: list[Mapping[str, Any]] = [*due_fire(system, state)]
    spells = state.order.memory.get(DISTRACTED) or {}
    bled, owed = state.order.memory.get(BLED) or {}, state.order.memory.get(OWED) or {}
    for creature in state.creatures.values():
        if state.order.started and is_bleeding(creature) and bled.get(creature.id) != state.order.round:
            count = sheet.number(system, creature, "constitution") or 0
            die = {"dice": "faces", "sides": 8, "count": count}
            tells = {"count": count, "target": _boxes_of_the_last_level(creature)}
            found.append(_item("bleeding", creature.id, "round_end", [die], by=creature.id, tells=tells))
        if creature.here and creature.id in spells and sustained(creature):
            found.append(_spells(system, state, creature, spells[creature.id]))
        if creature.here and creature.id in owed:
            level = str(owed[creature.id])
            left = [one for one in health.PENALTIES[level] if one not in chosen(creature, level)]
            choice = {"choice": "penalty", "options": left, "by": creature.id}
            found.append(_item("penalty", creature.id, None, [choice], by=creature.id, level=level))
    return tuple(found)


def _boxes_of_the_last_level(creature: Creature) -> int:
    track = sheet.track(creature)
    return health.taken(track, "critical") if track is not None else 0


def _spells(system: System, state: State, creature: Creature, target: int) -> dict[str, Any]:
    """A challenge for each spell that goes on, each with dice of its own."""
    dice = keeping_dice(system, state, creature)
    tells = {"target": needed(state, target), "spells": dice}
    return _item("spells", creature.id, None, dice, by=creature.id, target=target, tells=tells)


def _item(what: str, id: str, edge: str | None, needs: list[Any], **more: Any) -> dict[str, Any]:
    plain = {"id": f"d_{what}_{id}", "creature": id, "edge": edge, "what": what, "condition": None, "needs": needs}
    return {**plain, **more}


def answer_bleeding(draft: Draft, item: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    bleed(draft, Bleed(creature=item["creature"]))


def answer_penalty(draft: Draft, item: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """The penalty that was owed, chosen."""
    options = item["needs"][0]["options"]
    penalty = draft.choice("penalty", given.get("penalty"), options, item.get("by") or "gm")
    penalise(draft, draft.creature(item["creature"]), item["level"], penalty)


def answer_spells(draft: Draft, item: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    keep_spells(draft, KeepSpells(creature=item["creature"], target=min(99, item["target"])))


def drop_spells(draft: Draft, item: Mapping[str, Any]) -> None:
    note(draft, DISTRACTED, item["creature"], None)


def drop_penalty(draft: Draft, item: Mapping[str, Any]) -> None:
    note(draft, OWED, item["creature"], None)


def drop_bleeding(draft: Draft, item: Mapping[str, Any]) -> None:
    note(draft, BLED, item["creature"], draft.state.order.round)


def round_end(draft: Draft) -> None:
    """The Defend action lasts a round, and plans are made anew."""
    for creature in draft.here():
        draft.end_key(creature.id, "defending", "over")
    forget_round(draft)
