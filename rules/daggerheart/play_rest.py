"""Rests in play: what everybody does with the time, what the GM gains, and what comes back or ends."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from rules.core import moments
from rules.core.audience import table_seen
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.commands.clocks import move, tick
from rules.core.derived import modifiers
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.rolling import refuse
from rules.core.state import TABLE
from rules.daggerheart import rest as rules
from rules.daggerheart.consequences import wake
from rules.daggerheart.filling import check_able
from rules.daggerheart.sheet import party, tier_of

CLEARS = {"tend_to_wounds": "hit_points", "clear_stress": "stress", "repair_armor": "armor_slots"}
FOR_OTHERS = ("tend_to_wounds", "repair_armor")
# An hour, and the hours of a night. Source: Daggerheart core mechanics, "Downtime".
MINUTES = {"short": 60, "long": 480}


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One downtime move: ``target`` is the ally it is for, or the countdown of a project.

    ``by`` is how far that countdown goes: 1 by itself, or what an action roll for it came to, 0 too.
    """

    creature: Id
    move: Literal["tend_to_wounds", "clear_stress", "repair_armor", "prepare", "work_on_a_project"]
    target: Id | None = None
    by: Annotated[int, msgspec.Meta(ge=0, le=12)] = 1


class Rest(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A rest of the whole party, two moves each. ``clock`` is a countdown that the GM advances after a long one.

    ``dice``: ``fear`` (a d4), and on a short rest under each creature's id a d4 for each move that clears something.
    """

    kind: Literal["short", "long"]
    choices: Annotated[tuple[Choice, ...], msgspec.Meta(max_length=60)] = ()
    interrupted: bool = False
    clock: Id | None = None


def rest(draft: Draft, command: Rest) -> None:
    """Take a rest as one step.

    Source: Daggerheart core mechanics, "Downtime".
    """
    if command.kind not in rules.rests_allowed(draft.value(TABLE, "short_rests")):
        raise RuleError("long-rest-due")
    kind = rules.benefit(command.kind, command.interrupted)
    _check(draft, command, kind)
    faces = _throw(draft, command, kind) if kind else None
    draft.tell("rest_interrupted" if command.interrupted else "rests", kind=command.kind, benefit=kind)
    if kind is None:
        return
    together = len({choice.creature for choice in command.choices if choice.move == "prepare"})
    for choice in command.choices:
        _make(draft, choice, kind, faces, rules.hope_for_preparing(together))
    _end(draft, command, kind, faces)


def _check(draft: Draft, command: Rest, kind: str | None) -> None:
    """Refuses moves of those who are no characters here, more than two each, and what this rest does not offer."""
    made: dict[str, int] = {}
    for n, choice in enumerate(command.choices):
        if draft.creature(choice.creature).kind != "pc":
            raise refuse(f"/choices/{n}/creature", "not-an-option", options=[pc.id for pc in party(draft.state)])
        made[choice.creature] = made.get(choice.creature, 0) + 1
        if made[choice.creature] > rules.MOVES:
            raise refuse(f"/choices/{n}", "too-many-moves", most=rules.MOVES)
        if choice.move == "work_on_a_project" and (command.kind != "long" or choice.target is None):
            raise refuse(f"/choices/{n}/move", "not-an-option", options=[*CLEARS, "prepare"])
        if choice.target is not None and choice.move in FOR_OTHERS:
            draft.pool(draft.creature(choice.target).id, CLEARS[choice.move])
        elif choice.target is not None and choice.move != "work_on_a_project":
            raise refuse(f"/choices/{n}/target", "unknown-field", field="target")
    if command.clock is not None:
        draft.clock(command.clock)


def _throw(draft: Draft, command: Rest, kind: str) -> dict[str, Iterator[int]] | None:
    """All dice of the rest at once, by creature in the order of its moves; None in a preview that has none."""
    counts: dict[str, int] = {}
    for choice in command.choices:
        if kind == "short" and choice.move in CLEARS:
            counts[choice.creature] = counts.get(choice.creature, 0) + 1
    if draft.foresees:
        return None
    faces = draft.chance.many({"fear": (4, 1), **{id: (4, count) for id, count in counts.items()}})
    return {name: iter(found) for name, found in faces.items()}


def _make(draft: Draft, choice: Choice, kind: str, faces: Mapping[str, Iterator[int]] | None, hope: int) -> None:
    check_able(choice.creature, modifiers(draft.system, draft.state, "action", choice.creature))
    if choice.move == "prepare":
        draft.tell("prepares", {"by": choice.creature}, hope=hope)
        draft.add(choice.creature, "hope", hope)
    elif choice.move == "work_on_a_project":
        # On an interrupted long rest there is only what a short one gives.
        if kind == "long":
            draft.tell("works_on_a_project", {"by": choice.creature})
            move(draft, {choice.target or "": choice.by})
    elif kind == "long" or faces is not None:
        _clear(draft, choice, next(faces[choice.creature]) if kind == "short" and faces is not None else None)


def _clear(draft: Draft, choice: Choice, face: int | None) -> None:
    """Clear 1d4 + tier, or without a die everything."""
    target, key = choice.target or choice.creature, CLEARS[choice.move]
    marked = draft.value(target, key)
    tier = tier_of(draft.system, draft.state.creatures[choice.creature])
    cleared = marked if face is None else min(marked, rules.cleared(face, tier))
    who = {"by": choice.creature, **({"target": target} if target != choice.creature else {})}
    draft.tell("rest_move", who, move=choice.move, cleared=cleared, die=face, tier=tier if face else None)
    if cleared:
        draft.add(target, key, -cleared)
    if cleared and key == "hit_points":
        wake(draft, target)  # now, so that it can still make its own moves


def _end(draft: Draft, command: Rest, kind: str, faces: Mapping[str, Iterator[int]] | None) -> None:
    """The GM's Fear, the count of short rests, and all that this rest brings back, ends or advances.

    Source: Daggerheart core mechanics, "Consequences of a rest".
    """
    if faces is not None:
        pcs = [pc for pc in party(draft.state) if not draft.has(pc.id, "dead")]
        face = next(faces["fear"])
        gained = rules.fear_gained(kind, face, len(pcs))
        draft.tell("fear_from_rest", fear=gained, die=face, hidden=not table_seen(draft.system, draft.state, "fear"))
        draft.add(TABLE, "fear", gained)
    count = draft.value(TABLE, "short_rests")
    wanted = 0 if kind == "long" else min(rules.MOST_SHORT_RESTS, count + 1)
    draft.put(TABLE, "short_rests", replace(draft.pool(TABLE, "short_rests"), value=wanted))
    if kind == "long":
        moments.pass_edge(draft, "short_rest")
    moments.pass_moment(draft, f"{kind}_rest", moments.later(draft.state.time, MINUTES[kind]))
    tick(draft, f"{kind}_rest")
    if kind == "long" and command.clock is not None:
        move(draft, {command.clock: 1})
