"""Arrows and thrown weapons after the fight: what is whole and found again."""

from collections.abc import Mapping
from typing import Any, Literal

from rules.core import rolling
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.odds import written
from rules.core.rolling import Filled, GameRoll, Made, Roll
from rules.core.state import Creature, State
from rules.core.system import System
from rules.swing import arrows, sheet
from rules.swing.sheet import AMMUNITION

KINDS = tuple(AMMUNITION.values())


class PickUp(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Pick up what was shot or thrown: a d10 for each, ``hit`` and ``missed``."""

    creature: Id
    what: Literal["arrows", "thrown"] = "arrows"


def pick_up(draft: Draft, command: PickUp) -> None:
    creature = draft.creature(command.creature)
    if not any(lying(creature, command.what)):
        raise RuleError("nothing-lies-about", creature=creature.id)
    if draft.setting("physical_dice") and not draft.chance.given and not command.physical:
        hit, missed = lying(creature, command.what)
        asks = [{"dice": name, "sides": 10, "count": n} for name, n in (("hit", hit), ("missed", missed)) if n]
        draft.chance.need(*asks)
    rolling.roll(draft, Roll(roll="pick_up", creature=creature.id, with_=command.what))


def lying(creature: Creature, what: str) -> tuple[int, int]:
    """How many lie about: those that hit, and those that missed."""
    pools = [sheet.pool_of(creature, f"{what}_{where}") for where in ("hit", "missed")]
    return tuple(min(200, pool.value) if pool else 0 for pool in pools)  # type: ignore[return-value]


def fill(system: System, state: State, command: Roll, target: str | None) -> Filled:
    creature = state.creatures.get(command.creature or "")
    if creature is None:
        return Filled(dict(command.parameters))
    hit, missed = lying(creature, command.with_ if command.with_ in KINDS else KINDS[0])
    return Filled({"hit": hit, "missed": missed, **command.parameters})


def changes(draft: Draft, made: Made) -> list[dict[str, Any]]:
    """What is found comes back to the quiver, and nothing lies about any more."""
    creature = draft.state.creatures.get(made.command.creature or "")
    what = made.command.with_ if made.command.with_ in KINDS else KINDS[0]
    if creature is None or sheet.pool_of(creature, what) is None:
        return []
    hit, missed = lying(creature, what)
    room = draft.room(creature.id, what)
    found = int(made.result.facts["found"])
    moved = {what: found if room is None else min(found, room), f"{what}_hit": -hit, f"{what}_missed": -missed}
    return [{"owner": creature.id, "tracker": tracker, "by": by} for tracker, by in moved.items() if by]


def due(system: System, state: State) -> tuple[Mapping[str, Any], ...]:
    """What lies about once no fight is on, by creature; ``lost`` is how many of it are lost on average."""
    if state.order.started:
        return ()
    here = [creature for creature in state.creatures.values() if creature.here]
    return tuple(_due(one, what) for one in here for what in KINDS if any(lying(one, what)))


def _due(creature: Creature, what: str) -> dict[str, Any]:
    hit, missed = lying(creature, what)
    needs = [{"dice": name, "sides": 10, "count": n} for name, n in (("hit", hit), ("missed", missed)) if n]
    return {
        "id": f"d_{what}_{creature.id}",
        "creature": creature.id,
        "edge": None,
        "what": "pick_up",
        "condition": None,
        "needs": needs,
        "ammunition": what,
        "hit": hit,
        "missed": missed,
        "lost": written(arrows.mean_lost(hit, missed)),
    }


def answer(draft: Draft, item: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    pick_up(draft, PickUp(creature=str(item["creature"]), what=item["ammunition"]))


def leave(draft: Draft, item: Mapping[str, Any]) -> None:
    """Let them lie: they are lost."""
    for where in ("hit", "missed"):
        key = f"{item['ammunition']}_{where}"
        draft.add(str(item["creature"]), key, -draft.value(str(item["creature"]), key))


pick = GameRoll(fill=fill, changes=changes)
