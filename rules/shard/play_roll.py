"""A roll that is an action of the round, or decides one in a parley: what it needs before its dice fall."""

from rules.core import rolling
from rules.core.draft import Draft
from rules.core.rolling import Roll
from rules.shard import filling, play_defence, play_social, play_social_roll
from rules.shard.play_actions import Act, check_able, count_action

KINDS = ("free", "simple", "complex", "reaction")


def kind_of(command: Roll) -> str | None:
    """The kind of action that a roll is; None of one that counts as none. Raises InvalidInput for no such kind."""
    said = command.parameters.get("act")
    if said is not None and said not in KINDS:
        raise rolling.refuse("/parameters/act", "not-an-option", options=list(KINDS))
    return said


def roll(draft: Draft, command: Roll) -> None:
    """Make a roll: an action needs one to be left, one of a parley somebody who has not acted in its turn.

    Source: SHARD, "Actions", "Social Turn".
    """
    filling.check_hand(draft, command.parameters)
    kind, id = kind_of(command), command.creature
    if id is not None and not draft.foresees:
        if play_social_roll.action_of(command):
            play_social.check_acts(draft, draft.creature(id).id)
        play_defence.forget(draft, id)
        if kind is not None:
            _count(draft, command, kind)
    rolling.roll(draft, command)


def _count(draft: Draft, command: Roll, kind: str) -> None:
    """Count the action of a fight, one out of turn as a reaction."""
    creature = draft.creature(command.creature or "")
    check_able(draft, creature, Act(creature=creature.id, action=command.roll, kind=kind))  # type: ignore[arg-type]
    count_action(draft, creature, kind)
