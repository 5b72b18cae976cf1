"""Breaks and rests, hunger, thirst and lost sleep, against in-game time."""

from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from rules.bump import body, sheet
from rules.bump.check import SUCCESSES
from rules.bump.play_damage import Heal, heal
from rules.bump.play_strain import strain
from rules.core import moments
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.commands.clocks import tick
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.events import ConditionSet, OrderNoted
from rules.core.rolling import Roll, roll
from rules.core.state import Creature
from rules.core.trackers import Pool

# Minutes of each. Source: Bump d20, "Resting".
MINUTES = {"short": 60, "long": 480}
BREAK, BREAK_EVERY = 10, 60
LEAST_FOR_SHORT = 60  # minutes of a long rest before it is broken off that still count as a short one


class TakeBreak(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Ten minutes to catch one's breath: Strain by the die for the level, which the source lost, so it is said."""

    strain: dict[Id, Annotated[int, msgspec.Meta(ge=0, le=99)]] = {}


class Rest(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A rest of the party; ``sheltered`` tells a long one's comfort, ``minutes`` how long it was if broken off."""

    kind: Literal["short", "long"]
    sheltered: bool = True
    interrupted: bool = False
    minutes: Annotated[int, msgspec.Meta(ge=0, le=480)] = 0


class GoWithout(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A day with too little: no ``food`` for so many days now, ``half_water``, no ``water``, no ``sleep`` by hours."""

    creature: Id
    what: Literal["food", "half_water", "water", "sleep"]
    days: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    hours: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1


def party(draft: Draft) -> list[Creature]:
    return [one for one in draft.here("pc") if not draft.has(one.id, "dead")]


def take_break(draft: Draft, command: TakeBreak) -> None:
    """Let ten minutes pass; within an hour of the last one it brings nothing.

    Source: Bump d20, "Take a Break".
    """
    last = draft.state.order.memory.get("break")
    now = draft.state.time.total
    if isinstance(last, int) and now < last + BREAK_EVERY:
        raise RuleError("break-too-soon", minutes=last + BREAK_EVERY - now)
    draft.tell("takes_break")
    for id, amount in command.strain.items():
        if "strain" in draft.creature(id).trackers:
            draft.add(id, "strain", -amount)
    draft.emit(OrderNoted("break", now))
    moments.pass_moment(draft, "minutes", moments.later(draft.state.time, BREAK))


def rest(draft: Draft, command: Rest) -> None:
    """Let a rest pass as one step; a long one that is broken off after an hour or more counts as a short one.

    Source: Bump d20, "Short Rest", "Long Rest", "Interrupting the rest".
    """
    kind: str | None = command.kind
    if command.interrupted:
        is_short = command.kind == "long" and command.minutes >= LEAST_FOR_SHORT
        kind = "short" if is_short else None
        draft.tell("rest_interrupted", kind=command.kind, benefit=kind)
    for creature in party(draft) if kind else ():
        _rested(draft, creature, kind or "", sheltered=command.sheltered)
    minutes = command.minutes if command.interrupted else MINUTES[command.kind]
    moments.pass_moment(draft, f"{kind}_rest" if kind else "minutes", moments.later(draft.state.time, minutes))
    if kind:
        tick(draft, f"{kind}_rest")


def _rested(draft: Draft, creature: Creature, kind: str, *, sheltered: bool) -> None:
    hp, top = draft.value(creature.id, "hp"), draft.maximum(creature.id, "hp") or 0
    if kind == "long" and hp < 1:
        return
    back = body.short_rest_hp(top) if kind == "short" else body.long_rest_hp(hp, top, sheltered=sheltered)
    if hp < top and not draft.has(creature.id, "withered"):
        heal(draft, Heal(creature=creature.id, amount=min(back, top - hp)))
    _lighter(draft, creature, kind, sheltered=sheltered)
    if kind == "long":
        _blood_returns(draft, creature.id)


def _lighter(draft: Draft, creature: Creature, kind: str, *, sheltered: bool) -> None:
    """Less Strain by the limit as Exhaustion leaves it before the rest, then less Exhaustion."""
    if isinstance(creature.trackers.get("strain"), Pool):
        limit = sheet.strain_limit(draft.system, draft.state, creature)
        less = body.break_strain(limit) if kind == "short" else draft.value(creature.id, "strain")
        draft.add(creature.id, "strain", -less)
    if isinstance(creature.trackers.get("exhaustion"), Pool):
        draft.add(creature.id, "exhaustion", -(2 if kind == "long" and sheltered else 1))


def _blood_returns(draft: Draft, id: str) -> None:
    """A long rest takes 1 from being Bloodless.

    Source: Bump d20, "Bloodless".
    """
    for condition in list(draft.state.creatures[id].conditions.values()):
        if condition.key != "bloodless":
            continue
        if (condition.value or 0) > 1:
            draft.emit(ConditionSet(id, replace(condition, value=(condition.value or 0) - 1)))
        else:
            draft.end_condition(id, condition, "recovered")


def go_without(draft: Draft, command: GoWithout) -> None:
    """The Strain of a day with too little, after the save that lessens it.

    Source: Bump d20, "Food & Water", "Long Rest".
    """
    creature = draft.creature(command.creature)
    fortitude = sheet.number(draft.system, creature, "fortitude") or 0
    match command.what:
        case "food":
            past = command.days - body.food_days(fortitude)
            if past > 0:
                saved = _saves(draft, creature, 10, past - 1)
                strain(draft, creature.id, body.hunger_strain(command.days, fortitude, saved=saved), "hunger")
        case "half_water":
            if not _saves(draft, creature, 15, 0):
                strain(draft, creature.id, 2, "thirst")
        case "water":
            strain(draft, creature.id, 3, "thirst")
        case "sleep":
            strain(draft, creature.id, command.hours, "no_sleep")


def _saves(draft: Draft, creature: Creature, dc: int, disadvantage: int) -> bool:
    parameters = {"dc": dc, **({"disadvantage": disadvantage} if disadvantage else {})}
    roll(draft, Roll(roll="save", creature=creature.id, with_="fortitude", parameters=parameters))
    made = draft.state.rolls.get(creature.id)
    return made is not None and made.facts.get("outcome") in SUCCESSES
