"""What comes of damage and of healing: what is owed and asked for it, what goes with its boxes, and how it is told."""

from collections.abc import Iterator
from typing import Any

from rules.core.audience import seen
from rules.core.draft import Draft
from rules.core.moving import note
from rules.core.state import Condition, Creature
from rules.core.trackers import Track
from rules.shard import health
from rules.shard.spells import DISTRACTED, sustained

OWED = "injuries"  # what the order remembers: of which level each may owe a penalty
KEPT = "level"  # what the data of a penalty's condition says: the level that it lasts with


def owe(draft: Draft, creature: Creature, before: Track, after: Track) -> None:
    """Note the penalty of a new level, where the table wants to be asked and none was chosen for it.

    Source: SHARD, "Damage Penalties".
    """
    level = health.level_of(after)
    if draft.setting("penalties") != "new_level" or level is None or health.taken(before, level):
        return
    if not any(condition.data.get(KEPT) == level for condition in creature.conditions.values()):
        note(draft, OWED, creature.id, level)


def distract(draft: Draft, creature: Creature, amount: int) -> None:
    """Note that an injury asks one who sustains spells to keep them, against the worst since.

    Source: SHARD, "Duration".
    """
    known = (draft.state.order.memory.get(DISTRACTED) or {}).get(creature.id)
    if amount > (known or 0) and sustained(creature):
        note(draft, DISTRACTED, creature.id, amount)


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
