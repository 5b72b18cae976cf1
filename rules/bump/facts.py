"""The types of what features say, as far as pages show it. Facts are free data: whatever does not fit is not shown."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from rules.bump import damage
from rules.core.commands.base import Number

FACTS: Mapping[str, Any] = {
    "ap": Number | None,
    "bonus": Number | None,
    "dice": str | None,
    "heavy": bool,
    "modifier": Number | None,
    "persistent": Annotated[str, msgspec.Meta(pattern=r"^(\d{1,3}|[1-9]?d(4|6|8|10|12))?( [a-z]+)?$")] | None,
    "persistent_type": Literal[damage.TYPES] | None,
    "range": Number | None,
    "ranged": bool,
    "strain": Number | None,
    "ranks": Number | None,
    "size": str | None,
    "text": str,
    "type": str | None,
    "types": list[str],
}
