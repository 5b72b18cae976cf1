"""Commands, undo and redo, If-Match, idempotency, previews and the log, over HTTP and on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.app.playing import BEAR, ORO, Playing, code, note, problem_free, tap


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Every test here runs on SQLite and on Postgres."""
    return Settings(data=tmp_path / "data", database_url=database_url, secret="a secret for tests")


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """Without the threads that a server has besides."""
    yield TestClient(app, follow_redirects=False)
    app.state.database.close()


@pytest.fixture
def play(admin: TestClient) -> Playing:
    return Playing(admin)


def test_a_roll_with_given_dice_pays_fear_and_says_so(play: Playing) -> None:
    oro = play.add(ORO)
    answer = play.do(
        {
            "type": "roll",
            "roll": "action",
            "creature": oro,
            "parameters": {"difficulty": 13, "modifier": 1},
            "dice": {"hope": 5, "fear": 7},
        }
    )
    roll = answer["rolls"][0]
    assert (roll["total"], roll["outcome"], roll["text"]) == (13, "success_fear", "13 with Fear: success")
    assert answer["number"] == play.game()["number"] == answer["events"][-1]["number"]
    assert play.value("fear") == 1
    assert answer["text"][:2] == ["Oro: 13 with Fear: success", answer["events"][1]["text"]]


def test_an_answer_has_its_version_as_etag(play: Playing) -> None:
    answer = play.send(note("x"))
    assert answer.headers["ETag"] == f'"{answer.json()["version"]}"' == f'"{play.game()["version"]}"'


def test_a_command_that_changes_nothing_leaves_number_and_version(play: Playing) -> None:
    oro = play.add(ORO)
    before = play.game()
    answer = play.do(tap(oro, "stress", -1))
    assert answer["events"] == []
    assert (answer["number"], answer["version"]) == (before["number"], before["version"])


def test_several_commands_are_one_step_and_all_or_none(play: Playing) -> None:
    bear = play.add(BEAR)
    refused = play.send(tap(bear, "stress"), tap("nobody", "stress"))
    assert code(refused) == (404, "unknown-creature")
    assert play.value("stress", bear) == 0
    play.do(tap(bear, "stress"), tap(None, "fear"))
    assert play.undo().status_code == 200
    assert (play.value("stress", bear), play.value("fear")) == (0, 0)


def test_undo_and_redo_give_back_the_same_view(play: Playing) -> None:
    bear = play.add(BEAR)
    play.do({"type": "take_damage", "creature": bear, "sources": [{"amount": 13}]})
    after = play.view()
    undone = problem_free(play.undo())
    assert undone["events"][0]["type"] == "undone"
    assert undone["events"][0]["data"]["steps"][0]["by"] == "token:tests"
    assert undone["text"][0].startswith("Undone: Bear")
    assert play.value("hit_points", bear) == 0
    problem_free(play.redo())
    assert {**play.view(), "can": None} == {**after, "can": None}


def test_an_undo_of_several_taps_says_where_they_had_led(play: Playing) -> None:
    bear = play.add(BEAR)
    for _ in range(3):
        play.do(tap(bear, "hit_points"))
    assert play.undo().json()["text"] == ["Undone: Bear: Hit Points 3 of 7"]
    assert play.value("hit_points", bear) == 0


def test_steps_in_the_way_are_told_to_a_gm(play: Playing) -> None:
    bear = play.add(BEAR)
    first = play.do(tap(bear, "hit_points"))["events"][0]["step"]
    play.do(note("between"))
    later = play.do(tap(bear, "hit_points"))["events"][0]["step"]
    refused = play.undo(step=first)
    assert code(refused) == (409, "steps-in-the-way")
    assert [(step["step"], step["by"]) for step in refused.json()["steps"]] == [(later, "token:tests")]
    assert "Bear" in refused.json()["steps"][0]["text"]


def test_a_rewind_by_entry_is_one_step_that_undo_takes_back(play: Playing) -> None:
    bear = play.add(BEAR)
    to = play.log()[-1]["id"]
    play.do(tap(bear, "hit_points"))
    play.do(note("between"))
    play.do(tap(bear, "stress"))
    path = f"{play.path}/rewind"
    assert play.admin.post(path, json={"to": to}).status_code == 200
    assert (play.value("hit_points", bear), play.value("stress", bear)) == (0, 0)
    assert play.undo().status_code == 200
    assert (play.value("hit_points", bear), play.value("stress", bear)) == (1, 1)


