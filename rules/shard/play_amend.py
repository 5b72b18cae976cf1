"""A roll whose dice are changed: what it decided is taken back and decided anew."""

from rules.core import amending
from rules.core.amending import AmendRoll
from rules.core.draft import Draft
from rules.shard import decided, filling, play_defence, play_social_roll


def amend_roll(draft: Draft, command: AmendRoll) -> None:
    """Change a roll, in one step with all that comes of it."""
    old = next((record for record in draft.state.rolls.values() if record.id == command.id), None)
    said = old.command.get("parameters", {}) if old is not None else {}
    decides = filling.DECIDES in said or said.get("social") is not None
    filling.check_hand(draft, command.parameters, decides=decides)
    if old is not None:
        command = play_social_roll.take_back(draft, command, old)
        decided.tell_back(draft, old)
        if {"active_defence", "defended"} & {*command.parameters}:
            play_defence.forget(draft, old.who.get("by", ""))
    amending.amend_roll(draft, command)
    if old is not None:
        play_defence.move_on(draft, old)
