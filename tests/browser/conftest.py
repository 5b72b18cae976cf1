"""A real Chromium, a GM who has signed in, and phones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from app.services import accounts, demo
from app.services.house import House
from app.storage.database import Database
from tests.app.pages.evenings import Evening, evening

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
NewPage = Callable[..., Page]
LIVE = re.compile(r"/live(\?|$)")


@pytest.fixture(scope="session")
def chromium(launch_browser: Callable[..., Browser]) -> Iterator[Browser]:
    browser = launch_browser()
    yield browser
    browser.close()


@pytest.fixture
def new_page(chromium: Browser) -> Iterator[NewPage]:
    """Makes a page in a browser of its own; what its console complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(**options: Any) -> Page:
        context = chromium.new_context(**{"color_scheme": "dark", "locale": "en-GB", **DESKTOP, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if "Security Policy" in said.text else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def phone(new_page: NewPage) -> Page:
    return new_page(**PHONE)


@pytest.fixture
def gm(new_page: NewPage, app: FastAPI, account: str, server: str) -> Page:
    """The GM's browser, signed in."""
    page = new_page()
    sign_in(page, app, account, server)
    return page


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    return evening(app, account)


@pytest.fixture
def base(game: Evening) -> str:
    """The address of the game whose screen is opened."""
    return game.base


@pytest.fixture
def desk(gm: Page, server: str, base: str) -> Page:
    """The screen of the game, its stream open."""
    opened(gm, f"{server}{base}")
    return gm


def sign_in(page: Page, app: FastAPI, account: str, server: str) -> None:
    """Sign the browser in by a link, without the two pages that a person would see."""
    database: Database = app.state.database
    code = database.write(lambda db: accounts.new_link(db, account))
    headers = {"Origin": server, "Sec-Fetch-Site": "same-origin"}
    answer = page.request.post(f"{server}/signin", form={"code": code}, headers=headers, max_redirects=0)
    assert answer.status == 303


def opened(page: Page, url: str) -> None:
    """Open a screen and its stream."""
    with page.expect_response(LIVE):
        page.goto(url)
    expect(page.locator("#roll")).to_be_attached()


def listens(page: Page) -> None:
    """Wait until the page's stream is open."""
    wait_until(page, lambda: page.evaluate("document.querySelector('#live')?._htmx?.sse?.reader != null"))


def wait_until(page: Page, holds: Callable[[], Any], tries: int = 100) -> None:
    """Wait for what no locator can see. A function of the page would need eval, which the policy forbids."""
    for _ in range(tries):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("waited in vain")


def row(page: Page, name: str) -> Locator:
    return page.locator(".row", has=page.locator(".nm", has_text=re.compile(f"^{name}$")))


class Demo:
    """A game to look around in, its screen opened by the GM in a language."""

    def __init__(self, gm: Page, server: str, house: House, account: str, system: str, language: str) -> None:
        self.gm, self.server, self.language = gm, server, language
        self.base = f"/games/{house.database.write(lambda db: demo.create(db, account, system, language)).id}"
        self.speak(gm)
        opened(gm, f"{server}{self.base}")

    def speak(self, page: Page) -> None:
        """Let a page be in the language of the game."""
        page.context.add_cookies([{"name": "lang", "value": self.language, "url": self.server}])
        page.set_extra_http_headers({"Accept-Language": self.language})

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.gm.request.get(f"{self.server}/api/v1{self.base}").json()["view"]
        return found

    def row(self, place: int) -> Locator:
        return self.gm.locator(".p-board .row").nth(place)

    def id(self, place: int) -> str:
        return str(self.row(place).get_attribute("data-creature"))

    def of(self, place: int) -> dict[str, Any]:
        found: dict[str, Any] = self.view()["creatures"][self.id(place)]
        return found

    def seat(self, new_page: NewPage, place: int) -> Page:
        """The phone of a character's player, on which dice are rolled."""
        answer = self.gm.request.post(
            f"{self.server}/api/v1{self.base}/shares",
            data={"role": "seat", "creature": self.id(place)},
            headers={"Origin": self.server},
        )
        phone = new_page(**PHONE)
        self.speak(phone)
        phone.goto(f"{self.server}/s/{answer.json()['token']}/roll")
        listens(phone)
        return phone
