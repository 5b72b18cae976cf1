"""Streams of a real server: the view at once, each change, what was missed, and the end."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services.live import PING_S
from app.settings import Settings
from app.storage.database import Database
from tests.app.playing import BEAR, LURKER, ORO, Playing, code, note, problem_free, tap

SOON = 3.0


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Every test here runs on SQLite and on Postgres."""
    return Settings(data=tmp_path / "data", database_url=database_url, secret="a secret for tests")


@pytest.fixture
def admin(app: FastAPI, server: str, token: str) -> TestClient:
    """Calls the application of the server, in whose process it is."""
    return TestClient(app, headers={"Authorization": f"Bearer {token}"})


@pytest.fixture
def play(admin: TestClient) -> Playing:
    return Playing(admin)


class Stream:
    """One open stream, read in a thread."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.messages: list[dict[str, str]] = []
        self.is_over = threading.Event()
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()

    def _read(self, lines: Iterator[str]) -> None:
        message: dict[str, str] = {}
        try:
            for line in lines:
                if not line and message:
                    self.messages.append(message)
                    message = {}
                elif line and not line.startswith(":"):
                    name, _, value = line.partition(": ")
                    message[name] = value
        except httpx2.HTTPError:
            pass
        self.is_over.set()

    def wait(self, count: int) -> list[dict[str, str]]:
        """The messages, once there are that many."""
        end = time.monotonic() + SOON
        while len(self.messages) < count and time.monotonic() < end:
            time.sleep(0.005)
        assert len(self.messages) >= count, self.messages
        return self.messages

    def data(self, at: int) -> Any:
        return json.loads(self.wait(at + 1)[at]["data"])


@contextmanager
def listening(url: str, headers: Mapping[str, str] | None = None) -> Iterator[Stream]:
    with httpx2.Client(timeout=20) as client, client.stream("GET", url, headers=dict(headers or {})) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-store"
        yield Stream(answer.iter_lines())


def gm_headers(play: Playing, **more: str) -> dict[str, str]:
    return {"Authorization": play.admin.headers["Authorization"], **more}


def patched(target: Any, patch: Any) -> Any:
    """RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    made = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            made.pop(key, None)
        else:
            made[key] = patched(made.get(key), value)
    return made


def without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_nulls(inner) for key, inner in value.items() if inner is not None}
    return [without_nulls(inner) for inner in value] if isinstance(value, list) else value


def test_the_patches_make_of_the_first_view_what_the_game_is(server: str, play: Playing) -> None:
    oro = play.add(ORO)
    with listening(f"{server}{play.path}/stream", gm_headers(play)) as stream:
        first = stream.data(0)
        assert first["view"] == play.view()
        assert stream.messages[0] == {"event": "change", "id": first["version"], "data": stream.messages[0]["data"]}
        play.do(tap(oro, "stress"))
        play.do({"type": "add_condition", "creature": oro, "condition": "restrained", "reason": "a net"})
        play.do({"type": "end_condition", "creature": oro, "condition": "restrained"})
        play.do({"type": "remove_creature", "creature": oro})
        problem_free(play.undo())
        last = play.game()
        end = time.monotonic() + SOON
        while stream.messages[-1]["id"] != last["version"] and time.monotonic() < end:
            time.sleep(0.01)
        view = first["view"]
        for at in range(1, len(stream.messages)):
            view = patched(view, stream.data(at)["patch"])
        assert without_nulls(view) == without_nulls(last["view"])
        told = [event["number"] for at in range(1, len(stream.messages)) for event in stream.data(at)["events"]]
        assert told == [event["number"] for event in play.log()][2:]


def test_players_hear_nothing_of_what_is_hidden(server: str, play: Playing) -> None:
    bear = play.add(BEAR)
    watch = play.share("watch")["token"]
    with listening(f"{server}/api/v1/shared/{watch}/stream") as stream:
        stream.wait(1)
        lurker = play.add(LURKER)
        play.do(
            {
                "type": "take_damage",
                "creature": lurker,
                "sources": [{"amount": 3}],
                "parameters": {"major": 5, "severe": 9},
            }
        )
        play.do({"type": "begin_turn", "creature": lurker})
        play.do(note("zq303"))
        play.do({"type": "add_condition", "creature": bear, "condition": "restrained", "reason": "open"})
        heard = stream.data(1)
        assert list(heard["patch"]["creatures"]) == [bear]
        assert [event["type"] for event in heard["events"]] == ["condition_set"]
        assert "number" not in heard
        play.do({"type": "reveal", "creature": lurker})
        assert stream.data(2)["patch"]["creatures"][lurker]["name"] == "Lurker"
        assert [event["text"] for event in stream.data(2)["events"]] == ["Lurker appears"]


@pytest.mark.case("GM-011")
def test_a_stream_catches_up_by_its_last_version(server: str, play: Playing) -> None:
    oro = play.add(ORO)
    known = play.game()
    play.do(tap(oro, "stress"))
    play.do(note("missed"))
    url = f"{server}{play.path}/stream"
    with listening(url, gm_headers(play, **{"Last-Event-ID": known["version"]})) as stream:
        caught = stream.data(0)
        assert without_nulls(patched(known["view"], caught["patch"])) == without_nulls(play.view())
        assert [event["text"] for event in caught["events"]][-1] == "missed"
    with listening(url, gm_headers(play, **{"Last-Event-ID": "v_unknown"})) as stream:
        assert stream.data(0)["view"] == play.view()
    with listening(url, gm_headers(play, **{"Last-Event-ID": play.game()["version"]})) as stream:
        play.do(note("new"))
        assert [event["text"] for event in stream.data(0)["events"]] == ["new"]


