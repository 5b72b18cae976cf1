"""Lists come in pages: `?limit=` and `?cursor=`, answered with `next`."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query

from app.api.bodies import in_utc
from app.errors import Fault, InvalidInput

T = TypeVar("T")
LimitQuery = Annotated[int, Query(ge=1, le=200, description="How many at most.")]
CursorQuery = Annotated[str | None, Query(max_length=500, description="`next` of the page before.")]


@dataclass(frozen=True, slots=True)
class Paging:
    """Which part of a list is asked for: ``limit`` items after the one whose key is ``after``."""

    limit: int
    after: str

    def page(self, found: Sequence[T], key: Callable[[T], str], shown: Callable[[T], Any]) -> dict[str, Any]:
        """The answer, from up to one item more than asked for: that one says that there is a next page."""
        items = found[: self.limit]
        more = len(found) > self.limit
        return {"items": [shown(item) for item in items], "next": cursor(key(items[-1])) if more else None}


def cursor(key: str) -> str:
    return base64.urlsafe_b64encode(key.encode()).decode().rstrip("=")


def place_in(after: str) -> tuple[datetime, str] | None:
    """The moment and the id that a cursor of a list by time stands for."""
    if not after:
        return None
    moment, _, id_ = after.partition(" ")
    try:
        found = datetime.fromisoformat(moment)
        if found.tzinfo is None or not id_:
            raise ValueError("no place in the list")
        return in_utc(found), id_
    except ValueError as error:
        raise InvalidInput(Fault("/cursor", "not-valid")) from error


def paging(limit: LimitQuery = 50, cursor: CursorQuery = None) -> Paging:
    return Paging(limit, _key(cursor) if cursor else "")


def _key(cursor: str) -> str:
    try:
        raw = cursor.encode("ascii")
        return base64.b64decode(raw + b"=" * (-len(raw) % 4), b"-_", validate=True).decode()
    except (UnicodeError, binascii.Error) as error:
        raise InvalidInput(Fault("/cursor", "malformed")) from error


PagingDep = Annotated[Paging, Depends(paging)]
