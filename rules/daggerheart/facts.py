"""The types of what features say, as far as pages show it. Facts are free data: whatever does not fit is not shown."""

from collections.abc import Mapping
from typing import Any

from rules.core.commands.base import Number

FACTS: Mapping[str, Any] = {
    "cost": dict[str, Number],
    "damage": str | None,
    "dice": str | None,
    "modifier": Number | None,
    "questions": list[str],
    "range": str | None,
    "text": str,
    "trait": str | None,
    "type": str | None,
    "types": list[str],
}