@pytest.mark.case("GM-053")
def test_a_revoked_link_ends_its_stream_and_says_so(server: str, play: Playing) -> None:
    share = play.share("watch")
    with listening(f"{server}/api/v1/shared/{share['token']}/stream") as stream:
        stream.wait(1)
        began = time.monotonic()
        assert play.admin.delete(f"{play.path}/shares/{share['id']}").status_code == 204
        assert stream.is_over.wait(SOON)
        assert time.monotonic() - began < 1.0
        assert stream.messages[-1]["event"] == "gone"


@pytest.mark.case("GM-053")
def test_a_game_put_away_ends_its_streams(server: str, play: Playing) -> None:
    with listening(f"{server}{play.path}/stream", gm_headers(play)) as stream:
        stream.wait(1)
        assert play.admin.delete(play.path).status_code == 204
        assert stream.is_over.wait(SOON)
        assert stream.messages[-1]["event"] == "gone"


@pytest.mark.case("GM-001")
def test_twenty_idle_streams_hold_no_database_connection(server: str, play: Playing, app: FastAPI) -> None:
    watch = play.share("watch")["token"]
    database: Database = app.state.database
    with ExitStack() as held:
        streams = [held.enter_context(listening(f"{server}/api/v1/shared/{watch}/stream")) for _ in range(20)]
        for stream in streams:
            stream.wait(1)
        time.sleep(0.1)
        assert app.state.hub.streams == 20
        assert database.engine.pool.checkedout() == 0  # type: ignore[attr-defined]
        play.do({"type": "note", "text": "for all", "hidden": False})
        assert {stream.data(1)["events"][0]["text"] for stream in streams} == {"for all"}


@pytest.mark.case("GM-019")
def test_what_happens_at_a_turns_edge_happens_once_however_many_look_on(server: str, admin: TestClient) -> None:
    play = Playing(admin, system="generic")
    rat = play.add({"name": "Rat", "score": 9, "trackers": {"hp": {"max": 20}}})
    oro = play.add({"name": "Oro", "kind": "pc", "score": 5, "trackers": {"hp": {"max": 20}}})
    play.do({"type": "start_encounter", "policy": "numeric"})
    play.do({"type": "add_condition", "creature": oro, "condition": "bleeding", "value": 3})
    until = {"edge": "turn_start", "creature": oro, "turns": 1}
    play.do({"type": "add_condition", "creature": rat, "condition": "blinded", "until": until})
    urls = [(f"{server}{play.path}/stream", gm_headers(play))] * 3
    urls += [(f"{server}/api/v1/shared/{play.share('watch')['token']}/stream", {})] * 4
    with ExitStack() as held:
        streams = [held.enter_context(listening(url, headers)) for url, headers in urls]
        for stream in streams:
            stream.wait(1)
        before = len(play.log())
        play.do({"type": "end_turn"})
        for stream in streams:
            stream.wait(2)
        happened = [event["type"] for event in play.log()[before:]]
        assert sorted(happened) == ["condition_ended", "turn_began", "turn_ended"]
        (due,) = play.view()["due"]
        assert (due["creature"], due["what"]) == (oro, "damage")
        play.do({"type": "answer", "id": due["id"]})
        assert (play.value("hp", oro), play.view()["due"]) == (17, [])
        assert code(play.send({"type": "answer", "id": due["id"]}))[0] in (404, 409)
        assert play.value("hp", oro) == 17


@pytest.mark.case("GM-072")
def test_every_viewer_hears_of_each_change_of_an_open_tracker(server: str, play: Playing) -> None:
    bear = play.add(BEAR)
    tokens = [play.share("watch")["token"] for _ in range(2)]
    with ExitStack() as held:
        streams = [held.enter_context(listening(f"{server}/api/v1/shared/{token}/stream")) for token in tokens]
        for stream in streams:
            stream.wait(1)
        values = [0]

        def heard() -> None:
            """Each change is waited for: two that come at once are one message."""
            values.append(play.value("fear"))
            for stream in streams:
                assert stream.data(len(values) - 1)["patch"]["trackers"]["fear"]["value"] == values[-1]

        steps: list[dict[str, Any]] = [
            tap(None, "fear"), tap(None, "fear"), tap(None, "fear", -1),
            {"type": "spend_fear", "use": "other", "creature": bear}]  # fmt: skip
        for step in steps:
            play.do(step)
            heard()
        play.undo()
        heard()
        assert values == [0, 1, 2, 1, 0, 1]
        for token in tokens:
            shared = play.admin.get(f"/api/v1/shared/{token}").json()["view"]
            assert shared["trackers"]["fear"]["value"] == 1


@pytest.mark.case("GM-097")
def test_no_proxy_is_asked_to_hold_a_stream_back(server: str, play: Playing, token: str) -> None:
    """Nothing is held back, packed or kept, and a sign of life comes well within a minute."""
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "gzip, br"}
    with httpx2.stream("GET", f"{server}{play.path}/stream", headers=headers, timeout=20) as answer:
        assert (answer.headers["x-accel-buffering"], answer.headers["cache-control"]) == ("no", "no-store")
        assert "content-encoding" not in answer.headers
        parts = answer.iter_bytes()
        assert next(parts)
        began = time.monotonic()
        play.do(note("now"))
        while b"now" not in next(parts):
            pass
        assert time.monotonic() - began < 1
    assert PING_S < 30
