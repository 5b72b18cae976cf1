"""The types of what features say, as far as pages show it. Facts are free data: whatever does not fit is not shown."""

from collections.abc import Mapping
from typing import Any

from rules.core.commands.base import Number

FACTS: Mapping[str, Any] = {
    "ability": str | None,
    "against": str | None,
    "class": str | None,
    "impenetrable": bool,
    "keywords": str | tuple[str, ...] | None,
    "relationship": str | None,
    "skill": str | None,
    "strong": str | None,
    "weak": str | None,
    "with": str | None,
    "damage": Number | None,
    "dice": Number | None,
    "range": str | None,
    "rank": Number | None,
    "rating": Number | None,
    "school": str | None,
    "strain": bool,
    "sustained": bool,
    "text": str,
    "type": str | None,
}
