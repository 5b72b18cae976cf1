"""How the rules say no, ask for more, or point at what was wrong in the input."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Ask = Mapping[str, Any]


class RuleError(Exception):
    """The rules or the state refuse; nothing has happened. ``code`` states the fact in kebab-case."""

    def __init__(self, code: str, /, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: Mapping[str, Any] = facts


class Need(Exception):
    """More input is wanted before anything can happen: send the same again with that added.

    Each ask is ``{"dice", "sides", "count"}``, ``{"choice", "options", "by"}`` or ``{"number", "creature"}``.
    """

    def __init__(self, asks: Iterable[Ask]) -> None:
        self.asks: tuple[Ask, ...] = tuple(asks)
        super().__init__(self.asks)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in the input: where (a JSON pointer, RFC 6901), a code, and the facts for its words."""

    pointer: str
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


class InvalidInput(Exception):
    """The input does not have the form that was asked for; ``errors`` say where and how."""

    def __init__(self, errors: Iterable[Fault]) -> None:
        self.errors: tuple[Fault, ...] = tuple(errors)
        super().__init__(self.errors)
