"""JSON that somebody sent, as values; refused where it is none, or holds what no command can."""

from __future__ import annotations

from typing import Any

import msgspec

from app.errors import Fault, InvalidInput, Problem

DEEPEST = 24
LARGEST = 2**53  # what every JSON reader keeps exact


def decoded(text: bytes | str) -> Any:
    """The value. Raises Problem where the text is no JSON, or holds numbers past all bounds or levels without end."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Problem("malformed-json") from error
    _check(found)
    return found


def _check(found: Any) -> None:
    """Look at every value, without a call for each level: a body may be deep on purpose."""
    left = [(found, 0)]
    while left:
        value, depth = left.pop()
        if depth > DEEPEST:
            raise InvalidInput(Fault("", "not-valid"))
        if isinstance(value, dict):
            left += [(inner, depth + 1) for inner in value.values()]
        elif isinstance(value, list):
            left += [(inner, depth + 1) for inner in value]
        elif isinstance(value, int) and not -LARGEST <= value <= LARGEST:
            raise InvalidInput(Fault("", "too-large", {"most": LARGEST}))
