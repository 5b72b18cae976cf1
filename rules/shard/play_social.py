"""Social encounters in play: goals, triggers, the secret grid, each member's action in a turn, how it ends."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from rules.core import blanks
from rules.core.commands.base import Command, Id, Words, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.events import CELL, OrderNoted, SettingSet
from rules.core.rolling import refuse
from rules.core.state import TABLE, State
from rules.core.trackers import Grid, Pool
from rules.shard import social
from rules.shard.social import Marker

SOCIAL = "social"  # what the order remembers: goals, triggers, who has acted how in this turn
OVER = "social_over"  # how the last one ended, until that was read
TRAIL = "trail"  # in it: the places where the marker has been before, the first first
MOST_TRIGGERS = 24
MOST_PLACES = 24  # of the trail that are remembered
Step = Annotated[int, msgspec.Meta(ge=0, le=4)]


class BeginSocial(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A social encounter: what both sides want, where the marker starts, trigger points in words."""

    goal: Words = ""
    their_goal: Words = ""
    disposition: Literal[social.DISPOSITIONS] | None = None  # type: ignore[valid-type]
    difficulty: Literal[social.DIFFICULTIES] = "average"  # type: ignore[valid-type]
    x: Step = social.CENTRE
    y: Step = social.CENTRE
    triggers: Annotated[tuple[Words, ...], msgspec.Meta(max_length=12)] = ()
    negative: Annotated[tuple[Words, ...], msgspec.Meta(max_length=12)] = ()


