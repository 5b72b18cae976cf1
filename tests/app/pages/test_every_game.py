"""Each game that the product knows has all its pages: its own game to look around in is opened, screen by drawer."""

from __future__ import annotations

from contextlib import suppress

import pytest
from fastapi import FastAPI
from sqlmodel import Session
from starlette.testclient import TestClient

from app.errors import Problem
from app.services import demo, desk, games, play, shares
from app.services.access import Access
from app.services.house import House
from app.services.play import Ask
from rules import get_system
from rules.core.project import seat_viewer
from rules.registry import SYSTEMS
from tests.app.pages.evenings import Evening, all_drawn

LANGUAGES = ("en", "ru")
TWO = [{"name": "Oro", "kind": "pc"}, {"name": "Rat"}]


def evening_of(app: FastAPI, account: str, system: str, language: str) -> Evening:
    """The demo of a game, or where it has none a game with a character and an adversary."""
    house: House = app.state.house

    def make(db: Session) -> str:
        try:
            return demo.create(db, account, system, language).id
        except Problem:  # it has none
            commands = [{"type": "add_creature", "creature": one} for one in TWO]
            return games.create(db, account, "gm", "Mill", system, None, commands)

    game = house.database.write(make)
    access = games.as_gm(house, account, game)
    creatures = house.look(game).game.state.creatures.values()
    return Evening(app, access, {creature.name: creature.id for creature in creatures})


@pytest.fixture(params=[(system, language) for system in SYSTEMS for language in LANGUAGES], ids="-".join)
def fight(request: pytest.FixtureRequest, app: FastAPI, account: str) -> tuple[Evening, str]:
    """A game in its first turn, and the language in which it is looked at."""
    system, language = request.param
    evening = evening_of(app, account, system, language)
    view = evening.view()
    if not view["order"]["encounter"]:
        evening.do({"type": "start_encounter"})
    hero = next(id for id, one in view["creatures"].items() if one["kind"] == "pc")
    evening.do({"type": "begin_turn", "creature": hero})
    return evening, language


def one_of_each(evening: Evening) -> list[str]:
    """A creature of each kind."""
    kinds = {one["kind"]: id for id, one in evening.view()["creatures"].items()}
    return list(kinds.values())


def test_the_screen_and_each_drawer_open(browser: TestClient, fight: tuple[Evening, str]) -> None:
    evening, language = fight
    page = all_drawn(browser, evening, language, one_of_each(evening))
    assert all(name in page for name in evening.ids)


def test_a_phone_and_the_tv_open(client: TestClient, fight: tuple[Evening, str]) -> None:
    evening, language = fight
    hero = next(id for id, one in evening.view()["creatures"].items() if one["kind"] == "pc")
    for role, creature in (("watch", None), ("seat", hero)):
        link = shares.create(evening.house, evening.access, role, creature)
        page = client.get(f"/s/{link['token']}", headers={"Accept-Language": language}, follow_redirects=True)
        assert page.status_code == 200, page.text


def test_a_phone_says_the_number_of_a_long_track_once(client: TestClient, fight: tuple[Evening, str]) -> None:
    evening, _ = fight
    hero = next(one for one in evening.view()["creatures"].values() if one["kind"] == "pc")
    link = shares.create(evening.house, evening.access, "seat", hero["id"])
    page = client.get(f"/s/{link['token']}", follow_redirects=True).text
    for tracker in hero["trackers"].values():
        if tracker["kind"] == "pool" and (tracker["max"] or 0) > 15:  # a bar, which has its number
            assert f"{tracker['value']}/{tracker['max']}<" not in page
            assert page.count(f"<b>{tracker['value']}</b>/{tracker['max']}<") == 1


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_drawer_opens_where_nobody_is_on_the_board_yet_and_where_names_alone_are(
    browser: TestClient, app: FastAPI, account: str, system: str
) -> None:
    house: House = app.state.house
    game = house.database.write(lambda db: games.create(db, account, "gm", "Mill", system, None))
    evening = Evening(app, games.as_gm(house, account, game), {})

    def codes() -> set[tuple[str, int]]:
        found = ((noun, browser.get(f"{evening.base}/drawers/{noun}").status_code) for noun in desk.DRAWERS)
        return {one for one in found if one[1] not in (200, 404)}

    assert not codes()
    evening.do(*({"type": "add_creature", "creature": {"name": name}} for name in ("Rat", "Crow")))
    assert not codes()


def test_the_screen_asks_for_what_a_players_roll_lacks(browser: TestClient, fight: tuple[Evening, str]) -> None:
    evening, language = fight
    hero = next(id for id, one in evening.view()["creatures"].items() if one["kind"] == "pc")
    seat = Access(evening.access.game_id, "seat", seat_viewer(hero), "", f"seat:{hero}")
    system = get_system(evening.house.look(evening.access.game_id).head.system)
    asking = [key for key, how in system.game_rolls.items() if how.against]
    for key in asking:
        with suppress(Problem):  # some lack more than that
            play.play(evening.house, Ask(seat, language), [{"type": "roll", "roll": key, "creature": hero}])
    asks = [ask["id"] for ask in evening.view()["asks"]]
    page = browser.get(evening.base, headers={"Accept-Language": language})
    assert page.status_code == 200
    assert all(f'id="ask-{id}"' in page.text for id in asks)
    assert not asking or asks
