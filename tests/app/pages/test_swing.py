"""The screen of Swing d20: swings of a turn, blows by their faces, feats and fumbles, armor, several, arrows."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import shares
from app.services.blows import read_blow
from rules.swing.facts import FACTS
from tests.app.pages.evenings import Evening, all_drawn, demo_of, drawer

LANGUAGES = ("en", "ru")
KINDS = ("weapon", "attack", "armor", "feature", "calling")
NAMES = ("Kesh", "Ama", "Tobb", "Warden", "Hound", "Hound 2", "Archer")


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    """The game to look around in, its creatures by short names."""
    return demo_of(app, account, "swing", NAMES)


def begin(game: Evening, who: str = "Kesh") -> None:
    game.do({"type": "start_encounter"}, {"type": "begin_turn", "creature": game.ids[who]})


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_is_drawn_after_a_natural_1(browser: TestClient, game: Evening, language: str) -> None:
    begin(game)
    command = {"type": "roll", "roll": "attack", "creature": game.ids["Kesh"], "targets": [game.ids["Warden"]]}
    game.do({**command, "dice": {"d20": 1}})
    page = all_drawn(browser, game, language)
    assert {"en": "Natural 1: Kesh", "ru": "Натуральная 1: Kesh"}[language] in page
    assert {"en": "acted: 1 of 3", "ru": "походили: 1 из 3"}[language] in page  # of the side that acts


def test_what_extra_attacks_need_is_asked_once_and_kept(browser: TestClient, game: Evening) -> None:
    begin(game)
    assert 'name="changes/numbers/second_attack"' in drawer(browser, game, "turn", "Kesh")
    aimed = {"targets[]": game.ids["Warden"]}
    assert 'id="roll-needs"' in drawer(browser, game, "dice", "Kesh", **aimed)  # in place of the odds of the round
    for key in ("second_attack", "third_attack"):
        game.do({"type": "change_creature", "creature": game.ids["Kesh"], "changes": {"numbers": {key: 12}}})
    html = drawer(browser, game, "turn", "Kesh")
    assert "changes/numbers" not in html
    assert "needs 12" in html
    assert 'id="roll-round"' in drawer(browser, game, "dice", "Kesh", **aimed)


def test_a_face_that_fell_says_what_comes_of_it_before_it_happens(browser: TestClient, game: Evening) -> None:
    fields = {"targets[]": game.ids["Warden"], "dice/d20": "20", "dice/damage": "5"}
    html = drawer(browser, game, "dice", "Kesh", **fields)
    assert 'id="face-1" class="o-fum"' in html
    assert 'id="face-6" class="o-miss"' in html
    assert 'id="face-7" class="o-hit"' in html
    assert 'id="face-19" class="o-crit"' in html
    assert "90 → <b>71</b>" in html
    assert game.pool("Warden", "hp") == 90


@pytest.mark.parametrize("who, target", [("Kesh", "Warden"), ("Ama", "Hound"), ("Tobb", "Hound"), ("Warden", "Kesh")])
def test_the_row_says_what_the_first_weapon_adds_to_the_d20(
    browser: TestClient, game: Evening, who: str, target: str
) -> None:
    button = browser.get(game.base).text.partition(f'id="atk-{game.ids[who]}"')[2].partition("</button>")[0]
    added = re.search(r"<b>([+−]\d+)</b>", button)
    assert added is not None
    command = {"type": "roll", "roll": "attack", "creature": game.ids[who], "targets": [game.ids[target]]}
    game.do({**command, "dice": {"d20": 10, "damage": 1}})
    record = game.view()["rolls"][-1]
    assert record["total"] == 10 + int(added[1].replace("−", "-"))


@pytest.mark.parametrize("kind", ["pc", "adversary"])
def test_every_page_shows_creatures_with_odd_facts(browser: TestClient, game: Evening, kind: str) -> None:
    for odd in (None, 3, -1.5, "x", "<b>", [], [[1]], {}, {"x": [1]}, True):
        features = {one: {"kind": one, "name": "Odd", "facts": dict.fromkeys(FACTS, odd)} for one in KINDS}
        game.do({"type": "add_creature", "creature": {"name": "Odd", "kind": kind, "features": features}})
    odds = [one["id"] for one in game.view()["creatures"].values() if one["name"].startswith("Odd")]
    assert len(odds) == 10
    drawers = [f"/drawers/{noun}?creature={id}" for noun in ("dice", "damage", "turn") for id in odds]
    for place in ("", *(f"/sheets/{id}" for id in odds), *drawers):
        assert browser.get(f"{game.base}{place}").status_code == 200
    for id in odds if kind == "pc" else ():
        link = shares.create(game.house, game.access, "seat", id)
        assert browser.get(f"/s/{link['token']}/roll").status_code == 200


def test_the_line_of_a_fumble_can_be_written_and_taken_away(browser: TestClient, game: Evening) -> None:
    for line in ("The strap of a boot gives way.", ""):
        command = {"type": "change_setting", "key": "fumble_3", "value": line}
        assert game.post(browser, command).status_code == 200  # as the field of the drawer sends it
        assert game.view()["settings"].get("fumble_3", "") == line
    for line in ("A knee meets a stone. " * 20, ""):
        answer = browser.post(f"{game.base}/settings", data={"key": "fumble_3", "value": line.strip()})
        assert answer.status_code == 200
        assert game.view()["settings"].get("fumble_3", "") == line.strip()


def test_a_feat_is_dropped_whatever_its_form_holds(browser: TestClient, game: Evening) -> None:
    begin(game)
    command = {"type": "roll", "roll": "attack", "creature": game.ids["Kesh"], "targets": [game.ids["Warden"]]}
    game.do({**command, "dice": {"d20": 20, "damage": 5}})
    asked = browser.get(game.base).text.partition('class="drawer hot asking"')[2].partition("</form>")[0]
    assert 'name="target"' in asked
    alone = re.search(r"data-alone='([^']+)'", asked)
    assert alone is not None
    assert game.post(browser, json.loads(unescape(alone[1]))).status_code == 200  # nothing of the form goes with it
    assert not game.view()["asks"]


def test_armor_takes_its_share_for_those_who_wear_it(browser: TestClient, game: Evening) -> None:
    html = drawer(browser, game, "damage", "Kesh", amount="20", damage_type="slashing")
    taken = re.search(r"84 → <b>(\d+)</b>", html)
    assert taken is not None
    assert 64 < int(taken[1]) < 84  # something of the twenty is left, and not all
    assert "84 → <b>64</b>" in drawer(browser, game, "damage", "Kesh", amount="20", direct="true")


def test_several_take_damage_of_any_type_and_heal_in_one_entry(browser: TestClient, game: Evening) -> None:
    assert read_blow("swing", "20 slashing").types == ("slashing",)
    assert read_blow("swing", "20 slashing heavy").unclear == ("heavy",)
    each = [game.ids["Kesh"], game.ids["Warden"]]
    html = drawer(browser, game, "damages", each=each, _entry="20 slashing")
    assert "90 → <b>70</b>" in html  # a creature takes the whole of it
    assert "84 → <b>64</b>" not in html
    game.post(browser, {}, _blow="1", each=each, _entry="20 direct")
    assert (game.pool("Kesh", "hp"), game.pool("Warden", "hp")) == (64, 70)
    game.post(browser, {}, _blow="1", each=each, _entry="+5")
    assert (game.pool("Kesh", "hp"), game.pool("Warden", "hp")) == (69, 75)


def test_an_emptied_field_of_a_weapon_is_empty_and_hit_points_may_be_many(browser: TestClient, game: Evening) -> None:
    kesh = game.ids["Kesh"]
    sword = game.creature("Kesh")["features"]["broadsword"]
    change = {"type": "change_creature", "creature": kesh}
    facts = {**sword["facts"], "craftsmanship": None}
    features = {"broadsword": {"kind": "weapon", "name": sword["name"], "facts": facts}}
    assert game.post(browser, {**change, "changes": {"features": features}}).status_code == 200
    html = drawer(browser, game, "dice", "Kesh", **{"targets[]": game.ids["Warden"]})
    assert game.creature("Kesh")["features"]["broadsword"]["facts"]["dice"] == "1d8"
    assert 'id="face-7" class="o-hit"' in html
    assert re.search(r'name="max"[^>]*max="9999"', browser.get(f"{game.base}/sheets/{kesh}").text)


def test_a_new_weapon_never_takes_the_place_of_another(browser: TestClient, game: Evening) -> None:
    def next_key() -> str:
        html = browser.get(f"{game.base}/sheets/{game.ids['Kesh']}").text
        found = re.search(r'"(weapon-\d+)": \{"facts": \{"dice": "1d8"\}', unescape(unescape(html)).replace("\\", ""))
        assert found is not None
        return found[1]

    kinds = {"kind": "weapon", "name": "Oar", "facts": {"dice": "2d4"}}
    for key in ("weapon-1", "weapon-2"):
        assert next_key() == key
        change = {"features": {key: kinds}}
        game.do({"type": "change_creature", "creature": game.ids["Kesh"], "changes": change})
    game.do({"type": "change_creature", "creature": game.ids["Kesh"], "changes": {"features": {"weapon-1": None}}})
    assert next_key() == "weapon-1"


def test_arrows_that_were_shot_are_picked_up_when_the_fight_is_over(browser: TestClient, game: Evening) -> None:
    begin(game, "Ama")
    command = {"type": "roll", "roll": "attack", "creature": game.ids["Ama"], "targets": [game.ids["Hound"]]}
    game.do({**command, "with": "bow", "dice": {"d20": 19, "damage": 4}})
    assert game.pool("Ama", "arrows") == 19
    game.do({"type": "end_encounter"})
    page = browser.get(game.base).text
    assert "Pick them up" in page
    due = re.search(r'class="drawer hot" id="([^"]+)"', page)
    assert due is not None
    assert f'name="dice/hit" id="{due[1]}-hit"' in page
    answer = game.post(browser, {"type": "answer", "id": due[1]}, **{"dice/hit": "5"})  # the real die: it broke
    assert answer.status_code == 200
    assert "Pick them up" not in browser.get(game.base).text
    assert game.pool("Ama", "arrows") == 19


def test_what_aims_already_is_not_asked_whether_it_aims(browser: TestClient, game: Evening) -> None:
    fields = {"with": "bow", "targets[]": game.ids["Hound"]}
    html = drawer(browser, game, "dice", "Ama", **fields)
    assert 'name="parameters/aimed"' in html
    assert re.search(r"Dexterity on damage <span>Ama", html)
    begin(game, "Ama")
    game.do({"type": "spend_turn", "creature": game.ids["Ama"], "on": "aim"})
    html = drawer(browser, game, "dice", "Ama", **fields)
    assert 'name="parameters/aimed"' not in html
    assert "Aiming <span>Ama" in html


def phone(game: Evening, who: str) -> str:
    """The address of the pages of this one's player."""
    return f"/s/{shares.create(game.house, game.access, 'seat', game.ids[who])['token']}"


