"""Another turn order in the fight that is on, and its round on the pages of players and on the TV."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import demo, games, shares
from app.services.house import House
from rules import get_system
from tests.app.pages.evenings import Evening

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {"numeric": "by initiative", "log": "Turn order: who acted picks the next", "round": "Round 2"},
    "ru": {"numeric": "по инициативе", "log": "Порядок ходов: следующего выбирает тот, кто ходил", "round": "Раунд 2"},
}
GAMES = ("bump", "generic", "shard", "swing")


@pytest.fixture(params=GAMES)
def system(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=WORDS)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def game(app: FastAPI, account: str, system: str) -> Evening:
    return looked_around(app, account, system)


def looked_around(app: FastAPI, account: str, system: str) -> Evening:
    house: House = app.state.house
    made = house.database.write(lambda db: demo.create(db, account, system, "en"))
    creatures = house.look(made.id).game.state.creatures.values()
    return Evening(app, games.as_gm(house, account, made.id), {one.name: one.id for one in creatures})


def chooser(browser: TestClient, game: Evening, language: str = "en") -> str:
    """What the screen offers for another turn order, empty where nothing is offered."""
    page = browser.get(game.base, headers={"Accept-Language": language})
    assert page.status_code == 200
    return page.text.partition('id="order-ways"')[2].partition("</div>")[0]


def test_another_turn_order_is_chosen_where_the_order_stands_while_a_fight_is_on(
    browser: TestClient, game: Evening, system: str, language: str
) -> None:
    order = get_system(system).data.order
    assert chooser(browser, game) == ""
    game.do({"type": "start_encounter"})
    offered = re.findall('id="order-by-([a-z]+)" aria-pressed="([a-z]+)"', chooser(browser, game))
    assert offered == [(key, "true" if key == order.policy else "false") for key in order.policies]
    for policy in order.policies:
        assert game.post(browser, {"type": "change_order", "policy": policy}).status_code == 200
        assert game.view()["order"]["policy"] == policy
        assert f'id="order-by-{policy}" aria-pressed="true"' in chooser(browser, game, language)
    assert WORDS[language]["numeric"] in chooser(browser, game, language)


def test_another_turn_order_is_told_as_one_and_as_no_other_fight(
    browser: TestClient, game: Evening, language: str
) -> None:
    game.do({"type": "start_encounter"})
    said = game.do({"type": "change_order", "policy": "popcorn"})["text"]
    assert WORDS["en"]["log"] in " ".join(said)
    assert "encounter begins" not in " ".join(said)
    assert f"<p>{WORDS[language]['log']}" in browser.get(game.base, headers={"Accept-Language": language}).text


def test_the_round_stands_on_the_tv_and_where_one_looks_on(client: TestClient, game: Evening, language: str) -> None:
    pages = [f"/s/{shares.create(game.house, game.access, role, None)['token']}" for role in ("screen", "watch")]
    client.headers["Accept-Language"] = language
    for page in pages:
        assert 'round">' not in client.get(page).text
    game.do({"type": "start_encounter"}, {"type": "next_round"})
    for page in pages:
        assert re.search(f'round">{WORDS[language]["round"]}<', client.get(page).text), page


def test_where_rounds_are_not_counted_none_stands_on_the_tv(client: TestClient, app: FastAPI, account: str) -> None:
    game = looked_around(app, account, "daggerheart")
    page = f"/s/{shares.create(game.house, game.access, 'screen', None)['token']}"
    game.do({"type": "start_encounter"}, {"type": "begin_turn", "creature": next(iter(game.view()["creatures"]))})
    assert 'round">' not in client.get(page).text
