"""The phones of SHARD: a parley, injuries, actions, spells that go on, those who are loved, questions."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import shares
from tests.app.pages.evenings import Evening, demo_of

LANGUAGES = ("en", "ru")
NAMES = ("Irsa", "Taro", "Quen", "Keeper", "Moth", "Moth2", "Watcher")


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    """The game to look around in, its creatures by short names."""
    return demo_of(app, account, "shard", NAMES)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class Phone:
    """A character's phone."""

    def __init__(self, game: Evening, client: TestClient, name: str) -> None:
        link = shares.create(game.house, game.access, "seat", creature=game.ids[name])
        self.client, self.path = client, f"/s/{link['token']}"

    def page(self, tab: str) -> str:
        answer = self.client.get(f"{self.path}/{tab}")
        assert answer.status_code == 200
        return answer.text


@pytest.fixture
def client(app: FastAPI, language: str) -> Iterator[TestClient]:
    with TestClient(app, headers={"Accept-Language": language}) as client:
        yield client


def love(game: Evening, one: str, other: str) -> None:
    tie = {"kind": "relationship", "name": "Love", "facts": {"relationship": "love", "with": game.ids[other]}}
    game.do({"type": "change_creature", "creature": game.ids[one], "changes": {"features": {"love": tie}}})


def test_every_page_of_a_phone_is_drawn(client: TestClient, game: Evening) -> None:
    game.do({"type": "begin_social", "goal": "the lamp", "their_goal": "zq303", "triggers": ["zq304"]})
    game.do({"type": "start_encounter"}, {"type": "begin_turn", "creature": game.ids["Quen"]})
    game.do({"type": "add_condition", "creature": game.ids["Quen"], "condition": "ablaze"})
    game.do({"type": "sustain", "creature": game.ids["Quen"], "spell": "Lull"})
    game.do({"type": "take_damage", "creature": game.ids["Quen"], "amount": 10})
    for name in ("Irsa", "Quen"):
        phone = Phone(game, client, name)
        for tab in ("me", "roll", "table", "drawers/damage", "drawers/damage?amount=2"):
            assert "zq30" not in phone.page(tab)
    me = Phone(game, client, "Quen").page("me")
    assert me.count('class="asked"') == 3  # fire, bleeding out, the spells


def test_the_parley_stands_on_the_phone_while_one_has_not_acted(client: TestClient, game: Evening) -> None:
    phone = Phone(game, client, "Irsa")
    assert "social_action" not in phone.page("me")
    game.do({"type": "begin_social", "goal": "the lamp"})
    assert "do-abstain" in phone.page("me")
    assert 'value="contend"' in phone.page("roll")
    game.do({"type": "social_action", "creature": game.ids["Irsa"], "action": "abstain"})
    assert "do-abstain" not in phone.page("me")
    assert 'value="contend"' not in phone.page("roll")


def test_only_one_who_loves_may_step_in(client: TestClient, game: Evening) -> None:
    love(game, "Irsa", "Taro")
    assert "step-in-" in Phone(game, client, "Irsa").page("me")
    assert "step-in-" not in Phone(game, client, "Taro").page("me")


def test_only_penalties_that_can_be_chosen_are_offered(client: TestClient, game: Evening) -> None:
    phone, irsa = Phone(game, client, "Irsa"), game.ids["Irsa"]
    assert "penalty-" not in phone.page("drawers/damage")
    game.do({"type": "take_damage", "creature": irsa, "amount": 6, "penalty": "hobbled"})
    offered = phone.page("drawers/damage")
    assert "penalty-one_die_less" in offered
    assert "penalty-hobbled" not in offered
    assert "penalty-slowed" not in offered
    assert 'value="weakened"' in phone.page("drawers/damage?amount=5")


