"""Settling what is due: a recovery rolled, the damage of a condition taken; one at a time, or all of a turn at once."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from rules.core import events, turns
from rules.core.commands.base import Rolling, type_name
from rules.core.commands.clocks import hush
from rules.core.commands.damage import TakeDamage, take_damage
from rules.core.deciding import Decides
from rules.core.draft import Draft
from rules.core.due import (
    CLOCK,
    LEFT,
    ROUND_END,
    ROUND_LEFT,
    ROUND_SETTLED,
    SETTLED,
    SHARED,
    TURN,
    TURN_LEFT,
    Due,
    dice_of,
    difficulty,
    due_now,
    is_shared,
    noted_ids,
    turn_left,
)
from rules.core.errors import RuleError
from rules.core.rolling import Roll, roll
from rules.core.state import Condition
from rules.core.trackers import Pool


class SettleDue(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Settle what is due: these ids, or all that the present turn has. ``dice`` has each one's under its id.

    With ``drop`` they are let go by instead. Without ids, damage to somebody whose hit points nobody knows stays due.
    """

    ids: Annotated[tuple[str, ...], msgspec.Meta(max_length=60)] = ()
    drop: bool = False


def settle_due(draft: Draft, command: SettleDue) -> None:
    known = {item["id"]: item for item in due_now(draft.system, draft.state) if item["what"] in WAYS}
    if unknown := [id for id in command.ids if id not in known]:
        raise RuleError("unknown-question", id=unknown[0])
    wanted = command.ids or [id for id in known if command.drop or _can_be(draft, known[id])] or known
    if command.drop:
        _let_go(draft, [known[id] for id in wanted])
        return
    whole = draft.chance
    for id in wanted:
        draft.chance = whole.within(id)
        given = command.parameters.get(id)
        _settle(draft, known[id], given if isinstance(given, Mapping) else {})
    draft.chance = whole


def _can_be(draft: Draft, item: Due) -> bool:
    """Whether there is anything that an item's damage could take."""
    id, health = item["creature"], draft.system.data.health
    if item["what"] != "damage" or health is None:
        return True
    held = draft.state.trackers(id).get(health)
    return held is not None and not (isinstance(held, Pool) and draft.maximum(id, health) is None)


def _let_go(draft: Draft, items: Sequence[Due]) -> None:
    for item in items:
        if draft.due(item["id"]) is not None:  # else it was the one roll that they share
            drop_due(draft, item)


def answer_due(draft: Draft, item: Due, given: Mapping[str, Any]) -> None:
    """One answer to one item, the game's own or a condition's."""
    own = draft.system.due_answers.get(item["what"])
    if own is not None:
        own(draft, item, given)
        _note_left(draft, item)
    elif item["what"] in WAYS:
        _settle(draft, item, given.get("parameters") or {})
    elif item["what"] == CLOCK:
        hush(draft, item["clock"])
    elif item["what"] == TURN:
        is_past = item["round"] < draft.state.order.round
        (turns.make_up if is_past else turns.begin_turn)(draft, item["creature"])
    else:
        raise RuleError("unknown-question", id=item["id"])


def drop_due(draft: Draft, item: Due) -> bool:
    """Leave an item alone, as the game says or for this turn; False where it cannot be left."""
    own = draft.system.due_drops.get(item["what"])
    if item.get("left"):
        _note_left(draft, item)
    elif own is not None:
        own(draft, item)
    elif item["what"] in WAYS:
        _note(draft, item)
    elif item["what"] == CLOCK:
        hush(draft, item["clock"])
    elif item["what"] == TURN:
        is_past = item["round"] < draft.state.order.round
        (turns.forget_missed if is_past else turns.let_go)(draft, item["creature"])
    else:
        return False
    return True


def _settle(draft: Draft, item: Due, parameters: Mapping[str, Any]) -> None:
    condition = draft.state.creatures[item["creature"]].conditions.get(item["condition"])
    if condition is None or draft.due(item["id"]) is None:
        return  # what was settled before it has ended it, or was the one roll that they share
    WAYS[item["what"]](draft, item, condition, parameters)
    _note(draft, item)


