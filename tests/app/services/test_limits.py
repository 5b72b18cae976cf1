from __future__ import annotations

from time import monotonic

import pytest

from app.errors import TooManyRequests
from app.services import limits
from app.services.limits import Limit


def fail(limit: Limit, place: str, times: int) -> None:
    for _ in range(times):
        limit.check(place)
        limit.failed(place)


def test_after_too_many_failures_a_place_has_to_wait() -> None:
    limit = Limit(most=3, within=60)
    fail(limit, "here", 3)
    with pytest.raises(TooManyRequests) as caught:
        limit.check("here")
    assert 1 <= int(caught.value.headers["Retry-After"]) <= 60
    limit.check("there")


def test_looking_does_not_count() -> None:
    limit = Limit(most=1)
    for _ in range(10):
        limit.check("here")


def test_failures_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Limit(most=1, within=60)
    fail(limit, "here", 1)
    later = monotonic() + 61
    monkeypatch.setattr(limits, "monotonic", lambda: later)
    limit.check("here")


def test_not_every_place_is_remembered_for_ever() -> None:
    limit = Limit(most=1)
    for place in range(limits.PLACES + 5):
        limit.failed(str(place))
    limit.check("0")
    with pytest.raises(TooManyRequests):
        limit.check(str(limits.PLACES))
