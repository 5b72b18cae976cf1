"""The feet of a turn: Speed and Dashes against what the way costs, and standing up."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rules.bump import movement, sheet
from rules.bump.play_damage import is_ready, struck_beside
from rules.bump.play_positions import leave_cover
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.state import Creature, State
from rules.core.system import System
from rules.core.trackers import Pool

MOVED, DASHES = "moved", "dashes"  # the trackers of a turn: feet of Speed that are spent, and Dashes
PRONE, SQUEEZING, ENCUMBERED, DIFFICULT = "prone", "squeezing", "encumbered", "difficult"


class Move(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A way of so many feet in one's turn; ``difficult`` where the ground is not as the scene's."""

    creature: Id
    feet: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    difficult: bool | None = None


def slowed_by(state: State, creature: Creature, difficult: bool | None = None) -> tuple[str, ...]:
    """What makes each foot cost one more: the ground, squeezing, a heavy load."""
    held = {condition.key for condition in creature.conditions.values()}
    ground = state.settings.get("terrain", "clear") != "clear" if difficult is None else difficult
    return (*((DIFFICULT,) if ground else ()), *(key for key in (SQUEEZING, ENCUMBERED) if key in held))


def feet(system: System, state: State, creature: Creature, *, prone: bool = True) -> tuple[int, int]:
    """The feet that one can go in this turn, and those that are left of them; ``prone`` counts lying down.

    Source: Bump d20, "Dash", "Prone".
    """
    speed = sheet.speed(system, state, creature, but=() if prone else (PRONE,))
    of = movement.distance(speed, _held(creature, DASHES))
    return of, max(0, of - _held(creature, MOVED))


def _held(creature: Creature, key: str) -> int:
    pool = creature.trackers.get(key)
    return pool.value if isinstance(pool, Pool) else 0


def move(draft: Draft, command: Move) -> None:
    """Spend what a way costs of the turn's movement.

    Source: Bump d20, "Difficult Terrain", "Squeezing into a Smaller Space", "Encumbered", "Take Cover".
    """
    creature = draft.creature(command.creature)
    if draft.seen_order.active != creature.id:
        raise RuleError("not-the-active-turn", creature=creature.id)
    why = slowed_by(draft.state, creature, command.difficult)
    cost = movement.spent(command.feet, **{key: key in why for key in (DIFFICULT, SQUEEZING, ENCUMBERED)})
    _, left = feet(draft.system, draft.state, creature)
    if cost > left:
        raise RuleError("not-enough-speed", have=left, need=cost)
    draft.tell("moves", {"by": creature.id}, feet=command.feet, cost=cost if cost != command.feet else None)
    spend(draft, creature.id, MOVED, cost)
    leave_cover(draft, creature.id)


def spend(draft: Draft, id: str, key: str, amount: int) -> None:
    """Count something of an open turn."""
    if amount and draft.seen_order.active == id:
        draft.put(id, key, Pool(_held(draft.state.creatures[id], key) + amount, None))


def stand_up(draft: Draft, creature: Creature) -> None:
    """Get up for half of one's Speed.

    Source: Bump d20, "Prone".
    """
    if draft.seen_order.active == creature.id:
        _, left = feet(draft.system, draft.state, creature, prone=False)
        cost = sheet.speed(draft.system, draft.state, creature, but=(PRONE,)) // 2
        if cost > left:
            raise RuleError("not-enough-speed", have=left, need=cost)
        spend(draft, creature.id, MOVED, cost)
    draft.end_key(creature.id, PRONE, "over")


def travels(system: System, state: State, creature: Creature) -> int:
    """The Speed on the road: whoever still lies gets up for it."""
    return sheet.speed(system, state, creature, but=(PRONE,))


def standing(system: System, state: State, creature: Creature) -> Mapping[str, Any]:
    """Whether and for whom it could react, the Speed as conditions leave it, the space; of who acts the feet left."""
    beside = list(struck_beside(state, creature))
    found: dict[str, Any] = {"reacts": is_ready(system, state, creature), "struck_beside": beside}
    found |= {"attacked_roll": True} if state.settings.get("attack_roll") == "defender" else {}
    if sheet.number(system, creature, "speed") is None:
        return found
    found |= {"speed": sheet.speed(system, state, creature), "travels": travels(system, state, creature)}
    if (size := sheet.size(creature)) is not None:
        found |= {"size": size, "space": sheet.space(state, creature)}
    if state.order.active == creature.id:
        of, left = feet(system, state, creature)
        why = slowed_by(state, creature)
        found["feet"] = {"of": of, "left": left, "why": list(why), "reach": left // (1 + len(why))}
    return found
