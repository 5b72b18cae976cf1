"""Damage and healing for several in one entry: shown before it happens, one step."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import Response
from starlette.testclient import TestClient

from app.services import games, play
from app.services.house import House
from app.services.play import Ask
from tests.app.pages.evenings import Evening


def drawer(client: TestClient, game: Evening, *names: str, language: str = "en", **fields: str) -> Response:
    query: dict[str, Any] = {"each": [game.ids[name] for name in names], **fields}
    return client.get(f"{game.base}/drawers/damages", params=query, headers={"Accept-Language": language})


def sent(client: TestClient, game: Evening, *names: str, **fields: str) -> Response:
    data: dict[str, Any] = {"command": "{}", "_blow": "1", "each": [game.ids[name] for name in names], **fields}
    return client.post(f"{game.base}/commands", data=data, headers={"HX-Request": "true"})


def test_the_drawer_shows_what_each_would_take_and_changes_nothing(browser: TestClient, game: Evening) -> None:
    html = drawer(browser, game, "Oro", "Revenant", _entry="12").text
    assert "4 → <b>6</b>" in html  # Major for Oro, past the threshold of 9
    assert "3 → <b>5</b>" in html
    assert game.pool("Oro", "hit_points") == 4


def test_each_takes_its_own_share_in_one_step(browser: TestClient, game: Evening) -> None:
    oro, ilka = game.ids["Oro"], game.ids["Ilka"]
    shares = {f"_share/{ilka}": "none", f"_own/{oro}": "20"}
    before = game.house.look(game.access.game_id).head.number
    answer = sent(browser, game, "Oro", "Ilka", "Revenant", _entry="13 magic half", **shares)
    assert answer.status_code == 200
    assert game.pool("Oro", "hit_points") == 7
    assert game.pool("Ilka", "hit_points") == 0
    assert game.pool("Revenant", "hit_points") == 4  # 7 of 13, rounded up: below 9
    assert game.house.look(game.access.game_id).head.number > before
    play.undo(game.house, Ask(game.access, "en"))
    assert (game.pool("Oro", "hit_points"), game.pool("Revenant", "hit_points")) == (4, 3)


def test_an_armor_slot_is_chosen_for_each(browser: TestClient, game: Evening) -> None:
    oro = game.ids["Oro"]
    assert (
        "Armor Slots 0 → <b>1</b>"
        in drawer(browser, game, "Oro", _entry="12", **{f"_with/{oro}/armor_slots": "1"}).text
    )
    sent(browser, game, "Oro", "Revenant", _entry="12", **{f"_with/{oro}/armor_slots": "1"})
    assert (game.pool("Oro", "armor_slots"), game.pool("Oro", "hit_points")) == (1, 5)


def test_a_plus_heals_all_who_are_marked(browser: TestClient, game: Evening) -> None:
    sent(browser, game, "Oro", "Revenant", _entry="+2")
    assert (game.pool("Oro", "hit_points"), game.pool("Revenant", "hit_points")) == (2, 1)


def test_thresholds_that_no_sheet_has_are_asked_for_in_the_line(browser: TestClient, game: Evening) -> None:
    lantern = game.ids["Zq-Lantern"]
    name = f"_with/{lantern}/parameters/major"
    assert f'name="{name}"' in drawer(browser, game, "Oro", "Zq-Lantern", _entry="6").text
    thresholds = {name: "5", f"_with/{lantern}/parameters/severe": "10"}
    assert "0 → <b>2</b>" in drawer(browser, game, "Zq-Lantern", _entry="6", **thresholds).text


def test_an_entry_that_says_nothing_is_refused_and_nothing_happens(browser: TestClient, game: Evening) -> None:
    assert 400 <= sent(browser, game, "Oro", _entry="wibble").status_code < 500
    assert 400 <= sent(browser, game, _entry="5").status_code < 500
    assert "wibble" in drawer(browser, game, "Oro", _entry="9 wibble").text
    assert "Непонятно" in drawer(browser, game, "Oro", language="ru", _entry="9 wibble").text
    assert drawer(browser, game, _entry="5").status_code == 404


def test_a_blow_that_hits_several_opens_one_drawer_for_all(browser: TestClient, game: Evening) -> None:
    command = {"type": "roll", "roll": "adversary_attack", "creature": game.ids["Revenant"]}
    targets = [game.ids["Oro"], game.ids["Ilka"]]
    fields = {"with": "attack", "targets[]": targets, "dice/d20": "19", "_total": "13", "_follow": "1"}
    html = game.post(browser, command, **fields).text
    assert 'hx-target="#across"' in html
    assert 'id="d-damages"' in html
    assert 'value="13 physical"' in html


HEROES: list[dict[str, Any]] = [
    {"name": "Oro", "kind": "pc", "numbers": {"armor": 2}, "trackers": {"hp": {"value": 20, "max": 28}}},
    {"name": "Rat", "trackers": {"hp": {"max": 5}}},
]


@pytest.fixture
def mill(app: FastAPI, account: str) -> Evening:
    house: House = app.state.house
    commands: list[dict[str, Any]] = [{"type": "add_creature", "creature": one} for one in HEROES]
    game = house.database.write(lambda db: games.create(db, account, "gm", "Mill", "generic", None, commands))
    creatures = house.look(game).game.state.creatures.values()
    return Evening(app, games.as_gm(house, account, game), {creature.name: creature.id for creature in creatures})


def test_a_game_of_data_takes_fire_and_half_of_it(browser: TestClient, mill: Evening) -> None:
    assert "20 → <b>10</b>" in drawer(browser, mill, "Oro", "Rat", _entry="12 fire").text
    sent(browser, mill, "Oro", "Rat", _entry="9 fire", **{f"_share/{mill.ids['Rat']}": "half"})
    assert (mill.pool("Oro", "hp"), mill.pool("Rat", "hp")) == (13, 1)
    sent(browser, mill, "Oro", "Rat", _entry="+3")
    assert (mill.pool("Oro", "hp"), mill.pool("Rat", "hp")) == (16, 4)


def test_an_attack_of_a_game_of_data_opens_the_damage_filled(browser: TestClient, mill: Evening) -> None:
    facts = {"dice": "1d6", "modifier": 2, "bonus": 4, "type": "piercing"}
    bite = {"kind": "attack", "name": "Bite", "facts": facts}
    mill.do({"type": "change_creature", "creature": mill.ids["Rat"], "changes": {"features": {"bite": bite}}})
    query = {"creature": mill.ids["Rat"], "_roll_kind": "attack", "with": "bite"}
    panel = browser.get(f"{mill.base}/drawers/dice", params=query).text
    assert 'name="with" value="bite"' in panel
    command = {"type": "roll", "roll": "attack", "creature": mill.ids["Rat"]}
    fields = {"with": "bite", "targets[]": mill.ids["Oro"], "parameters/dc": "12", "dice/d20": "15", "_total": "9"}
    html = mill.post(browser, command, **fields, _follow="1").text
    opened = html[html.index(f'hx-target="#slot-{mill.ids["Oro"]}"') :]
    assert 'value="9"' in opened
    assert "20 → <b>13</b>" in opened
