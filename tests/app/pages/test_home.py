"""Your games: the list, a new one, the bin."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from rules import registry
from tests.app.pages.evenings import Evening
from tests.rules.packs.small import only_what_ships, write_pack


def make(browser: TestClient, name: str = "The Salt Road") -> str:
    made = browser.post("/games/new", data={"name": name, "system": "daggerheart"})
    assert made.status_code == 303
    found = re.fullmatch(r"/games/([^/]+)/party", made.headers["location"])
    assert found is not None
    return found[1]


def test_the_first_page_of_a_stranger_is_the_sign_in(client: TestClient) -> None:
    answer = client.get("/")
    assert (answer.status_code, answer.headers["location"]) == (303, "/signin?next=/")


def test_an_empty_list_says_what_will_stand_there(browser: TestClient) -> None:
    page = browser.get("/").text
    assert "Your games will appear here" in page
    assert "Daggerheart" in page


def test_a_new_game_leads_to_its_party_and_stands_in_the_list(browser: TestClient) -> None:
    id = make(browser)
    page = browser.get("/").text
    assert f'href="/games/{id}"' in page
    assert "The Salt Road" in page


def test_a_game_without_a_name_gets_one(browser: TestClient) -> None:
    make(browser, "   ")
    assert "New game" in browser.get("/").text


@pytest.mark.parametrize("name, wanted", [("", ""), ("My trial", "My trial")])
def test_a_sample_is_ready_to_play(browser: TestClient, name: str, wanted: str) -> None:
    answer = browser.post("/games/new", data={"name": name, "system": "daggerheart", "sample": "true"})
    assert (answer.status_code, answer.headers["location"].count("/")) == (303, 2)
    game = browser.get(f"/api/v1{answer.headers['location']}").json()
    assert {creature["kind"] for creature in game["view"]["creatures"].values()} >= {"pc", "adversary"}
    assert game["name"] == wanted or not wanted


def test_a_system_without_a_sample_offers_none_and_asks_who_plays(browser: TestClient, tmp_path: Path) -> None:
    with only_what_ships():
        assert registry.install([write_pack(tmp_path / "tavern")]) == []
        page = browser.get("/").text
        assert re.search(r'value="tavern"[^>]* data-bare', page)
        assert not re.search(r'value="daggerheart"[^>]* data-bare', page)
        answer = browser.post("/games/new", data={"name": "", "system": "tavern", "sample": "true"})
        assert (answer.status_code, answer.headers["location"].endswith("/party")) == (303, True)


def test_a_name_has_bounds(browser: TestClient) -> None:
    answer = browser.post("/games/new", data={"name": "x" * 121, "system": "daggerheart"})
    assert answer.status_code == 422
    assert "at most 120" in answer.text


def test_an_unknown_system_makes_no_game(browser: TestClient) -> None:
    assert browser.post("/games/new", data={"name": "x", "system": "nothing"}).status_code == 404
    assert "Your games will appear here" in browser.get("/").text


def test_a_deleted_game_comes_back_out_of_the_bin(browser: TestClient) -> None:
    id = make(browser)
    assert browser.post(f"/games/{id}/delete").status_code == 303
    page = browser.get("/").text
    assert "1 game in the bin" in page
    assert f'href="/games/{id}"' not in page
    assert browser.post(f"/games/{id}/restore").status_code == 303
    assert f'href="/games/{id}"' in browser.get("/").text


def test_a_game_is_renamed(browser: TestClient) -> None:
    id = make(browser)
    assert browser.post(f"/games/{id}/rename", data={"name": "Barrowdown"}).status_code == 303
    assert "Barrowdown" in browser.get("/").text
    assert browser.post(f"/games/{id}/rename", data={"name": " "}).status_code == 422


def test_the_screen_of_the_table_opens_from_the_list(browser: TestClient) -> None:
    answer = browser.post(f"/games/{make(browser)}/tv")
    assert answer.headers["location"].startswith("/s/")
    assert 'class="tv"' in browser.get(answer.headers["location"]).text


@pytest.mark.parametrize("path", ["/games/g_none/delete", "/games/g_none/tv", "/games/g_none/restore"])
def test_a_game_of_nobody_is_not_there(browser: TestClient, path: str) -> None:
    assert browser.post(path).status_code == 404


def test_the_game_played_last_is_one_card_with_its_ways_in(browser: TestClient) -> None:
    id = make(browser)
    browser.post(f"/games/{id}/party", data={"party": "Ilka"})
    card = re.search(r'<div class="newest".*?\n</div>\n</div>', browser.get("/").text, re.DOTALL)
    assert card is not None
    for part in ("The Salt Road", '<span class="sigs">', f'<a class="btn pri" href="/games/{id}">', f"/games/{id}/tv"):
        assert part in card[0]


def test_a_game_is_called_by_its_name_in_the_readers_language(browser: TestClient) -> None:
    browser.post("/games/new", data={"name": "Мост", "system": "generic"})
    for language, name in (("en", "Generic fantasy"), ("ru", "Обычное фэнтези")):
        page = browser.get("/", headers={"Accept-Language": language}).text
        assert page.count(name) == 2, language  # to choose, and in the list
        assert name in browser.get("/reference?system=generic", headers={"Accept-Language": language}).text


def test_after_the_end_of_a_session_the_card_says_so_and_not_who_acts(browser: TestClient, game: Evening) -> None:
    game.do({"type": "begin_session"}, {"type": "begin_turn", "creature": game.ids["Oro"]})
    assert "Acts now:" in browser.get("/").text
    game.do({"type": "end_session"})
    page = browser.get("/").text
    assert "Acts now:" not in page
    assert "Session 1 is over" in page
    assert "Сессия 1 окончена" in browser.get("/", headers={"Accept-Language": "ru"}).text