def test_a_phone_asks_once_for_what_extra_attacks_need_and_lists_the_swings(
    browser: TestClient, client: TestClient, game: Evening
) -> None:
    seat = phone(game, "Kesh")
    begin(game)
    assert 'hx-get="drawers/turn"' in client.get(f"{seat}/roll").text
    html = client.get(f"{seat}/drawers/turn").text
    assert 'name="parameters/second_attack"' in html
    assert 'id="turn-d20-0"' not in html
    said = {"parameters/second_attack": "6", "parameters/third_attack": "12"}
    html = client.get(f"{seat}/drawers/turn", params=said).text
    assert 'id="turn-d20-1"' in html
    assert 'id="turn-d20-off"' in html
    command = {"type": "roll", "roll": "extra_attacks", "creature": game.ids["Kesh"]}
    dice = {"_dice/extra_attacks/0": "14", "_dice/extra_attacks/1": "3", "dice/dual_wield": "8"}
    answer = send(client, seat, command, **said, **dice, _roll="1", _close="deed")
    assert answer.status_code == 200, answer.text
    assert 'hx-target="#deed"' in answer.text
    page = client.get(f"{seat}/roll").text.partition('id="own-blows"')[2].partition("</section>")[0]
    assert page.count("<li>") == 3
    assert page.count('<li class="lost">') == 1
    assert game.creature("Kesh")["numbers"]["second_attack"] == 6
    assert "are rolled already" in drawer(browser, game, "turn", "Kesh")
    assert 'name="parameters/' not in client.get(f"{seat}/drawers/turn").text
    game.do({"type": "end_turn", "creature": game.ids["Kesh"]})
    assert 'id="own-blows"' not in client.get(f"{seat}/roll").text


