"""A roll whose dice are changed: what it is about besides itself, a parley or an active defence, changes with it."""

from rules.core import amending
from rules.core.amending import AmendRoll
from rules.core.draft import Draft
from rules.core.stored import readable
from rules.shard import filling, older, play_defence, play_social_roll


def amend_roll(draft: Draft, command: AmendRoll) -> None:
    """Change a roll, in one step with all that comes of it."""
    with readable("unreadable-roll", roll=command.id):
        old = older.read(amending.meant(draft, command))
        parley = old.command.get("parameters", {}).get("social") is not None
    filling.check_hand(draft, command.parameters, parley=parley)
    command = play_social_roll.take_back(draft, command, old)
    if {"active_defence", "defended"} & {*command.parameters}:
        play_defence.forget(draft, old.who.get("by", ""))
    amending.amend(draft, old, command)
    play_defence.move_on(draft, old)