def test_nothing_to_undo_or_redo_is_a_conflict(play: Playing) -> None:
    assert code(play.undo()) == (409, "nothing-to-undo")
    assert code(play.redo()) == (409, "nothing-to-redo")
    assert play.undo(step=10**30).status_code == 409


def test_if_match_takes_the_version_or_the_number_and_refuses_an_old_one(play: Playing) -> None:
    old = play.game()
    new = play.do(note("one"))
    for known in (old["version"], str(old["number"]), "v_nothing", "999999"):
        refused = play.send(note("x"), headers={"If-Match": f'"{known}"'})
        assert code(refused) == (412, "stale-version")
        assert (refused.json()["version"], refused.json()["number"]) == (new["version"], new["number"])
    assert play.send(note("two"), headers={"If-Match": f'"{new["number"]}"'}).status_code == 200
    version = play.game()["version"]
    assert play.send(note("three"), headers={"If-Match": f'"x", "{version}"'}).status_code == 200
    assert play.send(note("four"), headers={"If-Match": "*"}).status_code == 200
    assert code(play.send(note("x"), headers={"If-Match": "yes please"})) == (400, "malformed-request")


def test_a_repeated_key_answers_the_same_bytes_and_does_it_once(play: Playing) -> None:
    oro = play.add(ORO)
    headers = {"Idempotency-Key": "k1"}
    first = play.send(tap(oro, "stress"), headers=headers)
    play.do(note("meanwhile"))
    again = play.send(tap(oro, "stress"), headers=headers | {"If-Match": '"1"'})
    assert (again.status_code, again.content) == (200, first.content)
    assert play.value("stress", oro) == 1
    assert code(play.send(tap(oro, "stress", 2), headers=headers)) == (422, "idempotency-key-reused")


def test_only_a_success_uses_up_a_key(play: Playing) -> None:
    oro = play.add(ORO)
    headers = {"Idempotency-Key": "k2"}
    roll = {"type": "roll", "roll": "action", "creature": oro, "parameters": {"difficulty": 9}, "physical": True}
    asked = play.send(roll, headers=headers)
    assert code(asked) == (409, "input-needed")
    assert asked.json()["needs"][0] == {"dice": "hope", "sides": 12, "count": 1}
    assert play.send({**roll, "dice": {"hope": 3, "fear": 2}}, headers=headers).status_code == 200


def test_a_key_outlives_a_restart(play: Playing, settings: Settings) -> None:
    first = play.send(note("once"), headers={"Idempotency-Key": "k3"})
    other = create_app(settings)
    with TestClient(other, headers=dict(play.admin.headers)) as restarted:
        again = restarted.post(f"{play.path}/commands", json=note("once"), headers={"Idempotency-Key": "k3"})
        assert again.content == first.content
        assert [e["text"] for e in restarted.get(f"{play.path}/events").json()["items"]].count("once") == 1


def test_a_preview_is_shaped_as_the_answer_and_changes_nothing(play: Playing) -> None:
    bear = play.add(BEAR)
    before = play.game()
    hit = {"type": "take_damage", "creature": bear, "sources": [{"amount": 13}]}
    shown = problem_free(play.send(hit, query="?preview=true"))
    assert (shown["number"], shown["version"]) == (before["number"], before["version"])
    assert not any({"id", "number", "step"} & set(event) for event in shown["events"])
    assert play.game() == before
    real = play.do(hit)
    assert shown["text"] == real["text"]


def test_the_preview_of_a_roll_without_dice_answers_its_odds(play: Playing) -> None:
    oro = play.add(ORO)
    roll = {"type": "roll", "roll": "action", "creature": oro, "parameters": {"difficulty": 10}}
    shown = problem_free(play.send(roll, query="?preview=true"))
    asked = problem_free(
        play.admin.post(f"{play.path}/odds/action", json={k: roll[k] for k in ("creature", "parameters")})
    )
    assert shown["odds"] == [asked]
    assert asked["outcomes"]["critical"] == {"fraction": "1/12", "value": 1 / 12}
    assert asked["filled"]["difficulty"] == 10
    assert shown["rolls"] == [] == shown["events"]


def test_the_odds_against_targets_differ_by_target(play: Playing) -> None:
    oro, bear = play.add(ORO), play.add(BEAR)
    easy = play.add({**BEAR, "name": "Calf", "numbers": {"difficulty": 5}})
    body = {"creature": oro, "targets": [bear, easy]}
    found = problem_free(play.admin.post(f"{play.path}/odds/action", json=body))["targets"]
    assert [target["creature"] for target in found] == [bear, easy]
    assert found[0]["outcomes"]["failure_fear"]["value"] > found[1]["outcomes"]["failure_fear"]["value"]


