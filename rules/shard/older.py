"""Rolls as earlier releases have logged them: what hangs on one was said among its parameters."""

from typing import Any

import msgspec
from msgspec.structs import replace

from rules.core import rolling
from rules.core.deciding import Decides
from rules.core.state import RollRecord

DECIDES = "decides"


class Said(msgspec.Struct, frozen=True):
    """What hangs on a roll as it was said there; ``of`` is the one who is stabilised, or the name of a spell."""

    what: str
    of: str = ""
    condition: str = ""
    rest: str = "short"
    turned: int = 0

    def decides(self, by: str) -> Decides:
        """The same as it is said now, of a roll of ``by``."""
        match self.what:
            case "stabilise":
                return Decides(what=self.what, of=self.of, about=by)
            case "spell":
                return Decides(what=self.what, of=by, condition=self.condition, detail=self.of)
        return Decides(what=self.what, of=by, about=self.rest, less=self.turned)


def read(old: RollRecord) -> RollRecord:
    """The roll as this release logs it; on one that says it in a way that nobody knows nothing hangs."""
    parameters = dict(old.command.get("parameters", {}))
    if DECIDES not in parameters:
        return old
    raw, by = parameters.pop(DECIDES), old.who.get("by", "")
    command = {**old.command, "parameters": parameters}
    try:
        said = msgspec.convert(raw, Said)
    except msgspec.ValidationError:
        return replace(old, command=command)
    secret = {**old.secret, rolling.DECIDES: msgspec.to_builtins(said.decides(by))}
    return replace(old, command=command, secret=secret, paid=(*old.paid, *_told(old, said, by)))


def _told(old: RollRecord, said: Said, by: str) -> list[dict[str, Any]]:
    """The damage that was told of fire."""
    amount = old.facts.get("total") if said.what == "fire" else None
    return [{"told": "took_damage", "of": by, "by": amount}] if amount else []
