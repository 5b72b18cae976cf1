"""Quick hands: what is typed, tapped or shut while an answer is on its way means what it seems to."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Demo, row


@pytest.fixture
def demo(gm: Page, server: str, app: FastAPI, account: str) -> Demo:
    return Demo(gm, server, app.state.house, account, "daggerheart", "en")


def slow(page: Page) -> None:
    def wait(route: Route) -> None:
        page.wait_for_timeout(600)
        route.continue_()

    page.route("**/commands", wait)


def test_the_field_is_empty_at_once_and_what_is_typed_meanwhile_stays(demo: Demo) -> None:
    gm = demo.gm
    slow(gm)
    gm.keyboard.press("a")
    field = gm.locator("#add-said")
    field.press_sequentially("Ash wolf, difficulty 12, hp 4")
    field.press("Enter")
    expect(field).to_have_value("", timeout=400)
    gm.keyboard.type("Cave bear, difficulty 13, hp 5")
    expect(row(gm, "Ash wolf")).to_be_visible()
    expect(field).to_have_value("Cave bear, difficulty 13, hp 5")
    gm.keyboard.press("Enter")
    gm.keyboard.type("Crow, difficulty 9, hp 1")
    gm.keyboard.press("Enter")
    expect(row(gm, "Cave bear")).to_be_visible()
    expect(row(gm, "Crow")).to_be_visible()
    expect(field).to_have_value("")


def test_escape_closes_a_menu_and_leaves_what_lies_beneath(demo: Demo) -> None:
    gm = demo.gm
    gm.keyboard.press("a")
    expect(gm.locator("#d-add")).to_be_visible()
    gm.locator("#add-said").press("Tab")
    gm.locator('[popovertarget="menu"]').first.click()
    expect(gm.locator(":popover-open")).to_be_visible()
    gm.keyboard.press("Escape")
    expect(gm.locator(":popover-open")).to_have_count(0)
    expect(gm.locator("#d-add")).to_be_visible()


def test_the_outcomes_stay_where_they_are_when_the_odds_come(demo: Demo) -> None:
    gm = demo.gm
    said = gm.locator("#said-success_fear")
    before = said.bounding_box()
    with gm.expect_response("**/drawers/dice*"):
        gm.locator("#roll").get_by_label("Difficulty").fill("13")
    expect(gm.locator("#roll .odds[role=img]")).to_be_visible()
    assert said.bounding_box() == before
