"""A whole round with the keyboard alone: nothing is pointed at, and the focus is always somewhere that can be seen."""

from __future__ import annotations

import re

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect

from app.services import games, play
from app.services.house import House
from app.services.play import Ask
from rules.core.state import Creature
from rules.core.trackers import Pool
from tests.browser.conftest import row

LOST = """() => {
  const here = document.activeElement;
  if (!here || here === document.body) return 'nowhere';
  if (here.id === 'main' || here.matches('.row, .drawer, .across')) return '';
  const box = here.getBoundingClientRect();
  return here.checkVisibility() && box.width > 0 ? '' : here.outerHTML.slice(0, 120);
}"""
RING = """() => {
  const here = document.activeElement, drawn = getComputedStyle(here);
  return drawn.outlineStyle !== 'none' && parseFloat(drawn.outlineWidth) >= 1 || drawn.boxShadow !== 'none';
}"""


class Keys:
    """Fingers on a keyboard. After every key the focus is looked for."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def tab_to(self, selector: str, most: int = 150) -> None:
        """Tab from the board on until it has the focus; at every stop the focus can be seen."""
        self.page.locator("#main").focus()
        for _ in range(most):
            self.press("Tab")
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                assert self.page.evaluate(RING), selector
                return
            assert self.page.evaluate(LOST) in ("", "nowhere")
        raise AssertionError(f"{selector} was not reached")

    def has_focus(self) -> None:
        assert self.page.evaluate(LOST) == ""


class Mill:
    """A game of data with nobody in it yet, and another hand at it."""

    def __init__(self, app: FastAPI, account: str) -> None:
        self.house: House = app.state.house
        made = self.house.database.write(lambda db: games.create(db, account, "gm", "Mill", "generic", None, []))
        self.access = games.as_gm(self.house, account, made)

    def _creature(self, name: str) -> Creature:
        creatures = self.house.look(self.access.game_id).game.state.creatures.values()
        return next(one for one in creatures if one.name == name)

    def left(self, name: str) -> int:
        pool = self._creature(name).trackers["hp"]
        assert isinstance(pool, Pool)
        return pool.value

    def hurt(self, name: str) -> None:
        tap = {"type": "adjust_tracker", "creature": self._creature(name).id, "tracker": "hp", "by": -1}
        play.play(self.house, Ask(self.access, "en"), [tap])


@pytest.fixture
def mill(app: FastAPI, account: str) -> Mill:
    return Mill(app, account)


@pytest.fixture
def desk(gm: Page, server: str, mill: Mill) -> Page:
    opened_bare(gm, f"{server}/games/{mill.access.game_id}")
    gm.locator("#main").focus()
    return gm


def opened_bare(page: Page, url: str) -> None:
    """Open a screen on which nobody stands yet."""
    with page.expect_response(re.compile(r"/games/[^/]+/live")):
        page.goto(url)
    expect(page.locator("#order")).to_be_visible()


@pytest.fixture
def keys(desk: Page) -> Keys:
    return Keys(desk)


def add(keys: Keys, text: str, name: str) -> None:
    keys.type(text)
    keys.press("Enter")
    expect(row(keys.page, name)).to_be_visible()
    expect(keys.page.locator("#add-said")).to_be_focused()


def begin_to_add(keys: Keys) -> None:
    keys.press("a")
    expect(keys.page.locator("#add-said")).to_be_focused()


def test_a_whole_round(desk: Page, keys: Keys) -> None:
    begin_to_add(keys)
    for text, name in (("Oro, hp 12, armor 2", "Oro"), ("2 rat, hp 4", "Rat 2")):
        add(keys, text, name)
    keys.press("Escape")
    expect(desk.locator("#d-add")).to_have_count(0)
    keys.has_focus()

    keys.press("n")
    expect(desk.locator(".row.now")).to_have_count(1)
    keys.has_focus()
    first = desk.locator(".row.now .nm").inner_text()

    keys.press("2", "d")
    expect(row(desk, "Rat 1").locator("[id^=amount-]")).to_be_focused()
    assert desk.evaluate(RING)
    keys.type("3")
    keys.press("Enter")
    expect(row(desk, "Rat 1")).to_contain_text("1/4")
    expect(row(desk, "Rat 1")).to_be_focused()

    keys.press("j", "c")
    expect(row(desk, "Rat 2").locator("[id^=condition-][id$=-said]")).to_be_focused()
    keys.type("prone")
    keys.press("Enter")
    expect(row(desk, "Rat 2").locator(".conds")).to_contain_text("Prone")
    expect(row(desk, "Rat 2")).to_be_focused()

    keys.press("n")
    expect(desk.locator(".row.now .nm")).not_to_have_text(first)
    keys.has_focus()
    keys.press("Control+z")
    expect(desk.locator(".row.now .nm")).to_have_text(first)
    keys.has_focus()

    keys.press("/")
    keys.type("prone")
    expect(desk.locator("[role=option]").first).to_contain_text("Prone")
    keys.press("Enter")
    expect(desk.locator("#card-prone summary")).to_be_focused()
    expect(desk.locator("#card-prone .body")).to_be_visible()
    assert desk.evaluate(RING)

    keys.press("w")
    expect(desk.locator("#note")).to_be_focused()
    keys.type("The rats know the way.")
    keys.press("Control+Enter")
    expect(desk.locator("#notes")).to_contain_text("The rats know the way.")
    expect(desk.locator("#note")).to_have_value("")
    keys.press("Escape")
    keys.has_focus()

    keys.tab_to("#order-end")
    keys.press("Enter")
    expect(desk.locator("#order-start")).to_be_visible()
    keys.has_focus()
    keys.press("?")
    expect(desk.locator("#d-keys")).to_be_visible()
    keys.press("Escape")
    keys.has_focus()


def test_every_control_is_reached_by_tab_and_shows_that_it_has_the_focus(desk: Page, keys: Keys) -> None:
    begin_to_add(keys)
    add(keys, "Oro, hp 12", "Oro")
    keys.press("Escape")
    controls = ("#order-start", "[id^=nm-]", "[id^=t-]", "[id^=drop-]", "[id^=eye-]", "[id^=more-]")
    for selector in (*controls, "#look-through", "#t-log", "#omni", "#undo"):
        keys.tab_to(selector)


def test_the_focus_stays_while_the_game_moves_on_beneath_it(desk: Page, keys: Keys, mill: Mill) -> None:
    begin_to_add(keys)
    add(keys, "Oro, hp 12", "Oro")
    keys.press("Escape", "1")
    oro = desk.locator(".row").first
    opened = {"d": "[id^=amount-]", "c": "[id$=-said]", ".": "[id^=more-of-]"}
    for key, focused in opened.items():
        keys.press(key)
        expect(oro.locator(focused)).to_be_focused()
        mill.hurt("Oro")
        expect(oro).to_contain_text(f"{mill.left('Oro')}/12")
        expect(oro.locator(focused)).to_be_focused()
        keys.press("Escape", "Escape")  # out of the field, and the drawer shut
        expect(oro.locator(".drawer")).to_have_count(0)
        expect(oro).to_be_focused()
    for button in ("drop", "more", "eye"):
        oro.locator(f"[id^={button}-]").focus()
        mill.hurt("Oro")
        expect(oro).to_contain_text(f"{mill.left('Oro')}/12")
        expect(oro.locator(f"[id^={button}-]")).to_be_focused()
    desk.locator("#order-start").focus()
    keys.press("Enter")
    expect(desk.locator(".row.now")).to_have_count(1)
    keys.has_focus()