@pytest.mark.parametrize("typed", [("14", "", ""), ("14", "3", "8"), ("25", "3", "8")])
def test_dice_typed_on_a_phone_for_extra_attacks_stay_when_the_drawer_is_drawn_again(
    client: TestClient, game: Evening, typed: tuple[str, str, str]
) -> None:
    seat = phone(game, "Kesh")
    begin(game)
    needs = {"parameters/second_attack": "6", "parameters/third_attack": "12"}
    names = ("_dice/extra_attacks/0", "_dice/extra_attacks/1", "dice/dual_wield")
    dice = dict(zip(names, typed, strict=True))
    html = client.get(f"{seat}/drawers/turn", params={**needs, **dice, "_again": "1"}).text
    for name, face in dice.items():
        assert re.search(f'type="number"[^>]*name="{name}"[^>]*value="{face}"', html), name
    assert ('class="sm err"' in html) == ("25" in typed)
    assert re.search('name="_roll" value="1">', html)  # and can be sent
    html = client.get(f"{seat}/drawers/turn", params={**dice, "parameters/second_attack": "6"}).text
    assert 'id="turn-d20-0"' not in html  # what the third needs is being changed
    for name, face in dice.items():
        assert (f'type="hidden" name="{name}" value="{face}"' in html) == bool(face), name


