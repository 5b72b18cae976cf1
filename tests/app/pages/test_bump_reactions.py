"""Reactions of Bump d20 on the screen and on a phone: who may interpose and when, and who then takes the damage."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import shares
from tests.app.pages.evenings import Evening, demo_of, drawer
from tests.app.pages.test_bump import LANGUAGES, NAMES, begin


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    return demo_of(app, account, "bump", NAMES)


class Seat:
    """The phone of a character."""

    def __init__(self, phone: TestClient, token: str) -> None:
        self.phone, self.token = phone, token

    @property
    def page(self) -> str:
        return self.phone.get(f"/s/{self.token}/me").text

    @property
    def reactions(self) -> str:
        return self.page.partition('id="reactions"')[2].partition("</section>")[0]


@pytest.fixture(params=LANGUAGES)
def seat(request: pytest.FixtureRequest, app: FastAPI, game: Evening) -> Iterator[Seat]:
    link = shares.create(game.house, game.access, "seat", creature=game.ids["Talle"])
    with TestClient(app, headers={"Accept-Language": request.param}) as phone:
        yield Seat(phone, link["token"])


def stab(game: Evening, d20: int = 19) -> None:
    """The thief stabs at Hesk, and hits unless another die fell."""
    if game.view()["order"]["encounter"] is None:
        begin(game, Thief=20)
    thief, hesk = game.ids["Thief"], game.ids["Hesk"]
    attack = {"type": "roll", "roll": "attack", "creature": thief, "with": "knife", "targets": [hesk]}
    game.do(attack | {"dice": {"d20": [d20]}})


def interpose(game: Evening) -> None:
    names = {"creature": game.ids["Talle"], "target": game.ids["Hesk"]}
    game.do({"type": "react", "action": "interpose", **names})


def damage(browser: TestClient, game: Evening, **more: str) -> str:
    """The drawer that is open on Hesk, drawn again."""
    fields = {"_again": "1", "attacker": game.ids["Thief"], "parts/0/amount": "9", "parts/0/type": "fire", **more}
    return drawer(browser, game, "damage", creature=game.ids["Hesk"], **fields)


def taker(page: str) -> str:
    """Whom the drawer's button hurts."""
    quote = r"(?:&#34;|&quot;|\\)+"
    found = re.search(rf"take_damage[^>]*?creature[^\w]*{quote}[^\w]*([\w-]+)", page)
    assert found is not None
    return found[1]


def test_a_phone_offers_to_interpose_for_who_was_hit_and_for_nobody_else(game: Evening, seat: Seat) -> None:
    assert "interpose" not in seat.page
    begin(game, Thief=20)
    assert "interpose" not in seat.page
    stab(game, d20=2)
    assert "interpose" not in seat.page
    game.do({"type": "set_tracker", "creature": game.ids["Thief"], "tracker": "action_points", "value": 2})
    stab(game)
    assert game.ids["Hesk"] in seat.reactions
    assert game.ids["Ruvane"] not in seat.reactions


@pytest.mark.parametrize("over", ["interposed", "hurt", "a turn begins"])
def test_a_phone_offers_to_interpose_no_longer_than_the_hit_is_open(game: Evening, seat: Seat, over: str) -> None:
    stab(game)
    assert "interpose" in seat.page
    match over:
        case "interposed":
            interpose(game)
        case "hurt":
            game.do({"type": "take_damage", "creature": game.ids["Hesk"], "parts": [{"amount": 3, "type": "fire"}]})
        case _:
            game.do({"type": "begin_turn", "creature": game.ids["Hesk"]})
    assert "interpose" not in seat.page


