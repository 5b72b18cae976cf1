"""What a phone of Bump d20 and the GM's screen do together: the choice at 0 Hit Points, a defense."""

from __future__ import annotations

import re

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect

from app.services import shares
from tests.browser.conftest import NewPage, listens
from tests.browser.test_bump import Stair

pytestmark = pytest.mark.browser


@pytest.fixture
def stair(app: FastAPI, account: str, server: str, gm: Page, phone: Page) -> Stair:
    return Stair(app, account, server, gm, phone)


def test_the_death_drawer_shuts_when_the_phone_has_chosen(stair: Stair) -> None:
    talle = stair.ids["talle"]
    stair.do({"type": "take_damage", "creature": talle, "parts": [{"amount": 30, "type": "fire"}]})
    stair.row("talle").locator(f"#die-{talle}").click()
    drawer = stair.gm.locator(f"#death-{talle}")
    drawer.locator("label", has_text="Heroic Death").click()
    expect(drawer.get_by_role("button", name="Apply")).to_be_enabled()
    stair.phone.locator('[name="dice/d4"]').fill("4")
    stair.phone.get_by_role("button", name=re.compile("Only Mostly Dead")).click()
    expect(stair.row("talle").locator(".timer .big")).to_be_visible()
    expect(drawer).to_have_count(0)
    expect(stair.gm.locator(f"#slot-{talle}")).to_be_empty()


def test_the_phone_defends_and_the_screen_goes_on_to_the_damage(stair: Stair) -> None:
    gm, phone, crab, talle = stair.gm, stair.phone, stair.ids["crab"], stair.ids["talle"]
    stair.do(
        {"type": "change_setting", "key": "attack_roll", "value": "defender"},
        {"type": "start_encounter", "scores": {crab: 20}},
    )
    gm.locator("#with-leg").click()
    form = gm.locator(f"#attack-{crab}")
    form.locator(f'label:has(input[value="{talle}"])').click()
    form.locator(f"#attack-{crab}-ask").click()
    expect(form).to_have_count(0)
    expect(stair.row("talle")).to_contain_text("The phone is asked.")
    asked = phone.locator(".asked")
    expect(asked).to_contain_text("Silt crab")
    asked.locator("[name='dice/d20']").fill("2")
    asked.get_by_role("button", name="Roll").click()
    expect(asked).to_have_count(0)
    expect(stair.row("crab").locator(".trk.ap")).to_have_attribute("data-t", "1/3")
    gm.locator("#result").get_by_role("button", name=re.compile("Damage")).click()
    expect(stair.row("talle").locator("form.dmg .in").first).not_to_have_value("")


def test_a_drawer_that_opens_below_the_fold_is_brought_into_sight(stair: Stair) -> None:
    hesk = stair.ids["hesk"]
    held = ("frightened", "sickened", "clumsy", "drained", "enfeebled", "oblivious", "stupefied", "unnerved")
    put = [{"type": "add_condition", "creature": hesk, "condition": key, "value": 2} for key in held]
    stair.do({"type": "start_encounter", "scores": {hesk: 20}}, *put)
    expect(stair.gm.locator("#dues li")).to_have_count(len(held))
    stair.gm.locator("#verb-recover").click()
    drawer = stair.gm.locator(f"#verbs-of-{hesk}")
    expect(drawer.locator("form").first).to_be_in_viewport()


def test_a_name_stands_beside_its_sign_however_much_is_on_somebody(stair: Stair) -> None:
    hesk, phone = stair.ids["hesk"], stair.phone
    held = ("frightened", "sickened", "clumsy", "drained", "enfeebled", "oblivious")
    stair.do(*({"type": "add_condition", "creature": hesk, "condition": key, "value": 2} for key in held))
    phone.goto(f"{stair.seat}/table")
    line = phone.locator(f"#at-{hesk}")
    expect(line.locator(".chip")).to_have_count(len(held))
    sign, name = line.locator("> :first-child").bounding_box(), line.locator("b.grow").bounding_box()
    assert sign is not None
    assert name is not None
    assert name["x"] >= sign["x"] + sign["width"]
    assert name["y"] <= sign["y"] + sign["height"] / 2 <= name["y"] + name["height"]


def test_what_was_typed_for_one_thing_is_not_sent_with_the_next(stair: Stair) -> None:
    gm, phone, hesk, talle = stair.gm, stair.phone, stair.ids["hesk"], stair.ids["talle"]
    stair.row("hesk").locator(".nm").click()
    sheet = gm.locator(f"#edit-{hesk}")
    sheet.locator("summary").click()
    form = gm.locator(f"#e-{hesk}-ability")
    form.locator(f"#e-{hesk}-ability-name").fill("Zq Tactics")
    ranks = form.locator('[name$="/facts/ranks"]:not([type=hidden])')
    ranks.fill("4")
    form.get_by_role("button", name="Add").click()
    expect(sheet.get_by_role("button", name="Take away: Zq Tactics")).to_be_visible()
    expect(form.locator(f"#e-{hesk}-ability-name")).to_have_value("")
    expect(ranks).to_have_value("")
    stair.do({"type": "add_condition", "creature": talle, "condition": "dazed"})
    recover = phone.locator("#recover-dazed")
    recover.locator('[name="dice/d20"]').fill("3")
    recover.get_by_role("button", name="Recover").click()
    expect(recover.locator('[name="dice/d20"]')).to_have_value("")


def test_a_question_comes_into_sight_on_the_phone_and_stays_in_sight_on_the_screen(stair: Stair) -> None:
    gm, phone, talle = stair.gm, stair.phone, stair.ids["talle"]
    phone.locator("#deeds button").last.scroll_into_view_if_needed()
    stair.do({"type": "ask_group", "members": [talle], "with": "stealth", "dc": 15})
    expect(phone.locator(".asked")).to_be_in_viewport()
    (waits,) = stair.house.look(stair.access.game_id).game.state.pending
    stair.do({"type": "drop", "id": waits})
    phone.goto(f"{stair.seat}/roll")
    phone.locator("#picks label", has_text="Check").first.click()
    phone.locator('[name="_dice/d20/0"]').fill("9")
    gm.locator("#p-board").evaluate("board => board.scrollTo(0, board.scrollHeight)")
    phone.get_by_role("button", name="Send").click()
    asked = gm.locator("#inbox .inbox")
    expect(asked).to_contain_text("Check")
    expect(asked).to_be_in_viewport()


def test_the_tv_shows_whoever_acts_however_much_stands_above(stair: Stair, new_page: NewPage, server: str) -> None:
    held = ("frightened", "sickened", "clumsy", "drained", "enfeebled", "oblivious", "stupefied", "unnerved", "dazed")
    party = (stair.ids[name] for name in ("hesk", "talle", "ruvane"))
    put = [{"type": "add_condition", "creature": id, "condition": key, "value": 2} for id in party for key in held]
    stair.do(*put, {"type": "start_encounter", "scores": {stair.ids["hesk"]: 20}})
    tv = new_page(viewport={"width": 1280, "height": 720})
    tv.goto(f"{server}/s/{shares.create(stair.house, stair.access, 'screen')['token']}")
    listens(tv)
    expect(tv.locator(f"#tv-{stair.ids['hesk']}")).to_be_in_viewport()
    stair.do({"type": "begin_turn", "creature": stair.ids["thief"]})
    expect(tv.locator(f"#tv-{stair.ids['thief']}")).to_have_class("now")
    expect(tv.locator(f"#tv-{stair.ids['thief']}")).to_be_in_viewport(ratio=0.9)
