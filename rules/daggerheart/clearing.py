"""Temporary conditions that a character clears with a roll; special ones end only as their text says."""

from typing import Any

import msgspec

from rules.core.errors import RuleError
from rules.core.rolling import Roll, refuse
from rules.core.state import Condition, Creature, State

PARAMETER = "clears"


def cleared(actor: Creature | None, command: Roll) -> list[Condition]:
    """The conditions of the roller that a success clears; none where the roll is for something else.

    Source: Daggerheart core mechanics, "The temporary tag and special conditions".
    """
    named = command.parameters.get(PARAMETER)
    if named is None:
        return []
    found = [c for c in actor.conditions.values() if named in (c.id, c.key)] if actor else []
    if not found:
        keys = sorted({c.key for c in actor.conditions.values()}) if actor else []
        raise refuse(f"/parameters/{PARAMETER}", "not-an-option", options=keys)
    check_temporary(found)
    return found


def check_temporary(conditions: list[Condition]) -> None:
    """Refuses to clear what is marked as special."""
    for condition in conditions:
        if condition.data.get("special"):
            raise RuleError("special-condition", condition=condition.key)


def cleared_changes(state: State, command: Roll) -> list[dict[str, Any]]:
    """How a success changes the roller's conditions."""
    actor = state.creatures.get(command.creature or "")
    found = cleared(actor, command)
    return [{"owner": command.creature, "condition": msgspec.to_builtins(condition)} for condition in found]
