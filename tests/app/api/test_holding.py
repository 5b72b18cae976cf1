"""While the GM holds the players' view, nothing that happens reaches them: no page, no JSON, no stream, no answer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from tests.app.playing import API, BEAR, LURKER, MIRA, ORO, Link, Playing, code, problem_free, tap
from tests.app.watching import Eyes

SECRET = "zq303"


@pytest.fixture
def play(admin: TestClient) -> Playing:
    return Playing(admin)


@pytest.fixture
def eyes(app: FastAPI, play: Playing) -> list[Eyes]:
    oro, _bear, _lurker = play.add(ORO), play.add(BEAR), play.add(LURKER)
    play.do(
        {
            "type": "roll",
            "roll": "action",
            "creature": oro,
            "dice": {"hope": 3, "fear": 2},
            "parameters": {"difficulty": 9},
        }
    )
    roles: list[tuple[str, str | None]] = [("seat", oro), ("watch", None), ("screen", None), ("join", None)]
    return [Eyes(app, play, role, creature) for role, creature in roles]


def id_of(play: Playing, name: str) -> str:
    return next(str(id) for id, one in play.view()["creatures"].items() if one["name"] == name)


def everything(play: Playing) -> None:
    """Whatever a GM may prepare, seen by players as soon as they may see."""
    oro, bear, lurker = (id_of(play, name) for name in ("Oro", "Bear", "Lurker"))
    for command in (
        {"type": "add_creature", "creature": {"name": f"{SECRET} pc", "kind": "pc"}},
        {"type": "add_creature", "creature": {**MIRA, "name": f"{SECRET} ally", "kind": "ally"}},
        {"type": "reveal", "creature": lurker},
        {"type": "change_creature", "creature": bear, "changes": {"name": f"{SECRET} bear"}},
        tap(bear, "hit_points", 4),
        tap(oro, "stress", 2),
        tap(None, "fear", 3),
        {"type": "add_condition", "creature": oro, "condition": "restrained", "detail": SECRET},
        {
            "type": "roll",
            "roll": "action",
            "creature": oro,
            "dice": {"hope": 12, "fear": 12},
            "parameters": {"difficulty": 9},
        },
        {"type": "note", "text": SECRET, "hidden": False},
        {"type": "add_clock", "name": SECRET, "size": 4, "hidden": False},
        {"type": "begin_scene", "title": SECRET},
        {"type": "show", "text": SECRET},
        {"type": "rename_game", "name": SECRET},
        {"type": "change_setting", "key": "seen/foe/health", "value": "exact"},
        {"type": "begin_turn", "creature": bear},
    ):
        play.do(command)


def hold(play: Playing, on: bool = True) -> None:
    play.do({"type": "hold_view", "on": on})


def test_nothing_that_happens_while_the_view_is_held_is_seen_until_it_goes_on(play: Playing, eyes: list[Eyes]) -> None:
    before = [one.all() for one in eyes]
    hold(play)
    everything(play)
    problem_free(play.undo())
    assert [one.all() for one in eyes] == before
    assert [one.stream() + one.fragments() for one in eyes] == [b""] * len(eyes)
    hold(play, False)
    for one in eyes:
        assert any(SECRET in text for text in one.all())
        assert SECRET.encode() in one.stream()


@pytest.mark.parametrize(
    "command",
    [
        {"type": "adjust_tracker", "tracker": "stress", "by": 1},
        {"type": "roll", "roll": "action", "parameters": {"difficulty": 13}},
        {"type": "suggest", "commands": [{"type": "note", "text": "x"}]},
        {"type": "request_spotlight"},
        {"type": "change_setting", "key": "x", "value": 1},
    ],
)
def test_every_command_of_a_player_is_answered_the_same_while_the_view_is_held(
    play: Playing, eyes: list[Eyes], command: dict[str, Any]
) -> None:
    seat = eyes[0].link
    own = command | {"creature": id_of(play, "Oro")} if command["type"] in ("adjust_tracker", "roll") else command
    hold(play)
    quiet = seat.send(own)
    everything(play)
    number = play.game()["number"]
    loud = seat.send(own)
    assert code(loud) == (409, "view-held")
    assert loud.text == quiet.text
    preview = seat.client.post(f"{seat.path}/commands?preview=true", json=own)
    assert (code(preview), code(seat.undo())) == ((409, "view-held"), (409, "view-held"))
    assert play.game()["number"] == number
    hold(play, False)
    assert code(seat.undo()) != (409, "view-held")


def test_a_phone_says_that_the_gm_prepares_something(play: Playing, eyes: list[Eyes]) -> None:
    hold(play)
    page = eyes[0].pages[0].removesuffix("/me")
    fields = {"command": json.dumps(tap(id_of(play, "Oro"), "stress"))}
    for language, words in (
        ("en", "The GM is preparing something."),
        ("ru", "\\u041c\\u0430\\u0441\\u0442\\u0435\\u0440"),
    ):
        headers = {"HX-Request": "true", "Accept-Language": language}
        answer = eyes[0].link.client.post(f"{page}/commands", data=fields, headers=headers)
        assert answer.status_code == 409
        assert words in answer.headers["hx-trigger"]


def test_a_seat_is_taken_of_the_party_that_was_seen(play: Playing, eyes: list[Eyes]) -> None:
    door = eyes[3].link
    hold(play)
    added = play.add({"name": f"{SECRET} pc", "kind": "pc"})
    oro = id_of(play, "Oro")
    assert code(door.client.post(f"{door.path}/seat", json={"creature": added})) == (404, "unknown-creature")
    assert code(door.client.post(f"{door.path}/seat", json={"creature": oro})) == (409, "seat-taken")
    hold(play, False)
    assert door.client.post(f"{door.path}/seat", json={"creature": added}).status_code == 201


def test_a_hold_that_is_undone_lets_the_view_go_on(play: Playing, eyes: list[Eyes]) -> None:
    hold(play)
    play.do(tap(None, "fear", 2))
    step = next(event["step"] for event in reversed(play.log()) if event["type"] == "setting_set")
    problem_free(play.undo(step=step))
    assert eyes[1].link.get().json()["view"]["trackers"]["fear"]["value"] == play.value("fear")


def test_a_second_hold_shows_what_stood_when_it_began(play: Playing, eyes: list[Eyes]) -> None:
    for fear in (1, 2):
        hold(play)
        play.do(tap(None, "fear"))
        hold(play, False)
        assert eyes[1].link.get().json()["view"]["trackers"]["fear"]["value"] == fear
    hold(play)
    play.do(tap(None, "fear"))
    assert eyes[1].link.get().json()["view"]["trackers"]["fear"]["value"] == 2


def test_the_gm_sees_a_sign_as_long_as_the_view_is_held(play: Playing, browser: TestClient) -> None:
    page = f"/games/{play.id}"
    assert "Players see a frozen view." not in browser.get(page).text
    hold(play)
    signed = browser.get(page).text
    assert "Players see a frozen view." in signed
    assert "Unfreeze" in signed
    hold(play, False)
    assert "Players see a frozen view." not in browser.get(page).text


def links(eyes: list[Eyes]) -> list[Link]:
    return [one.link for one in eyes if one.role != "join"]


def test_what_is_shown_is_on_every_page_of_every_link_until_it_is_put_away(play: Playing, eyes: list[Eyes]) -> None:
    for thing in ({"text": SECRET}, {"note": SECRET}, {"card": "vulnerable"}):
        word = SECRET if "card" not in thing else "advantage"
        play.do({"type": "show", **thing})
        for one in eyes[:3]:
            assert one.link.get().json()["view"]["shown"] == thing
            for page in (page for page in one.pages if not page.endswith("/report")):
                assert word in one.link.client.get(page).text.partition("shown")[2]
        play.do({"type": "take_away"})
        assert [link.get().json()["view"]["shown"] for link in links(eyes)] == [None, None, None]
        assert not any(SECRET in text for one in eyes for text in one.all())


def test_an_x_card_and_a_hand_reach_the_gm_while_the_view_is_held(play: Playing, eyes: list[Eyes]) -> None:
    seat = eyes[0].link
    hold(play)
    for command in ({"type": "x_card"}, {"type": "raise_hand"}):
        assert seat.send(command).status_code == 200
    assert [ask["kind"] for ask in play.game()["view"]["asks"]] == ["x_card", "hand"]


def test_a_game_in_which_an_x_card_was_laid_comes_back_from_its_document(play: Playing, eyes: list[Eyes]) -> None:
    assert eyes[0].link.send({"type": "x_card"}).status_code == 200
    document = problem_free(play.admin.get(f"{play.path}/export"))
    made = problem_free(play.admin.post(f"{API}/games/import", json=document))
    assert [ask["kind"] for ask in made["view"]["asks"]] == ["x_card"]
