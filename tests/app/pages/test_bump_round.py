"""Pages of Bump d20 around the round: points nobody spends, real dice of hazards, what things cost and last."""

from __future__ import annotations

import re

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import shares
from tests.app.pages.evenings import Evening, demo_of, drawer
from tests.app.pages.test_bump import LANGUAGES, NAMES, begin, order

ROAR = {"roar": {"kind": "talent", "name": "Zq Roar", "facts": {"ap": 2, "strain": 3}}}


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    return demo_of(app, account, "bump", NAMES)


def spend(game: Evening, *names: str) -> None:
    spent = {"type": "set_tracker", "tracker": "action_points", "value": 0}
    game.do(*({**spent, "creature": game.ids[name]} for name in names))


def button(page: str, id: str) -> str:
    """The values that a button sends."""
    found = re.search(rf'id="{id}"[^>]*?hx-vals=([^>]*)>', page)
    return found[1] if found else ""


def test_a_round_is_ended_with_points_that_nobody_wants_to_spend(browser: TestClient, game: Evening) -> None:
    begin(game, Hesk=20)
    spend(game, "Talle", "Ruvane", "Crab", "Thief", "Bell")
    page = browser.get(game.base).text
    assert f'id="pass-{game.ids["Hesk"]}"' not in page
    assert "next_round" in button(page, "pass-on")
    assert "nobody else has AP" in page
    hesk = game.ids["Hesk"]
    game.post(browser, {"commands": [{"type": "end_turn", "creature": hesk}, {"type": "next_round"}]})
    assert order(game)["round"] == 2


def test_once_all_points_are_spent_the_round_ends_before_one_of_several_attacked_is_picked(
    browser: TestClient, game: Evening
) -> None:
    begin(game, Hesk=20)
    hesk, crab, thief = (game.ids[name] for name in ("Hesk", "Crab", "Thief"))
    strike = {"type": "roll", "roll": "attack", "creature": hesk, "with": "glaive", "dice": {"d20": [2]}}
    game.do(*({**strike, "targets": [id]} for id in (crab, thief)))
    spend(game, "Hesk", "Talle", "Ruvane", "Crab", "Thief", "Bell")
    page = browser.get(game.base).text
    assert f'id="pass-{thief}"' not in page
    assert "end_turn" in button(page, "pass-on")
    game.post(browser, {"type": "end_turn", "creature": hesk})
    page = browser.get(game.base).text
    assert order(game)["round"] == 2
    assert f'id="pass-{crab}"' in page
    assert f'id="pass-{thief}"' in page


def test_while_somebody_picks_the_round_can_be_ended(browser: TestClient, game: Evening) -> None:
    begin(game, Hesk=20)
    assert 'id="round-on"' not in browser.get(game.base).text
    game.do({"type": "end_turn", "creature": game.ids["Hesk"]})
    assert order(game)["active"] is None
    assert "next_round" in button(browser.get(game.base).text, "round-on")


def test_the_choice_at_the_last_hit_point_speaks_of_a_phone_that_there_is(browser: TestClient, game: Evening) -> None:
    talle = game.ids["Talle"]
    game.do({"type": "take_damage", "creature": talle, "parts": [{"amount": 30, "type": "fire"}]})
    assert "The phone shows" not in drawer(browser, game, "death", creature=talle)
    shares.create(game.house, game.access, "seat", creature=talle)
    assert "The phone shows" in drawer(browser, game, "death", creature=talle)


