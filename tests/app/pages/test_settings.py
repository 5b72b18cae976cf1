"""The settings of a game."""

from __future__ import annotations

import json

import pytest
from fastapi.testclient import TestClient

from rules.registry import SYSTEMS

# A game with a setting that is a text.
TEXTS = next(
    key for key, system in SYSTEMS.items() if any(spec.default == "" for spec in system.data.settings.values())
)


@pytest.fixture
def game(browser: TestClient) -> str:
    made = browser.post("/games/new", data={"name": "The Salt Road", "system": "daggerheart"})
    return made.headers["location"].removesuffix("/party")


def settings(browser: TestClient, game: str) -> dict[str, object]:
    found: dict[str, object] = browser.get(f"/api/v1{game}").json()["view"]["settings"]
    return found


def test_each_reading_of_the_rules_stands_with_why_it_is_there(browser: TestClient, game: str) -> None:
    page = browser.get(f"{game}/settings").text
    assert "Massive damage" in page
    assert "twice the Severe threshold" in page
    assert 'value="massive_damage"' in page


@pytest.mark.parametrize("text, value", [("true", True), ("false", False)])
def test_a_setting_changes_at_once(browser: TestClient, game: str, text: str, value: bool) -> None:
    answer = browser.post(f"{game}/settings", data={"key": "massive_damage", "value": text})
    assert answer.status_code == 200
    assert settings(browser, game)["massive_damage"] is value


def cell(browser: TestClient, game: str, key: str) -> str:
    return browser.get(f"{game}/settings").text.partition(f'value="{key}"')[2].partition("</td>")[0]


def chosen(browser: TestClient, game: str, key: str) -> str:
    return cell(browser, game, key).partition('" checked')[0].rpartition('value="')[2]


@pytest.mark.parametrize(
    "key, usual, value",
    [
        ("seen/foe/name", "known", "number"),
        ("seen/foe/health", "words", "exact"),
        ("seen/ally/health", "exact", "none"),
        ("seen/foe/numbers", "none", "against"),
        ("seen/pc/conditions", "all", "names"),
        ("seen/foe/stress", "gm", "public"),
        ("seen/pc/stress", "public", "own"),
    ],
)
def test_what_players_may_know_is_a_cell_for_each_side_and_field(
    browser: TestClient, game: str, key: str, usual: str, value: str
) -> None:
    assert chosen(browser, game, key) == usual
    browser.post(f"{game}/settings", data={"key": key, "value": value})
    assert settings(browser, game)[key] == value
    assert chosen(browser, game, key) == value
    assert "by the game" in cell(browser, game, key)


def test_marks_that_were_chosen_for_the_health_are_the_same_as_exact_health(browser: TestClient, game: str) -> None:
    browser.post(f"{game}/settings", data={"key": "seen/foe/hit_points", "value": "public"})
    assert chosen(browser, game, "seen/foe/health") == "exact"


def test_the_numbers_that_others_roll_against_are_named(browser: TestClient, game: str) -> None:
    assert "Evasion, Difficulty" in browser.get(f"{game}/settings").text


def test_a_number_that_was_set_by_itself_has_a_row_of_its_own(browser: TestClient, game: str) -> None:
    assert 'value="seen/foe/difficulty"' not in browser.get(f"{game}/settings").text
    browser.post(f"{game}/settings", data={"key": "seen/foe/difficulty", "value": "public"})
    assert chosen(browser, game, "seen/foe/difficulty") == "public"
    assert chosen(browser, game, "seen/pc/difficulty") == "gm"
    browser.post(f"{game}/settings/sights")
    assert chosen(browser, game, "seen/foe/difficulty") == "gm"


def test_one_key_lets_players_know_again_what_the_game_says(browser: TestClient, game: str) -> None:
    for key, value in [("seen/foe/health", "none"), ("seen/foe/stress", "public"), ("seen/foe/name", "number")]:
        browser.post(f"{game}/settings", data={"key": key, "value": value})
    number = browser.get(f"/api/v1{game}").json()["number"]
    assert browser.post(f"{game}/settings/sights").status_code == 303
    assert [chosen(browser, game, f"seen/foe/{field}") for field in ("health", "stress", "name")] == [
        "words", "gm", "known",
    ]  # fmt: skip
    assert browser.post(f"/api/v1{game}/undo", json={}).status_code == 200, "all of it is one step"
    assert chosen(browser, game, "seen/foe/health") == "none"
    assert browser.get(f"/api/v1{game}").json()["number"] > number


def test_a_change_says_what_players_know_now(browser: TestClient, game: str) -> None:
    said = browser.post(f"{game}/settings", data={"key": "seen/foe/health", "value": "none"}).headers["hx-trigger"]
    assert "What players know, adversaries: Health nothing" in said
    browser.cookies.set("lang", "ru")
    said = browser.post(f"{game}/settings", data={"key": "seen/foe/stress", "value": "public"}).headers["hx-trigger"]
    assert "Что знают игроки" in json.loads(said)["shirma:toast"]["text"]


@pytest.mark.parametrize("key, value", [("nothing", "true"), ("massive_damage", "often"), ("seen/foe/hit_points", "x")])
def test_what_is_no_setting_is_refused(browser: TestClient, game: str, key: str, value: str) -> None:
    before = settings(browser, game)
    answer = browser.post(f"{game}/settings", data={"key": key, "value": value}, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert "shirma:refused" in answer.headers["hx-trigger"]
    assert settings(browser, game) == before


@pytest.mark.parametrize("text", ["--5", "9" * 5000, "x"])
def test_what_is_no_value_of_a_setting_is_refused(browser: TestClient, game: str, text: str) -> None:
    answer = browser.post(f"{game}/settings", data={"key": "massive_damage", "value": text})
    assert answer.status_code == 422


def test_a_setting_may_be_a_text(browser: TestClient) -> None:
    made = browser.post("/games/new", data={"name": "The Bell", "system": TEXTS})
    game = made.headers["location"].removesuffix("/party")
    key = next(key for key, value in settings(browser, game).items() if value == "")
    assert browser.post(f"{game}/settings", data={"key": key, "value": "the strap breaks"}).status_code == 200
    assert settings(browser, game)[key] == "the strap breaks"
    assert 'value="the strap breaks"' in browser.get(f"{game}/settings").text
    refused = browser.post(f"{game}/settings", data={"key": key, "value": "x" * 501})
    assert refused.status_code == 422