@pytest.mark.case("GM-002")
def test_a_hidden_turn_takes_no_reaction_from_a_phone(game: Evening, seat: Seat) -> None:
    game.do({"type": "add_creature", "creature": {"name": "Zq-Shade", "hidden": True}})
    shade = next(one["id"] for one in game.view()["creatures"].values() if one["name"] == "Zq-Shade")
    stab(game)
    before = seat.reactions
    assert "interpose" in before
    game.do({"type": "begin_turn", "creature": shade})
    game.do({"type": "show", "text": "A letter"})  # so that the page is drawn anew
    assert seat.reactions == before
    game.do({"type": "begin_turn", "creature": game.ids["Ruvane"]})
    assert "interpose" not in seat.page


def test_a_phone_offers_to_interpose_when_its_ally_failed_to_defend(game: Evening, seat: Seat) -> None:
    begin(game, Thief=20)
    defence = {"type": "roll", "roll": "defend", "creature": game.ids["Hesk"], "targets": [game.ids["Thief"]]}
    game.do(defence | {"parameters": {"dc": 15}, "dice": {"d20": [2]}})
    assert game.ids["Hesk"] in seat.reactions


def test_nobody_is_offered_to_step_in_for_one_who_stepped_in(browser: TestClient, game: Evening) -> None:
    stab(game)
    stand_in = f'id="damage-{game.ids["Hesk"]}-react-{game.ids["Ruvane"]}"'
    assert stand_in in damage(browser, game)
    interpose(game)
    assert stand_in not in damage(browser, game)


@pytest.mark.parametrize("spoiled", ["no points", "dazed"])
def test_a_phone_offers_no_reaction_to_one_who_cannot_react(game: Evening, seat: Seat, spoiled: str) -> None:
    stab(game)
    talle = game.ids["Talle"]
    if spoiled == "dazed":
        game.do({"type": "add_condition", "creature": talle, "condition": "dazed"})
    else:
        game.do({"type": "set_tracker", "creature": talle, "tracker": "reaction_points", "value": 0})
    assert "interpose" not in seat.page
    assert any(words in seat.reactions for words in ("No reaction for now.", "Пока без реакций."))


def test_a_phone_offers_the_reactions_of_its_sheet_and_what_one_was_ready_for(game: Evening, seat: Seat) -> None:
    talle = game.ids["Talle"]
    parry = {"riposte": {"kind": "reaction", "name": "Zq Riposte"}}
    game.do({"type": "change_creature", "creature": talle, "changes": {"features": parry}})
    assert "Zq Riposte" in seat.reactions
    begin(game, Talle=20)
    game.do({"type": "ready_action", "creature": talle, "trigger": "zq the door opens"})
    assert "zq the door opens" in seat.reactions


def test_a_phone_says_what_each_action_of_a_sheet_costs(game: Evening, seat: Seat) -> None:
    own = {
        "leap": {"kind": "talent", "name": "Zq Leap", "facts": {"ap": 2}},
        "shout": {"kind": "action", "name": "Zq Shout"},
        "guard": {"kind": "stance", "name": "Zq Guard"},
    }
    game.do({"type": "change_creature", "creature": game.ids["Talle"], "changes": {"features": own}})
    assert all(words in seat.page for words in ("Zq Leap · 2", "Zq Shout · 1", "Zq Guard · 0"))


def test_an_open_damage_drawer_follows_to_whoever_stepped_in(browser: TestClient, game: Evening) -> None:
    stab(game)
    assert taker(damage(browser, game)) == game.ids["Hesk"]
    interpose(game)
    page = damage(browser, game)
    assert taker(page) == game.ids["Talle"]
    assert f'id="damage-{game.ids["Hesk"]}-taker"' in page
    assert taker(damage(browser, game, _taker=game.ids["Hesk"])) == game.ids["Hesk"]


def test_what_was_taken_in_place_of_another_is_not_taken_twice(browser: TestClient, game: Evening) -> None:
    stab(game)
    interpose(game)
    game.do({"type": "take_damage", "creature": game.ids["Talle"], "parts": [{"amount": 9, "type": "fire"}]})
    assert taker(damage(browser, game)) == game.ids["Hesk"]
