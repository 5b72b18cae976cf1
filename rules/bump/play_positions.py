"""Where creatures stand: cover behind things, cover that was taken, and none of it."""

from typing import Literal

from rules.bump import movement
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.draft import Draft
from rules.core.state import Condition, Creature

TAKEN = "taken"  # what the data of cover says that somebody took: an attack gives it up
COVER = "-cover"


class SetCover(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """The cover that a creature has, against everybody or ``towards`` one alone."""

    creature: Id
    cover: Literal["none", "lesser", "standard", "greater"]
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
    for condition in list(creature.conditions.values()):
        if is_cover(condition.key) and condition.towards in (None, command.towards):
            draft.end_condition(creature.id, condition, "over")
    if command.cover != "none":
        key = command.cover + COVER
        draft.add_condition(creature.id, Condition("q_" + draft.chance.id(), key, towards=command.towards))


def take_cover(draft: Draft, creature: Creature) -> None:
    """Cover that is a step better, until an attack gives it up.

    Source: Bump d20, "Take Cover".
    """
    known = [c for c in creature.conditions.values() if is_cover(c.key)]
    best = max((c.key.removesuffix(COVER) for c in known), key=movement.COVERS.index, default="none")
    for condition in known:
        draft.end_condition(creature.id, condition, "over")
    key = movement.better_cover(best) + COVER
    draft.add_condition(creature.id, Condition("q_" + draft.chance.id(), key, data={TAKEN: True}))


def leave_cover(draft: Draft, id: str) -> None:
    """Give up the cover that was taken."""
    for condition in list(draft.state.creatures[id].conditions.values()):
        if condition.data.get(TAKEN):
            draft.end_condition(id, condition, "over")
