"""Where people roll their own dice the screen asks for what fell first, and rolls only when it is told to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import demo, games
from app.services.house import House
from tests.app.pages.evenings import Evening, demo_of
from tests.app.pages.test_bump import NAMES

ROLLS: Mapping[str, dict[str, Any]] = {
    "bump": {"roll": "check", "parameters": {"dc": 12}},
    "daggerheart": {"roll": "action", "with": "agility", "parameters": {"difficulty": 12}},
}


@pytest.fixture(params=ROLLS)
def played(request: pytest.FixtureRequest, app: FastAPI, account: str) -> tuple[Evening, dict[str, Any]]:
    house: House = app.state.house
    made = house.database.write(lambda db: demo.create(db, account, request.param, "en"))
    first = next(iter(house.look(made.id).game.state.creatures))
    game = Evening(app, games.as_gm(house, account, made.id), {"first": first})
    game.do({"type": "change_setting", "key": "physical_dice", "value": True})
    return game, {"type": "roll", "creature": first, **ROLLS[request.param]}


def rolled(game: Evening) -> int:
    return sum(roll["creature"] == game.ids["first"] for roll in game.view()["rolls"])


def test_a_roll_asks_for_the_dice_that_fell(browser: TestClient, played: tuple[Evening, dict[str, Any]]) -> None:
    game, roll = played
    asked = game.post(browser, roll)
    assert asked.status_code == 409
    assert 'name="dice/' in asked.text
    assert rolled(game) == 0


def test_the_product_rolls_when_it_is_told_to(browser: TestClient, played: tuple[Evening, dict[str, Any]]) -> None:
    game, roll = played
    assert game.post(browser, roll, _roll="1").status_code == 200
    assert rolled(game) == 1


def test_without_the_setting_it_rolls_by_itself(browser: TestClient, played: tuple[Evening, dict[str, Any]]) -> None:
    game, roll = played
    game.do({"type": "change_setting", "key": "physical_dice", "value": False})
    assert game.post(browser, roll).status_code == 200
    assert rolled(game) == 1


def test_damage_that_follows_from_a_hit_is_asked_for_too(browser: TestClient, app: FastAPI, account: str) -> None:
    game = demo_of(app, account, "bump", NAMES)
    game.do({"type": "change_setting", "key": "physical_dice", "value": True})
    attack = {"type": "roll", "roll": "attack", "creature": game.ids["Hesk"], "targets": [game.ids["Crab"]]}
    answer = game.post(browser, {**attack, "with": "glaive"}, _follow="1", **{"dice/d20": "19"})
    assert answer.status_code == 200
    assert 'name="dice/dice' in answer.text
    done = game.post(browser, {**attack, "with": "glaive"}, _follow="1", _roll="1", **{"dice/d20": "19"})
    assert "damage-" in done.text


def test_hunger_and_a_fall_take_each_die_that_fell(browser: TestClient, app: FastAPI, account: str) -> None:
    game = demo_of(app, account, "bump", NAMES)
    game.do({"type": "change_setting", "key": "physical_dice", "value": True})
    thirst = {"type": "provide", "food": "full", "water": "half"}
    names = [f"dice/{game.ids[name]}/d20" for name in ("Hesk", "Talle", "Ruvane")]
    asked = game.post(browser, thirst)
    assert asked.status_code == 409
    assert any(name in asked.text for name in names)
    assert any(f"{game.creature(name)['name']} · d20" in asked.text for name in ("Hesk", "Talle", "Ruvane"))
    assert game.post(browser, thirst, **dict(zip(names, ("20", "1", "20"), strict=True))).status_code == 200
    assert [game.pool(name, "strain") for name in ("Hesk", "Talle", "Ruvane")] == [0, 2, 0]
    fall = {"type": "fall", "creature": game.ids["Hesk"], "feet": 20}
    assert game.post(browser, fall).status_code == 409
