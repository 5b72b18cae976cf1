"""Pages of a game with boxes, pools of dice, two phases and a secret grid: the screen, its drawers, phones, the TV."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import demo, games
from app.services.house import House
from tests.app.pages.evenings import Evening

LANGUAGES = ("en", "ru")
TABS = ("me", "roll", "table")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def fight(app: FastAPI, account: str, language: str) -> Evening:
    """The demo game in its first round, somebody hurt, a roll made."""
    house: House = app.state.house
    made = house.database.write(lambda db: demo.create(db, account, "shard", language))
    access = games.as_gm(house, account, made.id)
    ids = [one.id for one in house.look(made.id).game.state.creatures.values()]
    evening = Evening(app, access, {str(n): id for n, id in enumerate(ids)})
    first, foe = ids[0], ids[3]
    evening.do(
        {"type": "start_encounter"},
        {"type": "side_initiative", "sides": {"players": 4}},
        {"type": "give_tactics", "creature": ids[1]},
        {"type": "begin_turn", "creature": first},
        {"type": "roll", "roll": "attack", "creature": first, "with": "sabre", "targets": [foe]},
        {"type": "take_damage", "creature": ids[2], "amount": 10},
        {"type": "take_damage", "creature": first, "amount": 3, "damage": "strain", "penalty": "slowed"},
    )
    return evening


def shared(admin: TestClient, fight: Evening, body: dict[str, Any]) -> str:
    """The path of a new link."""
    share = admin.post(f"/api/v1{fight.base}/shares", json=body).json()
    return "/" + str(share["url"]).split("/", 3)[3]


def got(browser: TestClient, fight: Evening, path: str, language: str) -> str:
    answer = browser.get(f"{fight.base}{path}", headers={"Accept-Language": language})
    assert answer.status_code == 200, path
    return str(answer.text)


def test_the_screen_shows_boxes_dice_and_phases(browser: TestClient, fight: Evening, language: str) -> None:
    page = got(browser, fight, "", language)
    assert page.count('<section class="ph') == 2
    assert page.count('<i class="s"></i>') == 3
    assert page.count('<i class="x"></i>') == 10
    assert {"en": "Bleeding out: a challenge at the end", "ru": "Истекает кровью: проверка в конце"}[language] in page


@pytest.mark.parametrize("kind", ["challenge", "attack"])
@pytest.mark.parametrize("who", ["0", "2", "3"])
def test_the_pool_is_set_up_for_everybody(
    browser: TestClient, fight: Evening, language: str, kind: str, who: str
) -> None:
    path = f"/drawers/dice?creature={fight.ids[who]}&_roll_kind={kind}&targets[]={fight.ids['1']}"
    drawer = got(browser, fight, path, language)
    assert f'data-actor="{fight.ids[who]}"' in drawer


@pytest.mark.parametrize("path", ["rest", "rest?kind=long", "rest?kind=march", "parley", "cast"])
def test_drawers_of_the_table_open(browser: TestClient, fight: Evening, language: str, path: str) -> None:
    assert 'class="across"' in got(browser, fight, f"/drawers/{path}", language)


def test_damage_offers_the_penalties_of_the_level_it_ends_on(
    browser: TestClient, fight: Evening, language: str
) -> None:
    drawer = got(browser, fight, f"/drawers/damage?creature={fight.ids['1']}&amount=6", language)
    assert 'value="hobbled"' in drawer
    assert 'value="weakened"' not in drawer


def test_sheets_open(browser: TestClient, fight: Evening, language: str) -> None:
    for id in fight.ids.values():
        assert f'data-creature="{id}"' in got(browser, fight, f"/sheets/{id}", language)


def test_a_parley_shows_its_grid_to_the_gm_alone(
    browser: TestClient, admin: TestClient, fight: Evening, language: str
) -> None:
    fight.do({"type": "begin_social", "goal": "peace", "their_goal": "zq303", "triggers": ["zq304"]})
    page = got(browser, fight, "", language)
    assert 'id="grid-2-2"' in page
    assert "zq303" in page
    assert "zq304" in page
    seat = shared(admin, fight, {"role": "seat", "creature": fight.ids["0"]})
    for path in (f"{seat}/me", f"{seat}/roll", f"{seat}/table", shared(admin, fight, {"role": "screen"})):
        seen = browser.get(path, headers={"Accept-Language": language})
        assert seen.status_code == 200
        assert "zq30" not in seen.text
        assert "grid-" not in seen.text


def test_phones_show_boxes_dice_and_the_runes_that_fell(
    browser: TestClient, admin: TestClient, fight: Evening, language: str
) -> None:
    seat = shared(admin, fight, {"role": "seat", "creature": fight.ids["0"]})
    me, roll, table = (browser.get(f"{seat}/{tab}", headers={"Accept-Language": language}).text for tab in TABS)
    assert me.count('<i class="s"></i>') == 3
    assert 'id="spend-prowess"' in me
    assert 'id="rune-0-b"' in roll
    assert 'id="strike-sabre"' in roll
    assert table.count('<i class="x"></i>') == 10


def test_the_tv_shows_boxes_of_the_party_and_words_of_the_others(
    browser: TestClient, admin: TestClient, fight: Evening, language: str
) -> None:
    fight.do({"type": "take_damage", "creature": fight.ids["3"], "amount": 4})
    page = browser.get(shared(admin, fight, {"role": "screen"}), headers={"Accept-Language": language}).text
    assert page.count('<i class="x"></i>') == 10  # those of the party alone
    assert {"en": "hurt", "ru": "ранен"}[language] in page


def test_a_player_lets_the_server_roll_the_die_that_a_touch_needs(
    browser: TestClient, admin: TestClient, fight: Evening, language: str
) -> None:
    id = fight.ids["0"]
    fight.do({"type": "roll", "roll": "challenge", "creature": id, "parameters": {"dice": 2, "target": 1},
              "dice": {"faces": [6, 4]}})  # fmt: skip
    seat = shared(admin, fight, {"role": "seat", "creature": id})
    (roll,) = (one for one in fight.view()["rolls"] if one["creature"] == id)
    touch = {"type": "amend_roll", "id": roll["id"], "parameters": {"touches": [{"die": 1, "way": "reroll"}]}}
    kept = {"_roll": "1", "_dice/faces/0": "6", "_dice/faces/1": "4"}
    sent = browser.post(
        f"{seat}/commands",
        data={"command": msgspec.json.encode(touch).decode(), **kept},
        headers={"HX-Request": "true"},
    )
    assert sent.status_code == 200
    (after,) = (one for one in fight.view()["rolls"] if one["creature"] == id)
    assert after["dice"]["faces"][:2] == [6, 4]
    assert len(after["dice"]["faces"]) >= 3
    assert after["facts"]["more"]["pool"][1]["done"] == ["reroll"]


def test_a_player_strikes_and_the_gm_takes_what_it_does(
    browser: TestClient, admin: TestClient, fight: Evening, language: str
) -> None:
    seat = shared(admin, fight, {"role": "seat", "creature": fight.ids["0"]})
    blow = {"type": "roll", "roll": "attack", "creature": fight.ids["0"], "dice": {"faces": [6, 6, 6, 7, 7]}}
    sent = browser.post(
        f"{seat}/commands",
        data={"command": msgspec.json.encode(blow).decode(), "with": "sabre", "targets[]": fight.ids["3"]},
        headers={"HX-Request": "true"},
    )
    assert sent.status_code == 200
    assert 'id="then-1"' in got(browser, fight, "", language)
