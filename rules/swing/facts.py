"""The types of what features say, as far as pages show it. Facts are free data: whatever does not fit is not shown."""

from collections.abc import Mapping
from typing import Any

from rules.core.commands.base import Number

FACTS: Mapping[str, Any] = {
    "armor_class": Number | None,
    "class": str | None,
    "craftsmanship": Number | None,
    "critical_bonus": Number | None,
    "critical_percent": Number | None,
    "dice": str | None,
    "efficacy": Number | None,
    "hand": str | None,
    "magic": Number | None,
    "modifier": Number | None,
    "multiplier": Number | None,
    "natural": bool,
    "text": str,
    "type": str | None,
    "use": str | None,
    "weapon": str | None,
}
