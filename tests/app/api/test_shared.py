"""What links open and what they keep shut, over HTTP."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.storage.database import Database
from tests.app.playing import API, BEAR, LURKER, MIRA, ORO, Link, Playing, code, note, problem_free, tap


@pytest.fixture
def play(admin: TestClient) -> Playing:
    return Playing(admin)


def test_a_link_is_shown_once_and_then_only_listed(play: Playing) -> None:
    made = play.share("watch")
    assert set(made) == {"id", "url", "token", "role", "creature", "expires"}
    assert made["url"].endswith(f"/s/{made['token']}")
    assert len(made["token"]) >= 22
    listed = problem_free(play.admin.get(f"{play.path}/shares"))["items"]
    assert [share["id"] for share in listed] == [made["id"]]
    assert made["token"] not in str(listed)


def test_the_list_of_links_pages(play: Playing) -> None:
    made = [play.share("watch")["id"] for _ in range(3)]
    first = problem_free(play.admin.get(f"{play.path}/shares?limit=2"))
    assert play.admin.delete(f"{play.path}/shares/{made[1]}").status_code == 204
    second = problem_free(play.admin.get(f"{play.path}/shares?limit=2&cursor={first['next']}"))
    assert [share["id"] for share in first["items"] + second["items"]] == made
    assert second["next"] is None


@pytest.mark.parametrize(
    ("body", "status", "problem"),
    [
        ({"role": "king"}, 422, "invalid-input"),
        ({"role": "seat"}, 422, "invalid-input"),
        ({"role": "seat", "creature": "c_nobody"}, 404, "unknown-creature"),
        ({"role": "watch", "creature": "c_nobody"}, 422, "invalid-input"),
        ({"role": "watch", "expires": "2020-01-01T00:00:00Z"}, 422, "invalid-input"),
        ({"role": "watch", "expires": "2126-01-01T00:00:00"}, 422, "invalid-input"),
        ({"role": "watch", "colour": "red"}, 422, "unknown-field"),
    ],
)
def test_a_link_that_cannot_be_is_refused(play: Playing, body: Any, status: int, problem: str) -> None:
    assert code(play.admin.post(f"{play.path}/shares", json=body)) == (status, problem)


def test_a_watcher_sees_what_is_public_and_no_number(play: Playing) -> None:
    oro, bear, lurker = play.add(ORO), play.add(BEAR), play.add(LURKER)
    play.do({"type": "add_condition", "creature": oro, "condition": "restrained", "reason": "Lurker's net"})
    answer = play.link("watch").get()
    shown = problem_free(answer)
    assert set(shown) == {"name", "system", "role", "creature", "version", "view"}
    assert set(shown["view"]["creatures"]) == {oro, bear}
    assert set(shown["view"]["creatures"][bear]) == {"id", "name", "kind", "conditions", "health"}
    assert shown["view"]["creatures"][oro]["conditions"] == [
        {"key": "restrained", "value": None, "detail": None, "name": "Restrained"}
    ]
    assert not {"settings", "inbox", "can", "due"} & set(shown["view"])
    for secret in ("Lurker", lurker, "zq303", "number", "step"):
        assert f'"{secret}' not in answer.text


def test_a_watcher_reads_the_open_log_alone(play: Playing) -> None:
    bear = play.add(BEAR)
    play.do(note("zq303"))
    play.do({"type": "note", "text": "in the open", "hidden": False})
    play.do(tap(bear, "hit_points"))
    play.do({"type": "set_tracker", "tracker": "fear", "value": 2})
    play.undo()
    log = problem_free(play.link("watch").get("/events"))["items"]
    assert [event["text"] for event in log] == ["The game begins: Mill at dusk", "Bear is on the board", "in the open"]
    assert {key for event in log for key in event} == {"id", "at", "by", "type", "creature", "text", "data"}
    assert {event["by"] for event in log} == {"gm"}


@pytest.mark.case("GM-040")
@pytest.mark.parametrize("role", ["watch", "screen", "join"])
def test_who_only_looks_on_writes_nothing(play: Playing, role: str) -> None:
    link = play.link(role)
    assert code(link.send(note("x"))) == (403, "read-only-link")
    assert code(link.undo()) == (403, "read-only-link")
    assert code(play.link("watch").client.post(f"{link.path}/nothing")) == (404, "not-found")


@pytest.mark.case("GM-040")
def test_a_link_opens_nothing_else(play: Playing) -> None:
    token = play.share("screen")["token"]
    headers = {"Authorization": f"Bearer {token}"}
    assert code(TestClient(play.admin.app).get(play.path, headers=headers)) == (401, "sign-in-required")


@pytest.mark.case("GM-040")
def test_a_seat_marks_its_own_and_nobody_elses(play: Playing) -> None:
    oro, bear = play.add(ORO), play.add(BEAR)
    seat = play.link("seat", oro)
    answer = problem_free(seat.send(tap(oro, "stress")))
    assert "number" not in answer
    assert answer["version"] == seat.get().json()["version"]
    assert answer["text"] == ["Oro: Stress 1 of 6"] or answer["text"][0].startswith("Oro: ")
    assert play.value("stress", oro) == 1
    for command in (tap(bear, "stress"), tap(None, "fear"), tap("c_nobody", "stress")):
        assert code(seat.send(command)) == (404, "unknown-creature")
    assert code(seat.send({"type": "reveal", "creature": bear})) == (403, "not-for-a-seat")
    assert code(seat.send({"type": "explode"})) == (422, "unknown-command")


def test_a_seat_sees_its_sheet(play: Playing) -> None:
    oro = play.add(ORO)
    own = play.link("seat", oro).get().json()["view"]["creatures"][oro]
    assert own["numbers"]["evasion"] == 10
    assert set(own) >= {"numbers", "by_hand", "features", "score", "card"}


def test_a_seat_takes_back_its_own_newest_step(play: Playing) -> None:
    oro = play.add(ORO)
    seat = play.link("seat", oro)
    problem_free(seat.send(tap(oro, "stress")))
    play.do(note("the GM's"))
    problem_free(seat.undo())
    assert play.value("stress", oro) == 0
    assert code(seat.undo()) == (409, "nothing-to-undo")
    assert code(seat.client.post(f"{seat.path}/undo", json={"any": True})) == (403, "not-for-a-seat")


def test_the_log_says_which_seat_it_was(play: Playing) -> None:
    oro = play.add(ORO)
    seat = play.link("seat", oro)
    problem_free(seat.send(tap(oro, "stress")))
    assert play.log()[-1]["by"] == f"seat:{oro}" == seat.get("/events").json()["items"][-1]["by"]


def test_a_seat_rolls_against_a_target_without_its_numbers(play: Playing) -> None:
    oro, bear = play.add(ORO), play.add(BEAR)
    seat = play.link("seat", oro)
    roll = {"type": "roll", "roll": "action", "creature": oro, "targets": [bear], "dice": {"hope": 9, "fear": 4}}
    answer = seat.send(roll)
    made = problem_free(answer)["rolls"][0]
    assert (made["total"], made["outcome"]) == (13, "success_hope")
    assert [(target["creature"], target["outcome"]) for target in made["targets"]] == [(bear, "success_hope")]
    assert not {"filled", "modifiers"} & set(made)
    assert "difficulty" not in answer.text


def test_a_seats_roll_without_a_difficulty_waits_for_the_gm(play: Playing) -> None:
    oro = play.add(ORO)
    seat = play.link("seat", oro)
    asked = problem_free(seat.send({"type": "roll", "roll": "action", "creature": oro}))
    assert (asked["events"], asked["waiting"]) == ([], True)
    question = play.view()["asks"][0]
    play.do({"type": "answer", "id": question["id"], "difficulty": 5, "dice": {}})
    assert seat.get("/events").json()["items"][-1]["type"] in ("rolled", "tracker_set", "turn_began")


def test_a_seat_suggests_and_the_gm_accepts(play: Playing) -> None:
    oro, bear = play.add(ORO), play.add(BEAR)
    seat = play.link("seat", oro)
    hit = {"type": "suggest", "commands": [tap(bear, "hit_points", 2)], "text": "Oro hits"}
    assert problem_free(seat.send(hit))["waiting"] is True
    suggestion = play.view()["inbox"][0]
    assert (suggestion["by"], suggestion["text"]) == ("Oro", "Oro hits")
    play.do({"type": "accept", "suggestion": suggestion["id"]})
    assert (play.value("hit_points", bear), play.view()["inbox"]) == (2, [])


def test_two_seats_repeat_the_same_key_without_meeting(play: Playing) -> None:
    oro, mira = play.add(ORO), play.add(MIRA)
    for creature in (oro, mira):
        seat = play.link("seat", creature)
        for _ in range(2):
            problem_free(seat.send(tap(creature, "stress"), headers={"Idempotency-Key": "same"}))
    assert (play.value("stress", oro), play.value("stress", mira)) == (1, 1)


def test_a_seats_if_match_takes_its_version_and_tells_no_number(play: Playing) -> None:
    oro = play.add(ORO)
    seat = play.link("seat", oro)
    version = seat.get().json()["version"]
    play.add(LURKER)
    problem_free(seat.send(tap(oro, "stress"), headers={"If-Match": f'"{version}"'}))
    refused = seat.send(tap(oro, "stress"), headers={"If-Match": f'"{version}"'})
    assert code(refused) == (412, "stale-version")
    assert "number" not in refused.json()
    assert code(seat.send(tap(oro, "stress"), headers={"If-Match": f'"{play.game()["number"]}"'}))[0] == 412


def test_through_the_door_one_takes_a_free_seat(play: Playing) -> None:
    oro, mira = play.add(ORO), play.add(MIRA)
    play.add({**MIRA, "name": "Unseen", "hidden": True})
    door = play.link("join")
    assert problem_free(door.get()) == {
        "name": "Mill at dusk",
        "system": "daggerheart",
        "role": "join",
        "seats": [{"creature": oro, "name": "Oro"}, {"creature": mira, "name": "Mira"}],
    }
    answer = door.client.post(f"{door.path}/seat", json={"creature": oro}, headers={"User-Agent": "a phone"})
    seat = problem_free(answer)
    assert (answer.status_code, seat["creature"]) == (201, oro)
    assert Link(door.client, seat["token"]).get().json()["creature"] == oro
    assert code(door.client.post(f"{door.path}/seat", json={"creature": oro})) == (409, "seat-taken")
    assert [free["creature"] for free in door.get().json()["seats"]] == [mira]
    sitting = problem_free(play.admin.get(f"{play.path}/shares"))["items"][-1]
    assert (sitting["name"], sitting["device"], sitting["role"]) == ("Oro", "a phone", "seat")
    assert play.admin.delete(f"{play.path}/shares/{sitting['id']}").status_code == 204
    assert Link(door.client, seat["token"]).get().status_code == 404
    assert [free["creature"] for free in door.get().json()["seats"]] == [oro, mira]


def test_a_closed_door_lets_nobody_in_and_leaves_those_who_sit(play: Playing) -> None:
    oro, mira = play.add(ORO), play.add(MIRA)
    share = play.share("join")
    door = Link(play.admin, share["token"])
    seat = problem_free(door.client.post(f"{door.path}/seat", json={"creature": oro}))
    assert play.admin.delete(f"{play.path}/shares/{share['id']}").status_code == 204
    assert code(door.client.post(f"{door.path}/seat", json={"creature": mira})) == (404, "not-found")
    assert Link(play.admin, seat["token"]).get().status_code == 200


@pytest.mark.parametrize("what", ["", "/events", "/stream"])
def test_a_revoked_link_is_not_there(play: Playing, what: str) -> None:
    share = play.share("watch")
    assert play.admin.delete(f"{play.path}/shares/{share['id']}").status_code == 204
    assert code(Link(play.admin, share["token"]).get(what)) == (404, "not-found")
    assert code(play.admin.delete(f"{play.path}/shares/{share['id']}")) == (404, "unknown-share")


def test_a_link_that_has_expired_is_not_there(play: Playing, app: FastAPI) -> None:
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    share = play.share("watch", expires=soon)
    assert Link(play.admin, share["token"]).get().status_code == 200
    database: Database = app.state.database
    with database.connection() as connection:
        connection.exec_driver_sql("UPDATE share SET expires = '2020-01-01 00:00:00'")
    assert Link(play.admin, share["token"]).get().status_code == 404


@pytest.mark.parametrize("token", ["AAAAAAAAAAAAAAAAAAAAAA", "x" * 5000, "%00", "..%2f"])
def test_a_token_that_is_none_is_not_found(admin: TestClient, token: str) -> None:
    assert code(admin.get(f"{API}/shared/{token}")) == (404, "not-found")


def test_guessing_is_slowed_down_and_a_good_link_is_not(play: Playing) -> None:
    link = play.link("watch")
    for _ in range(60):
        assert link.get().status_code == 200
    guesses = [link.client.get(f"{API}/shared/guess{n:020}").status_code for n in range(25)]
    assert guesses[0] == 404
    assert guesses[-1] == 429
    assert link.get().status_code == 200, "another's guesses from the same address shut nobody out"


def test_a_held_view_stands_still_for_players(play: Playing) -> None:
    oro = play.add(ORO)
    watch = play.link("watch")
    before = watch.get().text
    play.do({"type": "hold_view", "on": True})
    play.do(tap(oro, "stress"))
    play.do({"type": "begin_turn", "creature": oro})
    assert watch.get().text == before
    assert play.value("stress", oro) == 1
    play.do({"type": "hold_view", "on": False})
    assert watch.get().json()["view"]["creatures"][oro]["trackers"]["stress"]["value"] == 1


@pytest.mark.case("GM-040")
@pytest.mark.parametrize("role", ["watch", "screen", "join", "seat"])
def test_no_link_does_what_only_the_gm_may(play: Playing, role: str) -> None:
    oro, bear, lurker = play.add(ORO), play.add(BEAR), play.add(LURKER)
    link = play.link(role, oro if role == "seat" else None)
    play.do({"type": "begin_turn", "creature": bear})
    before = play.game()
    commands: list[dict[str, Any]] = [
        {"type": "begin_turn", "creature": bear}, {"type": "start_encounter"},
        {"type": "take_damage", "creature": bear, "sources": [{"amount": 9}]}, {"type": "reveal", "creature": lurker},
        tap(None, "fear"), {"type": "change_creature", "creature": bear, "changes": {"name": "Ours"}},
        {"type": "remove_creature", "creature": bear}, {"type": "rename_game", "name": "Ours"},
        {"type": "change_setting", "key": "fear_shown", "value": False}, {"type": "begin_session"},
    ]  # fmt: skip
    for command in commands:
        assert link.send(command).status_code in (403, 404), command
    token = link.path.rsplit("/", 1)[1]
    other = Playing(play.admin, "Another")
    for base in (play.path, other.path):
        for headers in ({}, {"Authorization": f"Bearer {token}"}):
            assert link.client.post(f"{base}/commands", json=tap(None, "fear"), headers=headers).status_code == 401
            assert link.client.delete(base, headers=headers).status_code == 401
            assert link.client.post(f"{base}/undo", json={}, headers=headers).status_code == 401
    assert link.client.post(f"{API}/games/import", json={}).status_code == 401
    page = base.removeprefix(API)
    for way in ("commands", "undo", "redo", "rewind"):
        assert link.client.post(f"{page}/{way}", data={"command": "{}"}).status_code in (303, 401, 403)
    assert play.game() == before
    asked = link.send({"type": "end_turn"})
    assert (asked.status_code == 200 and asked.json()["waiting"]) if role == "seat" else asked.status_code == 403
    assert play.view()["order"] == before["view"]["order"]


@pytest.mark.case("GM-040")
def test_what_a_player_s_own_roll_moves_is_moved_and_told(play: Playing) -> None:
    oro = play.add(ORO)
    seat = play.link("seat", oro)
    roll = {"type": "roll", "roll": "action", "creature": oro, "parameters": {"difficulty": 9}}
    problem_free(seat.send({**roll, "dice": {"hope": 5, "fear": 7}}))
    assert play.value("fear") == 1
    problem_free(seat.send({**roll, "dice": {"hope": 8, "fear": 7}}))
    assert play.value("hope", oro) == 3
    assert {event["by"] for event in play.log() if event["type"] == "rolled"} == {f"seat:{oro}"}