def _note(draft: Draft, item: Due) -> None:
    if item.get("left"):
        _note_left(draft, item)
        return
    if item["edge"] == ROUND_END:
        _note_in_round(draft, item)
        return
    done = noted_ids(draft.state, SETTLED)
    shared = (SHARED,) if is_shared(draft.system, draft.state, item) and SHARED not in done else ()
    draft.emit(events.OrderNoted(SETTLED, (*done, *shared, item["id"])))


def _note_left(draft: Draft, item: Due) -> None:
    """What a turn left is settled, and with one of its shared recoveries all that it left: a turn has one of them."""
    if not item.get("left"):
        return
    id, settled = item["creature"], {item["id"]}
    if is_shared(draft.system, draft.state, item):
        others = [one for one in due_now(draft.system, draft.state) if one.get("left") and one["creature"] == id]
        settled |= {one["id"] for one in others if is_shared(draft.system, draft.state, one)}
    known = turn_left(draft.state)
    still = tuple(one for one in known.get(id, ()) if one + LEFT not in settled)
    others_left = {one: ids for one, ids in known.items() if one != id}
    draft.emit(events.OrderNoted(TURN_LEFT, {**others_left, **({id: still} if still else {})}))


def _note_in_round(draft: Draft, item: Due) -> None:
    """What is settled of a round's end is settled, and of its creature's shared recoveries all that the round has."""
    settled = {item["id"]}
    if is_shared(draft.system, draft.state, item):
        shared = [one for one in due_now(draft.system, draft.state) if is_shared(draft.system, draft.state, one)]
        of = (item["creature"], item["round"])
        settled |= {one["id"] for one in shared if (one["creature"], one.get("round")) == of}
    left, done = noted_ids(draft.state, ROUND_LEFT), noted_ids(draft.state, ROUND_SETTLED)
    if item["id"] in left:
        draft.emit(events.OrderNoted(ROUND_LEFT, tuple(id for id in left if id not in settled)))
    else:
        draft.emit(events.OrderNoted(ROUND_SETTLED, (*done, *sorted(settled - set(done)))))


def _recover(draft: Draft, item: Due, condition: Condition, parameters: Mapping[str, Any]) -> None:
    spec = draft.system.data.conditions[condition.key].recovery
    assert spec is not None
    id = item["creature"]
    dc = difficulty(draft.system, draft.state.creatures[id], condition)
    against = {"dc": dc} if dc is not None else {}
    # A roll that can say what it decides is told by that name: several may be due at one edge.
    named = {"about": condition.key} if "about" in draft.system.rolls[spec.roll].parameters.__struct_fields__ else {}
    hangs = Decides(what="recovery", of=id, condition=condition.id, by=spec.by or 0)
    roll(draft, Roll(roll=spec.roll, creature=id, parameters={**against, **named, **parameters}), hangs)


def _suffer(draft: Draft, item: Due, condition: Condition, parameters: Mapping[str, Any]) -> None:
    spec = draft.system.data.conditions[condition.key].persists
    assert spec is not None
    id = item["creature"]
    amount = condition.value or 0
    if (dice := dice_of(spec, condition)) is not None:
        amount = _thrown(draft, id, dice)
    if draft.system.data.damage is not None:
        take_damage(draft, TakeDamage(creature=id, amount=amount, damage_type=spec.type, direct=spec.direct))
    else:
        draft.system.suffer(draft, id, amount, spec.type or condition.detail)


def _thrown(draft: Draft, id: str, dice: str) -> int:
    roll(draft, Roll(roll="dice", creature=id, parameters={"expression": dice}))
    record = draft.state.rolls.get(id)
    return max(0, int(record.facts["total"])) if record else 0


WAYS = {"recovery": _recover, "damage": _suffer}