def test_a_phone_rolls_the_whole_round_and_the_gm_has_its_damage_at_hand(client: TestClient, game: Evening) -> None:
    seat = phone(game, "Tobb")
    assert 'id="roll-round"' in client.get(f"{seat}/roll").text
    fields = {"targets[]": game.ids["Warden"], "with": "mace", "parameters/second_attack": "1"}
    command = {"type": "roll", "roll": "round", "creature": game.ids["Tobb"]}
    answer = send(client, seat, command, **fields)
    assert answer.status_code == 200, answer.text
    roll = game.view()["rolls"][-1]
    assert len(roll["facts"]["more"]["attacks"]) == 2
    shown = client.get(f"{seat}/roll").text.partition('id="result"')[2].partition("</section>")[0]
    assert shown.count("<li>") == 2


def test_a_phone_that_aims_is_offered_no_aim_and_one_disarmed_no_weapons(client: TestClient, game: Evening) -> None:
    seat = phone(game, "Ama")

    def picks() -> str:
        return client.get(f"{seat}/roll").text.partition('id="picks"')[2].partition("</form>")[0]

    assert 'name="parameters/aimed"' in picks()
    assert 'name="with" value="bow"' in picks()
    game.do({"type": "spend_turn", "creature": game.ids["Ama"], "on": "aim"})
    assert 'name="parameters/aimed"' not in picks()
    assert 'name="with" value="bow"' in picks()
    game.do({"type": "add_condition", "creature": game.ids["Ama"], "condition": "disarmed"})
    assert re.findall('name="with" value="([^"]+)"', picks()) == ["unarmed"]


