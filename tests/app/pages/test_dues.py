"""What a turn brings to the one who acts stands on the screen: one key each, or all at once."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
from fastapi import FastAPI
from msgspec.structs import replace
from starlette.testclient import TestClient

from app.services import games, play
from app.services.house import House
from app.services.play import Ask
from rules import get_system, registry
from tests.app.pages.evenings import Evening

HEROES: list[dict[str, Any]] = [
    {"name": "Oro", "kind": "pc", "trackers": {"hp": {"value": 20, "max": 28}}},
    {"name": "Rat", "trackers": {"hp": {"max": 5}}},
]
SETTLE = {"type": "settle_due"}


@pytest.fixture
def mill(app: FastAPI, account: str) -> Evening:
    """Oro acts, burning and poisoned."""
    house: House = app.state.house
    commands: list[dict[str, Any]] = [{"type": "add_creature", "creature": one} for one in HEROES]
    game = house.database.write(lambda db: games.create(db, account, "gm", "Mill", "generic", None, commands))
    creatures = house.look(game).game.state.creatures.values()
    evening = Evening(app, games.as_gm(house, account, game), {creature.name: creature.id for creature in creatures})
    oro = evening.ids["Oro"]
    evening.do(
        {"type": "add_condition", "creature": oro, "condition": "burning", "value": 3},
        {"type": "add_condition", "creature": oro, "condition": "poisoned"},
        {"type": "start_encounter"},
        {"type": "begin_turn", "creature": oro},
    )
    return evening


def due(client: TestClient, game: Evening) -> str:
    page: str = client.get(game.base).text
    found = page[page.index('id="dues"') :]
    return found[: found.index('id="rows-pc"')]


def ids(game: Evening) -> dict[str, str]:
    return {item["what"]: item["id"] for item in game.view()["due"]}


def keys(game: Evening) -> list[str]:
    return [condition["key"] for condition in game.creature("Oro")["conditions"]]


def test_the_list_names_each_condition_with_a_field_for_a_real_die(browser: TestClient, mill: Evening) -> None:
    html = due(browser, mill)
    assert "Burning 3" in html and "Poisoned" in html  # noqa: PT018
    assert f'name="dice/{ids(mill)["recovery"]}/d20"' in html
    assert 'data-key="u"' in html
    assert 'data-key="shift+u"' in html


def test_one_is_settled_with_the_die_that_fell_and_leaves_the_list(browser: TestClient, mill: Evening) -> None:
    recovery = ids(mill)["recovery"]
    answer = mill.post(browser, {**SETTLE, "ids": [recovery]}, _roll="1", **{f"dice/{recovery}/d20": "19"})
    assert answer.status_code == 200
    assert "poisoned" not in keys(mill)
    assert list(ids(mill)) == ["damage"]
    assert mill.pool("Oro", "hp") == 20


def test_all_at_once_takes_the_dice_that_were_typed_and_is_one_step(browser: TestClient, mill: Evening) -> None:
    recovery = ids(mill)["recovery"]
    answer = mill.post(browser, SETTLE, _roll="1", **{f"dice/{recovery}/d20": "2"})
    assert answer.status_code == 200
    assert (mill.pool("Oro", "hp"), "poisoned" in keys(mill)) == (17, True)
    assert ids(mill) == {}
    assert re.search(r'id="dues"[^>]*>\s*</div>', browser.get(mill.base).text)
    play.undo(mill.house, Ask(mill.access, "en"))
    assert mill.pool("Oro", "hp") == 20
    assert set(ids(mill)) == {"recovery", "damage"}


def test_all_at_once_rolls_what_nobody_typed(browser: TestClient, mill: Evening) -> None:
    assert mill.post(browser, SETTLE, _roll="1").status_code == 200
    assert ids(mill) == {}


def test_one_is_left_alone_for_this_turn(browser: TestClient, mill: Evening) -> None:
    mill.post(browser, {"type": "drop", "id": ids(mill)["damage"]})
    assert list(ids(mill)) == ["recovery"]
    assert mill.pool("Oro", "hp") == 20


def test_the_turn_of_another_brings_nothing_of_its_own(browser: TestClient, mill: Evening) -> None:
    for id in ids(mill).values():
        mill.do({"type": "drop", "id": id})
    mill.do({"type": "begin_turn", "creature": mill.ids["Rat"]})
    assert ids(mill) == {}
    assert "Burning" not in due(browser, mill)


def test_what_a_turn_left_is_named_by_whose_it_was_and_settled_against_it(browser: TestClient, mill: Evening) -> None:
    mill.do({"type": "begin_turn", "creature": mill.ids["Rat"]})
    html = due(browser, mill)
    assert all(words in html for words in ("Turns that have passed", "Burning", "Oro · ", "left from the turn that"))
    assert mill.post(browser, {**SETTLE, "ids": [ids(mill)["damage"]]}, _roll="1").status_code == 200
    assert (mill.pool("Oro", "hp"), list(ids(mill))) == (17, ["recovery"])
    mill.post(browser, {"type": "drop", "id": ids(mill)["recovery"]})
    assert ids(mill) == {}


def test_what_a_turn_left_stands_behind_that_of_the_turn_that_runs(browser: TestClient, mill: Evening) -> None:
    rat = mill.ids["Rat"]
    mill.do({"type": "add_condition", "creature": rat, "condition": "burning", "value": 2})
    mill.do({"type": "begin_turn", "creature": rat})
    html = due(browser, mill)
    assert html.index("as the turn begins") < html.index("left from the turn that has passed")
    assert re.search(r"<h2>Due</h2><span[^>]*>Rat</span>", html)


@pytest.fixture
def at_the_end(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """As at the mill, but what burns does so at the round's end; the rat acts, the last of the round."""
    system = get_system("generic")
    burning = system.data.conditions["burning"]
    assert burning.persists is not None
    late = replace(burning, persists=replace(burning.persists, at="round_end"))
    data = replace(system.data, conditions={**system.data.conditions, "burning": late})
    monkeypatch.setitem(registry._systems, "generic", dataclasses.replace(system, data=data))
    mill: Evening = request.getfixturevalue("mill")
    mill.do({"type": "drop", "id": ids(mill)["recovery"]})
    mill.do({"type": "begin_turn", "creature": mill.ids["Rat"]})
    return mill


