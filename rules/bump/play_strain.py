"""Strain and Exhaustion in play: what is gained, what spills over, what ends them."""

from typing import Annotated

import msgspec

from rules.bump import body, sheet
from rules.core.commands.base import Command, Id, Words, type_name
from rules.core.draft import Draft
from rules.core.trackers import Pool

STARVED = "starved"  # how much of the Strain comes from hunger and thirst
Amount = Annotated[int, msgspec.Meta(ge=0, le=999)]


class GainStrain(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Strain that a creature gains; what goes over its limit becomes Exhaustion by the game's setting."""

    creature: Id
    amount: Annotated[int, msgspec.Meta(ge=1, le=999)]
    reason: Words = ""


class GainExhaustion(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Levels of Exhaustion that a creature gains."""

    creature: Id
    levels: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1


def gain_strain(draft: Draft, command: GainStrain) -> None:
    strain(draft, draft.creature(command.creature).id, command.amount, command.reason)


def gain_exhaustion(draft: Draft, command: GainExhaustion) -> None:
    exhaust(draft, draft.creature(command.creature).id, command.levels)


def strain(draft: Draft, id: str, amount: int, why: str = "") -> None:
    """Give Strain to a creature that counts it, and let what is too much spill over.

    Source: Bump d20, "Strain".
    """
    if not amount or not isinstance(draft.state.trackers(id).get("strain"), Pool):
        return
    limit = sheet.strain_limit(draft.system, draft.state, draft.state.creatures[id])
    was = draft.value(id, "strain")
    now, over = body.strained(was, amount, limit)
    draft.tell("strained", {"target": id}, strain=amount, over=over or None, reason=why or None)
    draft.add(id, "strain", now - was)
    spill(draft, id, over)


def relieve(draft: Draft, id: str, amount: int) -> None:
    """Take Strain away, but none that hunger and thirst have caused.

    Source: Bump d20, "Food & Water".
    """
    starved = draft.state.trackers(id).get(STARVED)
    kept = starved.value if isinstance(starved, Pool) else 0
    draft.add(id, "strain", -min(amount, max(0, draft.value(id, "strain") - kept)))


def spill(draft: Draft, id: str, over: int) -> None:
    """Turn Strain over the limit into Exhaustion at the rate of the game's setting, which may leave it to people."""
    rate = draft.setting("strain_overflow")
    if over and rate != "by_hand":
        exhaust(draft, id, over if rate == "each_point" else 1)


def exhaust(draft: Draft, id: str, levels: int) -> None:
    if isinstance(draft.state.trackers(id).get("exhaustion"), Pool):
        draft.add(id, "exhaustion", levels)


def exert(draft: Draft, id: str, cost: int = 0) -> None:
    """The Strain of one action: its own, and what an injured chest adds to any.

    Source: Bump d20, "Chest Trauma".
    """
    trauma = sheet.value_of(draft.state.creatures[id], "chest-trauma")
    strain(draft, id, cost + trauma, "chest-trauma" if trauma else "")