def test_a_phone_picks_its_arrows_up_once_the_fight_is_over(client: TestClient, game: Evening) -> None:
    seat = phone(game, "Ama")
    begin(game, "Ama")
    command = {"type": "roll", "roll": "attack", "creature": game.ids["Ama"], "targets": [game.ids["Warden"]]}
    for natural in (19, 18):
        game.do({**command, "with": "bow", "dice": {"d20": natural, "damage": 4}})
    game.do({**command, "with": "bow", "dice": {"d20": 2}})
    assert 'id="pick-arrows"' not in client.get(f"{seat}/me").text
    game.do({"type": "end_encounter"})
    assert 'id="pick-arrows"' in client.get(f"{seat}/me").text
    pick = {"type": "pick_up", "creature": game.ids["Ama"], "what": "arrows"}
    assert send(client, seat, pick, **{"dice/hit": "5 6", "dice/missed": "3"}).status_code == 200
    assert 'id="pick-arrows"' not in client.get(f"{seat}/me").text
    assert game.pool("Ama", "arrows") == 17 + 2


def send(client: TestClient, seat: str, command: dict[str, Any], **fields: str) -> Any:
    headers = {"Origin": "http://testserver"}
    return client.post(f"{seat}/commands", data={"command": json.dumps(command), **fields}, headers=headers)


@pytest.mark.parametrize("language, said", [("en", "Choose a target first."), ("ru", "Сначала выбери цель.")])
def test_a_round_of_a_phone_at_nobody_says_what_is_missing(
    client: TestClient, game: Evening, language: str, said: str
) -> None:
    client.headers["Accept-Language"] = language
    command = {"type": "roll", "roll": "round", "creature": game.ids["Tobb"]}
    answer = send(client, phone(game, "Tobb"), command, **{"parameters/second_attack": "5"})
    assert answer.status_code == 409
    assert json.loads(answer.headers["HX-Trigger"])["shirma:refused"]["text"] == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_blow_of_a_phone_at_nobody_asks_the_gm_for_the_defense(
    browser: TestClient, client: TestClient, game: Evening, language: str
) -> None:
    command = {"type": "roll", "roll": "attack", "creature": game.ids["Kesh"]}
    assert send(client, phone(game, "Kesh"), command, **{"dice/d20": "12", "dice/damage": "4"}).status_code == 200
    page = browser.get(game.base, headers={"Accept-Language": language})
    assert page.status_code == 200
    asked = page.text.partition('id="inbox"')[2].partition("</form>")[0]
    assert 'name="defense"' in asked
    assert "Kesh" in asked
    (ask,) = game.view()["asks"]
    assert game.post(browser, {"type": "answer", "id": ask["id"]}, defense="16").status_code == 200
    assert game.view()["rolls"][-1]["outcome"] == "hit"


def test_whose_side_comes_next_is_told_before_anybody_begins(browser: TestClient, game: Evening) -> None:
    game.do({"type": "start_encounter"})
    order = browser.get(game.base).text.partition('id="order"')[2].partition("</div></div>")[0]
    assert "Party" in order
    assert "acted: 0 of 3" in order
    assert re.search(r'id="order-begin-1" data-key="n"', order)
    for who in ("Kesh", "Ama", "Tobb"):
        game.do({"type": "begin_turn", "creature": game.ids[who]}, {"type": "end_turn", "creature": game.ids[who]})
    order = browser.get(game.base).text.partition('id="order"')[2].partition("</div></div>")[0]
    assert "Foes" in order
    assert "acted: 0 of 4" in order


