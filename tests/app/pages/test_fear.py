"""What the GM's Fear buys, and what players pay Hope for, from the screen and the phone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.services import shares
from tests.app.pages.evenings import Evening, drawer

SONG = {"kind": "feature", "name": "Song", "facts": {"text": "All hear it.", "cost": {"hope": 2}}}
GRUDGE = {"kind": "experience", "name": "Grudge", "facts": {"modifier": 3}}


def menu(client: TestClient, game: Evening, language: str = "en") -> str:
    return str(client.get(f"{game.base}/drawers/fear", headers={"Accept-Language": language}).text)


def fear(game: Evening) -> int:
    return int(game.view()["trackers"]["fear"]["value"])


def test_the_menu_has_the_five_uses_in_both_languages(browser: TestClient, game: Evening) -> None:
    changes = {"features": {"experience-9": GRUDGE}}
    game.do({"type": "change_creature", "creature": game.ids["Revenant"], "changes": changes})
    html = menu(browser, game)
    uses = ("Seize the spotlight", "One more move", "Toll · Revenant", "Grudge +3 · Revenant", "Something else")
    assert [use for use in uses if use not in html] == []
    assert "Перехватить Центр Внимания" in menu(browser, game, "ru")


@pytest.mark.parametrize("use", ["steal_spotlight", "extra_move"])
def test_the_spotlight_is_bought_for_an_adversary(browser: TestClient, game: Evening, use: str) -> None:
    game.post(browser, {"type": "spend_fear"}, use=use, creature=game.ids["Revenant"])
    assert (fear(game), game.view()["order"]["active"]) == (2, game.ids["Revenant"])


def test_a_move_may_be_nobodys(browser: TestClient, game: Evening) -> None:
    game.post(browser, {"type": "spend_fear"}, use="extra_move", creature="")
    assert (fear(game), game.view()["order"]["active"]) == (2, None)


def test_a_feature_costs_what_it_says_and_an_experience_waits(browser: TestClient, game: Evening) -> None:
    revenant = game.ids["Revenant"]
    game.do({"type": "change_creature", "creature": revenant, "changes": {"features": {"experience-9": GRUDGE}}})
    game.post(browser, {"type": "spend_fear", "use": "feature", "creature": revenant, "feature": "toll"})
    assert fear(game) == 2
    game.post(browser, {"type": "spend_fear", "use": "experience", "creature": revenant, "feature": "experience-9"})
    assert fear(game) == 1
    query = {"creature": revenant, "targets[]": game.ids["Oro"]}
    assert "Grudge" in browser.get(f"{game.base}/drawers/attack", params=query).text


def test_something_else_has_an_amount_and_a_reason_for_the_log(browser: TestClient, game: Evening) -> None:
    game.post(browser, {"type": "spend_fear"}, amount="2", reason="the bridge burns")
    assert fear(game) == 1
    assert "the bridge burns" in browser.get(game.base).text


def test_without_fear_nothing_can_be_bought(browser: TestClient, game: Evening) -> None:
    game.do({"type": "set_tracker", "tracker": "fear", "value": 0})
    html = menu(browser, game)
    for place in ('id="fear-steal_spotlight"', 'id="fear-extra_move"'):
        assert "disabled" in html[html.index(place) : html.index(">", html.index(place))]
    assert 400 <= game.post(browser, {"type": "spend_fear"}, use="extra_move").status_code < 500


def test_a_player_uses_a_feature_for_hope_by_one_tap(client: TestClient, game: Evening) -> None:
    oro = game.ids["Oro"]
    game.do({"type": "change_creature", "creature": oro, "changes": {"features": {"song": SONG}}})
    url = f"/s/{shares.create(game.house, game.access, 'seat', oro)['token']}"
    me = client.get(f"{url}/me").text
    assert 'id="use-song"' in me
    assert "Hope: 2" in me
    command = {"type": "use_feature", "creature": oro, "feature": "song"}
    sent: Any = client.post(f"{url}/commands", data={"command": json.dumps(command)}, headers={"HX-Request": "true"})
    assert sent.status_code == 200
    assert game.pool("Oro", "hope") == 0


def test_an_extra_die_is_added_to_a_roll_with_what_fell(browser: TestClient, game: Evening) -> None:
    fields = {"parameters/difficulty": "13", "parameters/extra/0/amount": "", "parameters/extra/1/dice": "2d4"}
    dice = {"dice/hope": "6", "dice/fear": "3", "dice/extra": "1 4"}
    command = {"type": "roll", "roll": "action", "creature": game.ids["Oro"]}
    assert game.post(browser, command, **fields, **dice).status_code == 200
    (roll,) = game.view()["rolls"]
    assert roll["total"] == 6 + 3 + 1 + 4
    query = {"creature": game.ids["Oro"], "parameters/extra/1/dice": "2d4"}
    assert 'name="dice/extra"' in browser.get(f"{game.base}/drawers/dice", params=query).text


def test_an_attack_says_that_it_makes_the_move_that_is_due(browser: TestClient, game: Evening) -> None:
    words = "this makes the GM move that is due"
    assert words not in drawer(browser, game, "attack", "Revenant")
    roll = {"type": "roll", "roll": "action", "creature": game.ids["Oro"], "parameters": {"difficulty": 13}}
    game.do({**roll, "dice": {"hope": 7, "fear": 9}})
    assert "GM move: a cost or complication" in browser.get(game.base).text
    assert words in drawer(browser, game, "attack", "Revenant")
    attack = {"type": "roll", "roll": "adversary_attack", "creature": game.ids["Revenant"]}
    game.do({**attack, "targets": [game.ids["Oro"]], "dice": {"d20": 5}})
    assert words not in drawer(browser, game, "attack", "Revenant")
    assert "Choose</button>" not in browser.get(game.base).text


def test_a_move_that_is_due_opens_what_it_may_be_or_is_let_go(browser: TestClient, game: Evening) -> None:
    roll = {"type": "roll", "roll": "action", "creature": game.ids["Oro"], "parameters": {"difficulty": 13}}
    game.do({**roll, "dice": {"hope": 3, "fear": 4}})
    page = browser.get(game.base).text
    due = page[page.index('id="dues"') : page.index('id="rows-pc"')]
    assert "<span>GM move: a serious consequence</span>" in due
    assert f'hx-get="{game.base}/drawers/fear" hx-target="#across" hx-swap="innerHTML">Choose</button>' in due
    assert "Let it go" in due
    assert "Apply" not in due
    game.post(browser, {"type": "drop", "id": "d_gm_move"})
    assert "Choose</button>" not in browser.get(game.base).text
