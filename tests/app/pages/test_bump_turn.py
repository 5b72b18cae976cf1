"""The screen and phones of Bump d20 in a turn besides attacks: one who sinks, death, distances, a defense."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.errors import Problem
from app.services import play, shares
from app.services.play import Ask
from tests.app.pages.evenings import Evening, demo_of, drawer
from tests.app.pages.test_bump import LANGUAGES, NAMES, begin, order


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    return demo_of(app, account, "bump", NAMES)


def sinks(game: Evening) -> None:
    begin(game, Talle=20)
    game.do({"type": "add_condition", "creature": game.ids["Hesk"], "condition": "sinking", "value": 1})


def conditions(game: Evening, name: str) -> list[str]:
    return [one["key"] for one in game.creature(name)["conditions"]]


def test_the_screen_lets_a_neighbour_pull_at_one_who_sinks(browser: TestClient, game: Evening) -> None:
    sinks(game)
    talle, hesk = game.ids["Talle"], game.ids["Hesk"]
    assert f'id="pull-{hesk}-{talle}"' in drawer(browser, game, "verbs", creature=talle)
    game.post(browser, {"type": "pull", "creature": talle, "target": hesk}, dc="", **{"dice/d20": "20"})
    assert "sinking" in conditions(game, "Hesk"), "what it is rolled against was never said"
    game.post(browser, {"type": "pull", "creature": talle, "target": hesk}, dc="15", **{"dice/d20": "20"})
    assert "sinking" not in conditions(game, "Hesk")
    assert game.pool("Talle", "action_points") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_lets_a_neighbour_pull_at_one_who_sinks(app: FastAPI, game: Evening, language: str) -> None:
    sinks(game)
    hesk = game.ids["Hesk"]
    link = shares.create(game.house, game.access, "seat", creature=game.ids["Talle"])
    with TestClient(app, headers={"Accept-Language": language}) as phone:
        page = phone.get(f"/s/{link['token']}/me").text
        assert f'id="pull-{hesk}"' in page
        assert {"en": "Pull Free", "ru": "Вытащить"}[language] in page
        command = json.dumps({"type": "pull", "creature": game.ids["Talle"], "target": hesk})
        fields = {"command": command, "dc": "15", "dice/d20": "20"}
        assert phone.post(f"/s/{link['token']}/commands", data=fields).status_code == 200
        assert f'id="pull-{hesk}"' not in phone.get(f"/s/{link['token']}/me").text
    assert "sinking" not in conditions(game, "Hesk")


def test_a_death_drawer_is_over_once_somebody_has_chosen(browser: TestClient, game: Evening) -> None:
    talle = game.ids["Talle"]
    game.do({"type": "take_damage", "creature": talle, "parts": [{"amount": 30, "type": "fire"}]})
    assert "data-over" not in drawer(browser, game, "death", creature=talle, _again="1")
    game.do({"type": "death_option", "creature": talle, "option": "heroic_death"})
    left = drawer(browser, game, "death", creature=talle, _again="1", option="mostly_dead")
    assert f'<form id="death-{talle}" data-over>' in left
    assert "button" not in left


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_distance_is_named_and_a_weapon_that_does_not_reach_so_far_says_so(
    browser: TestClient, game: Evening, language: str
) -> None:
    talle, thief = game.ids["Talle"], game.ids["Thief"]
    hooks = game.creature("Talle")["features"]["hooks"]
    longer = {"hooks": {**hooks, "facts": {**hooks["facts"], "range": 30}}}
    game.do({"type": "change_creature", "creature": talle, "changes": {"features": longer}})
    field = {f"parameters/feet/{thief}": "45"}
    page = drawer(browser, game, "attack", "Talle", language, **{"targets[]": thief, "with": "hooks"}, **field)
    assert {"en": "Near", "ru": "Недалеко"}[language] in page
    assert {"en": "farther than the weapon reaches", "ru": "дальше, чем достаёт оружие"}[language] in page
    attack = {"type": "roll", "roll": "attack", "creature": talle, "targets": [thief], "with": "hooks"}
    game.post(browser, attack, **field, **{"dice/d20": "20"})
    assert game.view()["rolls"][0]["outcome"] == "failure"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_says_the_space_by_size(browser: TestClient, game: Evening, language: str) -> None:
    crab = game.ids["Crab"]
    size = {"size": {"kind": "size", "name": "", "facts": {"size": "large"}}}
    game.do({"type": "change_creature", "creature": crab, "changes": {"features": size}})
    game.do({"type": "change_setting", "key": "space_large", "value": 10})
    page = browser.get(f"{game.base}/sheets/{crab}", headers={"Accept-Language": language}).text
    assert {"en": "Size: Large · space 10 ft", "ru": "Размер: Большой · пространство 10 футов"}[language] in page


def defended(game: Evening) -> dict[str, Any]:
    """Talle has a seat, the crab attacks, and the one attacked rolls."""
    game.do({"type": "change_setting", "key": "attack_roll", "value": "defender"})
    begin(game, Crab=20)
    return shares.create(game.house, game.access, "seat", creature=game.ids["Talle"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_defends_where_the_one_attacked_rolls(
    app: FastAPI, browser: TestClient, game: Evening, language: str
) -> None:
    link, crab, talle = defended(game), game.ids["Crab"], game.ids["Talle"]
    form = drawer(browser, game, "attack", "Crab", language, **{"targets[]": talle, "with": "leg"})
    assert f'id="attack-{crab}-ask"' in form
    assert f'id="attack-{crab}-ask"' not in drawer(browser, game, "attack", "Crab", **{"targets[]": game.ids["Hesk"]})
    game.post(browser, {"type": "ask_defense", "creature": crab, "target": talle, "with": "leg"})
    with TestClient(app, headers={"Accept-Language": language}) as phone:
        page = phone.get(f"/s/{link['token']}/me").text
        assert {"en": "You are attacked", "ru": "Тебя атакуют"}[language] in page
        assert game.creature("Crab")["name"] in page.partition('class="asked"')[2].partition("</section>")[0]
        asked = re.search(r'id="ask-([^"]+)"', page)
        assert asked is not None
        fields = {"command": json.dumps({"type": "answer", "id": asked[1]}), "with": "reflex", "dice/d20": "2"}
        assert phone.post(f"/s/{link['token']}/commands", data=fields).status_code == 200
    assert game.view()["rolls"][0]["outcome"] in ("failure", "critical_failure")
    assert "Damage" in browser.get(game.base).text.partition('class="then"')[2].partition("</ul>")[0]


def test_the_gm_answers_a_defense_in_the_row(browser: TestClient, game: Evening) -> None:
    defended(game)
    crab, talle = game.ids["Crab"], game.ids["Talle"]
    game.post(browser, {"type": "ask_defense", "creature": crab, "target": talle, "with": "leg"})
    (ask,) = game.view()["asks"]
    assert f'id="ask-{ask["id"]}-with"' in browser.get(game.base).text
    sent = game.post(browser, {"type": "answer", "id": ask["id"]}, **{"dice/d20": "2", "_follow": "1", "_roll": "1"})
    assert f'id="damage-{talle}"' in sent.text, "the damage opens at once"


def test_the_weapon_that_was_picked_stays_where_the_one_attacked_rolls(browser: TestClient, game: Evening) -> None:
    defended(game)
    form = drawer(browser, game, "attack", "Crab", **{"targets[]": game.ids["Talle"], "with": "claw", "_again": "1"})
    assert re.search(r'name="with"[^>]*value="claw"[^>]*checked', form)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_recovers_and_escapes(app: FastAPI, game: Evening, language: str) -> None:
    talle = game.ids["Talle"]
    begin(game, Talle=20)
    for key, more in (("persistent-damage", {"value": 2, "detail": "fire"}), ("grappled", {})):
        game.do({"type": "add_condition", "creature": talle, "condition": key, **more})
    link = shares.create(game.house, game.access, "seat", creature=talle)
    with TestClient(app, headers={"Accept-Language": language}) as phone:
        page = phone.get(f"/s/{link['token']}/me").text
        assert 'id="recover-persistent-damage-fire"' in page
        assert 'id="escape"' in page
        assert {"en": "(fire)", "ru": "(огонь)"}[language] in page
        recover = {"type": "recover", "creature": talle, "condition": "persistent-damage", "detail": "fire"}
        sent = phone.post(f"/s/{link['token']}/commands", data={"command": json.dumps(recover), "dice/d20": "20"})
        assert sent.status_code == 200, sent.text
    assert conditions(game, "Talle") == ["grappled", "off-guard"]


def test_the_one_who_acts_is_not_offered_the_own_turn(browser: TestClient, game: Evening) -> None:
    begin(game, Talle=20)
    page = browser.get(game.base).text
    assert f'id="pass-{game.ids["Talle"]}"' not in page
    assert f'id="pass-{game.ids["Hesk"]}"' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_damage_that_a_phone_rolled_opens_with_who_may_react(browser: TestClient, game: Evening, language: str) -> None:
    ruvane, crab = game.ids["Ruvane"], game.ids["Crab"]
    begin(game, Ruvane=20)
    rolled = {"type": "roll", "roll": "damage", "creature": ruvane, "targets": [crab], "with": "flare"}
    game.do({**rolled, "dice": {"dice": [5, 6]}})
    page = browser.get(game.base, headers={"Accept-Language": language}).text
    address = re.search(r'id="then-1" hx-get="([^"]+)"', page)
    assert address is not None
    form = browser.get(unescape(address[1]), headers={"Accept-Language": language}).text
    assert f'id="damage-{crab}"' in form
    assert 'value="13"' in form
    assert 'name="rider" value="2 fire"' in form
    assert {"en": "Persistent Damage 2 (fire)", "ru": "Продолжительный урон 2 (огонь)"}[language] in form
    assert f'id="damage-{crab}-react-{game.ids["Thief"]}"' in form
    assert game.pool("Crab", "hp") == 60, "nothing is taken before somebody has said so"


@pytest.mark.parametrize("language", LANGUAGES)
def test_persistent_damage_by_hand_has_a_type_and_perhaps_dice(
    app: FastAPI, browser: TestClient, game: Evening, language: str
) -> None:
    talle = game.ids["Talle"]
    fields = {"_said": "", "condition": "persistent-damage", "_again": "1"}
    page = drawer(browser, game, "condition", "Talle", language, **fields)
    assert 'name="amount"' in page
    assert {"en": '<option value="acid">acid', "ru": '<option value="acid">кислота'}[language] in page
    assert 'name="amount"' not in drawer(browser, game, "condition", "Talle", _said="", condition="dazed", _again="1")
    put = {"type": "add_condition", "creature": talle, "condition": "persistent-damage"}
    game.post(browser, put, value="1", amount="d4", detail="acid")
    game.post(browser, put, value="2", amount="", detail="fire")
    words = {"en": ("(acid)", "2 (fire)"), "ru": ("(кислота)", "2 (огонь)")}[language]
    board = browser.get(game.base, headers={"Accept-Language": language}).text
    link = shares.create(game.house, game.access, "seat", creature=talle)
    with TestClient(app, headers={"Accept-Language": language}) as phone:
        seat = phone.get(f"/s/{link['token']}/me").text
    for word in words:
        assert word in board
        assert word in seat
    ids = re.findall(r'\sid="(on-persistent[^"]+)"', seat)
    assert len(ids) == len(set(ids)) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rest_that_is_broken_off_says_what_it_still_brings(browser: TestClient, game: Evening, language: str) -> None:
    game.do({"type": "set_tracker", "creature": game.ids["Hesk"], "tracker": "hp", "value": 10})
    late = drawer(browser, game, "rest", language=language, _kind="long", interrupted="true", _again="1")
    assert "10 → <b>18</b>" in late, "an hour is supposed until somebody says how long"
    assert {"en": "only as much as a short one", "ru": "засчитан только короткий"}[language] in late
    early = drawer(browser, game, "rest", language=language, _kind="long", interrupted="true", minutes="30", _again="1")
    assert "10 →" not in early
    assert {"en": "too early to bring anything", "ru": "слишком рано"}[language] in early
    assert 'id="d-travel"' not in early, "the road stands below already"
    assert 'id="d-travel"' in drawer(browser, game, "rest")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_road_says_who_is_the_slowest_and_takes_a_day_unless_it_is_told(
    browser: TestClient, game: Evening, language: str
) -> None:
    game.do({"type": "add_condition", "creature": game.ids["Talle"], "condition": "slowed", "value": 20})
    speed, name = game.creature("Talle")["standing"]["speed"], game.creature("Talle")["name"]
    page = drawer(browser, game, "rest", language=language)
    said = {"en": f"The slowest: {name}, Speed {speed}", "ru": f"Самый медленный: {name}, Скорость {speed}"}
    assert said[language] in page
    form = page.partition('id="d-travel"')[2].partition("<input")[0]
    command = json.loads(unescape(form.partition("hx-vals='")[2].partition("'")[0]))["command"]
    before = game.view()["time"]["minute"]
    game.post(browser, json.loads(command), hours="", speed="")
    assert game.view()["time"]["minute"] == before + 8 * 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_says_the_speed_that_conditions_leave(app: FastAPI, game: Evening, language: str) -> None:
    link = shares.create(game.house, game.access, "seat", creature=game.ids["Talle"])
    large = "<span><b>{}</b><small>" + {"en": "Speed", "ru": "Скорость"}[language]
    full = game.creature("Talle")["standing"]["speed"]
    with TestClient(app, headers={"Accept-Language": language}) as phone:
        assert large.format(full) in phone.get(f"/s/{link['token']}/me").text
        game.do({"type": "add_condition", "creature": game.ids["Talle"], "condition": "slowed", "value": 20})
        assert large.format(full - 20) in phone.get(f"/s/{link['token']}/me").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_counts_how_long_its_character_lives_and_what_shields_it(
    app: FastAPI, game: Evening, language: str
) -> None:
    talle = game.ids["Talle"]
    link = shares.create(game.house, game.access, "seat", creature=talle)
    with TestClient(app, headers={"Accept-Language": language}) as phone:
        page = phone.get(f"/s/{link['token']}/me").text
        assert 'id="c-death_timer"' not in page
        assert 'id="c-temporary_hp"' not in page
        game.do({"type": "heal", "creature": talle, "amount": 4, "temporary": True})
        shield = {"en": "Temporary Hit Points", "ru": "Временные хиты"}[language]
        assert (
            f'id="c-temporary_hp"><span>{shield}</span><span></span><b class="num">4</b>'
            in phone.get(f"/s/{link['token']}/me").text
        )
        game.do({"type": "take_damage", "creature": talle, "parts": [{"amount": 30, "type": "fire"}]})
        game.do({"type": "death_option", "creature": talle, "option": "mostly_dead", "dice": {"d4": 3}})
        left = game.pool("Talle", "death_timer")
        timer = {"en": "Death Timer", "ru": "Таймер смерти"}[language]
        page = phone.get(f"/s/{link['token']}/me").text
        assert f'id="c-death_timer"><span>{timer}</span><span></span><b class="num">{left}</b>' in page


def test_a_place_without_points_is_not_told_to_have_had_no_turn(browser: TestClient, game: Evening) -> None:
    begin(game, Hesk=20)
    game.do({"type": "next_round"})
    page = browser.get(game.base).text
    assert f'id="d_turn_{game.ids["Crab"]}_1"' in page
    assert f'id="d_turn_{game.ids["Stair"]}_1"' not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_leads_to_whoever_stepped_in_the_way(
    app: FastAPI, browser: TestClient, game: Evening, language: str
) -> None:
    begin(game, Thief=20)
    thief, hesk, talle = (game.ids[name] for name in ("Thief", "Hesk", "Talle"))
    attack = {"type": "roll", "roll": "attack", "creature": thief, "with": "knife", "targets": [hesk]}
    game.do(attack | {"dice": {"d20": [19]}})
    link = shares.create(game.house, game.access, "seat", creature=talle)
    with TestClient(app, headers={"Accept-Language": language}) as phone:
        page = phone.get(f"/s/{link['token']}/me").text
        assert {"en": "Interpose", "ru": "Заслонить"}[language] in page
        steps_in = {"type": "react", "creature": talle, "action": "interpose", "target": hesk}
        assert phone.post(f"/s/{link['token']}/commands", data={"command": json.dumps(steps_in)}).status_code == 200
        follows = then_of(browser, game)
        assert "Talle Quay" in follows
        assert "Hesk" not in follows
        assert f'["{talle}"]' in follows.replace("\\", "")
        assert hesk not in follows
        game.do(attack | {"roll": "damage"})
        game.do(steps_in)
        play.undo(game.house, Ask(game.access, "en"))
        assert f"creature={hesk}&" in then_of(browser, game)
        game.do(steps_in)
        follows = then_of(browser, game)
        assert f"creature={talle}&" in follows
        assert hesk not in follows
        game.do({"type": "take_damage", "creature": talle, "parts": [{"amount": 3, "type": "piercing"}]})
        assert "<li" not in then_of(browser, game)


def then_of(browser: TestClient, game: Evening) -> str:
    """What the panel of the newest roll offers to follow from it."""
    return unescape(browser.get(game.base).text.partition('<ul class="then">')[2].partition("</ul>")[0])


def test_nobody_steps_in_the_way_of_themselves(game: Evening) -> None:
    talle = game.ids["Talle"]
    with pytest.raises(Problem, match="not-oneself"):
        game.do({"type": "react", "creature": talle, "action": "interpose", "target": talle})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_phone_of_one_who_cannot_act_offers_no_deeds(app: FastAPI, game: Evening, language: str) -> None:
    talle = game.ids["Talle"]
    link = shares.create(game.house, game.access, "seat", creature=talle)
    none = {"en": "Neither actions nor reactions for now.", "ru": "Пока ни действий, ни реакций."}[language]
    with TestClient(app, headers={"Accept-Language": language}) as phone:
        page = phone.get(f"/s/{link['token']}/me").text
        assert none not in page
        assert "drop_prone" in page
        game.do({"type": "add_condition", "creature": talle, "condition": "stunned"})
        page = phone.get(f"/s/{link['token']}/me").text
        assert none in page
        assert "drop_prone" not in page


def test_nobody_travels_lying_down(browser: TestClient, game: Evening) -> None:
    speeds = {name: game.creature(name)["standing"]["speed"] for name in ("Hesk", "Talle")}
    game.do(*({"type": "add_condition", "creature": game.ids[name], "condition": "prone"} for name in speeds))
    assert game.creature("Hesk")["standing"]["speed"] == 0
    assert {name: game.creature(name)["standing"]["travels"] for name in speeds} == speeds
    assert ", Speed 0" not in drawer(browser, game, "rest")


def test_what_was_rolled_for_an_earlier_fight_counts_no_more(browser: TestClient, game: Evening) -> None:
    begin(game, Hesk=25, Crab=20)
    game.do({"type": "end_encounter"})
    typed = {f"commands/0/scores/{game.ids['Talle']}": "9"}
    page = drawer(browser, game, "start", **typed)
    command = json.loads(json.loads(unescape(page.partition("hx-vals='")[2].partition("'")[0]))["command"])
    game.post(browser, command, **typed)
    assert order(game)["active"] == game.ids["Talle"]
    assert game.creature("Hesk")["score"] is None
    alone = json.loads(unescape(page.partition("data-alone='")[2].partition("'")[0]))
    rolled = {one["creature"] for one in alone["commands"] if one["type"] == "roll"}
    assert rolled.isdisjoint(alone["commands"][-1]["scores"])


def test_an_attack_with_fortune_takes_two_dice_and_keeps_the_better(browser: TestClient, game: Evening) -> None:
    hesk, thief = game.ids["Hesk"], game.ids["Thief"]
    aimed = {"targets[]": thief, "with": "glaive", "_again": "1"}
    plain = drawer(browser, game, "attack", "Hesk", **aimed)
    assert 'name="dice/d20"' in plain
    fields = {**aimed, "parameters/fortune": "1", "_dice/d20/0": "3", "_dice/d20/1": "16"}
    lucky = drawer(browser, game, "attack", "Hesk", **fields)
    assert 'name="_dice/d20/1"' in lucky
    assert "22: success" in lucky
    attack = {"type": "roll", "roll": "attack", "creature": hesk}
    game.post(browser, attack, **{key: value for key, value in fields.items() if key != "_again"})
    assert game.view()["rolls"][0]["total"] == 16 + 6
