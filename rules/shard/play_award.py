"""Experience in play: points that a milestone gives."""

from typing import Annotated

import msgspec

from rules.core.commands.base import Command, Id, Words, type_name
from rules.core.draft import Draft
from rules.core.trackers import Score


class AwardExperience(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Points for those who were there, the whole party where nobody is named; fewer than 0 are spent."""

    points: Annotated[int, msgspec.Meta(ge=-99, le=99)]
    creatures: Annotated[tuple[Id, ...], msgspec.Meta(max_length=40)] = ()
    reason: Words = ""


def award_experience(draft: Draft, command: AwardExperience) -> None:
    """Give each the points.

    Source: SHARD, "Gaining Experience".
    """
    party = [draft.creature(id) for id in command.creatures] or draft.here("pc")
    draft.tell("experience", points=command.points, reason=command.reason or None)
    for creature in party:
        have = draft.numbers(creature.id).get("experience", 0)
        draft.put(creature.id, "experience", Score(max(0, have + command.points)))
