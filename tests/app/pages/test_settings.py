"""The settings of a game."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient


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


def test_who_sees_what_is_a_setting_too(browser: TestClient, game: str) -> None:
    browser.post(f"{game}/settings", data={"key": "seen/foe/hit_points", "value": "public"})
    assert settings(browser, game)["seen/foe/hit_points"] == "public"
    page = browser.get(f"{game}/settings").text
    row = page.partition('value="seen/foe/hit_points"')[2].partition("</form>")[0]
    assert 'value="public" checked' in row


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