def test_what_one_can_recover_from_and_whom_one_can_stabilise_is_offered(client: TestClient, game: Evening) -> None:
    phone = Phone(game, client, "Irsa")
    assert "recover-" not in phone.page("me")
    game.do({"type": "add_condition", "creature": game.ids["Irsa"], "condition": "prone"})
    game.do({"type": "take_damage", "creature": game.ids["Quen"], "amount": 10})
    me = phone.page("me")
    assert "recover-prone" in me
    assert f"stabilise-{game.ids['Quen']}" in me


def drawer(browser: TestClient, game: Evening, path: str, language: str) -> str:
    answer = browser.get(f"{game.base}/drawers/{path}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return str(answer.text)


def test_a_hit_opens_what_the_target_defends_with_and_its_damage(
    browser: TestClient, game: Evening, language: str
) -> None:
    irsa, keeper = game.ids["Irsa"], game.ids["Keeper"]
    command = {"type": "roll", "roll": "attack", "creature": irsa, "with": "sabre", "targets": [keeper]}
    opened = game.post(browser, {**command, "announced": {"successes": 6}}, _follow="1").text
    assert f'id="defend-{keeper}-3"' in opened
    assert 'name="amount" value="2"' in opened
    page = browser.get(game.base, headers={"Accept-Language": language}).text
    assert {"en": "Weapon 2 and net 3", "ru": "Оружие 2, чистых успехов 3"}[language] in page
    assert "Weapon 2 and net 3" in opened
    (roll,) = [one for one in game.view()["rolls"] if one["creature"] == irsa]
    amend = {"type": "amend_roll", "id": roll["id"], "parameters": {"active_defence": 2, "defended": 1}}
    again = game.post(browser, amend, _follow="1", _close=f"slot-{keeper}").text
    assert 'name="amount" value="1"' in again
    assert game.creature("Keeper")["trackers"]["prowess"]["exhausted"] == 2
    missed = {"type": "amend_roll", "id": "", "parameters": {"active_defence": 2, "defended": 5}}
    (roll,) = [one for one in game.view()["rolls"] if one["creature"] == irsa]
    closed = game.post(browser, {**missed, "id": roll["id"]}, _follow="1", _close=f"slot-{keeper}").text
    assert 'name="amount"' not in closed


def test_the_phone_of_one_who_was_struck_is_asked_for_its_active_defence(
    browser: TestClient, client: TestClient, game: Evening, language: str
) -> None:
    irsa, keeper = game.ids["Irsa"], game.ids["Keeper"]
    game.do({"type": "set_tracker", "creature": irsa, "tracker": "prowess", "value": {"ready": 3}})
    strike = {"type": "roll", "roll": "attack", "creature": keeper, "targets": [irsa], "dice": {"faces": [6] * 40}}
    roll = {**strike, "parameters": {"dice": 40}}
    assert f'id="ask-defence-{irsa}"' not in game.post(browser, roll, _follow="1").text  # nobody sits there
    phone = Phone(game, client, "Irsa")
    assert f'id="ask-defence-{irsa}"' in game.post(browser, roll, _follow="1").text
    game.post(browser, {"type": "ask_defence", "creature": keeper, "target": irsa})
    me = phone.page("me")
    assert {"en": "You are struck", "ru": "По тебе бьют"}[language] in me
    (ask,) = re.findall(r'class="asked" id="ask-(p_[\w-]+)"', me)
    page = browser.get(game.base, headers={"Accept-Language": language}).text
    assert f'id="ask-{ask}-2"' in page  # the GM may answer
    base = msgspec.json.encode({"type": "answer", "id": ask}).decode()
    data = {"command": base, "prowess": "2", "dice/defence_faces": "6 7"}
    assert client.post(f"{phone.path}/commands", data=data, headers={"HX-Request": "true"}).status_code == 200
    assert game.creature("Irsa")["trackers"]["prowess"]["exhausted"] == 2
    assert f"ask-{ask}" not in phone.page("me")
    (made,) = [one for one in game.view()["rolls"] if one["creature"] == keeper]
    assert made["dice"]["defence_faces"] == [6, 7]


def test_how_far_a_shot_is_can_be_said_and_counts(
    browser: TestClient, client: TestClient, game: Evening, language: str
) -> None:
    irsa, keeper = game.ids["Irsa"], game.ids["Keeper"]
    bow = {"kind": "weapon", "name": "Bow", "facts": {"damage": 1, "type": "piercing", "range": "medium"}}
    query = f"dice?creature={irsa}&_roll_kind=attack&targets[]={keeper}"
    assert 'value="short"' not in drawer(browser, game, query, language)
    game.do({"type": "change_creature", "creature": irsa, "changes": {"features": {"sabre": bow}}})
    game.do({"type": "add_condition", "creature": keeper, "condition": "prone"})
    assert 'name="parameters/tags[]" value="medium" checked' in drawer(browser, game, query, language)
    needed = []
    for range_ in ("short", "medium", "long"):
        command = {"type": "roll", "roll": "attack", "creature": irsa, "with": "sabre", "targets": [keeper]}
        game.post(browser, {**command, "announced": {"successes": 2}}, **{"parameters/tags[]": range_})
        needed.append(game.view()["rolls"][-1]["facts"]["more"]["defence"])
    assert [one - needed[1] for one in needed] == [-1, 0, 1]  # one who lies is easy to hit from near, hard from afar
    assert 'name="parameters/tags[]" value="long"' in Phone(game, client, "Irsa").page("roll")


def test_a_friend_of_the_target_puts_dice_into_its_defence(browser: TestClient, game: Evening) -> None:
    irsa, taro, keeper = game.ids["Irsa"], game.ids["Taro"], game.ids["Keeper"]
    command = {"type": "roll", "roll": "attack", "creature": keeper, "targets": [irsa]}
    opened = game.post(browser, {**command, "announced": {"successes": 6}}, _follow="1").text
    assert f'id="guard-{irsa}-{taro}-1"' not in opened
    tie = {"kind": "relationship", "name": "Friend", "facts": {"relationship": "friendship", "with": irsa}}
    game.do({"type": "change_creature", "creature": taro, "changes": {"features": {"tie": tie}}})
    opened = game.post(browser, {**command, "announced": {"successes": 6}}, _follow="1").text
    assert f'id="guard-{irsa}-{taro}-3"' in opened
    (roll,) = [one for one in game.view()["rolls"] if one["creature"] == keeper]
    amend = {
        "type": "amend_roll",
        "id": roll["id"],
        "parameters": {"active_defence": 0, "guards": {taro: 2}, "defended": 1},
    }
    again = game.post(browser, amend, _follow="1", _close=f"slot-{irsa}").text
    assert re.search(f'id="guard-{irsa}-{taro}-2" aria-pressed="true"', again)
    assert re.search(f'id="defend-{irsa}-0" aria-pressed="true"', again)
    assert game.creature("Taro")["trackers"]["prowess"]["exhausted"] == 2


def test_the_drawer_of_a_spell_says_its_potency_chances_and_price(
    browser: TestClient, game: Evening, language: str
) -> None:
    quen = game.ids["Quen"]
    there = "&parameters/components[]=gesture&parameters/components[]=material"
    query = f"cast?creature={quen}&with=lull&parameters/ether_dice=2{there}&parameters/target=2"
    text = drawer(browser, game, query, language)
    assert {"en": "Potency 3", "ru": "Мощь 3"}[language] in text
    assert "5d8" in text
    assert f"cast-at-{game.ids['Keeper']}" in text
    assert {"en": "exhausts 1", "ru": "истощит: 1"}[language] in text
    game.do({"type": "sustain", "creature": quen, "spell": "Ward"})
    assert {"en": "exhausts 2", "ru": "истощит: 2"}[language] in drawer(browser, game, query, language)
    assert "d-cast" in drawer(browser, game, f"cast?creature={game.ids['Irsa']}", language)


def test_more_ether_than_is_there_is_refused_in_the_drawer(browser: TestClient, game: Evening, language: str) -> None:
    text = drawer(browser, game, f"cast?creature={game.ids['Quen']}&parameters/ether_dice=9", language)
    assert 'class="err"' in text


def test_the_pool_points_out_what_needs_no_roll(browser: TestClient, game: Evening, language: str) -> None:
    query = f"dice?creature={game.ids['Quen']}&_roll_kind=challenge&with=enchanting&parameters/target="
    assert "roll-automatic" in drawer(browser, game, query + "1", language)
    assert "roll-automatic" not in drawer(browser, game, query + "2", language)
    assert "roll-automatic" not in drawer(browser, game, query.replace("enchanting", "wits") + "1", language)


def test_the_parley_shows_where_the_marker_has_been_and_the_triggers_beside_it(
    browser: TestClient, client: TestClient, game: Evening, language: str
) -> None:
    game.do({"type": "begin_social", "goal": "the lamp", "triggers": ["zq304"], "negative": ["zq305"]})
    game.do({"type": "lose_patience"}, {"type": "social_trigger", "index": 1})
    page = browser.get(game.base, headers={"Accept-Language": language}).text
    assert re.findall(r'id="grid-(\d-\d)" class="[^"]*\bwas\b', page) == ["2-2", "2-1"]
    assert re.findall(r'id="grid-(\d-\d)" class="[^"]*\bhere\b', page) == ["1-1"]
    stands = page[page.index('class="stands"') :]
    assert stands.index('id="grid-2-2"') < stands.index("zq304") < stands.index("zq305") < stands.index("new-trigger")
    assert "zq30" not in Phone(game, client, "Irsa").page("me")


def test_a_die_of_an_ability_burns_by_a_tap_on_the_sheet_or_the_phone(
    browser: TestClient, client: TestClient, game: Evening, language: str
) -> None:
    irsa, phone = game.ids["Irsa"], Phone(game, client, "Irsa")
    assert f'id="burn-{irsa}-strength"' in sheet(browser, game, "Irsa", language)
    game.post(browser, {"type": "burn_ability", "creature": irsa, "ability": "strength"})
    after = sheet(browser, game, "Irsa", language)
    assert f'id="unburn-{irsa}-strength"' in after
    assert f'id="unburn-{irsa}-wits"' not in after
    word = {"en": "Burned dice 1 (Strength)", "ru": "Сожжённые кубики 1 (Сила)"}[language]
    assert word in browser.get(game.base, headers={"Accept-Language": language}).text
    me = phone.page("me")
    assert word in me
    assert 'id="unburn-strength"' in me
    assert 'id="burn-strength"' in me
    game.do({"type": "burn_ability", "creature": irsa, "ability": "strength", "count": 2})
    assert 'id="burn-strength"' not in phone.page("me")


def test_dice_are_put_in_by_tapping_and_where_they_go_is_chosen(
    browser: TestClient, game: Evening, language: str
) -> None:
    irsa, keeper = game.ids["Irsa"], game.ids["Keeper"]
    text = drawer(browser, game, f"dice?creature={irsa}&_roll_kind=attack&parameters/spend/prowess/dice=2", language)
    assert 'id="put-prowess-2" value="2" checked' in text
    assert 'id="put-prowess-to"' in text
    command = {"type": "roll", "roll": "attack", "creature": irsa, "with": "sabre", "targets": [keeper]}
    fields = {"parameters/spend/prowess/dice": "2", "parameters/spend/prowess/to": "depleted"}
    game.post(
        browser, {**command, "announced": {"successes": 2}}, **fields, **{"parameters/spend/savvy/to": "exhausted"}
    )
    assert game.creature("Irsa")["trackers"]["prowess"]["depleted"] == 2
    assert game.creature("Irsa")["trackers"]["savvy"]["exhausted"] == 0


def test_the_armour_of_a_blow_that_was_called_out_is_called_out_too(
    browser: TestClient, game: Evening, language: str
) -> None:
    irsa, keeper = game.ids["Irsa"], game.ids["Keeper"]
    query = f"dice?creature={irsa}&_roll_kind=attack&targets[]={keeper}"
    assert 'name="announced/armour"' not in drawer(browser, game, query, language)
    flame = {"kind": "weapon", "name": "Flame", "facts": {"damage": 2, "type": "fire"}}
    game.do({"type": "change_creature", "creature": irsa, "changes": {"features": {"sabre": flame}}})
    assert 'name="announced/armour"' in drawer(browser, game, query, language)
    command = {"type": "roll", "roll": "attack", "creature": irsa, "with": "sabre", "targets": [keeper]}
    dealt = []
    for held in ("0", "1"):
        game.post(browser, command, **{"announced/successes": "5", "announced/armour": held})
        dealt.append(game.view()["rolls"][-1]["facts"]["more"]["damage"])
    assert dealt[0] - dealt[1] == 1


def test_components_are_ticked_while_they_are_there(browser: TestClient, game: Evening, language: str) -> None:
    query = f"cast?creature={game.ids['Quen']}&parameters/target=2&parameters/ether_dice=1"
    for fields, ticked in (("", 3), ("&parameters/components[]=none&parameters/components[]=words", 1)):
        text = drawer(browser, game, query + fields, language)
        assert len(re.findall(r'type="checkbox" name="parameters/components\[\]"[^>]* checked', text)) == ticked
    phone = Phone(game, browser, "Quen").page("roll")
    assert phone.count('name="parameters/components[]"') == 4
    assert phone.count('type="radio" name="parameters/act"') == 4  # one choice for attacks and spells


def test_experience_is_given_to_those_who_were_there_told_and_taken_back(browser: TestClient, game: Evening) -> None:
    assert 'id="order-experience"' in browser.get(game.base).text
    fields = {"creatures[]": [game.ids["Irsa"], game.ids["Quen"]], "points": "2", "reason": "the lamp is lit"}
    said = game.post(browser, {"type": "award_experience"}, **fields)
    assert said.status_code == 200
    assert "the lamp is lit" in browser.get(game.base).text
    assert [game.creature(name)["numbers"]["experience"] for name in ("Irsa", "Taro", "Quen")] == [2, 0, 2]
    browser.post(f"{game.base}/undo", headers={"HX-Request": "true"})
    assert game.creature("Irsa")["numbers"]["experience"] == 0


def sheet(browser: TestClient, game: Evening, name: str, language: str) -> str:
    answer = browser.get(f"{game.base}/sheets/{game.ids[name]}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return str(answer.text)


def test_a_sheet_takes_ties_traits_and_what_weapons_spells_and_armour_are_made_of(
    browser: TestClient, game: Evening, language: str
) -> None:
    irsa, quen = game.ids["Irsa"], game.ids["Quen"]
    text = sheet(browser, game, "Irsa", language)
    for place in (f"f-{irsa}-sabre-skill", f"f-{irsa}-mail-strong", f"f-{irsa}-mail-impenetrable"):
        assert f'id="{place}"' in text
    assert f'id="trait-{irsa}-graceful-failure"' in text
    assert f'id="f-{quen}-lull-school"' in sheet(browser, game, "Quen", language)
    love(game, "Irsa", "Taro")
    assert f'value="{game.ids["Taro"]}" selected' in sheet(browser, game, "Irsa", language)


def test_what_a_sheet_says_of_armour_by_name_counts(browser: TestClient, game: Evening) -> None:
    mail = {"kind": "armour", "name": "Mail", "facts": {"rating": 1, "strong": "slashing", "weak": "-"}}
    change = {"type": "change_creature", "creature": game.ids["Taro"], "changes": {"features": {"hide": mail}}}
    game.do(change)
    command = {"type": "roll", "roll": "attack", "creature": game.ids["Irsa"], "with": "sabre"}
    game.do({**command, "targets": [game.ids["Taro"]], "announced": {"successes": 5}})
    assert game.view()["rolls"][-1]["facts"]["more"]["damage"] == 2  # 2 + 2, less 1 that is strong


def test_stepping_in_has_a_button_beside_the_reactions(browser: TestClient, game: Evening) -> None:
    love(game, "Irsa", "Taro")
    game.do({"type": "start_encounter"})
    assert f'id="order-step-in-{game.ids["Irsa"]}-1"' in browser.get(game.base).text


def test_an_attack_from_the_pool_is_an_action_of_the_one_who_acts_and_a_reaction_of_others(
    browser: TestClient, game: Evening, language: str
) -> None:
    game.do({"type": "start_encounter"}, {"type": "begin_turn", "creature": game.ids["Irsa"]})
    for name, kind in (("Irsa", "simple"), ("Taro", "reaction")):
        text = drawer(browser, game, f"dice?creature={game.ids[name]}&_roll_kind=attack", language)
        assert f'name="parameters/act" value="{kind}" checked' in text


def test_a_long_rest_takes_the_dice_that_close_wounds(browser: TestClient, game: Evening, language: str) -> None:
    irsa = game.ids["Irsa"]
    game.do({"type": "take_damage", "creature": irsa, "amount": 2})
    assert f"rest-lethal-{irsa}" in drawer(browser, game, "rest?kind=long", language)
    assert f"rest-lethal-{irsa}" not in drawer(browser, game, "rest?kind=short", language)


def test_a_rest_asks_the_phones_of_those_who_sit_at_the_table(
    browser: TestClient, client: TestClient, game: Evening, language: str
) -> None:
    irsa, taro = game.ids["Irsa"], game.ids["Taro"]
    for id in (irsa, taro):
        game.do({"type": "take_damage", "creature": id, "amount": 2})
    phone = Phone(game, client, "Irsa")
    first = drawer(browser, game, "rest?kind=long", language)
    assert re.search(f'name="asked\\[\\]" value="{irsa}" checked', first)
    assert f'value="{taro}"' not in first  # nobody sits there: the dice are typed or rolled
    assert f"rest-lethal-{taro}" in first
    assert f"rest-lethal-{irsa}" not in first
    assert f"rest-lethal-{irsa}" in drawer(browser, game, "rest?kind=long&_drawn=1", language)
    game.post(browser, {"type": "rest", "kind": "long", "provided": True}, **{"asked[]": irsa})
    me = phone.page("me")
    assert {"en": "dice of recovery", "ru": "кубики восстановления"}[language] in me
    assert 'name="dice/lethal/faces"' in me
    assert 'name="dice/strain/faces"' not in me
    (ask,) = re.findall(r'id="ask-(p_[\w-]+)"', me)
    assert f'id="ask-{ask}-lethal"' in browser.get(game.base, headers={"Accept-Language": language}).text
    base = msgspec.json.encode({"type": "answer", "id": ask}).decode()
    data = {"command": base, "_roll": "1", "dice/lethal/faces": "6 7 1"}
    assert client.post(f"{phone.path}/commands", data=data, headers={"HX-Request": "true"}).status_code == 200
    boxes = game.creature("Irsa")["trackers"]["health"]["levels"][0]["boxes"]
    assert boxes.count("/") == 2


def test_the_damage_drawer_asks_for_the_dice_of_armour_and_says_what_it_holds(
    browser: TestClient, game: Evening, language: str
) -> None:
    query = f"damage?creature={game.ids['Irsa']}&amount=3&damage_type="
    assert f'id="armour-{game.ids["Irsa"]}"' in drawer(browser, game, query + "fire", language)
    held = {"en": "armour and resistance hold 2", "ru": "доспех и сопротивление держат 2"}[language]
    assert held in drawer(browser, game, query + "slashing", language)
    assert held not in drawer(browser, game, query + "slashing&true_damage=true", language)
