"""Downtime that lasts longer than a rest: what the GM gains from it, and how far long-term countdowns go."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from rules.core import moments
from rules.core.audience import table_seen
from rules.core.commands.base import Id, Rolling, type_name
from rules.core.commands.clocks import move
from rules.core.draft import Draft
from rules.core.state import TABLE
from rules.daggerheart.sheet import party

LONG_TERM = "long_rest"  # what a long-term countdown listens to
MINUTES_A_DAY = 1440
FEAR_SIDES = 6
Steps = Annotated[int, msgspec.Meta(ge=0, le=100)]


class ExtendedDowntime(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Days that pass for the whole party. ``clocks`` says how far countdowns go; long-term ones left out go by 1.

    ``dice``: ``fear``, a d6 for each character.
    """

    days: Annotated[int, msgspec.Meta(ge=1, le=365)] = 7
    clocks: Mapping[Id, Steps] = {}


def extended_downtime(draft: Draft, command: ExtendedDowntime) -> None:
    """Let the days pass as one step. What a rest gives is taken with a rest.

    Source: Daggerheart SRD 1.0, "Downtime".
    """
    long_term = [clock.id for clock in draft.state.clocks.values() if clock.ticks == LONG_TERM and not clock.is_done]
    steps = {**dict.fromkeys(long_term, 1), **command.clocks}
    for id in steps:
        draft.clock(id)
    pcs = [pc for pc in party(draft.state) if not draft.has(pc.id, "dead")]
    faces = () if draft.foresees else draft.chance.roll("fear", FEAR_SIDES, len(pcs))
    draft.tell("extended_downtime", days=command.days)
    if faces:
        is_hidden = not table_seen(draft.system, draft.state, "fear")
        draft.tell("fear_from_downtime", fear=sum(faces), dice=" + ".join(map(str, faces)), hidden=is_hidden)
        draft.add(TABLE, "fear", sum(faces))
    moments.pass_moment(draft, "minutes", moments.later(draft.state.time, command.days * MINUTES_A_DAY))
    move(draft, steps)
