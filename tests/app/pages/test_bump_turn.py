"""The screen and phones of Bump d20 in a turn besides attacks: one who sinks, the choice at 0 Hit Points, distances."""

from __future__ import annotations

import json

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import shares
from tests.app.pages.evenings import Evening, demo_of, drawer
from tests.app.pages.test_bump import LANGUAGES, NAMES, begin


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    return demo_of(app, account, "bump", NAMES)


def sinks(game: Evening) -> None:
    begin(game, Talle=20)
    game.do({"type": "add_condition", "creature": game.ids["Hesk"], "condition": "sinking", "value": 1})


def conditions(game: Evening, name: str) -> list[str]:
    return [one["key"] for one in game.creature(name)["conditions"]]


def test_the_screen_lets_a_neighbour_pull_at_one_who_sinks(browser: TestClient, game: Evening) -> None:
    sinks(game)
    talle, hesk = game.ids["Talle"], game.ids["Hesk"]
    assert f'id="pull-{hesk}-{talle}"' in drawer(browser, game, "verbs", creature=talle)
    game.post(browser, {"type": "pull", "creature": talle, "target": hesk}, dc="", **{"dice/d20": "20"})
    assert "sinking" in conditions(game, "Hesk"), "what it is rolled against was never said"
    game.post(browser, {"type": "pull", "creature": talle, "target": hesk}, dc="15", **{"dice/d20": "20"})
    assert "sinking" not in conditions(game, "Hesk")
    assert game.pool("Talle", "action_points") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_lets_a_neighbour_pull_at_one_who_sinks(app: FastAPI, game: Evening, language: str) -> None:
    sinks(game)
    hesk = game.ids["Hesk"]
    link = shares.create(game.house, game.access, "seat", creature=game.ids["Talle"])
    with TestClient(app, headers={"Accept-Language": language}) as phone:
        page = phone.get(f"/s/{link['token']}/me").text
        assert f'id="pull-{hesk}"' in page
        assert {"en": "Pull Free", "ru": "Вытащить"}[language] in page
        command = json.dumps({"type": "pull", "creature": game.ids["Talle"], "target": hesk})
        fields = {"command": command, "dc": "15", "dice/d20": "20"}
        assert phone.post(f"/s/{link['token']}/commands", data=fields).status_code == 200
        assert f'id="pull-{hesk}"' not in phone.get(f"/s/{link['token']}/me").text
    assert "sinking" not in conditions(game, "Hesk")


def test_a_death_drawer_is_over_once_somebody_has_chosen(browser: TestClient, game: Evening) -> None:
    talle = game.ids["Talle"]
    game.do({"type": "take_damage", "creature": talle, "parts": [{"amount": 30, "type": "fire"}]})
    assert "data-over" not in drawer(browser, game, "death", creature=talle, _again="1")
    game.do({"type": "death_option", "creature": talle, "option": "heroic_death"})
    left = drawer(browser, game, "death", creature=talle, _again="1", option="mostly_dead")
    assert f'<form id="death-{talle}" data-over>' in left
    assert "button" not in left


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_distance_is_named_and_a_weapon_that_does_not_reach_so_far_says_so(
    browser: TestClient, game: Evening, language: str
) -> None:
    talle, thief = game.ids["Talle"], game.ids["Thief"]
    hooks = game.creature("Talle")["features"]["hooks"]
    longer = {"hooks": {**hooks, "facts": {**hooks["facts"], "range": 30}}}
    game.do({"type": "change_creature", "creature": talle, "changes": {"features": longer}})
    field = {f"parameters/feet/{thief}": "45"}
    page = drawer(browser, game, "attack", "Talle", language, **{"targets[]": thief, "with": "hooks"}, **field)
    assert {"en": "Near", "ru": "Недалеко"}[language] in page
    assert {"en": "farther than the weapon reaches", "ru": "дальше, чем достаёт оружие"}[language] in page
    attack = {"type": "roll", "roll": "attack", "creature": talle, "targets": [thief], "with": "hooks"}
    game.post(browser, attack, **field, **{"dice/d20": "20"})
    assert game.view()["rolls"][0]["outcome"] == "failure"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_says_the_space_by_size(browser: TestClient, game: Evening, language: str) -> None:
    crab = game.ids["Crab"]
    size = {"size": {"kind": "size", "name": "", "facts": {"size": "large"}}}
    game.do({"type": "change_creature", "creature": crab, "changes": {"features": size}})
    game.do({"type": "change_setting", "key": "space_large", "value": 10})
    page = browser.get(f"{game.base}/sheets/{crab}", headers={"Accept-Language": language}).text
    assert {"en": "Size: Large · space 10 ft", "ru": "Размер: Большой · пространство 10 футов"}[language] in page
