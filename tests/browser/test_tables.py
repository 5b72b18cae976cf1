"""A table that the source left blank, filled in on the screen: kept, seen in a second tab, shown to a phone."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from playwright.sync_api import Locator, Page, expect

from app.services import games, shares
from app.services.house import House
from tests.browser.conftest import PHONE, NewPage, listens


class Opened:
    """A game whose GM has its screen open."""

    def __init__(self, gm: Page, server: str, house: House, account: str) -> None:
        made = house.database.write(lambda db: games.create(db, account, "gm", "Mill", "swing", None, []))
        self.gm, self.server, self.access = gm, server, games.as_gm(house, account, made)
        self.house, self.address = house, f"{server}/games/{made}"
        self.show(gm)

    def show(self, page: Page) -> None:
        page.goto(self.address)
        listens(page)

    def link(self) -> str:
        made = shares.create(self.house, self.access, "watch")
        return f"{self.server}/s/{made['token']}"


@pytest.fixture
def opened(gm: Page, server: str, app: FastAPI, account: str) -> Opened:
    gm.context.add_cookies([{"name": "pins", "value": "fumble-table.weapons", "url": server}])
    return Opened(gm, server, app.state.house, account)


def line(page: Page, number: int) -> Locator:
    return page.locator(f"#cells-fumble-table-{number - 1}-happens")


def test_a_line_is_written_kept_seen_elsewhere_and_shown(opened: Opened, new_page: NewPage) -> None:
    gm, phone = opened.gm, new_page(**PHONE)
    second = gm.context.new_page()
    opened.show(second)
    phone.goto(opened.link())
    listens(phone)
    gm.bring_to_front()
    line(gm, 2).fill("+1 mud: slips and falls")
    line(gm, 3).click()
    expect(line(second, 2)).to_have_value("+1 mud: slips and falls", timeout=5000)
    line(gm, 3).fill("half a word")
    second.bring_to_front()
    line(second, 5).fill("The strap breaks.")
    line(second, 5).press("Enter")
    gm.bring_to_front()
    expect(line(gm, 5)).to_have_value("The strap breaks.", timeout=5000)
    expect(line(gm, 3)).to_have_value("half a word")
    line(gm, 3).press("Enter")
    expect(line(second, 3)).to_have_value("half a word", timeout=5000)
    gm.reload()
    assert [line(gm, number).input_value() for number in (2, 3, 5)] == [
        "+1 mud: slips and falls",
        "half a word",
        "The strap breaks.",
    ]
    gm.locator("#card-fumble-table [data-shows]").click()
    expect(phone.locator("#shown")).to_contain_text("+1 mud: slips and falls", timeout=5000)
    line(gm, 2).fill("")
    line(gm, 2).press("Enter")
    expect(phone.locator("#shown")).not_to_contain_text("mud", timeout=5000)
    expect(phone.locator("#shown")).to_contain_text("The strap breaks.")


def test_a_table_goes_on_by_a_row_as_soon_as_its_last_one_is_begun(opened: Opened) -> None:
    gm = opened.gm
    assert gm.locator("#cells-weapons .blankrow").count() == 3
    field = gm.locator("#cells-weapons-2-weapon")
    field.scroll_into_view_if_needed()
    field.fill("flail")
    field.press("Enter")
    expect(gm.locator("#cells-weapons .blankrow")).to_have_count(4, timeout=5000)
    assert not gm.locator("#cells-weapons-3-weapon").input_value()


def test_the_reference_fills_it_in_too_and_no_search_comes_of_it(opened: Opened) -> None:
    gm = opened.gm
    gm.locator('#p-ref a[href*="/reference?"]').click()
    gm.locator('#hits a[href*="/kinds-of-damage"]').click()
    field = gm.locator("#cells-kinds-of-damage-0-kind")
    expect(field).to_be_visible()
    gm.wait_for_load_state()  # with its scripts
    before = gm.locator("#hits li").count()
    with gm.expect_response(lambda answer: answer.url.endswith("/commands")) as answer:
        field.fill("slashing")
        field.press("Enter")
    assert answer.value.status == 200
    expect(gm.locator("#hits li")).to_have_count(before)
    gm.reload()
    expect(gm.locator("#cells-kinds-of-damage-0-kind")).to_have_value("slashing")
