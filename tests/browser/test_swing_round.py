"""A whole round of real dice in Chromium: typed on the GM's screen, and sent from a phone."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect

from tests.browser.conftest import Demo, NewPage

LANGUAGES = ("en", "ru")
NEEDS = {"second_attack": "6", "third_attack": "12"}
TWO_HIT = {
    "first-d20": "19",
    "first-damage": "5",
    "second-gain": "14",
    "second-d20": "19",
    "second-damage": "4",
    "third-gain": "2",
    "off_hand-gain": "1",
}


@pytest.fixture(params=LANGUAGES)
def fight(request: pytest.FixtureRequest, gm: Page, server: str, app: FastAPI, account: str) -> Demo:
    """The first of the party has the turn."""
    found = Demo(gm, server, app.state.house, account, "swing", request.param)
    gm.locator("#order-start").click()
    gm.locator("#order-begin-1").click()
    expect(found.row(0)).to_have_class(re.compile("now"))
    return found


def aim(fight: Demo) -> None:
    with fight.gm.expect_response(lambda answer: "/drawers/dice" in answer.url and fight.id(3) in answer.url):
        fight.gm.locator("#aim-target").click()
        fight.gm.locator("#aim-targets label").first.click()
    expect(fight.gm.locator("#aim-target")).to_have_attribute("aria-pressed", "true")


def says_what_extra_attacks_need(page: Page) -> None:
    for key, number in NEEDS.items():
        page.locator(f"#fell-{key}").fill(number)
    expect(page.locator("#fell-off_hand-gain")).to_be_visible()


def types(page: Page, fell: Mapping[str, str]) -> None:
    """What fell, by swing and die."""
    for place, face in fell.items():
        page.locator(f"#fell-{place}").fill(face)


def test_the_dice_of_a_round_are_typed_in_one_go_and_taken_by_one_key(fight: Demo) -> None:
    gm = fight.gm
    aim(fight)
    gm.keyboard.press("f")
    expect(gm.locator("#fell-second_attack")).to_be_focused()
    says_what_extra_attacks_need(gm)
    gm.locator("#fell-first-d20").focus()
    for typed in ("20", "5", "14", "15", "4", "11"):
        gm.keyboard.type(typed)
        gm.keyboard.press("Tab")
    gm.locator("#fell-off_hand-gain").fill("8")
    gm.locator("#fell-off_hand-d20").fill("1")
    gm.locator("#fell-fumble").fill("3")
    gm.locator("#fell-first-feat").select_option("knock_down")
    expect(gm.locator("#d-round")).to_contain_text("90 → 61")
    gm.locator("#fell-fumble").press("Enter")
    expect(gm.locator("#d-round")).to_have_count(0)
    expect(fight.row(3)).to_contain_text("61")
    expect(gm.locator("#order .swings li")).to_have_count(3)
    expect(gm.locator(".asking")).to_have_count(0)
    assert [one["key"] for one in fight.of(3)["conditions"]] == ["knocked-down"]
    numbers = fight.of(0)["numbers"]
    assert (numbers["second_attack"], numbers["third_attack"]) == (6, 12)
    gm.keyboard.press("Control+z")
    expect(fight.row(3)).to_contain_text("90")
    expect(gm.locator("#order .swings")).to_have_count(0)


def test_a_phone_sends_its_dice_in_one_go_and_the_gm_takes_the_damage(fight: Demo, new_page: NewPage) -> None:
    phone = fight.seat(new_page, 0)
    phone.locator("[hx-get='drawers/round']").tap()
    says_what_extra_attacks_need(phone)
    phone.locator("#fell-target").select_option(fight.id(3))
    fell = {"first-d20": "15", "first-damage": "5", "second-gain": "3", "third-gain": "2", "off_hand-gain": "1"}
    types(phone, fell)
    phone.locator("#fell-go").tap()
    expect(phone.locator("#result .swings li")).to_have_count(1)
    expect(phone.locator("#d-round")).to_have_count(0)
    fight.gm.locator("#result .then .btn").click()
    expect(fight.row(3)).to_contain_text("79")


def test_swings_of_one_round_go_at_different_targets(fight: Demo, new_page: NewPage) -> None:
    gm = fight.gm
    assert fight.of(4)["kind"] == "adversary"
    was = [fight.of(place)["trackers"]["hp"]["value"] for place in (3, 4)]
    aim(fight)
    gm.keyboard.press("f")
    says_what_extra_attacks_need(gm)
    gm.locator("#fell-each").check()
    gm.locator("#fell-second-at").select_option(fight.id(4))
    types(gm, TWO_HIT)
    expect(gm.locator("#fell-third-at")).to_have_count(0)
    expect(gm.locator("#fell-go")).to_contain_text(fight.row(4).locator(".nm").inner_text())
    gm.locator("#fell-go").click()
    expect(gm.locator("#d-round")).to_have_count(0)
    now = [fight.of(place)["trackers"]["hp"]["value"] for place in (3, 4)]
    assert all(after < before for before, after in zip(was, now, strict=True))
    expect(gm.locator("#result .swings li").nth(1)).to_contain_text(fight.row(4).locator(".nm").inner_text())


def test_a_phone_sends_swings_at_different_targets(fight: Demo, new_page: NewPage) -> None:
    phone = fight.seat(new_page, 0)
    phone.locator("[hx-get='drawers/round']").tap()
    says_what_extra_attacks_need(phone)
    phone.locator("#fell-target").select_option(fight.id(3))
    phone.locator("#fell-each").check()
    phone.locator("#fell-second-at").select_option(fight.id(4))
    types(phone, TWO_HIT)
    phone.locator("#fell-go").tap()
    expect(phone.locator("#d-round")).to_have_count(0)
    expect(fight.gm.locator("#result .then .btn")).to_have_count(2)


def test_after_the_first_blow_a_round_has_what_may_still_come(fight: Demo) -> None:
    gm = fight.gm
    numbers = {key: int(number) for key, number in NEEDS.items()}
    command = {"type": "change_creature", "creature": fight.id(0), "changes": {"numbers": numbers}}
    headers = {"Origin": fight.server}
    gm.request.post(f"{fight.server}/api/v1{fight.base}/commands", data={"commands": [command]}, headers=headers)
    aim(fight)
    expect(gm.locator("#roll-round")).to_be_visible()
    gm.locator("#face-2").click()
    expect(gm.locator("#roll .strike")).to_be_visible()
    with gm.expect_response(lambda answer: "/drawers/dice" in answer.url and "_again" not in answer.url):
        gm.locator("#roll-go").click()  # the panel is made ready for the next roll
    expect(gm.locator("#roll-round")).to_be_visible()
    gm.locator("#round-dice").click()
    expect(gm.locator("#fell-second-gain")).to_be_visible()
    expect(gm.locator("#fell-first-d20")).to_have_count(0)
