"""What every body may hold: moments at the ends of the calendar are refused, not stumbled over."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.types import Message

from app.api import payloads
from app.deps import sent_body
from app.errors import Problem
from app.services import json_text
from tests.app.playing import Playing, code

ENDS = ("9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+14:00")


@pytest.mark.parametrize("moment", ENDS)
def test_an_expiry_at_the_end_of_the_calendar_is_invalid(admin: TestClient, moment: str) -> None:
    play = Playing(admin)
    share = admin.post(f"{play.path}/shares", json={"role": "watch", "expires": moment})
    token = admin.post("/api/v1/tokens", json={"name": "bot", "scope": "read", "expires": moment})
    assert code(share) == code(token) == (422, "invalid-input")


@pytest.mark.parametrize(
    "place", [f"{moment} g_x" for moment in ENDS] + ["2026-01-01T00:00:00 g_x", "2026-01-01T00:00Z"]
)
def test_a_cursor_that_is_no_moment_of_a_game_is_invalid(admin: TestClient, place: str) -> None:
    cursor = base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")
    assert code(admin.get(f"/api/v1/games?cursor={cursor}")) == (422, "invalid-input")
    assert code(admin.get(f"{Playing(admin).path}/encounters?cursor={cursor}")) == (422, "invalid-input")


def test_a_body_is_taken_apart_where_no_stream_waits_for_it(admin: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Any] = []

    def decoded(text: bytes) -> Any:
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()
        read.append(json_text.decoded(text))
        return read[-1]

    play = Playing(admin)
    monkeypatch.setattr(payloads, "decoded", decoded)
    play.do({"type": "rename_game", "name": "Mill"})
    assert read == [{"type": "rename_game", "name": "Mill"}]


def test_half_a_body_of_one_who_is_gone_is_a_request_that_cannot_be_read() -> None:
    """Else each would leave the report of a failure in the server's output."""
    messages: list[Message] = [
        {"type": "http.request", "body": b'{"ty', "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Message:
        return messages.pop(0)

    with pytest.raises(Problem) as refused:
        asyncio.run(sent_body(Request({"type": "http", "method": "POST", "headers": []}, receive)))
    assert refused.value.code == "malformed-request"
