"""Where people roll their own dice: what is asked for the dice that fell before the product rolls any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules import get_system
from rules.core.commands.base import Rolling
from rules.core.decide import known_commands

SETTING = "physical_dice"


def has_own_dice(settings: Mapping[str, Any]) -> bool:
    """Whether the dice of this game fall at the table."""
    return bool(settings.get(SETTING))


def asking(system: str, settings: Mapping[str, Any], command: Mapping[str, Any]) -> dict[str, Any]:
    """The command, which asks for the dice that fell where people roll their own."""
    kind = known_commands(get_system(system)).get(str(command.get("type")))
    asks = has_own_dice(settings) and kind is not None and issubclass(kind, Rolling)
    return {**command, "physical": True} if asks else dict(command)
