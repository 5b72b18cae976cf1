"""Where creatures stand: cover behind things, cover that was taken, and none of it."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from rules.bump import movement
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.draft import Draft
from rules.core.rolling import refuse
from rules.core.state import Condition, Creature

TAKEN = "taken"  # what the data of cover that somebody took says: how good it was before. An attack gives it up
COVER = "-cover"


class SetCover(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """The cover that a creature has, against everybody or ``towards`` one alone; ``by`` so many steps better or worse.

    Each of two taps that come before an answer is a step, so a step is not said as the cover that it leads to.
    """

    creature: Id
    cover: Literal["none", "lesser", "standard", "greater"] | None = None
    by: Annotated[int, msgspec.Meta(ge=-3, le=3)] = 0
    towards: Id | None = None


def grade_of(creature: Creature, other: str | None) -> str:
    """The best cover that a creature has against another one."""
    found = [c for c in creature.conditions.values() if is_cover(c.key) and c.towards in (None, other)]
    grades = [condition.key.removesuffix(COVER) for condition in found]
    return max(grades, key=movement.COVERS.index, default="none")


def is_cover(key: str) -> bool:
    return key.endswith(COVER) and key.removesuffix(COVER) in movement.COVERS


def set_cover(draft: Draft, command: SetCover) -> None:
    """Give a creature this cover in place of what it has against the same.

    Source: Bump d20, "Cover".
    """
    creature = draft.creature(command.creature)
    if command.towards is not None:
        draft.creature(command.towards)
    cover = _asked_for(creature, command)
    for condition in list(creature.conditions.values()):
        if is_cover(condition.key) and condition.towards in (None, command.towards):
            draft.end_condition(creature.id, condition, "over")
    if cover != "none":
        key = cover + COVER
        draft.add_condition(creature.id, Condition("q_" + draft.chance.id(), key, towards=command.towards))


def _asked_for(creature: Creature, command: SetCover) -> str:
    """The cover that was said, or so many steps from the one that there is; raises InvalidInput for both or neither."""
    if (command.cover is None) == (command.by == 0):
        raise refuse("/cover", "not-an-option", options=list(movement.COVERS))
    if command.cover is not None:
        return command.cover
    step = movement.COVERS.index(grade_of(creature, command.towards)) + command.by
    return movement.COVERS[max(0, min(len(movement.COVERS) - 1, step))]


def take_cover(draft: Draft, creature: Creature) -> None:
    """Cover that is a step better against everybody as it was, until an attack gives it up.

    Source: Bump d20, "Take Cover", "Cover".
    """
    known = [one for one in creature.conditions.values() if is_cover(one.key)]
    everybody = dict.fromkeys((None, *(one.towards for one in known)))
    for condition in known:
        draft.end_condition(creature.id, condition, "over")
    for towards in everybody:
        taken = {TAKEN: _without_taking(creature, towards)}
        _cover(draft, creature.id, movement.better_cover(grade_of(creature, towards)), towards, taken)


def _without_taking(creature: Creature, other: str | None) -> str:
    """The best cover that a creature has against another one where it stands, whatever it has taken."""
    found = [one for one in creature.conditions.values() if is_cover(one.key) and one.towards in (None, other)]
    grades = [_before(one) if one.data.get(TAKEN) else one.key.removesuffix(COVER) for one in found]
    return max(grades, key=movement.COVERS.index, default="none")


def _before(condition: Condition) -> str:
    was = condition.data.get(TAKEN)
    return str(was) if was in movement.COVERS else movement.COVERS[0]


def _cover(draft: Draft, id: str, grade: str, towards: str | None, data: Mapping[str, Any]) -> None:
    if grade != movement.COVERS[0]:
        held = Condition("q_" + draft.chance.id(), grade + COVER, towards=towards, data=data)
        draft.add_condition(id, held)


def leave_cover(draft: Draft, id: str) -> None:
    """Give up the cover that was taken; what was there without it stays."""
    for condition in list(draft.state.creatures[id].conditions.values()):
        if condition.data.get(TAKEN):
            draft.end_condition(id, condition, "over")
            _cover(draft, id, _before(condition), condition.towards, {})
