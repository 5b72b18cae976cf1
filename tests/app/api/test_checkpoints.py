"""Checkpoints over the API: a plain collection, and places to rewind to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.main import create_app
from app.services import accounts, tokens
from app.settings import Settings
from app.storage.database import Database
from tests.app.playing import API, BEAR, Playing, code, note, problem_free, tap


@pytest.fixture
def play(admin: TestClient) -> Playing:
    return Playing(admin)


def marked(play: Playing, name: str = "before the bridge") -> Any:
    return problem_free(play.admin.post(f"{play.path}/checkpoints", json={"name": name}))


def test_a_checkpoint_is_made_listed_renamed_and_taken_away(play: Playing) -> None:
    answer = play.admin.post(f"{play.path}/checkpoints", json={"name": "before the bridge"})
    made = answer.json()
    assert (answer.status_code, made["name"], made["number"]) == (201, "before the bridge", play.game()["number"])
    one = answer.headers["location"]
    assert play.admin.get(one).json() == made
    assert play.admin.get(one).headers["etag"] == answer.headers["etag"]
    assert problem_free(play.admin.get(f"{play.path}/checkpoints")) == {"items": [made], "next": None}
    renamed = play.admin.patch(one, json={"name": "at the bridge"}, headers={"If-Match": answer.headers["etag"]})
    assert renamed.json() == {**made, "name": "at the bridge"}
    assert code(play.admin.patch(one, json={"name": "x"}, headers={"If-Match": answer.headers["etag"]})) == (
        412,
        "stale-version",
    )
    assert play.admin.delete(one).status_code == 204
    assert code(play.admin.get(one)) == (404, "unknown-checkpoint")
    assert code(play.admin.delete(one)) == (404, "unknown-checkpoint")
    assert play.undo().status_code == 200
    assert play.admin.get(one).json()["name"] == "at the bridge"


def test_rewind_takes_it_with_a_preview_of_what_would_change(play: Playing) -> None:
    play.do(tap(None, "fear", 2))
    id = marked(play)["id"]
    play.do(tap(None, "fear", 3))
    bear = play.add(BEAR)
    path = f"{play.path}/rewind"
    foreseen = problem_free(play.admin.post(f"{path}?preview=true", json={"to": id}))
    assert {one["type"] for one in foreseen["changes"]} == {"tracker_set", "creature_removed"}
    assert "Fear 2 of 12" in [one["text"] for one in foreseen["changes"]]
    assert foreseen["events"][0]["data"]["count"] == 2
    assert play.value("fear") == 5
    problem_free(play.admin.post(path, json={"to": id}))
    assert (play.value("fear"), bear in play.view()["creatures"]) == (2, False)
    play.undo()
    assert (play.value("fear"), bear in play.view()["creatures"]) == (5, True)


def test_undo_and_redo_are_foreseen_too(play: Playing) -> None:
    play.do(tap(None, "fear", 2))
    (change,) = problem_free(play.admin.post(f"{play.path}/undo?preview=true", json={}))["changes"]
    assert change["text"].startswith("Fear 0")
    play.undo()
    (change,) = problem_free(play.admin.post(f"{play.path}/redo?preview=true", json={}))["changes"]
    assert change["text"].startswith("Fear 2")


def test_it_stays_in_an_export(play: Playing) -> None:
    play.do({"type": "begin_scene", "title": "The ferry"})
    made = marked(play, "")
    assert (made["name"], made["scene"]) == ("The ferry", "The ferry")
    document = play.admin.get(f"{play.path}/export").json()
    copied = problem_free(play.admin.post(f"{API}/games/import", json=document))
    (kept,) = problem_free(play.admin.get(f"{API}/games/{copied['id']}/checkpoints"))["items"]
    assert (kept["id"], kept["name"], kept["number"]) == (made["id"], "The ferry", made["number"])


def test_a_retry_makes_one(play: Playing) -> None:
    for _ in range(2):
        problem_free(play.admin.post(f"{play.path}/checkpoints", json={"name": "x"}, headers={"Idempotency-Key": "k"}))
    assert len(problem_free(play.admin.get(f"{play.path}/checkpoints"))["items"]) == 1


@pytest.mark.parametrize("body", [{"name": 3}, {"nam": "x"}, {"name": "x" * 121}, {"name": "a\0b"}])
def test_what_does_not_fit_is_refused(play: Playing, body: Any) -> None:
    assert play.admin.post(f"{play.path}/checkpoints", json=body).status_code == 422
    assert problem_free(play.admin.get(f"{play.path}/checkpoints"))["items"] == []


def test_many_steps_are_named_by_the_newest_of_them(play: Playing) -> None:
    id = marked(play)["id"]
    for _ in range(3):
        play.do(*(note(f"{n}") for n in range(100)))
    for n in range(205):
        play.do(note(f"step {n}"))
    told = problem_free(play.admin.post(f"{play.path}/rewind?preview=true", json={"to": id}))["events"][0]["data"]
    assert (told["count"], len(told["steps"]), told["steps"][-1]["text"]) == (208, 200, "step 204")


def test_on_both_databases(settings: Settings, database_url: str) -> None:
    app: FastAPI = create_app(replace(settings, database_url=database_url))
    database: Database = app.state.database
    token = database.write(lambda db: tokens.create(db, accounts.ensure_owner(db).id, "t", "admin")[1])
    client = TestClient(app, headers={"Authorization": f"Bearer {token}"})
    play = Playing(client)
    id = marked(play)["id"]
    play.do(tap(None, "fear", 3))
    problem_free(client.post(f"{play.path}/rewind", json={"to": id}))
    assert play.value("fear") == 0
    assert problem_free(client.get(f"{play.path}/report"))["total"]["rolls"] == 0
    assert client.get(f"{play.path}/log?format=csv").text.count("\r\n") >= 3
    database.close()