class SocialAction(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """What a member did in this turn, and whether its challenge succeeded; a player says so by rolling for it."""

    creature: Id
    action: Literal["posture", "inquire", "contend", "abstain"]
    success: bool = False


class SocialTarget(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """The target number of a goal of this difficulty with others of this disposition: the table keeps it."""

    target: Annotated[int, msgspec.Meta(ge=0, le=20)]


class ChangeSocial(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Others than they were, or another goal: the target number is the one that the table keeps for it."""

    disposition: Literal[social.DISPOSITIONS] | None = None  # type: ignore[valid-type]
    difficulty: Literal[social.DIFFICULTIES] | None = None  # type: ignore[valid-type]


class SocialTrigger(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A trigger point is hit: the marker moves towards the players' goal, or away from it. With ``text`` a new one."""

    positive: bool = True
    index: Annotated[int, msgspec.Meta(ge=0, le=MOST_TRIGGERS - 1)] | None = None
    found: bool = False
    text: Words = ""


class LosePatience(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """The other party loses patience, unless a Posture absorbs it."""


class SocialTurn(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A new turn: everybody may act again."""


class EndSocial(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """The encounter is over; once more, and how it ended is put away."""


def memory(draft: Draft) -> dict[str, Any]:
    found = draft.state.order.memory.get(SOCIAL)
    if not isinstance(found, Mapping):
        raise RuleError("no-social-encounter")
    return dict(found)


def marker(draft: Draft) -> Marker:
    grid, guard = draft.state.table.get("social"), draft.state.table.get("patience_guard")
    at = grid if isinstance(grid, Grid) else Grid(social.CENTRE, social.CENTRE)
    return Marker(at.x, at.y, guard.value if isinstance(guard, Pool) else 0)


def put(draft: Draft, new: Marker) -> None:
    """Move the marker; at an edge the encounter ends, and says how."""
    draft.put(TABLE, "social", Grid(new.x, new.y))
    draft.put(TABLE, "patience_guard", Pool(new.guard))
    if new.is_over:
        _end(draft, new, "patience" if new.y <= 0 else "column")


def begin_social(draft: Draft, command: BeginSocial) -> None:
    """Set the scene; the grid is the GM's alone.

    Source: SHARD, "Setup", "Progress Marker".
    """
    start = Marker(command.x, command.y)
    if start.is_over:
        raise RuleError("ends-at-once")
    triggers = [{"text": text, "positive": True, "found": False} for text in command.triggers if text.strip()]
    triggers += [{"text": text, "positive": False, "found": False} for text in command.negative if text.strip()]
    told = {
        "goal": command.goal, "their_goal": command.their_goal, "triggers": triggers, "acted": {}, "won": {},
        "turn": 1, TRAIL: (), "lacking": social.lacking(triggers),
        "disposition": command.disposition or str(draft.setting("disposition")), "difficulty": command.difficulty,
    }  # fmt: skip
    told["target"] = _written(draft.state.cells.get(_cell(told)))
    draft.tell("social_begins", goal=command.goal or None)
    draft.emit(OrderNoted(SOCIAL, told))
    if draft.state.order.memory.get(OVER):
        draft.emit(OrderNoted(OVER, None))
    draft.put(TABLE, "social", Grid(start.x, start.y))
    draft.put(TABLE, "patience_guard", Pool(0))


def _cell(told: Mapping[str, Any]) -> str:
    """Which cell of the table that the source lost holds the target number."""
    return blanks.place("social-targets", social.DIFFICULTIES.index(told["difficulty"]), told["disposition"])


def _written(text: str | None) -> int | None:
    """The number that a GM wrote into the cell; None where there is none."""
    return int(text) if text is not None and text.strip().isdecimal() and len(text) < 3 else None


def social_target(draft: Draft, command: SocialTarget) -> None:
    """Write the number that the source lost, for this encounter and for all that are like it.

    Source: SHARD, "Contend".
    """
    known = memory(draft)
    draft.emit(SettingSet(CELL + _cell(known), str(command.target)))
    draft.emit(OrderNoted(SOCIAL, {**known, "target": command.target}))


def change_social(draft: Draft, command: ChangeSocial) -> None:
    """The disposition that the party brought about, or how hard its goal is, while the encounter goes on.

    Source: SHARD, "Posture", "Contend".
    """
    known = memory(draft)
    said = {"disposition": command.disposition, "difficulty": command.difficulty}
    told = {**known, **{key: value for key, value in said.items() if value is not None}}
    draft.emit(OrderNoted(SOCIAL, {**told, "target": _written(draft.state.cells.get(_cell(told)))}))


def social_action(draft: Draft, command: SocialAction) -> None:
    """One action a turn for each; a success guards patience, gives a clue, or moves the marker.

    Source: SHARD, "Social Turn", "Posture", "Inquire", "Contend", "Abstain".
    """
    id = draft.creature(command.creature).id
    check_acts(draft, id)
    if draft.seat is not None and command.action in social.ROLLED:
        raise RuleError("is-rolled", action=command.action)
    acts(draft, id, command.action, success=command.success)


def check_acts(draft: Draft, id: str) -> None:
    """Refuses one who has acted in this turn."""
    if id in memory(draft)["acted"]:
        raise RuleError("has-acted", creature=id)


def acts(draft: Draft, id: str, action: str, *, success: bool) -> None:
    """A member's action of this turn and what comes of it."""
    known = memory(draft)
    acted = {**known["acted"], id: action}
    won = {**known.get("won", {}), **({id: True} if success else {})}
    draft.tell("social_action", {"by": id}, action=action, success=success or None)
    draft.emit(OrderNoted(SOCIAL, {**known, "acted": acted, "won": won}))
    if success and action == "posture":
        put(draft, marker(draft).guarded())
    elif success and action == "contend":
        put(draft, marker(draft).moved(1))
    elif social.is_unresolved(acted, len(draft.here("pc"))):
        _end(draft, marker(draft), "unresolved")


def leave_trail(draft: Draft, before: State) -> None:
    """Remember where the marker has been, however it was moved; one who takes a step back has seen to it.

    Source: SHARD, "Progress Marker".
    """
    was, now = before.order.memory.get(SOCIAL), draft.state.order.memory.get(SOCIAL)
    old, new = before.table.get("social"), draft.state.table.get("social")
    if not was or not now or not isinstance(old, Grid) or old == new:
        return
    if trail_of(was) == trail_of(now):
        trail = (*trail_of(now), (old.x, old.y))[-MOST_PLACES:]
        draft.emit(OrderNoted(SOCIAL, {**now, TRAIL: trail}))


def trail_of(told: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    return tuple((x, y) for x, y in told.get(TRAIL, ()))


def take_back(draft: Draft, id: str) -> None:
    """The turn as if this member had not acted in it; an encounter is not over by that."""
    known, at = memory(draft), marker(draft)
    action, won = known["acted"].get(id), known.get("won", {})
    back = (max(1, at.x - 1), at.y)
    if id in won and action == "contend" and trail_of(known)[-1:] == (back,):
        known[TRAIL] = trail_of(known)[:-1]
    if id in won and action == "posture":
        draft.put(TABLE, "patience_guard", Pool(0))
    elif id in won and action == "contend":
        draft.put(TABLE, "social", Grid(*back))
    acted = {key: value for key, value in known["acted"].items() if key != id}
    left = {key: value for key, value in won.items() if key != id}
    draft.emit(OrderNoted(SOCIAL, {**known, "acted": acted, "won": left}))


def social_trigger(draft: Draft, command: SocialTrigger) -> None:
    """Hit a trigger point, or let the players find one.

    Source: SHARD, "Trigger points", "Inquire".
    """
    known = memory(draft)
    triggers = [dict(one) for one in known["triggers"]]
    if command.text.strip():
        _add_trigger(draft, known, command)
        return
    if command.index is not None:
        if command.index >= len(triggers):
            raise RuleError("not-an-option", name="index", options=list(range(len(triggers))))
        triggers[command.index]["found"] = True
        draft.emit(OrderNoted(SOCIAL, {**known, "triggers": triggers}))
        if command.found:
            draft.tell("trigger_found", text=triggers[command.index]["text"])
            return
    positive = triggers[command.index]["positive"] if command.index is not None else command.positive
    draft.tell("trigger_hit", secret={"positive": positive})
    put(draft, marker(draft).moved(1 if positive else -1))


def _add_trigger(draft: Draft, known: Mapping[str, Any], command: SocialTrigger) -> None:
    """One more trigger point, thought of at the table."""
    if len(known["triggers"]) >= MOST_TRIGGERS:
        raise refuse("/text", "too-long", most=MOST_TRIGGERS)
    new = {"text": command.text.strip(), "positive": command.positive, "found": command.found}
    triggers = [*known["triggers"], new]
    draft.emit(OrderNoted(SOCIAL, {**known, "triggers": triggers, "lacking": social.lacking(triggers)}))


def lose_patience(draft: Draft, command: LosePatience) -> None:
    memory(draft)
    draft.tell("patience", hidden=True)
    put(draft, marker(draft).impatient())


def social_turn(draft: Draft, command: SocialTurn) -> None:
    known = memory(draft)
    draft.tell("social_turn", turn=known["turn"] + 1)
    draft.emit(OrderNoted(SOCIAL, {**known, "acted": {}, "won": {}, "turn": known["turn"] + 1}))


def end_social(draft: Draft, command: EndSocial) -> None:
    if not draft.state.order.memory.get(SOCIAL) and draft.state.order.memory.get(OVER):
        draft.emit(OrderNoted(OVER, None))
        return
    memory(draft)
    _end(draft, marker(draft), "by_hand")


def _end(draft: Draft, at: Marker, why: str) -> None:
    """Name the end: by what, and the column that tells the outcome, 1 to 5."""
    known = draft.state.order.memory.get(SOCIAL)
    if known is None:
        return
    column = None if why == "unresolved" else at.x + 1
    draft.tell("social_ends", why=why, column=column)
    draft.emit(OrderNoted(SOCIAL, None))
    draft.emit(OrderNoted(OVER, {"why": why, "column": column, "goal": known["goal"], "means": _means(draft, column)}))


def _means(draft: Draft, column: int | None) -> str:
    """What the table has written of an end in this column; the source lost all but the outer ones.

    Source: SHARD, "Progress Marker".
    """
    if column is None:
        return ""
    return draft.state.cells.get(blanks.place("social-end", column - 1, "outcome"), "")
