"""A screen as full as it gets: sixty creatures, forty clocks and conditions, and a log of five thousand entries."""

from __future__ import annotations

import re

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect

from app.services import games, play, shares
from app.services.access import Access
from app.services.house import House
from app.services.play import Ask
from tests.app.crowd import CLOCKS, CONDITIONS, ENTRIES, FOES, PARTY, Command, Crowd, crowd
from tests.browser.conftest import PHONE, NewPage, listens

WIDE = "() => document.documentElement.scrollWidth - innerWidth"
OUTSIDE = """() => [...document.querySelectorAll('.p-board .row:not(.alike .row) *')].filter(one => {
  const box = one.getBoundingClientRect(), board = one.closest('.p-board').getBoundingClientRect();
  return one.checkVisibility() && box.width > 1 && box.right > board.right + 1;
}).map(one => one.outerHTML.slice(0, 100))"""
SCROLLS = "panel => { panel.scrollTop = 1e6; return panel.scrollTop > 100; }"


class Siege:
    """The game, and its GM's way in."""

    def __init__(self, app: FastAPI, account: str) -> None:
        self.house: House = app.state.house
        self.crowd: Crowd = crowd(self.house.database, account)
        self.access: Access = games.as_gm(self.house, account, self.crowd.game_id)
        self.base = f"/games/{self.crowd.game_id}"

    def do(self, command: Command) -> None:
        play.play(self.house, Ask(self.access, "en"), [command])


@pytest.fixture
def siege(app: FastAPI, account: str) -> Siege:
    return Siege(app, account)


@pytest.fixture
def base(siege: Siege) -> str:
    return siege.base


def test_everybody_and_everything_stands_on_the_screen(desk: Page, siege: Siege) -> None:
    number = siege.house.look(siege.crowd.game_id).head.number
    assert number >= ENTRIES
    expect(desk.locator("#rows-pc .row")).to_have_count(PARTY)
    expect(desk.locator("#rows-foe .row")).to_have_count(FOES)
    expect(desk.locator(".row .chip.bad")).to_have_count(CONDITIONS)
    expect(desk.locator("#clocks .clk")).to_have_count(CLOCKS)
    assert 80 <= desk.locator("#log li").count() < 100


def test_nothing_leaves_the_screen_and_the_panels_scroll(desk: Page) -> None:
    for width, height in ((1440, 900), (1024, 768)):
        desk.set_viewport_size({"width": width, "height": height})
        desk.wait_for_timeout(100)
        assert desk.evaluate(WIDE) <= 0, width
        assert desk.evaluate(OUTSIDE) == [], width
        assert desk.locator(".p-board").evaluate(SCROLLS), width
        last = desk.locator("#rows-foe .row").last
        last.scroll_into_view_if_needed()
        expect(last).to_be_in_viewport()
    desk.set_viewport_size({"width": 1440, "height": 900})
    for panel in (".p-track", ".p-log"):
        assert desk.locator(panel).evaluate(SCROLLS), panel


def test_the_digits_reach_the_last_row_and_stand_before_it(desk: Page, siege: Siege) -> None:
    rows = desk.locator(".p-board .row")
    expect(rows.last.locator("kbd")).to_have_attribute("data-ui-n", "60")
    numbers = rows.evaluate_all("rows => rows.map(row => Number(row.querySelector('kbd').dataset.uiN))")
    assert numbers == list(range(1, PARTY + FOES + 1))
    desk.keyboard.press("5")
    desk.keyboard.press("9")
    expect(rows.nth(58)).to_have_attribute("data-ui-picked", "")
    desk.keyboard.press("j")
    expect(rows.nth(59)).to_have_attribute("data-ui-picked", "")
    desk.keyboard.press("d")
    expect(desk.locator(f"#amount-{siege.crowd.foes[54]}")).to_be_focused()
    desk.keyboard.type("12")
    desk.keyboard.press("Enter")
    expect(desk.locator("#log li").first).to_contain_text("Goblin 55")
    # The stream may tell of it before the answer shuts the drawer; until then Ctrl+Z is the field's own.
    expect(desk.locator(f"#amount-{siege.crowd.foes[54]}")).to_have_count(0)
    desk.keyboard.press("Control+z")
    expect(desk.locator("#log li.undone").first).to_contain_text("Goblin 55")


def test_a_tap_paints_its_answer_and_the_newest_line_stands_first(desk: Page, siege: Siege) -> None:
    foe = siege.crowd.foes[30]
    track = desk.locator(f"#t-{foe}-hit_points")
    before = int(track.get_attribute("aria-valuenow") or 0)
    siege.do({"type": "set_tracker", "creature": foe, "tracker": "hit_points", "value": before + 1})
    expect(track).to_have_attribute("aria-valuenow", str(before + 1))
    expect(desk.locator("#log li").first).to_contain_text(re.compile(rf"Goblin 31.*{before + 1} of 9"))
    steps = desk.locator("#log li").evaluate_all("items => items.map(item => Number(item.id.split('-')[1]))")
    assert steps == sorted(steps, reverse=True)


def test_who_comes_and_who_goes_leaves_every_other_row_as_it_was(desk: Page, siege: Siege) -> None:
    rows = desk.locator("#rows-foe > .row")
    desk.evaluate("for (const row of document.querySelectorAll('#rows-foe > .row')) row.sign = row.id")
    siege.do({"type": "remove_creature", "creature": siege.crowd.foes[3]})
    expect(rows).to_have_count(FOES - 1)
    siege.do({"type": "add_creature", "creature": {"name": "Rat"}})
    expect(rows).to_have_count(FOES)
    expect(rows.last.locator("kbd")).to_have_attribute("data-ui-n", "60")
    assert rows.evaluate_all("rows => rows.filter(row => row.sign === row.id).length") == FOES - 1
    expect(rows.last.locator(".nm")).to_have_text("Rat")
    assert desk.locator("[data-same]").count() == 0


def test_a_phone_and_the_screen_of_the_table_follow(siege: Siege, new_page: NewPage, server: str) -> None:
    hero = siege.crowd.heroes[2]
    phone, tv = new_page(**PHONE), new_page()
    for page, link in ((phone, ("seat", hero)), (tv, ("screen", None))):
        page.goto(f"{server}/s/{shares.create(siege.house, siege.access, *link)['token']}")
        listens(page)
        assert page.evaluate(WIDE) <= 0
    siege.do({"type": "set_tracker", "creature": hero, "tracker": "stress", "value": 3})
    expect(phone.locator("#t-stress")).to_have_attribute("aria-valuenow", "3")
    expect(tv.locator(f"#tv-{hero} .circle")).to_have_attribute("data-t", "3/6")
    siege.do({"type": "begin_turn", "creature": hero})
    expect(tv.locator("#tv-turns > .now")).to_contain_text("Hero 2")
    expect(tv.locator("#tv-turns > li")).to_have_count(PARTY + FOES + 1)
