"""Breaks and rests, against in-game time."""

from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from rules.bump import body, sheet
from rules.bump.play_damage import Heal, heal
from rules.bump.play_strain import relieve
from rules.core import moments
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.commands.clocks import tick
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.events import ConditionSet
from rules.core.state import TABLE, Creature, State
from rules.core.trackers import Pool

# Minutes of each. Source: Bump d20, "Resting".
MINUTES = {"short": 60, "long": 480}
BREAK, BREAK_EVERY = 10, 60
BETWEEN_LONG = 16  # hours
BREAK_AT = "break_at"  # the minute in which the last break began
RESTED, AWAKE = "rested_at", "awake_since"  # what the game keeps of the last long rest, in hours
LEAST_FOR_SHORT = 60  # minutes of a long rest before it is broken off that still count as a short one


class TakeBreak(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Ten minutes to catch one's breath: Strain by the die for the level, which the source lost, so it is said."""

    strain: dict[Id, Annotated[int, msgspec.Meta(ge=0, le=99)]] = {}


class Rest(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A rest of the party; ``sheltered`` tells a long one's comfort, ``minutes`` how long it was if broken off.

    One that was resumed takes an hour more for each of its ``interruptions``. ``anyway``: although the last long one is
    less than 16 hours ago.
    """

    kind: Literal["short", "long"]
    sheltered: bool = True
    interrupted: bool = False
    minutes: Annotated[int, msgspec.Meta(ge=0, le=480)] = 0
    interruptions: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    anyway: bool = False


def party(draft: Draft) -> list[Creature]:
    return [one for one in draft.here("pc") if not draft.has(one.id, "dead")]


def take_break(draft: Draft, command: TakeBreak) -> None:
    """Let ten minutes pass; within an hour of the last one it brings nothing.

    Source: Bump d20, "Take a Break".
    """
    last = hour_of(draft.state, BREAK_AT)
    now = draft.state.time.total
    if last is not None and now < last + BREAK_EVERY:
        raise RuleError("break-too-soon", minutes=last + BREAK_EVERY - now)
    draft.tell("takes_break")
    for id, amount in command.strain.items():
        if "strain" in draft.creature(id).trackers:
            relieve(draft, id, amount)
    draft.put(TABLE, BREAK_AT, Pool(now, None))
    moments.pass_moment(draft, "minutes", moments.later(draft.state.time, BREAK))


def rest(draft: Draft, command: Rest) -> None:
    """Let a rest pass as one step; a long one that is broken off after an hour or more counts as a short one.

    Source: Bump d20, "Short Rest", "Long Rest", "Interrupting the rest".
    """
    _check_soon(draft, command)
    kind: str | None = command.kind
    if command.interrupted:
        is_short = command.kind == "long" and command.minutes >= LEAST_FOR_SHORT
        kind = "short" if is_short else None
        draft.tell("rest_interrupted", kind=command.kind, benefit=kind)
    for creature in party(draft) if kind else ():
        _rested(draft, creature, kind or "", sheltered=command.sheltered)
    minutes = command.minutes if command.interrupted else MINUTES[command.kind] + 60 * command.interruptions
    moments.pass_moment(draft, f"{kind}_rest" if kind else "minutes", moments.later(draft.state.time, minutes))
    if kind:
        tick(draft, f"{kind}_rest")
    if kind == "long":
        note_hour(draft, RESTED)
        note_hour(draft, AWAKE)


def _check_soon(draft: Draft, command: Rest) -> None:
    """Refuses a long rest that comes too soon after another.

    Source: Bump d20, "Long Rest".
    """
    last = hour_of(draft.state, RESTED)
    if command.kind == "long" and not command.anyway and last is not None:
        left = last + BETWEEN_LONG - draft.state.time.total // 60
        if left > 0:
            raise RuleError("rest-too-soon", hours=left)


def hour_of(state: State, key: str) -> int | None:
    """The hour or minute that was noted, counted from the first day's beginning; None where none was."""
    found = state.table.get(key)
    return found.value if isinstance(found, Pool) and found.value else None


def note_hour(draft: Draft, key: str, hour: int | None = None) -> None:
    """Note an hour of the game, the present one where none is said."""
    draft.put(TABLE, key, Pool(draft.state.time.total // 60 if hour is None else hour, None))


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
        relieve(draft, creature.id, less)
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
