"""The challenge that decides a member's action in a social encounter: rolled in one step, and changed with its dice."""

from msgspec.structs import replace

from rules.core import rolling
from rules.core.amending import AmendRoll
from rules.core.draft import Draft
from rules.core.rolling import Made, Roll
from rules.core.state import RollRecord
from rules.shard import play_social
from rules.shard.social import ROLLED


def action_of(command: Roll) -> str | None:
    """The action that a roll decides; None of any other roll. Raises InvalidInput for what is no such action."""
    said = command.parameters.get("social")
    if said is not None and said not in ROLLED:
        raise rolling.refuse("/parameters/social", "not-an-option", options=list(ROLLED))
    return said


def take_back(draft: Draft, command: AmendRoll, old: RollRecord) -> AmendRoll:
    """Take the action of a roll back before it is changed; one whose encounter is over decides nothing any more."""
    id, action = old.who.get("by"), old.command.get("parameters", {}).get("social")
    told = draft.state.order.memory.get(play_social.SOCIAL)
    if action in ROLLED and not told:
        kept = {"target": old.secret["filled"].get("target"), "social": None}
        return replace(command, parameters={**kept, **command.parameters})
    if told and id is not None and told["acted"].get(id) == action:
        play_social.take_back(draft, id)
    return command


def follows(draft: Draft, made: Made) -> None:
    """What a roll decides: the action of its member, a success or not."""
    action, id = action_of(made.command), made.command.creature
    told = draft.state.order.memory.get(play_social.SOCIAL)
    if action is None or id is None or not told or id in told["acted"] or made.result.outcome is None:
        return
    play_social.acts(draft, id, action, success=made.result.outcome == "success")
