"""The challenge that decides a member's action in a social encounter: rolled in one step, and changed with its dice."""

from msgspec.structs import replace

from rules.core import amending, rolling
from rules.core.amending import AmendRoll
from rules.core.draft import Draft
from rules.core.rolling import Made, Roll
from rules.shard import filling, play_social
from rules.shard.social import ROLLED


def action_of(command: Roll) -> str | None:
    """The action that a roll decides; None of any other roll. Raises InvalidInput for what is no such action."""
    said = command.parameters.get("social")
    if said is not None and said not in ROLLED:
        raise rolling.refuse("/parameters/social", "not-an-option", options=list(ROLLED))
    return said


def amend_roll(draft: Draft, command: AmendRoll) -> None:
    """Change a roll; what it decided is decided anew, unless the encounter is over."""
    filling.check_hand(draft, command.parameters)
    old = next((record for record in draft.state.rolls.values() if record.id == command.id), None)
    parameters = old.command.get("parameters", {}) if old is not None else {}
    id, action = (old.who.get("by"), parameters.get("social")) if old is not None else (None, None)
    told = draft.state.order.memory.get(play_social.SOCIAL)
    if old is not None and action in ROLLED and not told:
        kept = {"target": old.secret["filled"].get("target"), "social": None}
        command = replace(command, parameters={**kept, **command.parameters})
    elif told and id is not None and told["acted"].get(id) == action and (draft.seat is None or draft.seat == id):
        play_social.take_back(draft, id)
    amending.amend_roll(draft, command)


def follows(draft: Draft, made: Made) -> None:
    """What a roll decides: the action of its member, a success or not."""
    action, id = action_of(made.command), made.command.creature
    told = draft.state.order.memory.get(play_social.SOCIAL)
    if action is None or id is None or not told or id in told["acted"] or made.result.outcome is None:
        return
    play_social.acts(draft, id, action, success=made.result.outcome == "success")
