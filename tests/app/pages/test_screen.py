"""The GM's screen as a page: what stands on it, what it opens, and for whom."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from app.services import desk, screen, shares, tv
from app.services.access import Access
from rules.core.project import PUBLIC_VIEWER
from tests.app.pages.evenings import Evening

LANGUAGES = ("en", "ru")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_shows_party_and_foes_in_the_viewers_language(
    browser: TestClient, game: Evening, language: str
) -> None:
    page = browser.get(game.base, headers={"Accept-Language": language})
    assert page.status_code == 200
    for name in game.ids:
        assert name in page.text
    assert {"en": "Evasion", "ru": "Уклонение"}[language] in page.text
    assert f'lang="{language}"' in page.text


def test_every_id_on_the_screen_stands_once(browser: TestClient, game: Evening) -> None:
    ids = re.findall(r'\sid="([^"]+)"', browser.get(game.base).text)
    assert len(ids) == len(set(ids)), {id for id in ids if ids.count(id) > 1}


def test_the_screen_is_the_owners(client: TestClient, game: Evening) -> None:
    assert client.get(game.base).headers["location"].startswith("/signin")
    assert client.get(f"{game.base}/drawers/rest", headers={"HX-Request": "true"}).status_code == 401


def test_an_unknown_game_and_an_unknown_drawer_are_not_there(browser: TestClient, game: Evening) -> None:
    assert browser.get("/games/g_nothing").status_code == 404
    assert browser.get(f"{game.base}/drawers/__init__").status_code == 404
    assert browser.get(f"{game.base}/drawers/row").status_code == 404
    assert browser.get(f"{game.base}/sheets/c_nobody").status_code == 404
    assert browser.get(f"{game.base}/cards/nothing").status_code == 404


def test_every_drawer_opens_for_every_kind_of_creature_in_every_language(browser: TestClient, game: Evening) -> None:
    across = ["add", "countdown", "dice", "end", "fear", "keys", "rest", "rest?kind=long", "scene"]
    in_rows = ["attack", "condition", "damage", "dice", "feature", "more", "tracker"]
    own = [f"{noun}?creature={id}&feature=toll" for noun in in_rows for id in game.ids.values()]
    for language in LANGUAGES:
        for drawer in across + own:
            answer = browser.get(f"{game.base}/drawers/{drawer}", headers={"Accept-Language": language})
            assert answer.status_code == 200, (drawer, answer.text)


def test_a_drawer_of_a_creature_that_is_gone_is_not_there(browser: TestClient, game: Evening) -> None:
    for noun in sorted(desk.OF_A_CREATURE):
        assert browser.get(f"{game.base}/drawers/{noun}?creature=c_gone").status_code == 404


def test_opening_things_changes_nothing(browser: TestClient, game: Evening) -> None:
    before = game.house.look(game.access.game_id).head.number
    for noun in ("rest", "fear", "end", f"damage?creature={game.ids['Oro']}&sources/0/amount=13"):
        assert browser.get(f"{game.base}/drawers/{noun}").status_code == 200
    assert game.house.look(game.access.game_id).head.number == before


def test_a_sheet_shows_every_number_as_a_field(browser: TestClient, game: Evening) -> None:
    for name in ("Oro", "Revenant", "The ferry"):
        sheet = browser.get(f"{game.base}/sheets/{game.ids[name]}").text
        for number in game.creature(name)["numbers"]:
            assert f'name="changes/numbers/{number}"' in sheet


def test_a_card_opens_in_the_reference_column(browser: TestClient, game: Evening) -> None:
    assert 'id="card-vulnerable"' in browser.get(f"{game.base}/cards/vulnerable").text


def test_pins_of_the_device_stand_on_the_page(browser: TestClient, game: Evening) -> None:
    browser.cookies.set("pins", "hidden.nothing")
    page = browser.get(game.base).text
    assert 'id="card-hidden"' in page
    assert 'id="card-vulnerable"' not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_roll_stands_on_the_tv_beside_the_code_of_an_open_door(game: Evening, language: str) -> None:
    shares.create(game.house, game.access, "join")
    roll = {
        "type": "roll",
        "roll": "action",
        "creature": game.ids["Oro"],
        "announced": {"with": "hope", "success": True},
    }
    game.do(roll)
    onlooker = Access(game.access.game_id, "screen", PUBLIC_VIEWER, "share:x", share="x")
    side = str(tv.drawn_in(game.house, game.house.look(game.access.game_id), onlooker, language).pieces["tv-side"].html)
    assert 'class="join' in side
    assert 'class="lastroll"' in side


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_game_of_the_spotlight_that_is_what_one_gives(browser: TestClient, game: Evening, language: str) -> None:
    speaking = {"Accept-Language": language}
    spotlight = {"en": "Spotlight", "ru": "Центр Внимания"}[language]
    more = browser.get(f"{game.base}/drawers/more?creature={game.ids['Oro']}", headers=speaking).text
    assert f"{spotlight} <kbd>S</kbd>" in more
    page = browser.get(game.base, headers=speaking).text
    waits = re.search(r'<button[^>]* id="longest-wait"[^>]*>', page)
    assert waits
    assert "begin_turn" in waits[0]


@pytest.mark.case("GM-038")
def test_a_hidden_creature_is_in_no_fragment_of_a_players_page(game: Evening) -> None:
    standing = game.house.look(game.access.game_id)
    onlooker = Access(game.access.game_id, "screen", PUBLIC_VIEWER, "share:x", share="x")
    shown = tv.drawn_in(game.house, standing, onlooker, "en")
    html = "".join(piece.html for piece in shown.pieces.values())
    assert "Oro" in html
    assert "Zq-Lantern" not in html
    assert game.ids["Zq-Lantern"] not in html
    ours = screen.drawn_in(standing, game.access, "en")
    assert any("Zq-Lantern" in piece.html for piece in ours.pieces.values())


def test_each_entry_of_the_menu_has_a_sign_of_its_own(browser: TestClient, game: Evening) -> None:
    page = browser.get(game.base).text
    menu = page[page.index('id="menu"') : page.index("</header>")]
    signs = re.findall(r"icons\.svg[^#\"]*#([\w-]+)", menu)
    assert len(signs) > 10
    assert len(signs) == len(set(signs)), signs
