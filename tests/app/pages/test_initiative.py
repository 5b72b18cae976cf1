"""The drawer of Initiative: scores before a fight and in it, ties by hand, and the fight that begins with it."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import demo, encounters, games
from app.services.encounters import Body, Row
from app.services.house import House
from tests.app.pages.evenings import Evening

LANGUAGES = ("en", "ru")
NAMES = {"en": "Initiative", "ru": "Инициатива"}


@pytest.fixture(params=["generic", "swing", "bump"])
def any_game(request: pytest.FixtureRequest, app: FastAPI, account: str) -> Evening:
    return looked_around(app, account, request.param)


@pytest.fixture
def fantasy(app: FastAPI, account: str) -> Evening:
    """Games by numbers: the party and foes of the game to look around in."""
    return looked_around(app, account, "generic")


def looked_around(app: FastAPI, account: str, system: str) -> Evening:
    house: House = app.state.house
    made = house.database.write(lambda db: demo.create(db, account, system, "en"))
    creatures = house.look(made.id).game.state.creatures.values()
    return Evening(app, games.as_gm(house, account, made.id), {one.name: one.id for one in creatures})


def drawer(browser: TestClient, game: Evening, language: str = "en", **fields: str) -> str:
    answer = browser.get(f"{game.base}/drawers/start", params=fields, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    return answer.text


def party(game: Evening) -> list[str]:
    creatures = game.view()["creatures"].values()
    return [one["id"] for one in creatures if one["kind"] == "pc"]


def field(html: str, id: str) -> str:
    found = re.search(rf'<input[^>]*id="score-{id}"[^>]*>', html)
    assert found is not None, id
    return found[0]


def order(game: Evening) -> list[str]:
    return [entry["creature"] for entry in game.view()["order"]["entries"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_opens_it_by_a_key_and_it_has_a_field_for_everybody(
    browser: TestClient, fantasy: Evening, language: str
) -> None:
    page = browser.get(fantasy.base, headers={"Accept-Language": language}).text
    button = page.partition('id="order-scores"')[2].partition("</button>")[0]
    assert 'data-key="shift+o"' in button
    assert "⇧O" in button
    html = drawer(browser, fantasy, language)
    assert f"<h2>{NAMES[language]}</h2>" in html
    for id in party(fantasy):
        assert 'value=""' in field(html, id)
    assert 'data-key="r"' in html  # rolls what is empty, and starts
    assert "↑" not in html


def test_what_was_typed_is_not_rolled_and_starts_the_fight_in_its_order(browser: TestClient, fantasy: Evening) -> None:
    everybody = re.findall(r'id="score-([^"]+)"', drawer(browser, fantasy))
    typed = {f"commands/0/scores/{id}": str(place) for place, id in enumerate(everybody, 1)}
    first = dict([next(iter(typed.items()))])
    assert f"({len(everybody) - 1})" in drawer(browser, fantasy, **first)
    assert 'id="start-roll"' not in drawer(browser, fantasy, **typed)
    answer = fantasy.post(browser, {"commands": [{"type": "start_encounter"}]}, **typed, _close="across")
    assert answer.status_code == 200, answer.text
    assert order(fantasy) == everybody[::-1]
    assert fantasy.view()["order"]["active"] == everybody[-1]


def test_the_rest_is_rolled_and_what_was_typed_stays(browser: TestClient, fantasy: Evening) -> None:
    (one, *_) = party(fantasy)
    typed = {f"commands/0/scores/{one}": "31"}
    assert pressed(browser, fantasy, "start-roll", **typed).status_code == 200
    scores = {id: creature["score"] for id, creature in fantasy.view()["creatures"].items() if creature["kind"] == "pc"}
    assert scores.pop(one) == 31
    assert None not in scores.values()
    assert fantasy.view()["order"]["active"] == one


def test_in_bump_too_what_was_typed_stays_when_the_rest_is_rolled(
    browser: TestClient, app: FastAPI, account: str
) -> None:
    bump = looked_around(app, account, "bump")
    (one, *_) = party(bump)
    answer = pressed(browser, bump, "start-roll", **{f"commands/0/scores/{one}": "61"})
    assert answer.status_code == 200, answer.text
    assert bump.view()["creatures"][one]["score"] == 61
    assert bump.view()["order"]["active"] == one


def test_what_stands_there_from_the_last_fight_can_be_rolled_anew(browser: TestClient, fantasy: Evening) -> None:
    assert 'id="start-anew"' not in drawer(browser, fantasy)
    (one, *_) = party(fantasy)
    fantasy.do({"type": "start_encounter", "scores": {one: 99}}, {"type": "end_encounter"})
    assert 'value="99"' in field(drawer(browser, fantasy), one)
    assert pressed(browser, fantasy, "start-anew").status_code == 200
    scores = [creature["score"] for creature in fantasy.view()["creatures"].values() if creature["kind"] == "pc"]
    assert None not in scores
    assert 99 not in scores


def pressed(browser: TestClient, game: Evening, id: str, **fields: str) -> Any:
    """What a button of the drawer sends that has a command of its own."""
    html = drawer(browser, game, **fields)
    found = re.search(rf"""id="{id}"[^>]* data-alone='([^']+)' data-also='([^']+)'""", html)
    assert found is not None
    command, also = (json.loads(unescape(text)) for text in found.groups())
    return game.post(browser, command, **also)


def test_in_the_fight_ties_are_set_by_hand_and_scores_stay(browser: TestClient, fantasy: Evening) -> None:
    one, other, *_ = party(fantasy)
    fantasy.do({"type": "start_encounter", "scores": {one: 12, other: 12}})
    html = drawer(browser, fantasy)
    assert 'value="12"' in field(html, one)
    assert f'id="earlier-{one}"' in html
    assert re.search(rf'id="earlier-{one}"[^>]* disabled', html)
    assert not re.search(rf'id="earlier-{other}"[^>]* disabled', html)
    fantasy.do({"type": "move_in_order", "creature": other, "before": one})
    assert order(fantasy)[:2] == [other, one]
    assert 'value="12"' in field(drawer(browser, fantasy), other)
    fantasy.post(browser, {"type": "set_scores"}, **{f"scores/{one}": "18"}, _close="across")
    assert order(fantasy)[0] == one
    assert fantasy.view()["order"]["active"] == one


def test_a_score_that_cannot_be_is_refused_and_changes_nothing(browser: TestClient, fantasy: Evening) -> None:
    (one, *_) = party(fantasy)
    fields: dict[str, Any] = {f"commands/0/scores/{one}": "a lot"}
    drawer(browser, fantasy, **fields)
    answer = fantasy.post(browser, {"commands": [{"type": "start_encounter"}]}, **fields)
    assert 400 <= answer.status_code < 500
    assert fantasy.view()["order"]["encounter"] is None


def prepare(game: Evening) -> str:
    rows = (Row(name="Rat", count=2, creature={"name": "Rat"}),)
    made = game.house.database.write(lambda db: encounters.create(db, game.access, "Rats", Body(rows=rows)))
    return made.id


def test_a_prepared_fight_that_is_started_asks_for_initiative_where_it_begins_with_that(
    browser: TestClient, any_game: Evening
) -> None:
    prepared = prepare(any_game)
    shown = browser.get(f"{any_game.base}/drawers/prepared").text
    asks = any_game.house.look(any_game.access.game_id).head.system in ("generic", "bump")
    assert ("&#34;_begins&#34;: &#34;start&#34;" in shown) == asks
    data = {"_close": "across", "_begins": "start" if asks else ""}
    answer = browser.post(f"{any_game.base}/encounters/{prepared}/start", data=data, headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.text
    assert ('id="d-start"' in answer.text) == asks
    if asks:
        rats = [one["id"] for one in any_game.view()["creatures"].values() if one["name"].startswith("Rat")]
        assert len(rats) == 2
        assert any(id in answer.text.partition('id="d-start"')[2] for id in rats)
    else:  # the key that begins it stands in the order
        assert 'data-key="n"' in browser.get(any_game.base).text.partition('id="order-start"')[2].partition(">")[0]


def test_one_that_comes_hidden_or_into_a_fight_asks_for_nothing(browser: TestClient, fantasy: Evening) -> None:
    prepared = prepare(fantasy)
    start = f"{fantasy.base}/encounters/{prepared}/start"
    hidden = {"_close": "across", "_begins": "start", "_hidden": "true"}
    answer = browser.post(start, data=hidden, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert 'id="d-start"' not in answer.text
    fantasy.do({"type": "start_encounter"})
    shown = browser.get(f"{fantasy.base}/drawers/prepared").text
    assert "&#34;_begins&#34;: &#34;&#34;" in shown
