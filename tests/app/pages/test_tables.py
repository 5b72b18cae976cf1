"""Tables that the source left blank: filled in on the GM's screen and in the reference, read on players' pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import games, shares
from app.services.house import House
from tests.app.pages.evenings import Evening

FLAIL = {"row": 2, "column": "weapon", "value": "<b>flail</b> & chain"}
WRITTEN = "&lt;b&gt;flail&lt;/b&gt; &amp; chain"


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    house: House = app.state.house
    made = house.database.write(lambda db: games.create(db, account, "gm", "Mill", "swing", None, []))
    return Evening(app, games.as_gm(house, account, made), {})


def command(card: str, *cells: dict[str, Any]) -> dict[str, Any]:
    return {"type": "fill_table", "card": card, "cells": list(cells)}


def fields(html: str) -> dict[str, str]:
    """What stands in each field of the tables, by its id."""
    found = re.findall(r'<input class="in" id="cells-([^"]+)" data-name="cells/0/value" value="([^"]*)"', html)
    return dict(found)


def card(browser: TestClient, game: Evening, key: str, language: str = "en") -> str:
    return browser.get(f"{game.base}/cards/{key}", headers={"Accept-Language": language}).text


def shared(game: Evening, role: str) -> str:
    """The token of a link that looks on."""
    return str(shares.create(game.house, game.access, role)["token"])


def test_a_blank_card_has_a_field_for_each_blank_cell_and_for_no_other(browser: TestClient, game: Evening) -> None:
    html = card(browser, game, "weapons")
    assert fields(html).keys() >= {"weapons-1-die", "weapons-2-weapon", "weapons-0-percent"}
    assert "weapons-0-die" not in fields(html)
    assert "broadsword" in html
    assert "<table" not in html
    assert "data-send" not in card(browser, game, "critical-blow")


@pytest.mark.parametrize(("language", "words"), [("en", "what happens"), ("ru", "что происходит")])
def test_its_columns_and_rows_have_words(browser: TestClient, game: Evening, language: str, words: str) -> None:
    assert words in card(browser, game, "fumble-table", language)
    assert {"en": "second", "ru": "вторая"}[language] in card(browser, game, "extra-attack-numbers", language)


def test_what_is_written_stands_there_afterwards_and_comes_to_all_screens(browser: TestClient, game: Evening) -> None:
    answer = game.post(browser, command("weapons", FLAIL))
    assert answer.status_code == 200
    assert 'hx-target="#cells-weapons"' in answer.text
    assert fields(answer.text)["weapons-2-weapon"] == WRITTEN
    assert fields(card(browser, game, "weapons"))["weapons-2-weapon"] == WRITTEN
    assert "weapons-3-weapon" in fields(card(browser, game, "weapons")), "the next row waits"


def test_a_kept_card_has_it_on_the_page(browser: TestClient, game: Evening) -> None:
    game.do(command("weapons", FLAIL))
    browser.cookies.set("pins", "weapons")
    assert fields(browser.get(game.base).text)["weapons-2-weapon"] == WRITTEN


def test_the_reference_opened_from_a_game_has_the_fields_and_no_other_has(browser: TestClient, game: Evening) -> None:
    game.do(command("weapons", FLAIL))
    id = game.access.game_id
    assert f"/reference?system=swing&amp;game={id}" in browser.get(game.base).text
    page = browser.get(f"/reference/swing/weapons?system=swing&game={id}").text
    assert fields(page)["weapons-2-weapon"] == WRITTEN
    assert f"game={id}" in page.partition('id="hits"')[2]
    for address in ("/reference/swing/weapons", f"/reference/daggerheart/advancement-slots?game={id}"):
        assert "data-send" not in browser.get(address).text
    assert "It can be filled in in a game" in browser.get("/reference/swing/weapons").text


@pytest.mark.parametrize("id", ["nothing", "x" * 64, "%00", "%F0%9F%90%89", "' or 1"])
def test_the_reference_of_a_game_that_is_not_there_is_the_plain_one(browser: TestClient, id: str) -> None:
    page = browser.get(f"/reference/swing/weapons?game={id}")
    assert page.status_code == 200
    assert "data-send" not in page.text


def test_the_reference_of_a_game_of_somebody_else_is_the_plain_one(app: FastAPI, game: Evening) -> None:
    game.do(command("weapons", FLAIL))
    page = TestClient(app).get(f"/reference/swing/weapons?game={game.access.game_id}").text
    assert "flail" not in page
    assert "data-send" not in page


@pytest.mark.parametrize("role", ["watch", "screen"])
def test_players_read_it_only_while_its_card_is_shown(client: TestClient, game: Evening, role: str) -> None:
    game.do(command("weapons", FLAIL))
    link = f"/s/{shared(game, role)}"
    assert "flail" not in client.get(link).text
    game.do({"type": "show", "card": "weapons"})
    page = client.get(link).text
    assert f"<td>{WRITTEN}</td>" in page
    assert "data-send" not in page
    game.do(command("weapons", {**FLAIL, "value": "net"}))
    assert "<td>net</td>" in client.get(link).text
    game.do({"type": "take_away"})
    assert "<td>net</td>" not in client.get(link).text


@pytest.mark.parametrize(
    "cells", [{"row": 99, "column": "weapon", "value": "x"}, {"row": 0, "column": "weapon", "value": "x"}, {}]
)
def test_what_cannot_be_written_is_said_in_a_sentence(browser: TestClient, game: Evening, cells: Any) -> None:
    answer = game.post(browser, command("weapons", cells))
    assert answer.status_code == 422
    assert game.view()["tables"] == {}
