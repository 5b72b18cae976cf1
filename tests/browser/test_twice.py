"""One hand that taps or strikes twice: what it sends counts once, wherever the second is not meant."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from app.services import shares
from tests.app.pages.evenings import Evening
from tests.browser.conftest import PHONE, NewPage, listens, row

COMMANDS = re.compile(r"/commands$")


def strike(drawer: Locator) -> None:
    for _ in range(2):
        drawer.page.keyboard.press("Enter")


TWICE = {"by mouse": lambda drawer: drawer.locator("button.pri").dblclick(), "by key": strike}


def delayed(page: Page, milliseconds: int) -> None:
    def answer(route: Route) -> None:
        page.wait_for_timeout(milliseconds)
        route.continue_()

    page.route(COMMANDS, answer)


def rolled(game: Evening) -> int:
    return sum(
        entry.event.__class__.__name__ == "Rolled" for entry in game.house.look(game.access.game_id).game.entries
    )


@pytest.mark.parametrize("hand", TWICE)
@pytest.mark.parametrize("late", [0, 600])
def test_damage_that_is_sent_twice_is_marked_once(desk: Page, game: Evening, hand: str, late: int) -> None:
    delayed(desk, late)
    row(desk, "Revenant").locator("[data-drawer=damage]").first.click()
    drawer = desk.locator(f"#slot-{game.ids['Revenant']} form")
    drawer.locator('[name="sources/0/amount"]').fill("3")
    expect(drawer.locator("button.pri")).to_contain_text("Mark 1")
    TWICE[hand](drawer)
    expect(drawer).to_have_count(0)
    desk.keyboard.press("f")  # whatever was still to be sent went before
    expect(desk.locator(".meta .num")).to_have_text("4")
    assert game.pool("Revenant", "hit_points") == 4


def test_a_button_that_shuts_its_drawer_pays_once(desk: Page, game: Evening) -> None:
    delayed(desk, 300)
    desk.keyboard.press("m")
    desk.locator("#d-fear").get_by_role("button", name="A move of the story").dblclick()
    expect(desk.locator("#d-fear")).to_have_count(0)
    desk.keyboard.press("f")
    expect(desk.locator(".meta .num")).to_have_text("3")


def test_what_was_changed_in_between_is_sent_too(desk: Page, game: Evening) -> None:
    delayed(desk, 300)
    desk.keyboard.press("w")
    note = desk.locator("#note")
    for text in ("The bell", "The rope"):
        note.fill(text)
        note.press("Control+Enter")
    expect(desk.locator("#log")).to_contain_text("The rope")
    expect(desk.locator("#log")).to_contain_text("The bell")


def test_a_phone_rolls_once_however_it_is_tapped(new_page: NewPage, server: str, game: Evening) -> None:
    phone = new_page(**PHONE)
    made: dict[str, Any] = shares.create(game.house, game.access, "seat", game.ids["Oro"])
    phone.goto(f"{server}/s/{made['token']}/roll")
    listens(phone)
    phone.get_by_label("Difficulty").fill("13")
    phone.get_by_label("Hope die").fill("5")
    phone.get_by_label("Fear die").fill("7")
    send = phone.get_by_role("button", name="Send")
    send.dblclick()
    expect(phone.locator("#result")).to_contain_text("with Fear")
    expect(phone.get_by_label("Hope die")).to_have_value("")
    assert rolled(game) == 1
