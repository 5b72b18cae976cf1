"""The types of what features say, as far as pages show it. Facts are free data: whatever does not fit is not shown."""

from collections.abc import Mapping
from typing import Any

from rules.core.commands.base import Number

FACTS: Mapping[str, Any] = {
    "ap": Number | None,
    "bonus": Number | None,
    "dice": str | None,
    "heavy": bool,
    "modifier": Number | None,
    "persistent": str | None,
    "ranged": bool,
    "strain": Number | None,
    "ranks": Number | None,
    "size": str | None,
    "text": str,
    "type": str | None,
    "types": list[str],
}
