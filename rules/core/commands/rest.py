"""A rest of the party, for games that say in their trackers and conditions what it brings back and ends."""

from typing import Literal

from rules.core import moments
from rules.core.commands.base import Command, type_name
from rules.core.commands.clocks import tick
from rules.core.draft import Draft

MINUTES = {"short": 60, "long": 480}


class Rest(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """A short or a long rest; an interrupted one brings nothing back."""

    kind: Literal["short", "long"]
    interrupted: bool = False


def rest(draft: Draft, command: Rest) -> None:
    """Let a rest pass as one step: what a short one brings back, a long one does too."""
    if command.interrupted:
        draft.tell("rest_interrupted", kind=command.kind)
        return
    if command.kind == "long":
        moments.pass_edge(draft, "short_rest")
    moments.pass_moment(draft, f"{command.kind}_rest", moments.later(draft.state.time, MINUTES[command.kind]))
    tick(draft, f"{command.kind}_rest")
