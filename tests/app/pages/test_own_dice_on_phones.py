"""Where people roll their own dice a phone asks for what fell too, and has the product roll only when told to."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import Response
from starlette.testclient import TestClient

from app.services import shares
from tests.app.pages.evenings import Evening, demo_of
from tests.app.pages.test_bump import NAMES

CHECK = {"type": "roll", "roll": "check", "parameters": {"dc": 12}}


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    made = demo_of(app, account, "bump", NAMES)
    made.do({"type": "change_setting", "key": "physical_dice", "value": True})
    return made


@pytest.fixture
def seat(game: Evening) -> str:
    return f"/s/{shares.create(game.house, game.access, 'seat', creature=game.ids['Hesk'])['token']}"


def send(browser: TestClient, game: Evening, seat: str, command: dict[str, Any], **fields: str) -> Response:
    return browser.post(
        f"{seat}/commands", data={"command": json.dumps({**command, "creature": game.ids["Hesk"]}), **fields}
    )


def rolled(game: Evening) -> list[Any]:
    return [roll["dice"] for roll in game.view()["rolls"] if roll["creature"] == game.ids["Hesk"]]


def test_a_roll_without_a_die_is_refused_with_what_is_missing(browser: TestClient, game: Evening, seat: str) -> None:
    before = rolled(game)
    answer = send(browser, game, seat, CHECK)
    assert answer.status_code == 409
    assert "d20" in answer.headers["hx-trigger"]
    assert rolled(game) == before


def test_the_die_that_fell_is_taken(browser: TestClient, game: Evening, seat: str) -> None:
    assert send(browser, game, seat, CHECK, **{"dice/d20": "17"}).status_code == 200
    assert "17" in json.dumps(rolled(game))


def test_the_product_rolls_when_it_is_told_to(browser: TestClient, game: Evening, seat: str) -> None:
    before = rolled(game)
    assert send(browser, game, seat, CHECK, _roll="1").status_code == 200
    assert rolled(game) != before


def test_without_the_setting_it_rolls_by_itself(browser: TestClient, game: Evening, seat: str) -> None:
    game.do({"type": "change_setting", "key": "physical_dice", "value": False})
    assert send(browser, game, seat, CHECK).status_code == 200


@pytest.mark.parametrize(
    ("own", "language", "words"),
    [
        (True, "en", ["Send", "Roll for me"]),
        (True, "ru", ["Отправить", "Бросить за меня"]),
        (False, "en", ["Roll"]),
    ],
)
def test_the_bar_of_the_phone_says_who_rolls(
    browser: TestClient, game: Evening, seat: str, own: bool, language: str, words: list[str]
) -> None:
    game.do({"type": "change_setting", "key": "physical_dice", "value": own})
    page = browser.get(f"{seat}/roll", headers={"Accept-Language": language}).text
    bar = page[page.index('class="do"') : page.index("<nav")]
    assert all(word in bar for word in words)
    assert ('name="_roll"' in bar) is own


def test_the_damage_of_a_hit_is_typed_or_rolled_for_one(browser: TestClient, game: Evening, seat: str) -> None:
    attack = {"type": "roll", "roll": "attack", "targets": [game.ids["Crab"]], "with": "glaive"}
    page = send(browser, game, seat, attack, **{"dice/d20": "19"})
    assert page.status_code == 200
    assert "Roll for me" in page.text
    damage = {"type": "roll", "roll": "damage", "targets": [game.ids["Crab"]], "with": "glaive"}
    assert send(browser, game, seat, damage).status_code == 409
    assert send(browser, game, seat, damage, _roll="1").status_code == 200