def test_the_log_pages_by_id_and_by_number(play: Playing) -> None:
    for n in range(5):
        play.do(note(f"note {n}"))
    first = problem_free(play.admin.get(f"{play.path}/events?limit=2"))
    second = problem_free(play.admin.get(f"{play.path}/events?limit=200&after={first['next']}"))
    assert second["next"] is None
    assert first["items"] + second["items"] == play.log()
    by_number = problem_free(play.admin.get(f"{play.path}/events?after=2"))
    assert by_number["items"] == second["items"]
    assert [event["number"] for event in play.log()] == [1, 2, 3, 4, 5, 6]
    assert code(play.admin.get(f"{play.path}/events?after=e_unknown")) == (422, "invalid-input")


def test_words_follow_the_language_that_is_asked_for(play: Playing) -> None:
    oro = play.add(ORO)
    play.do({"type": "add_condition", "creature": oro, "condition": "vulnerable"})
    russian = problem_free(play.admin.get(f"{play.path}?lang=ru"))
    assert russian["version"] == play.game()["version"]
    assert russian["view"]["creatures"][oro]["conditions"][0]["name"] == "Уязвимый"
    assert play.view()["creatures"][oro]["conditions"][0]["name"] == "Vulnerable"
    accepted = play.admin.get(play.path, headers={"Accept-Language": "de, ru;q=0.5"})
    assert accepted.json() == russian


def test_another_process_sees_what_this_one_wrote(play: Playing, settings: Settings, app: FastAPI) -> None:
    bear = play.add(BEAR)
    with TestClient(create_app(settings), headers=dict(play.admin.headers)) as other:
        problem_free(other.post(f"{play.path}/commands", json=tap(bear, "hit_points")))
        assert play.value("hit_points", bear) == 1
        problem_free(other.post(f"{play.path}/undo", json={}))
        assert play.value("hit_points", bear) == 0
        play.do(tap(bear, "stress"))
        assert other.get(play.path).json() == play.game()


@pytest.mark.case("GM-073")
def test_what_leaves_its_range_is_refused_and_what_happens_in_play_stops_at_its_ends(play: Playing) -> None:
    oro = play.add(ORO)
    for value in (999, -5, 13):
        refused = play.send({"type": "set_tracker", "tracker": "fear", "value": value})
        assert code(refused) == (422, "invalid-input")
    play.do({"type": "set_tracker", "tracker": "fear", "value": 12})
    play.do({"type": "roll", "roll": "action", "creature": oro, "parameters": {"difficulty": 9},
             "dice": {"hope": 5, "fear": 7}})  # fmt: skip
    assert play.value("fear") == 12
    play.do({"type": "set_tracker", "tracker": "fear", "value": 0})
    assert play.send({"type": "spend_fear", "use": "extra_move"}).status_code == 409
    play.do({"type": "set_tracker", "tracker": "fear", "value": 11})
    play.do({"type": "rest", "kind": "short", "dice": {"fear": 4}})
    assert play.value("fear") == 12
    for value in (7, -1):
        refused = play.send({"type": "set_tracker", "creature": oro, "tracker": "hope", "value": value})
        assert code(refused) == (422, "invalid-input")
    play.do({"type": "set_tracker", "creature": oro, "tracker": "hope", "value": 2})
    assert play.send({"type": "spend_hope", "creature": oro, "amount": 3}).status_code == 409
    assert play.value("hope", oro) == 2
    play.do({"type": "set_tracker", "creature": oro, "tracker": "stress", "value": 6})
    play.do({"type": "mark_stress", "creature": oro, "amount": 1, "forced": True})
    assert (play.value("stress", oro), play.value("hit_points", oro)) == (6, 1)


@pytest.mark.case("GM-042")
def test_marks_count_up_from_an_unhurt_creature_and_their_name_says_so(play: Playing, admin: TestClient) -> None:
    system = problem_free(admin.get("/api/v1/systems/daggerheart"))
    counted = {tracker["key"]: tracker["counts"] for tracker in system["trackers"]}
    assert (counted["hit_points"], counted["stress"], counted["hope"]) == ("marked", "marked", "held")
    generic = problem_free(admin.get("/api/v1/systems/generic"))
    assert {tracker["key"]: tracker["counts"] for tracker in generic["trackers"]}["hp"] == "left"
    bear = play.add(BEAR)
    shown = play.view()["creatures"][bear]
    assert (shown["trackers"]["hit_points"], shown["conditions"]) == ({"kind": "pool", "value": 0, "max": 7}, [])
    assert play.link("watch").get().json()["view"]["creatures"][bear]["health"] == "unhurt"
