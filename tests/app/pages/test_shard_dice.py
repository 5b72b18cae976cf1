"""Dice that people roll themselves in SHARD: the screen asks for them, and a phone is told how many are missing."""

from __future__ import annotations

import json

import msgspec
import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from tests.app.pages.evenings import Evening, demo_of
from tests.app.pages.test_shard import LANGUAGES, NAMES, Phone


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    return demo_of(app, account, "shard", NAMES)


def test_the_screen_asks_for_dice_where_people_roll_their_own(browser: TestClient, game: Evening) -> None:
    game.do({"type": "change_setting", "key": "physical_dice", "value": True})
    command = {"type": "roll", "roll": "attack", "creature": game.ids["Moth"], "targets": [game.ids["Taro"]]}
    answer = game.post(browser, command)
    assert answer.status_code == 409
    assert "Which dice fell?" in answer.text
    assert 'name="dice/faces[]"' in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_that_typed_too_few_dice_is_told_how_many_more(
    client: TestClient, game: Evening, language: str
) -> None:
    """Who types the dice of the sheet knows neither those that a tie adds nor that a triumph brings one more."""
    client.headers["Accept-Language"] = language
    phone = Phone(game, client, "Irsa")
    command = {"type": "roll", "roll": "challenge", "creature": game.ids["Irsa"], "parameters": {"target": 1}}
    base = msgspec.json.encode({**command, "parameters": {"target": 1, "dice": 5}}).decode()
    said = {"en": "Still missing: Dice ({}d8).", "ru": "Ещё нужно: Кубики ({}d8)."}[language]
    for faces, more in (("6 8 7", 2), ("6 8 7 1 1", 1)):
        data = {"command": base, "dice/faces": faces}
        answer = client.post(f"{phone.path}/commands", data=data, headers={"HX-Request": "true"})
        assert answer.status_code == 409
        assert json.loads(answer.headers["HX-Trigger"])["shirma:refused"]["text"] == said.format(more)
