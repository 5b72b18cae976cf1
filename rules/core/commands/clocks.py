"""Clocks that fill and countdowns that fall: made, moved by hand or by what they tick with, and fired."""

from collections.abc import Callable, Mapping
from typing import Annotated

import msgspec
from msgspec.structs import replace

from rules.core import events
from rules.core.commands.base import Command, Id, Name, Rolling, Words, type_name
from rules.core.draft import Draft
from rules.core.errors import Fault, InvalidInput, RuleError
from rules.core.expression import parse
from rules.core.state import Clock, State

MOST_CLOCKS = 100
MOST_SIZE = 100
TIMERS = ("turn", "round")  # what ticks with these is due when it has run out, with a note or without one
CHANGEABLE = ("name", "size", "value", "hidden", "shape_only", "ticks", "loop", "link", "every", "note")

ClockKind = Annotated[str, msgspec.Meta(pattern="^(clock|countdown)$")]
Loop = Annotated[str, msgspec.Meta(pattern="^(same|growing|shrinking)$")]
Ticks = Annotated[
    str,
    msgspec.Meta(
        pattern="^(by_hand|turn|round|scene|session|short_rest|long_rest|minutes|action_roll|progress|consequence)$"
    ),
]


class AddClock(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A new clock. ``start`` is a dice expression that rolls its size (dice ``start``). With ``ticks`` minutes one tick
    is ``every`` so many; ``note`` is told to the GM when it fires.
    """

    name: Name
    size: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    start: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    kind: ClockKind = "clock"
    hidden: bool = True
    shape_only: bool = False
    ticks: Ticks = "by_hand"
    loop: Loop | None = None
    link: Id | None = None
    every: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1
    note: Words = ""


Number = Annotated[int, msgspec.Meta(ge=0, le=MOST_SIZE)]
Size = Annotated[int, msgspec.Meta(ge=1, le=MOST_SIZE)]
Every = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class ChangeClock(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Change what is given of a clock, and leave the rest; null takes ``loop`` and ``link`` away."""

    clock: Id
    name: Name | msgspec.UnsetType = msgspec.UNSET
    size: Size | msgspec.UnsetType = msgspec.UNSET
    value: Number | msgspec.UnsetType = msgspec.UNSET
    hidden: bool | msgspec.UnsetType = msgspec.UNSET
    shape_only: bool | msgspec.UnsetType = msgspec.UNSET
    ticks: Ticks | msgspec.UnsetType = msgspec.UNSET
    loop: Loop | msgspec.UnsetType | None = msgspec.UNSET
    link: Id | msgspec.UnsetType | None = msgspec.UNSET
    every: Every | msgspec.UnsetType = msgspec.UNSET
    note: Words | msgspec.UnsetType = msgspec.UNSET


class AdvanceClock(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    clock: Id
    by: Annotated[int, msgspec.Meta(ge=-100, le=100)] = 1


class RemoveClock(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    clock: Id


def add_clock(draft: Draft, command: AddClock) -> None:
    if len(draft.state.clocks) >= MOST_CLOCKS:
        raise RuleError("too-many-clocks", most=MOST_CLOCKS)
    if command.link is not None:
        draft.clock(command.link)
    size = _size(draft, command)
    clock = Clock(
        id="k_" + draft.chance.id(), name=command.name, size=size, value=size if command.kind == "countdown" else 0,
        kind=command.kind, hidden=command.hidden, shape_only=command.shape_only, ticks=command.ticks,
        loop=command.loop, link=command.link, every=command.every, note=command.note,
    )  # fmt: skip
    draft.emit(events.ClockSet(clock))


def change_clock(draft: Draft, command: ChangeClock) -> None:
    """A smaller size takes the value along; a clock that is changed to its end does not fire by that."""
    clock = draft.clock(command.clock)
    fields = {name: getattr(command, name) for name in CHANGEABLE}
    changed = replace(clock, **{name: value for name, value in fields.items() if value is not msgspec.UNSET})
    changed = replace(changed, value=min(changed.value, changed.size))
    if changed.link == clock.id:
        raise RuleError("clock-links-itself", clock=clock.id)
    if changed.link is not None and changed.link != clock.link:
        draft.clock(changed.link)
    if changed != clock:
        draft.emit(events.ClockSet(replace(changed, rings=clock.rings and changed.is_done), clock.value))


def hush(draft: Draft, id: str) -> None:
    """The note of a clock that fired has been seen to."""
    clock = draft.clock(id)
    if clock.rings:
        draft.emit(events.ClockSet(replace(clock, rings=False), clock.value))


def _size(draft: Draft, command: AddClock) -> int:
    """The size that was given, or what the dice of ``start`` come to, at least 1."""
    if (command.size is None) == (command.start is None):
        raise InvalidInput([Fault("/size", "one-of", {"fields": ["size", "start"]})])
    if command.size is not None:
        return command.size
    expression = parse(command.start or "")
    faces = draft.chance.rows({"start": expression.sides})["start"]
    return max(1, min(MOST_SIZE, expression.total(faces)))


def advance_clock(draft: Draft, command: AdvanceClock) -> None:
    move(draft, {draft.clock(command.clock).id: command.by})


def move(draft: Draft, steps: Mapping[str, int], *, seen: bool = True) -> None:
    """Advance several clocks and those that they take along, each once; unseen none that players see."""
    for id, by in along(draft.state, steps).items():
        if seen or draft.state.clocks[id].hidden:
            advance(draft, id, by)


def along(state: State, steps: Mapping[str, int], follows: Callable[[Clock], bool] = lambda _: True) -> dict[str, int]:
    """The steps with those of linked clocks: what moves on takes its twin along, which moves once however many do."""
    found = dict(steps)
    for id, by in steps.items():
        twin = _twin(state, id)
        while by > 0 and twin is not None and twin.id not in found and follows(twin):
            found[twin.id] = by
            twin = _twin(state, twin.id)
    return found


def _twin(state: State, id: str) -> Clock | None:
    return state.clocks.get(state.clocks[id].link or "") if id in state.clocks else None


def advance(draft: Draft, id: str, by: int) -> None:
    """Move a clock towards its end by ``by`` (negative: back); one that loops starts again when it fires.

    A hidden one moves too, whoever's command moved it: a player's roll must not tell of it by being refused.
    """
    clock = draft.state.clocks.get(id)
    if clock is None:
        raise RuleError("unknown-clock", clock=id)
    moved = stepped(clock, by)
    fires = moved.is_done and not clock.is_done
    moved = replace(moved, rings=bool(clock.note) or clock.ticks in TIMERS if fires else clock.rings and by >= 0)
    if moved != clock:
        draft.emit(events.ClockSet(moved, clock.value))
    if fires:
        if clock.shape_only:
            draft.tell("clock_fired", secret={"name": clock.name}, hidden=clock.hidden)
        else:
            draft.tell("clock_fired", name=clock.name, hidden=clock.hidden)
        if clock.note:
            draft.tell("clock_note", text=clock.note, hidden=True)
        if loops(clock):
            draft.emit(events.ClockSet(started_again(moved), moved.value))


def stepped(clock: Clock, by: int) -> Clock:
    """The clock moved towards its end, never past it."""
    step = -by if clock.kind == "countdown" else by
    return replace(clock, value=max(0, min(clock.size, clock.value + step)))


def after(clock: Clock, by: int) -> Clock:
    """The clock after `advance`: started again if it fired and loops."""
    moved = stepped(clock, by)
    return started_again(moved) if moved.is_done and not clock.is_done and loops(clock) else moved


def loops(clock: Clock) -> bool:
    """Whether it starts again when it fires; one that shrinks has its last time at the size of 1.: none begins at 0."""
    return clock.loop is not None and (clock.loop != "shrinking" or clock.size > 1)


def started_again(clock: Clock) -> Clock:
    size = min(MOST_SIZE, clock.size + {"growing": 1, "shrinking": -1}.get(clock.loop or "", 0))
    return replace(clock, size=size, value=size if clock.kind == "countdown" else 0)


def tick(draft: Draft, *ticks: str, by: int = 1, seen: bool = True) -> None:
    """Advance every clock that ticks by one of these; by what players do not see, only the GM's: another would tell."""
    clocks = [clock for clock in draft.state.clocks.values() if clock.ticks in ticks and not clock.is_done]
    move(draft, {clock.id: by for clock in clocks if seen or clock.hidden}, seen=seen)


def remove_clock(draft: Draft, command: RemoveClock) -> None:
    draft.emit(events.ClockRemoved(draft.clock(command.clock).id))


def tick_minutes(draft: Draft, before: int, after_all: int) -> None:
    """Advance what ticks by minutes: once for each ``every`` that the in-game time has passed, from its own zero."""
    clocks = [clock for clock in draft.state.clocks.values() if clock.ticks == "minutes" and not clock.is_done]
    steps = {clock.id: min(after_all // clock.every - before // clock.every, MOST_SIZE) for clock in clocks}
    move(draft, {id: by for id, by in steps.items() if by})
