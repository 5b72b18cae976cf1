"""A whole round of real dice on the pages of Swing d20: the GM's drawer and the phone's."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import shares
from tests.app.pages.evenings import Evening, demo_of, drawer

NAMES = ("Kesh", "Ama", "Tobb", "Warden", "Hound", "Hound 2", "Archer")
# First, second, third and the off hand of Kesh; extra attacks need 6 and 12.
FELL = {
    "dice/first/d20": "20",
    "dice/first/damage": "5",
    "dice/second/gain": "14",
    "dice/second/d20": "15",
    "dice/second/damage": "4",
    "dice/third/gain": "11",
    "dice/off_hand/gain": "8",
    "dice/off_hand/d20": "1",
}


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    """A fight in which it is the turn of Kesh, whose numbers are said."""
    found = demo_of(app, account, "swing", NAMES)
    found.do({"type": "start_encounter"}, {"type": "begin_turn", "creature": found.ids["Kesh"]})
    numbers = {"second_attack": 6, "third_attack": 12}
    found.do({"type": "change_creature", "creature": found.ids["Kesh"], "changes": {"numbers": numbers}})
    return found


def round_of(browser: TestClient, game: Evening, **fields: str) -> str:
    return drawer(browser, game, "round", "Kesh", **{"targets[]": game.ids["Warden"], **fields})


def line_of(html: str, swing: str) -> str:
    """The line of one swing."""
    return next(part for part in html.split("<li") if f'id="fell-{swing}-d20"' in part)


def test_each_swing_has_a_line_and_says_what_it_came_to(browser: TestClient, game: Evening) -> None:
    html = round_of(browser, game)
    assert re.findall(r'id="fell-(\w+)-gain"', html) == ["second", "third", "off_hand"]
    assert "needs 12" in line_of(html, "third")
    some = {key: FELL[key] for key in ("dice/first/d20", "dice/first/damage", "dice/second/gain", "dice/second/d20")}
    html = round_of(browser, game, **some, **{"dice/third/gain": "11"})
    assert re.search(r"natural 20 · <b>19</b>", line_of(html, "first"))
    assert re.search(r"hit · <b>\?</b>", line_of(html, "second"))
    assert "no swing" in line_of(html, "third")
    assert "so far 19" in html
    assert game.pool("Warden", "hp") == 90


def test_all_that_fell_is_previewed_and_one_button_takes_it(browser: TestClient, game: Evening) -> None:
    fields = {**FELL, "feats/first/feat": "knock_down", "fumble": "3"}
    game.do({"type": "change_setting", "key": "fumble_3", "value": "the strap breaks"})
    html = round_of(browser, game, **fields)
    assert "90 → <b>61</b>" in html
    assert "the strap breaks" in html
    assert 'id="fell-first-feat"' in html
    command = {"type": "take_round", "creature": game.ids["Kesh"]}
    answer = game.post(browser, command, **{"targets[]": game.ids["Warden"]}, **fields)
    assert answer.status_code == 200, answer.text
    assert game.pool("Warden", "hp") == 61
    assert [one["key"] for one in game.creature("Warden")["conditions"]] == ["knocked-down"]
    assert game.view()["asks"] == ()
    assert browser.post(f"{game.base}/undo").status_code == 200
    game.post(browser, command, **{"targets[]": game.ids["Warden"]}, **FELL)  # no d6 yet: the round is the newest roll
    result = browser.get(game.base).text.partition('id="result"')[2].partition("</ul>")[0]
    tales = re.findall(r'<p class="tale">([^<]+)</p>', result)
    assert len(tales) == 3
    assert "-" not in "".join(tales).partition(".")[0]  # a sentence, and no key of one
    assert browser.post(f"{game.base}/undo").status_code == 200
    assert (game.pool("Warden", "hp"), game.creature("Warden")["conditions"]) == (90, ())


def test_a_die_that_cannot_be_is_said_and_no_field_is_lost(browser: TestClient, game: Evening) -> None:
    html = round_of(browser, game, **{**FELL, "dice/first/damage": "9"})
    assert 'class="err"' in html
    assert 'id="fell-second-d20" value="15"' in html
    assert 'id="fell-first-damage" value="9"' in html
    answer = game.post(
        browser,
        {"type": "take_round", "creature": game.ids["Kesh"]},
        **{"targets[]": game.ids["Warden"], **FELL, "dice/first/d20": "21"},
    )
    assert answer.status_code == 422
    assert game.pool("Warden", "hp") == 90


def test_what_is_empty_is_rolled_besides_what_fell(browser: TestClient, game: Evening) -> None:
    some = {**FELL, "dice/first/d20": "19", "dice/second/d20": "2", "_roll": "1"}
    del some["dice/first/damage"], some["dice/off_hand/d20"]
    command = {"type": "take_round", "creature": game.ids["Kesh"]}
    answer = game.post(browser, command, **{"targets[]": game.ids["Warden"]}, **some)
    assert answer.status_code == 200, answer.text
    (roll,) = game.view()["rolls"]
    assert [one["dice"]["d20"] for one in roll["facts"]["more"]["attacks"]][:2] == [19, 2]
    assert game.pool("Warden", "hp") <= 90 - (2 + 3 + 6)  # a critical of the broadsword does so much at least


def test_a_number_that_nobody_has_said_is_asked_in_the_drawer_and_kept(browser: TestClient, game: Evening) -> None:
    html = drawer(browser, game, "round", "Tobb", **{"targets[]": game.ids["Warden"]})
    assert 'id="fell-first-d20"' not in html
    said = {"parameters/second_attack": "6", "targets[]": game.ids["Warden"]}
    html = drawer(browser, game, "round", "Tobb", **said)
    assert 'id="fell-second-gain"' in html
    (kept,) = re.findall(r'name="_keep" value="([^"]+)"', html)
    command = {"type": "take_round", "creature": game.ids["Tobb"]}
    dice = {"dice/first/d20": "2", "dice/second/gain": "5"}
    answer = game.post(browser, command, **said, **dice, _keep=kept)
    assert answer.status_code == 200, answer.text
    assert game.creature("Tobb")["numbers"]["second_attack"] == 6


def phone(game: Evening, who: str) -> str:
    return f"/s/{shares.create(game.house, game.access, 'seat', game.ids[who])['token']}"


def send(client: TestClient, seat: str, command: dict[str, Any], **fields: str) -> Any:
    headers = {"Origin": "http://testserver"}
    return client.post(f"{seat}/commands", data={"command": json.dumps(command), **fields}, headers=headers)


def test_the_feat_of_a_blow_at_one_who_is_hidden_goes_at_that_one_unless_another_is_chosen(
    browser: TestClient, game: Evening
) -> None:
    kesh, hidden = game.ids["Kesh"], game.ids["Archer"]
    game.do({"type": "roll", "roll": "attack", "creature": kesh, "targets": [hidden], "dice": {"d20": 20, "damage": 5}})
    (ask,) = (one for one in game.view()["asks"] if one["kind"] == "feat")
    chosen = re.search(rf'id="ask-{ask["id"]}-target">(.*?)</select>', browser.get(game.base).text)
    assert chosen
    assert chosen[1].startswith('<option value="" selected>')
    command = {"type": "answer", "id": ask["id"]}
    fields = {"command": json.dumps(command), "feat": "knock_down", "target": ""}
    answer = browser.post(f"{game.base}/commands", data=fields, headers={"Origin": "http://testserver"})
    assert answer.status_code == 200, answer.text
    assert [one["key"] for one in game.view()["creatures"][hidden]["conditions"]] == ["knocked-down"]


def test_a_phone_that_is_disarmed_says_the_die_of_its_bare_hands_and_strikes(client: TestClient, game: Evening) -> None:
    seat, asks = phone(game, "Kesh"), 'name="parameters/unarmed_die"'
    assert asks not in client.get(f"{seat}/roll").text
    game.do({"type": "add_condition", "creature": game.ids["Kesh"], "condition": "disarmed"})
    assert asks in client.get(f"{seat}/roll").text
    fields = {"targets[]": game.ids["Warden"], "with": "unarmed"}
    command = {"type": "roll", "roll": "round", "creature": game.ids["Kesh"]}
    assert send(client, seat, command, **fields).status_code == 409
    assert send(client, seat, command, **fields, **{"parameters/unarmed_die": "4"}).status_code == 200
    game.do({"type": "change_creature", "creature": game.ids["Kesh"], "changes": {"numbers": {"unarmed_die": 6}}})
    assert asks not in client.get(f"{seat}/roll").text


def test_a_phone_sends_the_dice_of_its_round_and_the_gm_takes_the_damage(client: TestClient, game: Evening) -> None:
    seat = phone(game, "Kesh")
    assert 'hx-get="drawers/round"' in client.get(f"{seat}/roll").text
    html = client.get(f"{seat}/drawers/round").text
    assert re.findall(r'id="fell-(\w+)-gain"', html) == ["second", "third", "off_hand"]
    assert "Man in the belfry" not in html  # nobody has seen it yet
    command = {"type": "take_round", "creature": game.ids["Kesh"]}
    fields = {"targets[]": game.ids["Warden"], "dice/off_hand/damage": "2", "_close": "deed", **FELL}
    answer = send(client, seat, command, **fields)
    assert answer.status_code == 200, answer.text
    assert game.pool("Warden", "hp") == 90
    (roll,) = game.view()["rolls"]
    then = roll["facts"]["targets"][0]["then"]
    assert (then["type"], then["amount"]) == ("take_damage", 29)
    page = client.get(f"{seat}/roll").text
    assert 'name="feat"' in page
    assert 'hx-get="drawers/round"' not in page  # every swing of the turn is made


def test_a_phone_is_asked_for_every_damage_die_hit_or_not(client: TestClient, game: Evening) -> None:
    command = {"type": "take_round", "creature": game.ids["Kesh"]}
    for d20 in ("2", "18"):
        fields = {**FELL, "targets[]": game.ids["Warden"], "dice/first/d20": d20, "dice/first/damage": ""}
        answer = send(client, phone(game, "Kesh"), command, **{**fields, "dice/off_hand/damage": "2"})
        assert answer.status_code == 409
        assert json.loads(answer.headers["HX-Trigger"])["shirma:refused"]["text"] == "Still missing: First, damage."


def test_a_phone_sends_what_is_left_of_a_turn_that_has_begun(client: TestClient, game: Evening) -> None:
    kesh = game.ids["Kesh"]
    gained = {"extra_attacks": [14, 8], "dual_wield": 9}
    game.do({"type": "roll", "roll": "extra_attacks", "creature": kesh, "dice": gained})
    game.do({"type": "roll", "roll": "attack", "creature": kesh, "targets": [game.ids["Warden"]], "dice": {"d20": 3}})
    html = client.get(f"{phone(game, 'Kesh')}/drawers/round").text
    assert re.findall(r'id="fell-(\w+)-d20"', html) == ["second", "off_hand"]
    assert "-gain" not in html


def test_the_damage_of_a_round_stays_at_hand_when_the_d6_of_its_fumble_is_rolled_first(
    browser: TestClient, client: TestClient, game: Evening
) -> None:
    seat = phone(game, "Kesh")
    command = {"type": "take_round", "creature": game.ids["Kesh"]}
    fields = {"targets[]": game.ids["Warden"], "dice/off_hand/damage": "2", **FELL}
    assert send(client, seat, command, **fields).status_code == 200
    ask = next(one for one in game.view()["asks"] if one["kind"] == "fumble")
    assert send(client, seat, {"type": "answer", "id": ask["id"]}, **{"dice/d6": "4"}).status_code == 200
    result = browser.get(game.base).text.partition('id="result"')[2].partition("</ul>")[0]
    assert 'id="left-1"' in result
    assert "Deal 29 damage: Chapel warden" in result
    game.do({"type": "take_damage", "creature": game.ids["Warden"], "amount": 29, "direct": True})
    assert 'id="left-1"' not in browser.get(game.base).text
