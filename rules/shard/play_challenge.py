"""Challenges in play: abilities and skills, conditions, ties, dice that are put in; what they use up."""

from collections.abc import Mapping
from typing import Any

from rules.core import derived
from rules.core.draft import Draft
from rules.core.rolling import Filled, GameRoll, Made, Roll
from rules.core.rolls import RollResult
from rules.core.state import Creature, State
from rules.core.system import System
from rules.shard import filling, play_social_roll, sheet
from rules.shard.challenge import Ended, untrained
from rules.shard.rolls import is_count, told

USED_UP = ("focused", "prepared")
OWN = ("spend", "skill", "against", "social", "act")


def fill(system: System, state: State, command: Roll, target: str | None) -> Filled:
    """The pool of a challenge, and its target number where ``against`` is one's Resolve or Defence or a parley."""
    given = filling.given_of(command, OWN)
    actor = state.creatures.get(command.creature or "")
    keys = filling.keys_of(system, actor, command)
    tags = filling.tags_of(command, *keys)
    found = filling.of_sheet(system, actor, keys)
    found += filling.of_conditions(system, state, command, target, tags)
    found += filling.of_relationships(state, command, target, tags)
    found += filling.of_spending(state, command)
    modifiers = filling.reckoned(command, found)
    parameters = {
        **filling.flags(modifiers, "fails", "focused"),
        **_rating(system, actor, keys),
        "target": _target(system, state, command, target),
        **given,
        "dice": given["dice"] if is_odd(given.get("dice")) else filling.pool_size(modifiers),
        "tags": sorted(tags),
    }
    parameters["dice"] = 0 if parameters.get("fails") is True else parameters["dice"]
    return Filled(_harder(command, keys, parameters), modifiers)


def _rating(system: System, actor: Creature | None, keys: list[str]) -> dict[str, int]:
    """The best rank of the skills that are rolled with; nothing without one."""
    ranks = [sheet.rank(actor, key) for key in keys] if actor is not None else []
    ranks += [sheet.number(system, actor, key) or 0 for key in keys if key in sheet.RANKS]
    return {"rating": min(99, max(ranks))} if any(ranks) else {}


def is_odd(value: Any) -> bool:
    """Whether it is said and cannot be: reading the parameters will say what is wrong with it."""
    return value is not None and (type(value) is not int or not 0 <= value <= 40)


def _target(system: System, state: State, command: Roll, target: str | None) -> int | None:
    against = command.parameters.get("against")
    if against == "parley" or play_social_roll.action_of(command):
        told = state.order.memory.get("social")
        return told.get("target") if isinstance(told, Mapping) else None
    if against not in ("defence", "resolve"):
        return None
    base = sheet.number(system, state.creatures.get(target or ""), against)
    found = derived.modifiers(system, state, command.roll, command.creature, target)
    return None if base is None else max(0, base + derived.total(found, against))


def _harder(command: Roll, keys: list[str], parameters: dict[str, Any]) -> dict[str, Any]:
    """Without a rank in the skill that is asked for (``skill``), a level harder."""
    skill, target = command.parameters.get("skill"), parameters.get("target")
    if isinstance(skill, str) and type(target) is int:
        return {**parameters, "target": untrained(target, int(skill in keys))}
    return parameters


def changes(draft: Draft, made: Made) -> list[dict[str, Any]]:
    """The dice that were put in."""
    return filling.moved_dice(made.command)


def use_up(draft: Draft, made: Made) -> None:
    """Conditions end with the roll that they helped."""
    for key in USED_UP if made.command.creature else ():
        draft.end_key(str(made.command.creature), key, "over")


def announce(command: Roll, filled: Filled) -> RollResult:
    """Successes that were called out, with the triumphs among them."""
    count, triumphs = filling.called(command, "successes"), filling.called(command, "triumphs", 0)
    target = filled.parameters.get("target")
    outcome = Ended(count, target).outcome if isinstance(target, int) else None
    net = count - target if isinstance(target, int) else None
    explode = filled.parameters.get("explode") is not False
    say = told(count, None if is_count(target, explode=explode) else outcome)
    facts = {"successes": count, "net": net, "triumphs": triumphs}
    return RollResult(dice={}, total=count, outcome=outcome, say=say, facts=facts)


challenge = GameRoll(
    fill=fill, against="target", announce=announce, changes=changes, decides=use_up, follows=play_social_roll.follows
)
