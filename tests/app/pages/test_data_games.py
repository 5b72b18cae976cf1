"""A game that is only data has all its pages: the screen with its drawers, phones, the TV view."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import desk, games
from app.services.house import House
from rules import registry
from tests.app.pages.evenings import Evening
from tests.rules.packs.small import only_what_ships, write_pack

LANGUAGES = ("en", "ru")
HEROES: dict[str, list[dict[str, Any]]] = {
    "generic": [
        {"name": "Oro", "kind": "pc", "numbers": {"armor": 2}, "trackers": {"hp": {"value": 20, "max": 28}}},
        {"name": "Rat", "trackers": {"hp": {"max": 5}}, "features": {"bite": {"kind": "attack", "name": "Bite"}}},
        {"name": "The bridge", "kind": "environment"},
    ],
    "tavern": [{"name": "Oro", "kind": "pc"}, {"name": "Rat"}, {"name": "The bridge", "kind": "environment"}],
}


@pytest.fixture(autouse=True)
def tavern(tmp_path: Path) -> Iterator[None]:
    with only_what_ships():
        assert registry.install([write_pack(tmp_path / "tavern")]) == []
        yield


@pytest.fixture(params=list(HEROES))
def fight(request: pytest.FixtureRequest, app: FastAPI, account: str) -> Evening:
    """A fight in a game that is only data, its first turn begun."""
    house: House = app.state.house
    commands: list[dict[str, Any]] = [{"type": "add_creature", "creature": one} for one in HEROES[request.param]]
    game = house.database.write(lambda db: games.create(db, account, "gm", "Mill", request.param, None, commands))
    access = games.as_gm(house, account, game)
    creatures = house.look(game).game.state.creatures.values()
    evening = Evening(app, access, {creature.name: creature.id for creature in creatures})
    evening.do({"type": "start_encounter"}, {"type": "begin_turn", "creature": evening.ids["Oro"]})
    return evening


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_shows_everybody_and_whose_turn_it_is(browser: TestClient, fight: Evening, language: str) -> None:
    page = browser.get(fight.base, headers={"Accept-Language": language})
    assert page.status_code == 200
    assert all(name in page.text for name in fight.ids)
    assert {"en": "Next turn", "ru": "Следующий ход"}[language] in page.text
    ids = re.findall(r'\sid="([^"]+)"', page.text)
    assert len(ids) == len(set(ids)), {id for id in ids if ids.count(id) > 1}


def test_every_drawer_opens_or_is_not_there(browser: TestClient, fight: Evening) -> None:
    for language in LANGUAGES:
        for noun in sorted(desk.DRAWERS):
            for id in fight.ids.values():
                answer = browser.get(
                    f"{fight.base}/drawers/{noun}?creature={id}", headers={"Accept-Language": language}
                )
                assert answer.status_code in (200, 404), (noun, answer.text)
    for noun in ("damage", "dice", "rest", "end", "condition", "more", "add"):
        assert browser.get(f"{fight.base}/drawers/{noun}?creature={fight.ids['Oro']}").status_code == 200, noun


def test_damage_is_shown_before_it_happens_and_then_taken(browser: TestClient, fight: Evening) -> None:
    oro, pool = fight.ids["Oro"], "hp" if "hp" in fight.creature("Oro")["trackers"] else "grit"
    before = fight.pool("Oro", pool)
    preview = browser.get(f"{fight.base}/drawers/damage?creature={oro}&amount=5").text
    assert f"{before} → " in preview
    assert fight.pool("Oro", pool) == before
    command = {"type": "take_damage", "creature": oro}
    assert fight.post(browser, command, amount="5").status_code == 200
    assert fight.pool("Oro", pool) < before
    assert fight.post(browser, {"type": "heal", "creature": oro}, amount="9").status_code == 200


def test_a_plus_heals(browser: TestClient, fight: Evening) -> None:
    drawer = browser.get(f"{fight.base}/drawers/damage?creature={fight.ids['Oro']}").text
    plus = re.search(r'name="_plus" value="([^"]+)"', drawer)
    assert plus is not None
    pool = "hp" if "hp" in fight.creature("Oro")["trackers"] else "grit"
    fight.post(browser, {"type": "take_damage", "creature": fight.ids["Oro"]}, amount="6")
    before = fight.pool("Oro", pool)
    said = plus[1].replace("&#34;", '"').replace("&quot;", '"')
    fight.post(browser, {"type": "take_damage", "creature": fight.ids["Oro"]}, amount="+2", _plus=said)
    assert fight.pool("Oro", pool) == before + 2


def test_a_roll_shows_its_odds_and_its_result(browser: TestClient, fight: Evening) -> None:
    kind = "check" if "hp" in fight.creature("Oro")["trackers"] else "swing"
    fields = f"creature={fight.ids['Oro']}&_roll_kind={kind}&parameters/dc=11&parameters/modifier=0"
    assert "50" in browser.get(f"{fight.base}/drawers/dice?{fields}").text
    fight.do(
        {"type": "roll", "roll": kind, "creature": fight.ids["Oro"], "parameters": {"dc": 11}, "dice": {"d20": [20]}}
    )
    assert "success" in browser.get(fight.base).text


def test_what_is_due_stands_in_the_row_and_is_settled_there(browser: TestClient, app: FastAPI, account: str) -> None:
    house: House = app.state.house
    commands: list[dict[str, Any]] = [{"type": "add_creature", "creature": one} for one in HEROES["generic"]]
    game = house.database.write(lambda db: games.create(db, account, "gm", "Mill", "generic", None, commands))
    ids = {creature.name: creature.id for creature in house.look(game).game.state.creatures.values()}
    fight = Evening(app, games.as_gm(house, account, game), ids)
    fight.do(
        {"type": "add_condition", "creature": ids["Oro"], "condition": "bleeding", "value": 3},
        {"type": "add_condition", "creature": ids["Oro"], "condition": "poisoned"},
        {"type": "start_encounter"},
        {"type": "begin_turn", "creature": ids["Oro"]},
    )
    page = browser.get(fight.base).text
    assert "Its damage is due" in page
    for item in fight.view()["due"]:
        assert f'id="{item["id"]}"' in page
        answered = fight.post(browser, {"type": "answer", "id": item["id"]})
        assert answered.status_code == 200, answered.text
    assert fight.pool("Oro", "hp") == 17
    assert "Its damage is due" not in browser.get(fight.base).text


def test_where_nobody_is_on_the_board_the_dice_say_so(browser: TestClient, app: FastAPI, account: str) -> None:
    house: House = app.state.house
    game = house.database.write(lambda db: games.create(db, account, "gm", "Mill", "generic", None, []))
    opened = browser.get(f"{Evening(app, games.as_gm(house, account, game), {}).base}/drawers/dice")
    assert opened.status_code == 200
    assert "Add a character to the board first" in opened.text


def test_turns_pass_from_the_screen(browser: TestClient, fight: Evening) -> None:
    fight.post(browser, {"type": "end_turn", "creature": fight.ids["Oro"]})
    fight.post(browser, {"type": "end_encounter"})
    page = browser.get(fight.base)
    assert page.status_code == 200
    assert "Start a fight" in page.text


def test_sheets_cards_and_the_search_of_the_screen_open(browser: TestClient, fight: Evening) -> None:
    for id in fight.ids.values():
        assert browser.get(f"{fight.base}/sheets/{id}").status_code == 200
    card = "prone" if "hp" in fight.creature("Oro")["trackers"] else "dizzy"
    assert browser.get(f"{fight.base}/cards/{card}").status_code == 200
    assert browser.get(f"{fight.base}/find?q=oro 3").status_code == 200


@pytest.mark.parametrize("fight", ["generic"], indirect=True)
def test_a_card_on_the_screen_opens_those_that_it_names(browser: TestClient, fight: Evening) -> None:
    opened = browser.get(f"{fight.base}/cards/resting").text
    named = re.findall(r'<a href="#card-([a-z-]+)" data-card="\1" hx-get="([^"]+)"', opened)
    assert [key for key, _ in named] == ["short-rest", "long-rest"]
    for key, address in named:
        assert f'id="card-{key}"' in browser.get(address).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_phones_and_the_tv_show_the_game(browser: TestClient, admin: TestClient, fight: Evening, language: str) -> None:
    header = {"Accept-Language": language}
    for body in ({"role": "seat", "creature": fight.ids["Oro"]}, {"role": "watch"}, {"role": "screen"}):
        share = admin.post(f"/api/v1{fight.base}/shares", json=body).json()
        path = "/" + share["url"].split("/", 3)[3]
        page = browser.get(path, headers=header, follow_redirects=True)
        assert page.status_code == 200, (body, page.text)
        for tab in ("roll", "table") if body["role"] == "seat" else ():
            assert browser.get(f"{path}/{tab}", headers=header).status_code == 200, tab


@pytest.mark.parametrize("path", ["/", "/games/new", "/reference", "/library", "/reference?system=tavern"])
def test_pages_that_list_games_know_it(browser: TestClient, fight: Evening, path: str) -> None:
    for language in LANGUAGES:
        answer = browser.get(path, headers={"Accept-Language": language}, follow_redirects=True)
        assert answer.status_code in (200, 404), answer.text
