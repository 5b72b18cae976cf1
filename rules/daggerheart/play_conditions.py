"""Conditions in play: temporary ones can be cleared by a move, special ones end only as their text says."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from rules.core.commands import trackers
from rules.core.commands.base import Command, Id, type_name
from rules.core.commands.trackers import stored
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.daggerheart.clearing import check_temporary
from rules.daggerheart.conditions import needs_roll
from rules.daggerheart.spotlight import take_spotlight


class AddCondition(
    trackers.AddCondition, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name
):
    """A condition; ``temporary`` true says that a move can clear it, false that only what its text says ends it."""

    temporary: bool | None = None


class ClearCondition(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """An adversary uses its spotlight to be rid of a condition."""

    creature: Id
    condition: Annotated[str, msgspec.Meta(max_length=64)]


def add_condition(draft: Draft, command: AddCondition) -> None:
    """Put the condition on; the mark stands among its reasons where no other is given.

    Source: Daggerheart core mechanics, "The temporary tag and special conditions".
    """
    condition = trackers.new_condition(draft, command)
    if command.temporary is not None:
        mark = "temporary" if command.temporary else "special"
        condition = replace(condition, reason=condition.reason or mark, data={mark: True})
    draft.add_condition(command.creature, condition)


def clear_condition(draft: Draft, command: ClearCondition) -> None:
    """End a condition of an adversary, without a roll; a character has to roll for it.

    Source: Daggerheart core mechanics, "The temporary tag and special conditions".
    """
    found = stored(draft, command.creature, command.condition)
    if needs_roll(draft.creature(command.creature).kind):
        raise RuleError("roll-needed", creature=command.creature)
    check_temporary(found)
    take_spotlight(draft, command.creature)
    for condition in found:
        draft.end_condition(command.creature, condition, "recovered")
