"""Every page in every state, drawn in Chromium under its policy: clean for axe, nothing wider than the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from app.middleware import SECURITY
from app.services.assets import STATIC
from tests.app.pages import fixtures
from tests.browser.conftest import DESKTOP, PHONE

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LOOKS: dict[str, dict[str, Any]] = {
    "desktop dark en": {"options": {**DESKTOP, "color_scheme": "dark"}, "language": "en"},
    "desktop light ru": {"options": {**DESKTOP, "color_scheme": "light"}, "language": "ru"},
    "phone light ru": {"options": {**PHONE, "color_scheme": "light"}, "language": "ru"},
    "phone dark en": {"options": {**PHONE, "color_scheme": "dark"}, "language": "en"},
}
# What a finger can hit: 44 px, but for words inside a sentence and what only keys and screen readers reach.
SMALL = """() => [...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary, [role=slider]')]
  .filter(e => e.checkVisibility() && e.tabIndex >= 0 && !e.closest('.vh') && !e.closest('p, li.empty'))
  .map(e => e.matches('input[type=radio], input[type=checkbox]') ? e.closest('label') ?? e : e)
  .map(e => [e, e.getBoundingClientRect()])
  .filter(([e, box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
  .map(([e, box]) => `${e.outerHTML.slice(0, 90)} ${box.width.toFixed()}x${box.height.toFixed()}`)"""


def serve(page: Page, html: str) -> None:
    """Let the page stand at an address of its own, with the headers that the server sends."""

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        file = STATIC / path.removeprefix("/static/")
        if path.startswith("/static/"):
            route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])
        elif path == "/page":
            route.fulfill(body=html, content_type="text/html; charset=utf-8", headers=dict(SECURITY))
        elif path.endswith("/live"):
            route.fulfill(body="event: ping\n\n", content_type="text/event-stream")
        else:
            route.fulfill(body="", content_type="text/html")

    page.route("**/*", answer)


# Each page is looked at in two of the four ways, so that every theme, language and screen sees half of them.
CASES = [(name, look) for place, name in enumerate(fixtures.NAMES) for look in list(LOOKS)[place % 2 :: 2][:2]]


@pytest.fixture(scope="module")
def windows(chromium: Browser) -> Iterator[dict[str, BrowserContext]]:
    """A window for each way to look; each page is a new one in it."""
    made = {look: chromium.new_context(**values["options"]) for look, values in LOOKS.items()}
    yield made
    for window in made.values():
        window.close()


@pytest.mark.parametrize("name, look", CASES)
def test_a_page_is_sound_on_every_screen(windows: dict[str, BrowserContext], name: str, look: str) -> None:
    options, language = LOOKS[look]["options"], LOOKS[look]["language"]
    page = windows[look].new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    serve(page, fixtures.page(name, language))
    page.goto("http://localhost/page")
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready")
    found = Axe().run(page, options={"runOnly": RULES}).response["violations"]
    assert [(rule["id"], rule["nodes"][0]["html"][:200]) for rule in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= options["viewport"]["width"]
    if "phone" in look and not name.startswith("tv"):
        assert page.evaluate(SMALL) == []
    assert said == []
    page.close()


def test_a_link_is_copied_over_plain_http_too(chromium: Browser) -> None:
    context = chromium.new_context(**DESKTOP)
    page = context.new_page()
    serve(page, fixtures.page("reference", "en"))
    page.goto("http://shirma.test/page")
    assert page.evaluate("isSecureContext") is False
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#toast")).to_contain_text("Copied")
    page.locator("#refsearch").fill("")
    page.locator("#refsearch").press("Control+V")
    expect(page.locator("#refsearch")).to_have_value("http://192.168.1.20:8000/reference/daggerheart/vulnerable")
    context.close()


def test_keys_find_what_says_them_on_any_keyboard(chromium: Browser) -> None:
    context = chromium.new_context(**DESKTOP)
    page = context.new_page()
    serve(page, fixtures.page("reference", "ru"))
    page.goto("http://localhost/page")
    page.locator("#main").focus()
    page.keyboard.press("/")
    expect(page.locator("#refsearch")).to_be_focused()
    page.locator("#refsearch").press("ArrowDown")
    expect(page.locator("#hits li > a").first).to_be_focused()
    context.close()
