"""What every body may hold: moments at the ends of the calendar are refused, not stumbled over."""

from __future__ import annotations

import base64

import pytest
from starlette.testclient import TestClient

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
