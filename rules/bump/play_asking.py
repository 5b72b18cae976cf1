"""A group check whose members are asked: each rolls on the own phone, and with the last of them the group is judged."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from rules.bump.play_together import check_known, known_of
from rules.bump.rolls import Tags
from rules.core import events, rolling
from rules.core.commands.base import Command, Id, type_name
from rules.core.draft import GM, Draft
from rules.core.rolling import Roll, refuse
from rules.core.state import Pending

PART = "group_part"  # the question to one of a group
TOTAL = 999


class AskGroup(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Ask the players of these for their part of a group check ``with`` a skill or ability against ``dc``.

    ``phones`` are those of them who are asked on a phone, all where it is not said; for the others the GM answers.
    """

    members: Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=20)]
    with_: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] = msgspec.field(name="with")
    dc: Annotated[int, msgspec.Meta(ge=-99, le=99)]
    tags: Tags = ()
    phones: Annotated[tuple[Id, ...], msgspec.Meta(max_length=20)] | None = None


def ask_group(draft: Draft, command: AskGroup) -> None:
    """Put the question to each; a newer one takes the place of an older that is still open.

    Source: Bump d20, "Group Checks".
    """
    for id in command.members:
        draft.creature(id)
    check_known(draft.system, draft.state, command.members, command.with_)
    for pending in list(draft.state.pending.values()):
        if pending.kind == PART and pending.by in command.members:
            draft.emit(events.PendingEnded(pending.id, "dropped"))
    call = draft.chance.id()
    for id in dict.fromkeys(command.members):
        phone = command.phones is None or id in command.phones
        draft.ask(
            PART, id, skill=command.with_, phone=phone, _dc=command.dc, _tags=list(command.tags), _call=call, _made={}
        )


def answer_part(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> None:
    """Make the check of the one who was asked; the last of a group brings its result."""
    total = given.get("total")
    if total is not None and (type(total) is not int or not -TOTAL <= total <= TOTAL):
        raise refuse("/given/total", "not-an-option", name="total", options=[-TOTAL, TOTAL])
    data = pending.data
    tags = {"tags": data["_tags"]} if data["_tags"] else {}
    said = None if total is None else {"total": total}
    rolling.roll(
        draft,
        Roll(
            roll="check",
            creature=pending.by,
            with_=known_of(draft.system, draft.state.creatures[pending.by], data["skill"]),
            parameters={"dc": data["_dc"], **tags},
            announced=said,
        ),
    )
    record = draft.state.rolls[pending.by]
    made = {**data["_made"], pending.by: {"total": record.facts["total"], "outcome": record.facts["outcome"]}}
    left = [one for one in draft.state.pending.values() if one.kind == PART and one.data["_call"] == data["_call"]]
    for one in left:
        draft.emit(events.PendingSet(replace(one, data={**one.data, "_made": made})))
    if not left:
        counted = {id: part for id, part in made.items() if draft.state.creatures[id].here}
        parameters = {"dc": data["_dc"], "members": counted}
        by, draft.by = draft.by, GM  # the result is the group's, whoever's answer was the last
        rolling.roll(draft, Roll(roll="group", targets=tuple(counted), with_=data["skill"], parameters=parameters))
        draft.by = by
