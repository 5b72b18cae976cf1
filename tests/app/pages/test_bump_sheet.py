"""The sheet of Bump d20 as it is changed on the screen: the persistent damage of a weapon."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from tests.app.pages.evenings import Evening, demo_of, drawer
from tests.app.pages.test_bump import LANGUAGES, NAMES


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    return demo_of(app, account, "bump", NAMES)


def sheet(browser: TestClient, game: Evening, name: str, language: str = "en") -> str:
    return browser.get(f"{game.base}/sheets/{game.ids[name]}", headers={"Accept-Language": language}).text


def kept(game: Evening, browser: TestClient, **facts: Any) -> None:
    """What the sheet sends of Hesk's glaive when one field is left."""
    changes = {"parts": {"glaive": {"facts": facts}}}
    sent = game.post(browser, {"type": "change_creature", "creature": game.ids["Hesk"], "changes": changes})
    assert sent.status_code == 200, sent.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_weapon_gets_persistent_damage_on_the_sheet(browser: TestClient, game: Evening, language: str) -> None:
    field = f'id="e-{game.ids["Hesk"]}-glaive-persistent"'
    assert field in sheet(browser, game, "Hesk", language)
    kept(game, browser, persistent="d4", persistent_type="fire")
    page = sheet(browser, game, "Hesk", language)
    assert {"en": "persistent damage d4 (fire)", "ru": "продолжительный урон d4 (огонь)"}[language] in page
    picked = re.search(r'glaive-persistent-type"[^>]*>(.*?)</select>', page, re.S)
    assert picked is not None
    assert re.search(r'value="fire" selected', picked[1])


def test_what_is_no_damage_is_not_shown_as_one(browser: TestClient, game: Evening) -> None:
    kept(game, browser, persistent="a lot")
    assert "a lot" not in sheet(browser, game, "Hesk")
    kept(game, browser, persistent="")
    assert "persistent damage" not in sheet(browser, game, "Hesk")


def test_another_number_keeps_the_type_that_it_had(browser: TestClient, game: Evening) -> None:
    page = sheet(browser, game, "Ruvane")
    before_field = page[: page.index("flare-persistent")]
    command = json.loads(unescape(before_field.rpartition("data-command='")[2].partition("'")[0]))
    command["changes"]["parts"]["flare"]["facts"]["persistent"] = "3"
    game.post(browser, command)
    assert "persistent damage 3 (fire)" in sheet(browser, game, "Ruvane")


def test_another_weapon_takes_the_place_of_none(browser: TestClient, game: Evening) -> None:
    hesk = game.ids["Hesk"]
    worn = {"weapon-2": {"kind": "weapon", "name": "Old blade", "facts": {}}}
    game.do({"type": "change_creature", "creature": hesk, "changes": {"features": worn}})
    page = sheet(browser, game, "Hesk")
    sent = page.partition(f'id="e-{hesk}-new-weapon"')[2].partition("hx-vals=")[2][:400]
    assert "weapon-1" in sent
    assert "weapon-2" not in sent


@pytest.mark.parametrize(
    ("language", "example"), [("en", "marsh wolf x3; a name, defense 13"), ("ru", "болотный волк х3; имя, защита 13")]
)
def test_what_is_typed_to_add_creatures_is_shown_in_the_words_of_this_game(
    browser: TestClient, game: Evening, language: str, example: str
) -> None:
    page = drawer(browser, game, "add", language=language)
    assert example in page
    assert not re.search("bruiser|[Гг]ромила|difficulty 12", page)


def test_who_adds_nothing_to_initiative_rolls_a_plain_d20(browser: TestClient, game: Evening) -> None:
    game.do({"type": "add_creature", "creature": {"name": "Lamb", "kind": "ally", "numbers": {"reflex": 0}}})
    page = drawer(browser, game, "start")
    assert re.search(r"<b>Lamb</b>.*?>d20</span>", page, re.S)
    assert "d200" not in page


def test_uses_of_a_talent_are_counted_paid_and_come_back(browser: TestClient, game: Evening) -> None:
    hesk = game.ids["Hesk"]
    vault = {"own_7": {"kind": "talent", "name": "Vault over", "facts": {"ap": 0}}}
    game.do({"type": "change_creature", "creature": hesk, "changes": {"features": vault}})
    form = drawer(browser, game, "tracker", "Hesk")
    assert '<option value="own_7">Vault over</option>' in form
    assert 'name="tracker/refresh/long_rest"' in form
    put = {"type": "add_tracker", "creature": hesk, "tracker": {"kind": "pool"}}
    fields = {"key": "own_7", "name": "Vault over", "max": "2", "refresh/long_rest": "full", "where": "own"}
    sent = game.post(browser, put, **{f"tracker/{key}": value for key, value in fields.items()})
    assert sent.status_code == 200, sent.text
    assert game.creature("Hesk")["own"]["own_7"]["refresh"] == {"long_rest": "full"}
    assert "own_7" not in drawer(browser, game, "tracker", "Hesk").partition("<select")[2]
    game.do({"type": "set_tracker", "creature": hesk, "tracker": "own_7", "value": 2})
    game.do({"type": "act", "creature": hesk, "action": "feature", "feature": "own_7"})
    assert game.pool("Hesk", "own_7") == 1
    game.do({"type": "rest", "kind": "long"})
    assert game.pool("Hesk", "own_7") == 2
