"""A real Chromium, a GM who has signed in, and phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, BrowserContext, Page

from app.services import accounts
from app.storage.database import Database

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
NewPage = Callable[..., Page]


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
    """The GM's browser, signed in by the link as a person would."""
    database: Database = app.state.database
    code = database.write(lambda db: accounts.new_link(db, account))
    page = new_page()
    page.goto(f"{server}/signin/{code}")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{server}/")
    return page
