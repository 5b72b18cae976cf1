"""What a game refuses over HTTP: always a 4xx that says where, and nothing has happened."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.app.playing import Playing, code


@pytest.fixture
def play(admin: TestClient) -> Playing:
    return Playing(admin)


@pytest.mark.parametrize(
    ("body", "status", "problem", "pointer"),
    [
        pytest.param({"type": "explode"}, 422, "unknown-command", None, id="no such command"),
        pytest.param({}, 422, "invalid-input", "/type", id="no type"),
        pytest.param({"type": ["note"]}, 422, "unknown-command", None, id="several types"),
        pytest.param({"commands": [{"type": {"note": 1}}]}, 422, "unknown-command", None, id="an object"),
        pytest.param({"type": "note", "text": "x", "colour": 1}, 422, "unknown-field", "/colour", id="unknown field"),
        pytest.param({"type": "note", "text": 7}, 422, "invalid-input", "/text", id="wrong type"),
        pytest.param({"commands": []}, 422, "invalid-input", "/commands", id="no commands"),
        pytest.param({"commands": [{"type": "note"}] * 101}, 422, "invalid-input", "/commands", id="too many"),
        pytest.param({"commands": {"type": "note"}}, 422, "invalid-input", "/commands", id="not a list"),
        pytest.param({"commands": [{}], "x": 1}, 422, "unknown-field", "/x", id="unknown beside"),
        pytest.param({"commands": [{"type": "note", "text": 7}]}, 422, "invalid-input", "/commands/0/text", id="one"),
        pytest.param(
            {"commands": [{"type": "note", "text": "x"}, {"type": "note", "text": 7}]},
            422, "invalid-input", "/commands/1/text", id="in the second",
        ),
        pytest.param([], 422, "invalid-input", "", id="a list"),
        pytest.param({"type": "note", "text": "a\0b"}, 422, "invalid-input", "/text", id="a NUL"),
        pytest.param(
            {"type": "roll", "roll": "action", "dice": {"hope": 13, "fear": 1}, "parameters": {"difficulty": 1}},
            422, "dice-do-not-fit", "/dice/hope", id="a 13 on a d12",
        ),
        pytest.param({"type": "set_tracker", "tracker": "fear", "value": 13}, 422, "invalid-input", "/value", id="far"),
    ],
)  # fmt: skip
def test_bad_commands_are_refused_with_the_place(
    play: Playing, body: Any, status: int, problem: str, pointer: str | None
) -> None:
    number = play.game()["number"]
    refused = play.admin.post(f"{play.path}/commands", json=body)
    assert code(refused) == (status, problem)
    assert refused.headers["content-type"] == "application/problem+json"
    assert [error["pointer"] for error in refused.json().get("errors", [])][:1] == (
        [] if pointer is None else [pointer]
    )
    assert all(error["detail"] for error in refused.json().get("errors", []))
    assert play.game()["number"] == number


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"{oops", id="half"),
        pytest.param(b'{"type":"note","text":NaN}', id="NaN"),
        pytest.param(b'{"type":"note","text":"\\ud800"}', id="half a surrogate pair"),
        pytest.param(b'{"type":"note","text":"\xff"}', id="no UTF-8"),
        pytest.param(b'{"type":' + b"[" * 100_000 + b"]" * 100_000 + b"}", id="deep"),
        pytest.param(b'{"type":"note","text":1' + b"0" * 5_000 + b"}", id="a number of 5000 digits"),
    ],
)
def test_what_is_no_json_is_malformed(play: Playing, raw: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    assert code(play.admin.post(f"{play.path}/commands", content=raw, headers=headers)) == (400, "malformed-json")


@pytest.mark.parametrize("raw", [b'{"type":"note","x":' + b"[" * 60 + b"]" * 60 + b"}", b'{"to":99999999999999999999}'])
def test_json_past_all_bounds_is_refused(play: Playing, raw: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    assert play.admin.post(f"{play.path}/commands", content=raw, headers=headers).status_code == 422


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/games/import"),
        ("POST", "/library"),
        ("PATCH", "/library/x"),
        ("POST", "/library/import"),
        ("POST", "/games/x/creatures/import"),
        ("POST", "/games/x/encounters"),
        ("PATCH", "/games/x/encounters/x"),
        ("POST", "/games/x/commands"),
        ("POST", "/games/x/odds/action"),
    ],
)
def test_what_nobody_may_send_is_not_read(client: TestClient, method: str, path: str) -> None:
    sent = {"content": b"{no json", "headers": {"Content-Type": "application/json"}}
    assert code(client.request(method, f"/api/v1{path}", **sent)) == (401, "sign-in-required")  # type: ignore[arg-type]
