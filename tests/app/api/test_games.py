"""Games over HTTP: made, listed, changed, put into the bin, brought out and in again."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import accounts, tokens
from app.storage.database import Database
from app.storage.ids import new_id
from app.storage.tables import Account
from tests.app.playing import API, BEAR, LURKER, ORO, Playing, code, note, problem_free, tap

GAMES = f"{API}/games"


@pytest.fixture
def play(admin: TestClient) -> Playing:
    return Playing(admin)


def test_a_new_game_is_answered_whole_with_all_its_settings(admin: TestClient) -> None:
    body = {"name": "Mill", "system": "daggerheart", "settings": {"massive_damage": True}}
    answer = admin.post(GAMES, json=body)
    assert answer.status_code == 201
    game = answer.json()
    assert (game["name"], game["system"], game["number"]) == ("Mill", "daggerheart", 1)
    assert game["view"]["settings"]["massive_damage"] is True
    assert game["view"]["settings"]["fear_shown"] is True
    assert answer.headers["Location"] == f"{GAMES}/{game['id']}"
    assert admin.get(f"{GAMES}/{game['id']}").json() == game


@pytest.mark.parametrize(
    ("body", "status", "problem", "pointer"),
    [
        ({"name": "", "system": "daggerheart"}, 422, "invalid-input", "/name"),
        ({"name": "x" * 121, "system": "daggerheart"}, 422, "invalid-input", "/name"),
        ({"name": "a\0b", "system": "daggerheart"}, 422, "invalid-input", "/name"),
        ({"name": "Mill", "system": "nope"}, 404, "unknown-system", None),
        ({"name": "Mill"}, 422, "invalid-input", "/system"),
        ({"name": "Mill", "system": "daggerheart", "colour": 1}, 422, "unknown-field", "/colour"),
        ({"name": "Mill", "system": "daggerheart", "settings": {"x/y": 1}}, 422, "invalid-input", "/settings/x~1y"),
        (
            {"name": "Mill", "system": "daggerheart", "settings": {"massive_damage": 3}},
            422,
            "invalid-input",
            "/settings/massive_damage",
        ),
    ],
)
def test_a_game_that_cannot_be_is_refused(
    admin: TestClient, body: Any, status: int, problem: str, pointer: str | None
) -> None:
    refused = admin.post(GAMES, json=body)
    assert code(refused) == (status, problem)
    assert [error["pointer"] for error in refused.json().get("errors", [])] == ([] if pointer is None else [pointer])
    assert admin.get(GAMES).json()["items"] == []


def test_making_a_game_twice_with_one_key_makes_one(admin: TestClient) -> None:
    body, headers = {"name": "Mill", "system": "daggerheart"}, {"Idempotency-Key": "make"}
    first = admin.post(GAMES, json=body, headers=headers)
    assert admin.post(GAMES, json=body, headers=headers).content == first.content
    assert len(admin.get(GAMES).json()["items"]) == 1


def test_the_list_has_the_newest_change_first_and_pages(admin: TestClient) -> None:
    made = [Playing(admin, f"Game {n}") for n in range(3)]
    made[0].do(note("again"))
    first = problem_free(admin.get(f"{GAMES}?limit=2"))
    second = problem_free(admin.get(f"{GAMES}?limit=2&cursor={first['next']}"))
    listed = first["items"] + second["items"]
    assert [game["name"] for game in listed] == ["Game 0", "Game 2", "Game 1"]
    assert second["next"] is None
    assert (listed[0]["number"], set(listed[0])) == (2, {"id", "name", "system", "number", "changed"})


@pytest.mark.parametrize("cursor", ["%F0%9F%92%A3", "AAAA", "eA", "!!!"])
def test_a_cursor_that_is_none_is_refused(admin: TestClient, cursor: str) -> None:
    assert code(admin.get(f"{GAMES}?cursor={cursor}")) == (422, "invalid-input")


def test_name_and_settings_change_as_one_step(play: Playing) -> None:
    answer = play.admin.patch(play.path, json={"name": "The mill burns", "settings": {"massive_damage": True}})
    game = problem_free(answer)
    assert (game["name"], game["view"]["settings"]["massive_damage"]) == ("The mill burns", True)
    assert answer.headers["ETag"] == f'"{game["version"]}"'
    assert play.admin.get(GAMES).json()["items"][0]["name"] == "The mill burns"
    problem_free(play.undo())
    undone = play.game()
    assert (undone["name"], undone["view"]["settings"]["massive_damage"]) == ("Mill at dusk", False)
    assert play.admin.get(GAMES).json()["items"][0]["name"] == "Mill at dusk"


def test_a_change_of_an_unknown_setting_points_at_it(play: Playing) -> None:
    refused = play.admin.patch(play.path, json={"settings": {"gravity": True}})
    assert refused.json()["errors"][0]["pointer"] == "/settings/gravity"


def test_settings_are_listed_with_their_reasons_and_changed_by_key(play: Playing) -> None:
    path = f"{play.path}/settings"
    listed = {setting["key"]: setting for setting in problem_free(play.admin.get(path))["items"]}
    assert (listed["massive_damage"]["value"], listed["massive_damage"]["default"]) == (False, False)
    assert listed["massive_damage"]["why"]
    changed = problem_free(play.admin.patch(path, json={"massive_damage": True, "seen/pc/stress": "own"}))
    assert {item["key"]: item["value"] for item in changed["items"]}["massive_damage"] is True
    assert play.view()["settings"]["seen/pc/stress"] == "own"
    known = {item["key"]: item for item in changed["items"]}
    assert len(known) == len(changed["items"])
    stress, health = known["seen/pc/stress"], known["seen/foe/health"]
    assert (stress["value"], stress["default"], stress["name"]) == ("own", "public", "Stress: characters")
    assert (health["value"], health["schema"]["enum"]) == ("words", ["exact", "words", "none"])
    refused = play.admin.patch(path, json={"massive_damage": 3})
    assert refused.json()["errors"][0]["pointer"] == "/massive_damage"
    assert play.admin.patch(path, json=[]).status_code == 422


def test_a_game_in_the_bin_is_gone_until_it_is_restored(play: Playing) -> None:
    watch = play.link("watch")
    assert play.admin.delete(play.path, headers={"If-Match": '"999"'}).status_code == 412
    assert play.admin.delete(play.path).status_code == 204
    assert code(play.admin.get(play.path)) == (404, "not-found")
    assert code(play.send(note("x"))) == (404, "not-found")
    assert watch.get().status_code == 404
    assert play.admin.get(GAMES).json()["items"] == []
    assert [game["id"] for game in play.admin.get(f"{GAMES}?bin=true").json()["items"]] == [play.id]
    assert problem_free(play.admin.post(f"{play.path}/restore"))["id"] == play.id
    assert play.game()["name"] == "Mill at dusk"
    assert watch.get().status_code == 200


def test_what_belongs_to_somebody_else_is_not_there(play: Playing, app: FastAPI, client: TestClient) -> None:
    database: Database = app.state.database

    def stranger(db: Any) -> str:
        db.add(account := Account(id=new_id("a"), name="Somebody else"))
        db.flush()
        return tokens.create(db, account.id, "theirs", "admin")[1]

    headers = {"Authorization": f"Bearer {database.write(stranger)}"}
    for method, path in (("GET", ""), ("DELETE", ""), ("GET", "/events"), ("GET", "/export"), ("GET", "/shares"),
                         ("GET", "/stream"), ("POST", "/restore"), ("POST", "/undo")):  # fmt: skip
        assert code(client.request(method, play.path + path, headers=headers)) == (404, "not-found")
    assert client.get(GAMES, headers=headers).json()["items"] == []
    assert database.read(accounts.ensure_owner).id


def test_a_reading_token_reads_and_does_not_play(play: Playing, app: FastAPI, account: str, client: TestClient) -> None:
    database: Database = app.state.database
    secret = database.write(lambda db: tokens.create(db, account, "eyes", "read")[1])
    headers = {"Authorization": f"Bearer {secret}"}
    assert client.get(play.path, headers=headers).status_code == 200
    assert code(client.post(f"{play.path}/commands", json=note("x"), headers=headers)) == (403, "scope-too-small")
    assert code(client.get(play.path)) == (401, "sign-in-required")


@pytest.mark.parametrize("game_id", ["nobody", "%00%ff%2e%2e%2f", "g_" + "x" * 4000, "null"])
def test_an_id_that_is_none_is_not_found(admin: TestClient, game_id: str) -> None:
    assert code(admin.get(f"{GAMES}/{game_id}")) == (404, "not-found")


def evening(play: Playing) -> None:
    """A game with everything that an export must carry: undone steps, hidden things, a rewind, joined taps."""
    oro, bear, lurker = play.add(ORO), play.add(BEAR), play.add(LURKER)
    play.do(tap(bear, "hit_points"))
    play.do(tap(bear, "hit_points"))
    play.do({"type": "begin_turn", "creature": lurker})
    play.do({"type": "add_condition", "creature": oro, "condition": "restrained", "reason": "a net"})
    problem_free(play.undo())
    dice = {"hope": 3, "fear": 9}
    play.do({"type": "roll", "roll": "action", "creature": oro, "targets": [bear], "dice": dice})
    play.do({"type": "add_clock", "name": "Ritual", "size": 4, "kind": "countdown"})
    problem_free(play.admin.post(f"{play.path}/rewind", json={"to": 6}))
    play.do(note("for next time"))


def plain(document: Any) -> Any:
    """A document without what differs from copy to copy."""
    events = [{key: event[key] for key in event if key not in ("id", "at")} for event in document["events"]]
    return {**document, "created": None, "events": events}


@pytest.mark.case("GM-050")
def test_export_import_export_gives_the_same_document(play: Playing) -> None:
    evening(play)
    first = problem_free(play.admin.get(f"{play.path}/export"))
    preview = problem_free(play.admin.post(f"{GAMES}/import?preview=true", json=first))
    assert preview["new"] == [{"kind": "game", "name": "Mill at dusk", "system": "daggerheart"}]
    assert preview["lost"] == []
    answer = play.admin.post(f"{GAMES}/import", json=first)
    assert answer.status_code == 201
    made = answer.json()
    assert made["id"] != play.id
    assert made["view"] == play.view()
    second = problem_free(play.admin.get(f"{GAMES}/{made['id']}/export"))
    assert plain(second) == plain(first)
    assert {event["id"] for event in second["events"]}.isdisjoint(event["id"] for event in first["events"])


FIGHT = {
    "name": "At the ford",
    "note": "after dark",
    "rows": [
        {"name": "Wolf", "count": 2, "wave": "2", "alias": "something", "creature": {"name": "Wolf", "note": "zq303"}},
        {"name": "Reeds", "hidden": True, "creature": {"name": "Reeds", "kind": "environment"}},
    ],
    "adjustments": [],
}


def test_prepared_encounters_go_along_with_their_game(play: Playing) -> None:
    for name in ("At the ford", "In the mill"):
        problem_free(play.admin.post(f"{play.path}/encounters", json=FIGHT | {"name": name}))
    document = problem_free(play.admin.get(f"{play.path}/export"))
    assert [one["name"] for one in document["encounters"]] == ["At the ford", "In the mill"]
    preview = problem_free(play.admin.post(f"{GAMES}/import?preview=true", json=document))
    assert [one["kind"] for one in preview["new"]] == ["game", "encounter", "encounter"]
    made = problem_free(play.admin.post(f"{GAMES}/import", json=document))
    path = f"{GAMES}/{made['id']}"
    assert plain(problem_free(play.admin.get(f"{path}/export"))) == plain(document)
    kept = [problem_free(play.admin.get(f"{one}/encounters"))["items"] for one in (play.path, path)]
    first, second = ([{**one, "id": ""} for one in items] for items in kept)
    assert first == second
    whole = problem_free(play.admin.get(f"{path}/encounters/{kept[1][0]['id']}"))
    assert whole["rows"][0]["creature"]["note"] == "zq303"


def test_a_fight_that_was_put_away_comes_back_in_the_copy(play: Playing) -> None:
    fight = problem_free(play.admin.post(f"{play.path}/encounters", json=FIGHT))
    problem_free(play.admin.post(f"{play.path}/encounters/{fight['id']}/start", json={}))
    problem_free(play.admin.post(f"{play.path}/encounters/{fight['id']}/park", json={}))
    made = problem_free(play.admin.post(f"{GAMES}/import", json=play.admin.get(f"{play.path}/export").json()))
    path = f"{GAMES}/{made['id']}/encounters"
    (copy,) = problem_free(play.admin.get(path))["items"]
    assert "Wolf 1" in copy["parked"]
    problem_free(play.admin.post(f"{path}/{copy['id']}/resume", json={}))
    assert problem_free(play.admin.get(path))["items"][0]["parked"] == []


@pytest.mark.parametrize(
    "encounter",
    [
        {"name": ""},
        {"name": "Ford", "rows": [{"name": "Wolf", "creature": {"name": "Wolf", "trackers": {"rage": {"max": 5}}}}]},
        {"name": "Ford", "rows": [{"name": "Wolf", "count": 101}]},
        {"name": "Ford", "rows": [{"name": "Wolf"}] * 61},
        {"name": "Ford", "label": "x" * 61},
        "Ford",
    ],
)
def test_an_encounter_that_nobody_could_have_prepared_is_refused(play: Playing, encounter: Any) -> None:
    document = problem_free(play.admin.get(f"{play.path}/export"))
    refused = play.admin.post(f"{GAMES}/import", json=document | {"encounters": [encounter]})
    assert code(refused) == (422, "invalid-input")
    assert refused.json()["errors"][0]["pointer"].startswith("/encounters/0")
    assert len(play.admin.get(GAMES).json()["items"]) == 1


def test_a_document_from_before_there_were_encounters_is_read(play: Playing) -> None:
    document = problem_free(play.admin.get(f"{play.path}/export"))
    del document["encounters"]
    problem_free(play.admin.post(f"{GAMES}/import", json=document))


def test_an_imported_game_goes_on_with_its_undone_steps(play: Playing) -> None:
    evening(play)
    made = problem_free(play.admin.post(f"{GAMES}/import", json=play.admin.get(f"{play.path}/export").json()))
    problem_free(play.undo())
    problem_free(play.admin.post(f"{GAMES}/{made['id']}/undo", json={}))
    assert play.admin.get(f"{GAMES}/{made['id']}").json()["view"] == play.view()


def broken(document: Any, what: str) -> Any:
    events = [dict(event) for event in document["events"]]
    match what:
        case "another format":
            return {**document, "format": "shirma/99"}
        case "no events":
            return {**document, "events": []}
        case "a gap":
            return {**document, "events": events[:2] + events[3:]}
        case "steps that fall":
            return {**document, "events": [*events[:-1], {**events[-1], "step": 1}]}
        case "a foreign hand":
            return {**document, "events": [*events[:-1], {**events[-1], "by": "root"}]}
        case "a second beginning":
            return {**document, "events": [*events[:-1], {**events[-1], "event": events[0]["event"]}]}
        case "an endless text":
            event = {"t": "told", "code": "note", "facts": {"text": "x" * 10_001}}
            return {**document, "events": [*events[:-1], {**events[-1], "event": event}]}
        case "a moment before the calendar":
            return {**document, "events": [*events[:-1], {**events[-1], "at": "0001-01-01T00:00:00+14:00"}]}
        case "a clock that nobody could draw":
            clock = {"t": "clock_set", "clock": {"id": "k_1", "name": "Tide", "size": 10**9}}
            return {**document, "events": [*events[:-1], {**events[-1], "event": clock}]}
        case "a creature with an unknown tracker":
            wolf = {"id": "c_9", "name": "Wolf", "trackers": {"rage": {"kind": "pool", "value": 0, "max": 5}}}
            added = {"t": "creature_added", "creature": wolf}
            last = {**events[-1], "number": len(events) + 1, "step": events[-1]["step"] + 1, "event": added}
            return {**document, "events": [*events, last]}
        case "a place that is no number":
            slot = {"t": "slot_set", "id": events[1]["event"]["creature"]["id"], "slot": {"place": "here"}}
            last = {**events[-1], "number": len(events) + 1, "step": events[-1]["step"] + 1, "event": slot}
            return {**document, "events": [*events, last]}
    return {**document, "system": "nope"}


@pytest.mark.parametrize(
    "what",
    [
        "another format", "no events", "a gap", "steps that fall", "a foreign hand", "a second beginning",
        "an endless text", "a place that is no number", "an unknown system", "a moment before the calendar",
        "a clock that nobody could draw", "a creature with an unknown tracker",
    ],
)  # fmt: skip
def test_a_document_that_is_wrong_is_refused_and_makes_nothing(play: Playing, what: str) -> None:
    evening(play)
    document = broken(play.admin.get(f"{play.path}/export").json(), what)
    refused = play.admin.post(f"{GAMES}/import", json=document)
    assert refused.status_code in (404, 422)
    assert len(play.admin.get(GAMES).json()["items"]) == 1


def test_what_a_newer_release_wrote_is_carried_and_told(play: Playing) -> None:
    play.do(note("x"))
    document = play.admin.get(f"{play.path}/export").json()
    document["events"][-1]["event"] = {"t": "weather_changed", "sky": "red"}
    preview = problem_free(play.admin.post(f"{GAMES}/import?preview=true", json=document))
    assert preview["lost"] == [{"pointer": "/events/1", "kind": "weather_changed"}]
    made = problem_free(play.admin.post(f"{GAMES}/import", json=document))
    again = play.admin.get(f"{GAMES}/{made['id']}/export").json()
    assert again["events"][-1]["event"] == {"t": "weather_changed", "sky": "red"}


@pytest.mark.case("GM-050")
def test_a_running_fight_goes_on_in_its_copy_where_it_stood(admin: TestClient) -> None:
    play = Playing(admin, system="generic")
    ids = {name: play.add({"name": name, "score": score, "trackers": {"hp": {"max": 20}}})
           for name, score in (("A", 20), ("B", 15), ("C", 10), ("D", 0), ("E", -3), ("F", None))}  # fmt: skip
    play.do({"type": "start_encounter", "policy": "numeric"})
    play.do({"type": "move_in_order", "creature": ids["D"], "before": ids["A"]})
    for _ in range(15):
        play.do({"type": "end_turn"})
    until = {"edge": "turn_end", "creature": ids["B"], "turns": 2}
    play.do(
        {"type": "set_tracker", "creature": ids["C"], "tracker": "temporary_hp", "value": 6},
        {"type": "add_condition", "creature": ids["A"], "condition": "blinded", "until": until},
        {"type": "hide", "creature": ids["B"]},
        {"type": "change_creature", "creature": ids["D"], "changes": {"alias": "Pale stranger"}},
        {"type": "add_clock", "name": "Doom", "size": 8, "kind": "countdown"},
        note("the tower fell"),
    )
    share = play.share("watch")
    document = problem_free(admin.get(f"{play.path}/export"))
    view = play.view()
    assert share["token"] not in str(document)
    assert admin.delete(play.path).status_code == 204
    made = problem_free(admin.post(f"{GAMES}/import", json=document))
    assert made["view"] == view
    assert view["order"]["round"] == 3
    assert problem_free(admin.get(f"{GAMES}/{made['id']}/shares"))["items"] == []
    assert admin.get(f"/api/v1/shared/{share['token']}").status_code == 404
    copy = f"{GAMES}/{made['id']}"
    assert plain(problem_free(admin.get(f"{copy}/export"))) == plain(document)
    watch = problem_free(admin.post(f"{copy}/shares", json={"role": "watch"}))["token"]
    seen = admin.get(f"/api/v1/shared/{watch}").json()["view"]
    assert ids["B"] not in seen["creatures"]
    assert (seen["creatures"][ids["D"]]["name"], seen["clocks"]) == ("Pale stranger", {})
    problem_free(admin.post(f"{copy}/commands", json={"type": "end_turn"}))
    assert admin.get(copy).json()["view"]["order"]["active"] != view["order"]["active"]


@pytest.mark.case("GM-031")
def test_a_score_of_nought_comes_back_from_a_document_as_nought(admin: TestClient) -> None:
    play = Playing(admin, system="generic")
    for name, score in (("Zero", 0), ("Below", -3), ("None", None)):
        play.add({"name": name, "score": score})
    made = problem_free(admin.post(f"{GAMES}/import", json=problem_free(admin.get(f"{play.path}/export"))))
    assert [one["score"] for one in made["view"]["creatures"].values()] == [0, -3, None]


@pytest.mark.case("GM-050")
def test_a_document_of_a_format_that_nobody_knows_is_refused(play: Playing) -> None:
    document = problem_free(play.admin.get(f"{play.path}/export"))
    assert document["format"].startswith("shirma/")
    for format_ in ("shirma/99", "other/1", None, 7):
        refused = play.admin.post(f"{GAMES}/import", json={**document, "format": format_})
        assert refused.status_code == 422
    assert len(play.admin.get(GAMES).json()["items"]) == 1
