"""A result that people call out at the table, without its dice."""

from typing import Any, Literal

import msgspec

from rules.core.commands.base import Number
from rules.core.read import read
from rules.core.rolling import Roll


class Announced(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was called out: "13 with Fear". A reaction roll and an attack of an adversary are with neither."""

    with_: Literal["hope", "fear", "critical"] | None = msgspec.field(default=None, name="with")
    success: bool | None = None
    total: Number | None = None

    def reaches(self, target: Any) -> bool | None:
        """Whether it is a success: as it was said, else by the total; None where that is not known."""
        if self.success is not None or self.total is None or not isinstance(target, int):
            return self.success
        return self.total >= target


def read_announced(command: Roll) -> Announced:
    """What a roll's command says was called out; raises InvalidInput."""
    return read(Announced, dict(command.announced or {}), at="/announced")
