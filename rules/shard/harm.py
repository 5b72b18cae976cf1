"""Boxes that are marked or cleared, and what comes of it, as the changes of a roll: what an amendment takes back."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rules.core.audience import seen
from rules.core.draft import Draft
from rules.core.moving import box_change
from rules.core.rolling import Made
from rules.core.state import Condition, Creature
from rules.core.trackers import FREE, Track
from rules.shard import health, sheet
from rules.shard.spells import DISTRACTED, sustained

OWED = "injuries"  # what the order remembers: of which level each may owe a penalty
KEPT = "level"  # what the data of a penalty's condition says: the level that it lasts with
Moved = dict[str, Any]


def marked(draft: Draft, id: str, count: int, mark: str) -> list[Moved]:
    """So many boxes that are marked, and the death of a character whom that leaves none.

    Source: SHARD, "Tracking Damage", "Bleeding Out".
    """
    track = sheet.track(draft.state.creatures.get(id))
    if track is None or not (by := min(count, track.count(FREE))):
        return []
    after = health.marked(track, by, mark)
    dies = draft.state.creatures[id].kind == "pc" and health.is_full(after) and not draft.has(id, "dead")
    dead = [begins(id, Condition("q_" + draft.chance.id(), "dead"))] if dies else []
    return [box_change(id, "health", track, after, FREE, mark), *dead]


def injured(draft: Draft, id: str, count: int) -> list[Moved]:
    """An injury: lethal boxes, the penalty that is owed for them, and the spells that are to be kept against it."""
    found = marked(draft, id, count, health.LETHAL)
    creature = draft.state.creatures.get(id)
    track = sheet.track(creature)
    if creature is None or track is None:
        return found
    after = health.marked(track, count, health.LETHAL)
    return [*found, *owed(draft, creature, track, after), *distracted(draft, creature, count)]


def turned(draft: Draft, id: str, count: int, mark: str, to: str) -> list[Moved]:
    """So many boxes, the highest first, that bear another mark or none, and the conditions that go with them."""
    creature = draft.state.creatures.get(id)
    track = sheet.track(creature)
    if creature is None or track is None or not (by := max(0, min(count, track.count(mark)))):
        return []
    after = health.cleared(track, by, mark, to)
    over = [ends(id, condition, "healed") for condition in lifted(creature, after)]
    return [box_change(id, "health", track, after, mark, to), *over]


def begins(id: str, condition: Condition) -> Moved:
    """A condition that a roll brings, as one of its changes."""
    return {"owner": id, "begins": msgspec.to_builtins(condition)}


def ends(id: str, condition: Condition, why: str) -> Moved:
    """A condition that a roll ends, as one of its changes."""
    return {"owner": id, "condition": msgspec.to_builtins(condition), "why": why}


def owed(draft: Draft, creature: Creature, before: Track, after: Track) -> list[Moved]:
    """The penalty of a new level, where the table wants to be asked and none was chosen for it.

    Source: SHARD, "Damage Penalties".
    """
    level = health.level_of(after)
    if draft.setting("penalties") != "new_level" or level is None or health.taken(before, level):
        return []
    if any(condition.data.get(KEPT) == level for condition in creature.conditions.values()):
        return []
    known = draft.state.order.memory.get(OWED) or {}
    return [{"note": OWED, "of": creature.id, "was": known.get(creature.id), "now": level}]


def distracted(draft: Draft, creature: Creature, amount: int) -> list[Moved]:
    """That an injury asks one who sustains spells to keep them, against the worst since.

    Source: SHARD, "Duration".
    """
    was = (draft.state.order.memory.get(DISTRACTED) or {}).get(creature.id)
    if amount <= (was or 0) or not sustained(creature):
        return []
    return [{"note": DISTRACTED, "of": creature.id, "was": was, "now": amount}]


def lifted(creature: Creature, track: Track) -> Iterator[Condition]:
    """The conditions that go with such boxes: penalties whose level is clear, the care of one who bleeds no more.

    Source: SHARD, "Damage Penalties".
    """
    for condition in creature.conditions.values():
        level = condition.data.get(KEPT)
        is_over = not health.taken(track, str(level)) if level else condition.key == "stabilised"
        if is_over and (level or not health.is_bleeding(track)):
            yield condition


def tell_damage(draft: Draft, creature: Creature, after: Track, **told: Any) -> None:
    """Log damage; the level that it reaches is told where the track is open, and by whom it is where that is known."""
    by = told.pop("by", None)
    who = {"target": creature.id, **({"by": by} if by else {})}
    is_open = seen(draft.system, draft.state, creature, "health") == "public"
    left = {"level": health.level_of(after)}
    draft.tell("took_damage", who, secret={} if is_open else left, **told, **(left if is_open else {}))


def tell_deaths(draft: Draft, made: Made) -> None:
    """Log who died of a roll."""
    for moved in moved_by(draft, made):
        if moved.get("begins", {}).get("key") == "dead":
            draft.tell("dies", {"target": moved["owner"]})


def boxes_of(draft: Draft, made: Made) -> int:
    """How many boxes a roll turned."""
    return sum(moved["by"] for moved in moved_by(draft, made) if "boxes" in moved)


def moved_by(draft: Draft, made: Made) -> tuple[Mapping[str, Any], ...]:
    """What the roll that was just logged has moved."""
    record = draft.state.rolls.get(made.command.creature or "")
    return record.paid if record is not None else ()
