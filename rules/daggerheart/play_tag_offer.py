"""A tag team roll from a phone: the partner's phone is asked, and with its yes both roll."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core import events
from rules.core.commands.base import Command, Id, type_name
from rules.core.draft import Draft
from rules.core.errors import RuleError
from rules.core.read import wrong_type
from rules.core.rolling import refuse
from rules.core.state import Pending
from rules.daggerheart import play_tag_team
from rules.daggerheart.parts import Part, With
from rules.daggerheart.play_tag_team import COST, TagTeam
from rules.daggerheart.questions import yes_or_no
from rules.daggerheart.sheet import sheet_number

OFFER = "tag_team_offer"  # the question to the partner


class OfferTagTeam(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Ask ``partner`` for a tag team roll at a target whose Difficulty is known; its 3 Hope are paid with the yes."""

    creature: Id
    partner: Id
    target: Id
    with_: With | None = msgspec.field(default=None, name="with")


def offer_tag_team(draft: Draft, command: OfferTagTeam) -> None:
    """Put the question to the partner; a newer offer of the same initiator takes the place of the older.

    Source: Daggerheart core mechanics, "Tag team rolls".
    """
    play_tag_team.check(draft, _roll(command, None))
    if (have := draft.value(command.creature, "hope")) < COST:
        raise RuleError("not-enough-hope", have=have, need=COST, creature=command.creature)
    if sheet_number(draft.system, draft.creature(command.target), "difficulty") is None:
        raise refuse("/target", "not-an-option", options=[])
    for pending in list(draft.state.pending.values()):
        if pending.kind == OFFER and pending.data.get("creature") == command.creature:
            draft.emit(events.PendingEnded(pending.id, "dropped"))
    aim = {"creature": command.creature, "target": command.target}
    draft.ask(OFFER, command.partner, **aim, _command=msgspec.to_builtins(command))


def answer_offer(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> None:
    """With a yes both roll as the initiator asked for it, the partner with what its player names."""
    if not yes_or_no(pending, given, "join"):
        return
    means = given.get("with")
    if means is not None and not isinstance(means, str):
        raise wrong_type("/with", means, "string")
    command = msgspec.convert(dict(pending.data["_command"]), OfferTagTeam)
    by, draft.by = draft.by, f"seat:{command.creature}"
    draft.creature(command.target)  # seen by its players still
    draft.chance = draft.chance.anew({}, False)
    play_tag_team.tag_team(draft, _roll(command, means))
    draft.by = by  # what is sent with the answer is the partner's own


def _roll(command: OfferTagTeam, means: str | None) -> TagTeam:
    partner = Part(creature=command.partner, with_=means)
    return TagTeam(creature=command.creature, partner=partner, targets=(command.target,), with_=command.with_)
