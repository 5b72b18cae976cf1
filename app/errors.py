"""What can go wrong for a caller: a code, a status, and facts that are put into words in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

STATUSES: Mapping[str, int] = {
    "malformed-json": 400,
    "malformed-request": 400,
    "sign-in-required": 401,
    "wrong-code": 422,
    "scope-too-small": 403,
    "csrf-failed": 403,
    "read-only-link": 403,
    "not-for-a-seat": 403,
    "not-found": 404,
    "unknown-system": 404,
    "unknown-roll": 404,
    "no-odds": 404,
    "unknown-card": 404,
    "unknown-creature": 404,
    "unknown-clock": 404,
    "unknown-checkpoint": 404,
    "unknown-table": 404,
    "unknown-share": 404,
    "unknown-encounter": 404,
    "unknown-picture": 404,
    "no-budget": 404,
    "method-not-allowed": 405,
    "conflict": 409,
    "idempotency-key-busy": 409,
    "stale-version": 412,
    "body-too-large": 413,
    "unsupported-media-type": 415,
    "unsupported-picture": 415,
    "invalid-input": 422,
    "unknown-command": 422,
    "unknown-field": 422,
    "dice-do-not-fit": 422,
    "too-many-dice": 422,
    "idempotency-key-reused": 422,
    "too-many-requests": 429,
    "internal-error": 500,
    "database-unreachable": 503,
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in the input: where (a JSON pointer), a code, the facts for its words, or the words."""

    pointer: str
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    detail: str | None = None


class Problem(Exception):
    """A refused call. Its status follows from ``code`` (409 where the table has none: the rules say no).

    ``more`` are members of the answer besides the usual ones; ``say`` puts it into words, given a language,
    where the code is not one of this application's own.
    """

    def __init__(
        self,
        code: str,
        /,
        *,
        errors: Iterable[Fault] = (),
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
        say: Callable[[str], str] | None = None,
        **facts: Any,
    ) -> None:
        super().__init__(code, facts)
        self.code = code
        self.status = STATUSES.get(code, 409)
        self.errors = tuple(errors)
        self.headers = dict(headers or {})
        self.more = dict(more or {})
        self.say = say
        self.facts: Mapping[str, Any] = facts


class NotFound(Problem):
    """There is no such thing, or the caller may not know of it."""

    def __init__(self, code: str = "not-found", /, **facts: Any) -> None:
        super().__init__(code, **facts)


class InvalidInput(Problem):
    """What was sent does not have the form that was asked for."""

    def __init__(self, *errors: Fault) -> None:
        super().__init__("invalid-input", errors=errors)


class Conflict(Problem):
    """Somebody else wrote the same row first. Decide again on what is there now."""

    def __init__(self) -> None:
        super().__init__("conflict")


class DatabaseUnreachable(Problem):
    """The database cannot be reached now; the same call may succeed in a moment."""

    def __init__(self) -> None:
        super().__init__("database-unreachable", headers={"Retry-After": "2"})


class TooManyRequests(Problem):
    """Too many tries failed; wait ``seconds`` before the next."""

    def __init__(self, seconds: int) -> None:
        super().__init__("too-many-requests", headers={"Retry-After": str(seconds)}, seconds=seconds)
