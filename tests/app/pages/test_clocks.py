"""Countdowns and the time of the game on the screen: made, changed, done, and let pass."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from starlette.testclient import TestClient

from tests.app.pages.evenings import Evening

HTMX = {"HX-Request": "true"}


def made(game: Evening, name: str) -> dict[str, Any]:
    return next(clock for clock in game.view()["clocks"].values() if clock["name"] == name)


def test_a_countdown_is_made_from_all_its_fields(browser: TestClient, game: Evening) -> None:
    game.do({"type": "add_clock", "name": "Tide", "size": 4})
    tide = made(game, "Tide")["id"]
    fields = {"name": "Ritual", "size": "6", "start": "", "kind": "countdown", "ticks": "minutes", "every": "30",
              "loop": "shrinking", "link": tide, "note": "The door opens", "hidden": "false", "shape_only": "true",
              "_unless": "start size"}  # fmt: skip
    assert game.post(browser, {"type": "add_clock"}, **fields).status_code == 200
    clock = made(game, "Ritual")
    assert (clock["kind"], clock["size"], clock["value"], clock["ticks"], clock["every"]) == (
        "countdown",
        6,
        6,
        "minutes",
        30,
    )
    assert (clock["loop"], clock["link"], clock["note"]) == ("shrinking", tide, "The door opens")
    assert (clock["hidden"], clock["shape_only"]) == (False, True)


def test_dice_rule_out_the_steps(browser: TestClient, game: Evening) -> None:
    fields = {"name": "Ritual", "size": "6", "start": "2d4+10", "kind": "countdown", "_unless": "start size"}
    assert game.post(browser, {"type": "add_clock"}, **fields).status_code == 200
    assert 12 <= made(game, "Ritual")["size"] <= 18


def test_a_clock_is_changed_and_what_is_emptied_is_taken_away(browser: TestClient, game: Evening) -> None:
    game.do({"type": "add_clock", "name": "Ritual", "size": 6, "loop": "same", "note": "x", "hidden": False})
    id = made(game, "Ritual")["id"]
    drawer = browser.get(f"{game.base}/drawers/countdown?clock={id}").text
    assert 'value="Ritual"' in drawer
    assert "change_clock" in drawer
    base = {
        "type": "change_clock",
        "clock": id,
        "hidden": True,
        "shape_only": False,
        "loop": None,
        "link": None,
        "note": "",
    }
    answer = game.post(browser, base, name="Rite", size="8", value="3", ticks="scene", every="10", loop="", note="")
    assert answer.status_code == 200
    clock = made(game, "Rite")
    assert (clock["size"], clock["value"], clock["ticks"], clock["loop"], clock["note"]) == (8, 3, "scene", None, "")
    assert clock["hidden"] is True


def test_the_note_of_a_clock_that_is_done_stands_with_what_is_due(browser: TestClient, game: Evening) -> None:
    game.do({"type": "add_clock", "name": "Ritual", "size": 1, "note": "The door opens"})
    id = made(game, "Ritual")["id"]
    game.do({"type": "advance_clock", "clock": id})
    page = browser.get(game.base).text
    assert "The door opens" in page[page.index('id="dues"') :]
    answer = game.post(browser, {"type": "drop", "id": f"d_clock_{id}"})
    assert 'hx-target="#dues"' in answer.text
    assert made(game, "Ritual")["rings"] is False


def test_time_passes_after_a_preview(browser: TestClient, game: Evening) -> None:
    game.do({"type": "add_clock", "name": "Torch", "size": 6, "ticks": "minutes", "every": 10})
    look = browser.get(f"{game.base}/drawers/pass?minutes=25&_again=1").text
    assert "Torch: 0 → 2" in look
    assert made(game, "Torch")["value"] == 0
    assert game.post(browser, {"type": "pass_time"}, minutes="25", _close="across").status_code == 200
    assert made(game, "Torch")["value"] == 2
    assert "Day 1, 08:25" in browser.get(game.base).text
    refused = browser.get(f"{game.base}/drawers/pass?minutes=0").text
    assert 'class="err"' in refused


def test_a_title_of_a_scene_may_be_as_long_as_its_field(browser: TestClient, game: Evening) -> None:
    assert 'maxlength="120"' in browser.get(f"{game.base}/drawers/scene").text
    assert game.post(browser, {"type": "begin_scene"}, title="x" * 120).status_code == 200


def test_players_see_of_a_clock_what_they_may(app: FastAPI, browser: TestClient, game: Evening) -> None:
    from app.services import shares

    game.do({"type": "add_clock", "name": "Open zq1", "size": 4, "hidden": False, "note": "zq303"},
            {"type": "add_clock", "name": "Shape zq2", "size": 4, "hidden": False, "shape_only": True},
            {"type": "add_clock", "name": "Secret zq3", "size": 4})  # fmt: skip
    token = shares.create(game.house, game.access, "watch", None)["token"]
    page = browser.get(f"/s/{token}").text
    assert "Open zq1" in page
    for unseen in ("zq2", "zq3", "zq303"):
        assert unseen not in page
    assert page.count('class="clk"') == 2
    assert "Day 1, 08:00" in page
