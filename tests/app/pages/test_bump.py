"""The screen and the phones of Bump d20: who is next and why, points, damage with its steps, wounds, dying, rests."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import shares
from tests.app.pages.evenings import Evening, all_drawn, demo_of, drawer

LANGUAGES = ("en", "ru")
NAMES = ("Hesk", "Talle", "Ruvane", "Crab", "Thief", "Bell", "Stair")


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    """The game to look around in, its creatures by short names."""
    return demo_of(app, account, "bump", NAMES)


def begin(game: Evening, **scores: int) -> None:
    game.do({"type": "start_encounter", "scores": {game.ids[name]: score for name, score in scores.items()}})


def order(game: Evening) -> dict[str, Any]:
    return dict(game.view()["order"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_is_drawn_while_one_is_dying(browser: TestClient, game: Evening, language: str) -> None:
    begin(game, Hesk=20)
    game.do({"type": "take_damage", "creature": game.ids["Talle"], "parts": [{"amount": 60, "type": "fire"}]})
    page = all_drawn(browser, game, language)
    assert {"en": "has the initiative first", "ru": "инициатива с начала боя"}[language] in page


def test_the_highest_total_has_the_initiative(browser: TestClient, game: Evening) -> None:
    fields = {f"commands/0/scores/{game.ids[name]}": total for name, total in (("Talle", "19"), ("Crab", "22"))}
    assert game.creature("Crab")["name"] in drawer(browser, game, "start", **fields).partition("Start")[2]
    game.post(browser, {"commands": [{"type": "start_encounter"}]}, **fields)
    assert order(game)["active"] == game.ids["Crab"]
    assert order(game)["why"] == "has the initiative first"


def test_the_panel_says_to_whom_the_turn_goes_and_why(browser: TestClient, game: Evening) -> None:
    begin(game, Hesk=20)
    assert "no attack so far" in browser.get(game.base).text
    strike = {"type": "roll", "roll": "attack", "creature": game.ids["Hesk"], "with": "glaive"}
    game.do({**strike, "targets": [game.ids["Thief"]], "dice": {"d20": 2}})
    page = browser.get(game.base).text
    assert "attacked: its target goes next" in page
    assert f'id="pass-{game.ids["Thief"]}"' in page
    assert f'id="pass-{game.ids["Talle"]}"' not in page
    game.do({"type": "end_turn"})
    assert "was attacked" in browser.get(game.base).text


def test_the_turn_is_not_passed_to_a_foe_that_fell_nor_does_the_list_wait_for_it(
    browser: TestClient, game: Evening
) -> None:
    begin(game, Hesk=20)
    game.do({"type": "take_damage", "creature": game.ids["Thief"], "parts": [{"amount": 60, "type": "fire"}]})
    page = browser.get(game.base).text
    assert f'id="pass-{game.ids["Crab"]}"' in page
    assert f'id="pass-{game.ids["Thief"]}"' not in page
    game.do({"type": "next_round"})
    page = browser.get(game.base).text
    assert "no turn in round 1" in page
    assert f'id="d_turn_{game.ids["Crab"]}_1"' in page
    assert f'id="d_turn_{game.ids["Thief"]}_1"' not in page


def test_an_attack_leads_to_damage_with_its_steps_and_who_may_react(browser: TestClient, game: Evening) -> None:
    begin(game, Thief=20)
    thief, hesk = game.ids["Thief"], game.ids["Hesk"]
    opened = drawer(browser, game, "attack", "Thief", **{"targets[]": hesk})
    assert re.search(r"4\d%|5\d%", opened)
    command = {"type": "roll", "roll": "attack", "creature": thief, "with": "knife", "targets": [hesk]}
    answer = game.post(browser, command, _follow="1", _total="12", **{"dice/d20": "19"})
    assert 'value="12"' in answer.text
    assert "Soak (slashing): 12 → 9" in answer.text
    assert "Talle Quay · Interpose · 1 RP" in answer.text
    assert "Lamp thief · Interpose" not in answer.text
    assert game.pool("Hesk", "hp") == 32
    assert game.pool("Thief", "action_points") == 1


def test_an_area_asks_a_die_of_each_target_and_opens_one_damage_for_those_who_failed(
    browser: TestClient, game: Evening
) -> None:
    crab, hesk, talle = (game.ids[name] for name in ("Crab", "Hesk", "Talle"))
    fields = {"_area": "1", "parameters/dc": "15", "targets[]": hesk}
    opened = drawer(browser, game, "attack", "Crab", **fields)
    assert f'name="dice/d20/{hesk}"' in opened
    assert f'name="dice/d20/{talle}"' not in opened
    command: dict[str, Any] = {
        "type": "roll",
        "roll": "area",
        "creature": crab,
        "targets": [hesk, talle],
        "with": "claw",
    }
    dice = {f"dice/d20/{hesk}": "3", f"dice/d20/{talle}": "19"}
    command |= {"dice": {"d20": {}}, "parameters": {"members": {}, "dc": 15}}
    answer = game.post(browser, command, _follow="1", _total="9", **dice)
    assert 'value="9"' in answer.text
    page = browser.get(game.base).text
    assert "Hesk Dunmarrow</b>: 4, Failure" in page
    assert "Talle Quay</b>: 23, Success" in page


def test_the_newest_attack_offers_its_damage(browser: TestClient, game: Evening) -> None:
    strike = {"type": "roll", "roll": "attack", "creature": game.ids["Hesk"], "with": "glaive"}
    game.do({**strike, "targets": [game.ids["Thief"]], "dice": {"d20": 15}})
    assert "Damage roll → Lamp thief" in browser.get(game.base).text


def test_a_defense_that_no_sheet_has_is_asked_for_and_kept(browser: TestClient, game: Evening) -> None:
    game.do({"type": "add_creature", "creature": {"name": "Blob", "trackers": {"hp": {"max": 9, "value": 9}}}})
    blob = next(id for id, one in game.view()["creatures"].items() if one["name"] == "Blob")
    command = {"type": "roll", "roll": "attack", "creature": game.ids["Hesk"], "with": "glaive", "targets": [blob]}
    asked = game.post(browser, command, **{"dice/d20": "15"}).text
    assert "Defense · Blob" in asked
    kept = re.search(r'name="_keep" value="([^"]+)"', asked)
    assert kept is not None
    fields = {"dice/d20": "15", "parameters/dc": "12", "_keep": kept[1]}
    assert game.post(browser, command, **fields).status_code == 200
    assert game.view()["creatures"][blob]["numbers"]["defense"] == 12


def test_a_group_check_shows_its_chance_and_each_die(browser: TestClient, game: Evening) -> None:
    pcs = [game.ids[name] for name in NAMES[:3]]
    assert "36.3%" in drawer(browser, game, "group", **{"parameters/dc": "15"})
    command = {"type": "roll", "roll": "group", "targets": pcs, "with": "stealth", "dice": {"d20": {}}}
    command["parameters"] = {"members": {}, "dc": 15}
    dice = {f"dice/d20/{pcs[0]}": "16", f"dice/d20/{pcs[1]}": "9"}
    game.post(browser, command, **dice, **{f"parameters/members/{pcs[2]}/total": "12"})
    page = browser.get(game.base).text
    assert "Group check, 2 of 3: success" in page
    assert f'id="die-{pcs[0]}-0-b"' in page
    assert f'id="die-{pcs[2]}-0-b"' not in page


def test_a_group_check_leaves_out_who_cannot_act_and_asks_the_phones_there_are(
    browser: TestClient, game: Evening
) -> None:
    hesk, talle, ruvane = (game.ids[name] for name in NAMES[:3])
    assert "group-ask" not in drawer(browser, game, "group")
    shares.create(game.house, game.access, "seat", creature=talle)
    game.do({"type": "take_damage", "creature": hesk, "parts": [{"amount": 60, "type": "fire"}]})
    page = drawer(browser, game, "group", **{"parameters/dc": "15"})
    assert re.search(rf'id="group-in-{ruvane}" checked', page)
    assert not re.search(rf'id="group-in-{hesk}" checked', page)
    game.do({"type": "ask_group", "members": [talle, ruvane], "phones": [talle], "with": "stealth", "dc": 15})
    row = dict(re.findall(r'data-creature="([^"]+)"(.*?)</article>', browser.get(game.base).text, re.S))
    assert "The phone is asked." in row[talle]
    assert "The phone is asked." not in row[ruvane]
    assert "the answer is yours" in row[ruvane]
    asked = next(ask["id"] for ask in game.view()["asks"] if ask["by"] == ruvane)
    game.post(browser, {"type": "answer", "id": asked}, total="17")
    assert f"{game.creature('Ruvane')['name']}" in browser.get(game.base).text
    assert [ask["by"] for ask in game.view()["asks"] if ask["kind"] == "group_part"] == [talle]


def test_a_roll_that_waits_for_the_dc_says_what_it_is(browser: TestClient, game: Evening) -> None:
    link = shares.create(game.house, game.access, "seat", creature=game.ids["Talle"])
    command = json.dumps({"type": "roll", "roll": "check", "creature": game.ids["Talle"], "with": "stealth"})
    assert browser.post(f"/s/{link['token']}/commands", data={"command": command}).status_code == 200
    (asked,) = (ask["id"] for ask in game.view()["asks"])
    bar = browser.get(game.base).text.partition(f'id="ask-{asked}"')[2].partition("</form>")[0]
    assert "Check · Stealth" in bar
    game.post(browser, {"type": "answer", "id": asked}, dc="12")
    assert not game.view()["asks"]


def test_damage_to_the_dying_shows_what_it_takes_from_the_timer(browser: TestClient, game: Evening) -> None:
    talle = game.ids["Talle"]
    game.do({"type": "take_damage", "creature": talle, "parts": [{"amount": 30, "type": "fire"}]})
    game.do({"type": "death_option", "creature": talle, "option": "mostly_dead", "dice": {"d4": [4]}})
    said = {"parts/0/amount": "3", "parts/0/type": "fire", "critical": "true"}
    page = drawer(browser, game, "damage", creature=talle, **said)
    assert "Death Timer" in page
    assert "Nothing is marked" not in page


def test_cover_is_set_for_one_attacker_and_changes_the_chance(browser: TestClient, game: Evening) -> None:
    before = drawer(browser, game, "attack", "Thief")
    game.do({"type": "set_cover", "creature": game.ids["Hesk"], "towards": game.ids["Thief"], "cover": "greater"})
    after = drawer(browser, game, "attack", "Thief")
    chances = [re.findall(r"(\d+)%", text) for text in (before, after)]
    assert int(chances[1][0]) == int(chances[0][0]) - 30
    assert chances[1][1:] == chances[0][1:]


def test_two_taps_on_more_cover_before_an_answer_are_two_steps(browser: TestClient, game: Evening) -> None:
    page = drawer(browser, game, "attack", "Thief")
    button = re.search(rf'id="attack-\S+-cover-plus-{game.ids["Hesk"]}"[^>]*>', page)
    assert button is not None
    command = json.loads(unescape(re.findall(r"data-alone='([^']*)'", button[0])[0]))
    for _ in range(2):
        assert game.post(browser, command).status_code == 200
    assert [one["key"] for one in game.creature("Hesk")["conditions"]] == ["standard-cover"]


def test_a_wound_is_rolled_for_in_the_row(browser: TestClient, game: Evening) -> None:
    game.do({"type": "take_damage", "creature": game.ids["Hesk"], "parts": [{"amount": 14, "type": "slashing"}]})
    assert "Light Wound" in browser.get(game.base).text
    (item,) = [one for one in game.view()["due"] if one["what"] == "wound"]
    answer = game.post(browser, {"type": "answer", "id": item["id"]}, location="left arm", **{"dice/d20": "3"})
    assert answer.status_code == 200
    (wound,) = [one for one in game.creature("Hesk")["conditions"] if one["key"] == "light-wound"]
    assert wound["detail"] == "left arm"


def test_the_log_tells_a_way_once_and_no_books(browser: TestClient, game: Evening) -> None:
    begin(game, Hesk=20)
    game.do({"type": "move", "creature": game.ids["Hesk"], "feet": 5})
    game.do({"type": "take_damage", "creature": game.ids["Hesk"], "parts": [{"amount": 14, "type": "slashing"}]})
    page = browser.get(game.base).text
    assert "Hesk Dunmarrow</b>: 5 feet" in page
    assert "Feet moved" not in page
    assert "Wound check that is due" not in page


def test_what_a_body_bears_is_counted_on_the_sheet(browser: TestClient, game: Evening) -> None:
    hesk = game.ids["Hesk"]
    sheet = browser.get(f"{game.base}/sheets/{hesk}").text
    for key in ("temporary_hp", "strain", "exhaustion", "supplies", "ability_damage"):
        assert f'id="v-{hesk}-{key}"' in sheet
        game.post(browser, {"type": "set_tracker", "creature": hesk, "tracker": key}, value="3")
        assert game.pool("Hesk", key) == 3
    assert f'id="v-{hesk}-death_timer"' not in sheet


def test_protections_and_abilities_are_put_on_the_sheet_by_hand(browser: TestClient, game: Evening) -> None:
    hesk = game.ids["Hesk"]
    change = {"type": "change_creature", "creature": hesk}
    assert f'id="e-{hesk}-fragile"' in browser.get(f"{game.base}/sheets/{hesk}").text
    ward: dict[str, Any] = {**change, "changes": {"features": {"own_1": {"name": ""}}}}
    path = "changes/features/own_1/"
    game.post(browser, ward, **{f"{path}kind": "vulnerability", f"{path}facts/type": "fire"})
    assert "Vulnerability (fire)" in browser.get(f"{game.base}/sheets/{hesk}").text
    game.do({"type": "take_damage", "creature": hesk, "parts": [{"amount": 10, "type": "fire"}]})
    assert game.pool("Hesk", "hp") == 32 - 2 * (10 - 3 // 2)
    path = "changes/features/own_2/"
    game.post(browser, change, **{f"{path}kind": "reaction", f"{path}name": "Snap", f"{path}facts/ap": "1"})
    assert "Snap · 1 RP" in drawer(browser, game, "verbs", "Hesk")
    form = browser.get(f"{game.base}/sheets/{hesk}").text.partition(f'id="e-{hesk}-ability"')[2].partition("</form>")[0]
    wholes = re.findall(r'name="_whole" value="([^"]+)"', form)
    assert [one.rpartition("/")[2] for one in wholes] == ["ap", "strain", "bonus", "ranks"]
    path = wholes[0].rpartition("facts/")[0]
    leap = {f"{path}kind": "action", f"{path}name": "Leap", f"{path}facts/ap": "2", f"{path}facts/strain": "3"}
    assert game.post(browser, change, **leap, _whole=wholes).status_code == 200
    (facts,) = [one["facts"] for one in game.creature("Hesk")["features"].values() if one["name"] == "Leap"]
    assert facts == {"ap": 2, "strain": 3}


def test_a_hit_names_the_reactions_of_sheets_too(browser: TestClient, game: Evening) -> None:
    talle, hesk = game.ids["Talle"], game.ids["Hesk"]
    snap = {"kind": "reaction", "name": "Slip aside"}
    game.do({"type": "change_creature", "creature": talle, "changes": {"features": {"slip": snap}}})
    fields = {"parts/0/amount": "9", "parts/0/type": "fire"}
    assert "Talle Quay · Slip aside · 1 RP" in drawer(browser, game, "damage", "Hesk", **fields)
    game.do({"type": "add_condition", "creature": talle, "condition": "dazed"})
    assert "Slip aside" not in drawer(browser, game, "damage", "Hesk", **fields)
    game.do({"type": "react", "creature": hesk, "action": "dodge", "name": "Dodge"})
    assert game.pool("Hesk", "reaction_points") == 1


def test_what_somebody_is_ready_for_stands_by_the_turn(browser: TestClient, game: Evening) -> None:
    begin(game, Hesk=20)
    game.do({"type": "ready_action", "creature": game.ids["Hesk"], "trigger": "the glaive, when the door opens"})
    page = browser.get(game.base).text
    assert "Hesk Dunmarrow: the glaive, when the door opens · 1 RP" in page
    game.post(browser, {"type": "react", "creature": game.ids["Hesk"], "action": "ready"})
    assert "when the door opens · 1 RP" not in browser.get(game.base).text


def test_the_death_drawer_says_the_odds_of_clinging_to_life(browser: TestClient, game: Evening) -> None:
    game.do({"type": "change_creature", "creature": game.ids["Hesk"], "changes": {"numbers": {"fortitude": 0}}})
    game.do({"type": "take_damage", "creature": game.ids["Hesk"], "parts": [{"amount": 30, "type": "slashing"}]})
    text = drawer(browser, game, "death", "Hesk")
    assert "25%" in text
    game.post(
        browser, {"type": "death_option", "creature": game.ids["Hesk"], "option": "mostly_dead", "dice": {"d4": 4}}
    )
    assert game.pool("Hesk", "death_timer") == 3
    assert 'class="timer"' in browser.get(game.base).text


def test_a_rest_shows_what_it_gives_before_it_happens(browser: TestClient, game: Evening) -> None:
    game.do({"type": "set_tracker", "creature": game.ids["Hesk"], "tracker": "hp", "value": 10})
    assert "10 → <b>18</b>" in drawer(browser, game, "rest", _kind="short")
    assert "10 → <b>32</b>" in drawer(browser, game, "rest", _kind="long")
    assert "10 → <b>21</b>" in drawer(browser, game, "rest", _kind="long", sheltered="false")
    assert game.pool("Hesk", "hp") == 10


def test_a_tap_changes_the_light_of_the_scene(browser: TestClient, game: Evening) -> None:
    assert 'value="dim" checked' in browser.get(game.base).text
    game.post(browser, {"type": "change_setting", "key": "light"}, value="dark")
    assert game.view()["settings"]["light"] == "dark"
    assert 'value="dark" checked' in browser.get(game.base).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_rolls_its_part_of_a_group_check(app: FastAPI, game: Evening, language: str) -> None:
    talle = game.ids["Talle"]
    link = shares.create(game.house, game.access, "seat", creature=talle)
    game.do({"type": "ask_group", "members": [talle], "with": "stealth", "dc": 15})
    with TestClient(app, headers={"Accept-Language": language}) as phone:
        page = phone.get(f"/s/{link['token']}/me").text
        assert {"en": "A group check: your part", "ru": "Групповая проверка: твой бросок"}[language] in page
        id = re.search(r'id="ask-([^"]+)"', page)
        assert id is not None
        command = json.dumps({"type": "answer", "id": id[1]})
        answer = phone.post(f"/s/{link['token']}/commands", data={"command": command, "dice/d20": "11"})
        assert answer.status_code == 200, answer.text
    assert not game.view()["asks"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_offers_what_its_character_can_do(app: FastAPI, game: Evening, language: str) -> None:
    link = shares.create(game.house, game.access, "seat", creature=game.ids["Talle"])
    with TestClient(app, headers={"Accept-Language": language}) as phone:
        for tab in ("me", "roll", "table"):
            page = phone.get(f"/s/{link['token']}/{tab}")
            assert page.status_code == 200
            assert "The bell that fell in" not in page.text
        assert "Net hooks" in phone.get(f"/s/{link['token']}/roll").text
        assert "Over the railing" in phone.get(f"/s/{link['token']}/me").text
