"""Showing things to the table by one key, and holding what players see, with a phone and the table's screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.app.services.test_picture_files import png
from tests.browser.conftest import NewPage, listens
from tests.browser.test_phone import Table, stress

DRAWN = "image => image.complete && image.naturalWidth > 0"


@pytest.fixture
def table(gm: Page, server: str) -> Table:
    return Table(gm, server)


@pytest.fixture
def screen(table: Table) -> Page:
    """The GM's screen, with its stream open."""
    table.gm.goto(f"{table.server}{table.path}")
    listens(table.gm)
    return table.gm


@pytest.fixture
def tv(table: Table, new_page: NewPage) -> Page:
    page = new_page()
    page.goto(table.link("screen"))
    listens(page)
    return page


@pytest.fixture
def seated(table: Table, phone: Page) -> Page:
    phone.goto(table.link("seat", creature=table.id("Ilka")))
    listens(phone)
    return phone


def test_one_key_shows_a_card_everywhere_and_puts_it_away_again(screen: Page, seated: Page, tv: Page) -> None:
    card = screen.locator("#p-ref .card").first
    title = card.locator("h3").inner_text()
    card.hover()
    screen.keyboard.press("Shift+V")
    expect(seated.locator("#shown summary")).to_have_text(title, timeout=3000)
    expect(tv.locator(".showing h2")).to_have_text(title, timeout=3000)
    expect(screen.locator("#signs")).to_contain_text(title)
    expect(card.locator("[data-shows]")).to_have_attribute("aria-pressed", "true")
    screen.keyboard.press("Shift+V")
    expect(seated.locator("#shown summary")).to_have_count(0, timeout=3000)
    expect(tv.locator(".showing")).to_have_count(0, timeout=3000)
    expect(screen.locator("#signs p")).to_have_count(0)


def test_a_line_of_text_is_shown_with_enter_and_put_away_with_one_key(screen: Page, seated: Page, tv: Page) -> None:
    screen.locator("#t-notes").check(force=True)
    screen.locator("#shown-line").fill("A bell rings")
    screen.keyboard.press("Enter")
    expect(tv.locator(".showing")).to_contain_text("A bell rings", timeout=3000)
    expect(seated.locator("#shown")).to_contain_text("A bell rings", timeout=3000)
    expect(screen.locator("#shown-line")).to_have_value("")
    screen.locator("#main").focus()
    screen.mouse.move(5, 5)
    screen.keyboard.press("Shift+V")
    expect(tv.locator(".showing")).to_have_count(0, timeout=3000)


def test_a_picture_from_the_gms_device_is_drawn_on_phone_and_tv(
    screen: Page, seated: Page, tv: Page, tmp_path: Path
) -> None:
    (tmp_path / "map.png").write_bytes(png(40, 30))
    screen.keyboard.press("i")
    screen.locator("#new-picture [type=file]").set_input_files(tmp_path / "map.png")
    screen.get_by_role("button", name="Show at once").click()
    for page, place in ((seated, "#shown img"), (tv, ".showing img")):
        expect(page.locator(place)).to_be_visible(timeout=3000)
        page.wait_for_function(f"({DRAWN})(document.querySelector('{place}'))")
    expect(screen.locator(".gallery li")).to_contain_text("map.png")
    screen.get_by_role("button", name="Throw away").click()
    expect(seated.locator("#shown img")).to_have_count(0, timeout=3000)


def test_a_file_that_is_no_picture_is_refused_in_plain_words(screen: Page, tmp_path: Path) -> None:
    (tmp_path / "map.png").write_text("<svg/>")
    screen.keyboard.press("i")
    screen.locator("#new-picture [type=file]").set_input_files(tmp_path / "map.png")
    screen.get_by_role("button", name="Keep").last.click()
    expect(screen.locator("#toast")).to_contain_text("A picture is a PNG, JPEG, WebP or GIF file")


def test_one_key_holds_what_players_see_and_lets_it_go(table: Table, screen: Page, seated: Page, tv: Page) -> None:
    screen.keyboard.press("l")
    expect(screen.locator("#signs .held")).to_be_visible()
    table.mark("Ilka", "stress", 3)
    table.play({"type": "add_creature", "creature": {"name": "Drowned Hound"}})
    stress(seated).locator("i").nth(3).tap()
    expect(seated.locator("#toast")).to_contain_text("The GM is preparing something.")
    expect(stress(seated)).to_have_attribute("aria-valuenow", "0")
    assert "Drowned Hound" not in tv.content()
    screen.keyboard.press("l")
    expect(screen.locator("#signs .held")).to_have_count(0)
    expect(stress(seated)).to_have_attribute("aria-valuenow", "3", timeout=3000)
    expect(tv.locator("#tv-turns")).to_contain_text("Drowned Hound", timeout=3000)
