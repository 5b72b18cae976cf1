"""Conditions in play: heat and cold that meet, fear that a frenzied one does not know, fire that burns."""

from collections.abc import Mapping
from typing import Any

from rules.core.commands.trackers import AddCondition, new_condition
from rules.core.deciding import Decides
from rules.core.draft import Draft
from rules.core.due import SETTLED, noted_ids
from rules.core.errors import RuleError
from rules.core.events import OrderNoted
from rules.core.rolling import Roll, roll
from rules.core.rolls import RollResult
from rules.core.state import Condition, State
from rules.core.system import System
from rules.shard import sheet, temperature
from rules.shard.filling import FEARS
from rules.shard.play_damage import TakeDamage, hurt

# The dice of fire at the start of a turn. Source: SHARD, "Smoldering", "Ablaze".
FIRE = {"smoldering": 1, "ablaze": 2}
BURNED = "fire"  # what the order remembers: the round in which the fire of each was seen to


def add_condition(draft: Draft, command: AddCondition) -> None:
    """Put a condition on a creature; heat and cold are mixed with what is there.

    Source: SHARD, "Conditions", "Frenzied".
    """
    condition = new_condition(draft, command)
    if command.condition in FEARS and draft.has(command.creature, "frenzied"):
        raise RuleError("knows-no-fear", creature=command.creature)
    if command.condition not in temperature.DEGREES:
        draft.add_condition(command.creature, condition)
        return
    _mix(draft, command.creature, condition)


def _mix(draft: Draft, id: str, condition: Condition) -> None:
    """What is left of heat and cold after more of one comes."""
    stored = [c for c in draft.state.creatures[id].conditions.values() if c.key in temperature.DEGREES]
    replaces = bool(draft.setting("ablaze_replaces"))
    after = temperature.mixed({c.key for c in stored}, condition.key, replaces=replaces)
    for old in stored:
        if old.key not in after:
            draft.end_condition(id, old, "over")
    for key in sorted(after - {c.key for c in stored}):
        new = condition if key == condition.key else Condition(condition.id, key, source=condition.source)
        draft.add_condition(id, new)


def fire_dice(system: System, state: State, id: str) -> int:
    """How many dice of fire burn a creature at the start of its turn."""
    return sum(FIRE.get(condition.key, 0) for condition in state.creatures[id].conditions.values())


def due_fire(system: System, state: State) -> tuple[Mapping[str, Any], ...]:
    """The fire that burns the one who acts: every six seconds, so in the first of its turns of a round.

    Source: SHARD, "Smoldering", "Ablaze", "Time".
    """
    active = state.creatures.get(state.order.active or "")
    if active is None or not active.here or sheet.track(active) is None:
        return ()
    id, dice = f"d_fire_{active.id}", fire_dice(system, state, active.id)
    burned = (state.order.memory.get(BURNED) or {}).get(active.id)
    if not dice or id in noted_ids(state, SETTLED) or (burned == state.order.round and burned):
        return ()
    needs = [{"dice": "faces", "sides": 8, "count": dice}]
    item = {"id": id, "creature": active.id, "by": active.id, "edge": "turn_start", "what": "fire"}
    return ({**item, "condition": None, "needs": needs},)


def answer_fire(draft: Draft, item: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """Each success is a point of fire damage; what burns does not explode."""
    id = item["creature"]
    dice = fire_dice(draft.system, draft.state, id)
    parameters = {"dice": dice, "target": 0, "explode": False}
    roll(draft, Roll(roll="challenge", creature=id, parameters=parameters), Decides(what="fire", of=id))
    if not item.get("left"):  # of a turn that has passed: the one that comes burns as well
        settled(draft, item)


def burned(draft: Draft, result: RollResult, said: Decides) -> None:
    """Each success of fire is a point of damage.

    Source: SHARD, "Smoldering", "Ablaze".
    """
    creature = draft.state.creatures[said.of]
    if result.total and sheet.track(creature) is not None:
        hurt(draft, creature, TakeDamage(creature=said.of, amount=result.total))


def settled(draft: Draft, item: Mapping[str, Any]) -> None:
    done = noted_ids(draft.state, SETTLED)
    draft.emit(OrderNoted(SETTLED, (*done, item["id"])))
    known = draft.state.order.memory.get(BURNED) or {}
    draft.emit(OrderNoted(BURNED, {**known, item["creature"]: draft.state.order.round}))