def test_a_fall_and_the_lack_of_air_take_dice_that_fell(browser: TestClient, game: Evening) -> None:
    hesk = game.ids["Hesk"]
    page = drawer(browser, game, "verbs", creature=hesk)
    assert 'name="dice/d6"' in page
    assert f'id="suffocate-{hesk}"' in page
    hp = game.pool("Hesk", "hp")
    game.post(browser, {"type": "fall", "creature": hesk}, feet="30", **{"dice/d6": "1 2 4"})
    soak = game.creature("Hesk")["numbers"].get("soak") or 0
    assert game.pool("Hesk", "hp") == hp - max(0, 7 - soak)
    game.post(browser, {"type": "suffocate", "creature": hesk}, **{"dice/d20": "1"})
    assert game.pool("Hesk", "exhaustion") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_talent_strains_is_said_before_it_is_used(
    app: FastAPI, browser: TestClient, game: Evening, language: str
) -> None:
    talle = game.ids["Talle"]
    game.do({"type": "change_creature", "creature": talle, "changes": {"features": ROAR}})
    words = {"en": "Zq Roar · 2 · Strain 3", "ru": "Zq Roar · 2 · Усталость 3"}[language]
    assert words in drawer(browser, game, "verbs", "Talle", language)
    link = shares.create(game.house, game.access, "seat", creature=talle)
    with TestClient(app, headers={"Accept-Language": language}) as phone:
        assert words in phone.get(f"/s/{link['token']}/me").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dice_of_persistent_damage_stand_wherever_it_does(
    browser: TestClient, game: Evening, language: str
) -> None:
    talle = game.ids["Talle"]
    put = {"type": "add_condition", "creature": talle, "condition": "persistent-damage", "detail": "acid"}
    game.do({**put, "amount": "2d6"})
    begin(game, Talle=20)
    page = browser.get(game.base, headers={"Accept-Language": language}).text
    chip = re.search(rf'id="on-{talle}-persistent-damage-acid-chip".*?</button>', page, re.S)
    assert chip is not None
    assert "2d6" in chip[0]
    assert "2d6" in page.partition('id="dues"')[2].partition("</ul>")[0]
    assert "2d6" in drawer(browser, game, "verbs", "Talle", language, do="recover")


def test_a_phone_counts_supplies_and_damage_to_abilities(app: FastAPI, game: Evening) -> None:
    talle = game.ids["Talle"]
    kept = {"type": "set_tracker", "creature": talle}
    game.do({**kept, "tracker": "supplies", "value": 4}, {**kept, "tracker": "ability_damage", "value": 2})
    link = shares.create(game.house, game.access, "seat", creature=talle)
    with TestClient(app) as phone:
        page = phone.get(f"/s/{link['token']}/me").text
    assert "Supplies" in page
    assert "Ability damage" in page


def test_uses_of_a_talent_go_by_its_name_and_no_other_count_by_its_key(browser: TestClient, game: Evening) -> None:
    talle = game.ids["Talle"]
    own = {"own_1": {"kind": "talent", "name": "Zq Roar", "facts": {"ap": 0}}}
    game.do({"type": "change_creature", "creature": talle, "changes": {"features": own}})
    page = drawer(browser, game, "tracker", creature=talle)
    assert '<option value="own_2">–</option>' in page
    assert "required" not in page
    add = {"type": "add_tracker", "creature": talle, "tracker": {"kind": "pool"}}
    fields = {"tracker/name": "", "tracker/max": "1", "tracker/refresh/long_rest": "full"}
    assert game.post(browser, add, **fields, **{"tracker/key": "own_2"}).status_code == 422
    assert game.post(browser, add, **fields, **{"tracker/key": "own_1"}).status_code == 200
    assert game.creature("Talle")["own"]["own_1"]["name"] == "Zq Roar"
    use = {"type": "act", "creature": talle, "action": "feature", "feature": "own_1"}
    assert game.post(browser, use).status_code == 200
    assert game.post(browser, use).status_code == 409
    game.do({"type": "rest", "kind": "long"})
    assert game.pool("Talle", "own_1") == 1
    game.do({"type": "add_tracker", "creature": talle, "tracker": {"key": "own_2", "name": "Torches", "max": 3}})
    sheet = browser.get(f"{game.base}/sheets/{talle}").text
    assert "changes/features/own_3/name" in sheet


def test_no_help_to_recover_is_looked_for_from_one_who_cannot_act(browser: TestClient, game: Evening) -> None:
    talle, hesk, ruvane = (game.ids[name] for name in ("Talle", "Hesk", "Ruvane"))
    game.do({"type": "add_condition", "creature": talle, "condition": "dazed"})
    game.do({"type": "add_condition", "creature": hesk, "condition": "unconscious"})
    helpers = drawer(browser, game, "verbs", creature=talle, do="recover").partition('name="by"')[2]
    assert f'value="{ruvane}"' in helpers
    assert f'value="{hesk}"' not in helpers


def test_a_day_that_is_over_asks_who_ate_and_hours_without_sleep_are_settled(
    browser: TestClient, game: Evening
) -> None:
    game.do({"type": "pass_time", "minutes": 24 * 60})
    page = browser.get(game.base)
    assert page.status_code == 200
    assert 'id="d_day"' in page.text
    assert 'id="d_sleepless"' in page.text