def test_a_rounds_end_names_whose_it_is_and_of_which_round(browser: TestClient, at_the_end: Evening) -> None:
    html = due(browser, at_the_end)
    assert "End of the round" in html
    assert "Oro · Its damage is due · at the end of round 1" in html
    russian = browser.get(at_the_end.base, headers={"Accept-Language": "ru"}).text
    assert "в конце раунда 1" in russian
    at_the_end.do({"type": "next_round"})
    assert at_the_end.post(browser, {**SETTLE, "ids": [ids(at_the_end)["damage"]]}, _roll="1").status_code == 200
    assert at_the_end.pool("Oro", "hp") == 17
    assert "at the end of round 1" not in due(browser, at_the_end)


def test_who_had_no_turn_is_given_it_or_lets_it_go_by_one_tap(browser: TestClient, mill: Evening) -> None:
    mill.do({"type": "end_turn"}, {"type": "next_round"}, {"type": "begin_turn", "creature": mill.ids["Oro"]})
    mill.do({"type": "delay"})
    html = due(browser, mill)
    assert "no turn in round 2" in html
    assert "Give the turn" in html
    assert "без хода в раунде 2" in browser.get(mill.base, headers={"Accept-Language": "ru"}).text
    turn = ids(mill)["turn"]
    assert mill.post(browser, {"type": "drop", "id": turn}).status_code == 200
    assert "no turn in round" not in due(browser, mill)
    play.undo(mill.house, Ask(mill.access, "en"))
    assert mill.post(browser, {"type": "answer", "id": turn}).status_code == 200
    assert mill.view()["order"]["active"] == mill.ids["Oro"]


def test_what_turns_left_can_go_by_at_once_and_much_of_it_is_folded(browser: TestClient, mill: Evening) -> None:
    mill.do({"type": "begin_turn", "creature": mill.ids["Rat"]})
    html = due(browser, mill)
    assert ('id="dues-go-by"' in html, 'id="dues-left"' in html) == (True, False)
    for _ in range(2):
        mill.do({"type": "add_condition", "creature": mill.ids["Rat"], "condition": "burning", "value": 1})
    mill.do({"type": "add_condition", "creature": mill.ids["Rat"], "condition": "poisoned"})
    mill.do({"type": "begin_turn", "creature": mill.ids["Oro"]})
    left = [item["id"] for item in mill.view()["due"] if item.get("left")]
    html = due(browser, mill)
    assert len(left) > 3
    assert 'id="dues-left"' in html
    assert mill.post(browser, {**SETTLE, "drop": True, "ids": left}).status_code == 200
    assert not [item for item in mill.view()["due"] if item.get("left")]