def test_a_blow_of_one_without_a_die_says_what_lacks_and_takes_it(browser: TestClient, game: Evening) -> None:
    rat = {"name": "Rat", "kind": "adversary", "numbers": {"attack_bonus": 3}}
    game.do({"type": "add_creature", "creature": rat})
    id = next(one["id"] for one in game.view()["creatures"].values() if one["name"] == "Rat")
    fields = {"creature": id, "targets[]": game.ids["Kesh"]}
    html = browser.get(f"{game.base}/drawers/dice", params=fields).text
    assert 'data-name="changes/numbers/unarmed_die"' in html
    command = {"type": "roll", "roll": "attack", "creature": id}
    kept = {"parameters/unarmed_die": "4", "_keep": f"{id} unarmed_die parameters/unarmed_die"}
    answer = game.post(
        browser, command, **{"targets[]": game.ids["Kesh"], "dice/d20": "18", "dice/damage": "3"}, **kept
    )
    assert answer.status_code == 200, answer.text
    assert 'data-name="changes/numbers/unarmed_die"' not in browser.get(f"{game.base}/drawers/dice", params=fields).text


def test_who_lost_the_weapon_strikes_with_bare_hands_on_row_and_panel(browser: TestClient, game: Evening) -> None:
    numbers = {"numbers": {"unarmed_die": 6}}
    game.do({"type": "change_creature", "creature": game.ids["Kesh"], "changes": numbers})
    game.do({"type": "add_condition", "creature": game.ids["Kesh"], "condition": "disarmed"})
    button = browser.get(game.base).text.partition(f'id="atk-{game.ids["Kesh"]}"')[2].partition("</button>")[0]
    assert "Bare hands 1d6" in button
    panel = drawer(browser, game, "dice", "Kesh").partition('class="picks"')[2].partition("</div>")[0]
    assert "Broadsword" not in panel
    assert "Bare hands" in panel


@pytest.mark.parametrize("policy", ["sides", "numeric", "popcorn", "none"])
def test_a_fight_begins_in_the_order_that_is_chosen(browser: TestClient, game: Evening, policy: str) -> None:
    page = browser.get(game.base).text.partition('id="order-begin"')[2].partition("</form>")[0]
    assert f'value="{policy}"' in page
    assert 'value="sides" selected' in page
    assert game.post(browser, {"type": "start_encounter"}, policy=policy).status_code == 200
    assert game.view()["order"]["policy"] == policy
    page = browser.get(game.base).text
    assert ('id="order-scores"' in page) == (policy == "numeric")
    assert 'id="order-end"' in page
    for who in ("Kesh", "Warden"):
        assert game.post(browser, {"type": "begin_turn", "creature": game.ids[who]}).status_code == 200
        assert f'hx-get="{game.base}/drawers/turn?creature={game.ids[who]}"' in browser.get(game.base).text


def test_a_phone_says_what_each_weapon_adds_to_the_d20_and_the_damage(client: TestClient, game: Evening) -> None:
    picks = client.get(f"{phone(game, 'Kesh')}/roll").text.partition('id="picks"')[2].partition("</fieldset>")[0]
    found = dict(re.findall(r"(\w[\w ]*) <small>([^<]*)</small>", picks))
    assert found["Broadsword"] == "+9 · 1d8+6"
    command = {"type": "roll", "roll": "attack", "creature": game.ids["Kesh"], "targets": [game.ids["Warden"]]}
    game.do({**command, "dice": {"d20": 10, "damage": 1}})
    roll = game.view()["rolls"][-1]
    assert (roll["total"], roll["facts"]["more"]["damage"]) == (10 + 9, 1 + 6)


def test_a_rest_offers_hit_points_to_those_who_lack_some(browser: TestClient, game: Evening) -> None:
    assert "84 → 84" not in drawer(browser, game, "rest", "Kesh")
    game.do({"type": "take_damage", "creature": game.ids["Kesh"], "amount": 4, "direct": True})
    html = drawer(browser, game, "rest", "Kesh")
    assert "80 → 84" in html
    assert html.count(" → ") == 1
