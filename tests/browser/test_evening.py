"""One evening of Daggerheart as its people live it: a GM at a desk, two phones on the network, real taps and keys."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect

from app.server import Server, listen
from app.services import accounts
from app.settings import Settings
from tests.browser.conftest import PHONE, NewPage, row

SAMPLES = Path(__file__).parent.parent / "app" / "services" / "files" / "samples"
PARTY = """Ilka, Sorcerer, evasion 11, hp 6, 7/14, armor 3, agility 1
Oro, Guardian, evasion 9, hp 6, 7/14, armor 3
Vesna, Ranger, evasion 13, hp 5, 6/13
Tamsin, Bard, evasion 10, hp 5, 6/13"""
SOON_MS = 500


def own_address() -> str:
    """The address of this machine that another device would use."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.77", 9))  # sends nothing; it only asks which address would be used
        return str(probe.getsockname()[0])


@pytest.fixture
def settings(settings: Settings) -> Settings:
    with socket.socket() as free:
        free.bind(("", 0))
        port = int(free.getsockname()[1])
    return replace(settings, host="0.0.0.0", port=port, lan_address=own_address())


@pytest.fixture
def lan(app: FastAPI, settings: Settings) -> Iterator[str]:
    """The server as ``--lan`` starts it: on every interface, its links for other devices."""
    running = Server(app, app.state.hub)
    thread = threading.Thread(target=running.run, args=([listen(settings.host, settings.port)],))
    thread.start()
    while not running.started and thread.is_alive():
        time.sleep(0.01)
    yield f"http://{settings.lan_address}:{settings.port}"
    running.stop()
    thread.join(10)


@pytest.fixture
def desk(new_page: NewPage, app: FastAPI, account: str, lan: str) -> Page:
    """The GM signs in by the printed link, makes a game, and writes the party in one field."""
    code = app.state.database.write(lambda db: accounts.new_link(db, account))
    page = new_page()
    page.goto(f"{lan}/signin/{code}")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Name").fill("The Salt Road")
    page.get_by_role("button", name="Create and add the party").click()
    page.locator("#party").fill(PARTY)
    expect(page.locator("#understood")).to_contain_text("Tamsin")
    page.get_by_role("button", name="Open the screen").click()
    page.wait_for_url(re.compile(r"/games/g_[^/]+$"))
    expect(row(page, "Ilka")).to_be_visible()
    return page


def fear(page: Page, value: int) -> None:
    expect(page.locator(".meta .num")).to_have_text(str(value))


def marked(page: Page, name: str, tracker: str, value: int) -> None:
    track = row(page, name).locator(f"[id^='t-'][id$='-{tracker}']")
    expect(track).to_have_attribute("aria-valuenow", str(value))


def bring_in(page: Page) -> None:
    """Import what a GM has as files, in the library, and come back."""
    screen = page.url
    for sample in ("adversaries.json", "environments.json"):
        page.goto(re.sub(r"/games/.*", "/library", screen))
        files = page.locator("details.import", has=page.locator("input[type=file]"))
        if not files.locator("input[type=file]").is_visible():
            files.locator("summary").click()
        files.locator("input[type=file]").set_input_files(SAMPLES / sample)
        files.get_by_role("button", name="Import", exact=True).click()
        page.wait_for_load_state()
    page.goto(screen)


def add(page: Page, *said: str) -> None:
    """Creatures from the keys: what is typed, then Enter, for each."""
    page.keyboard.press("a")
    for one in said:
        field = page.locator("#add-said")
        expect(field).to_be_focused()
        expect(field).to_have_value("")
        page.keyboard.type(one)
        expect(page.locator("#d-add .found li").first).to_contain_text(re.compile(one.lstrip("0123456789 "), re.I))
        page.keyboard.press("Enter")
        expect(page.locator("#toast")).to_contain_text(re.compile(one.lstrip("0123456789 "), re.I))
    expect(page.locator("#add-said")).to_have_value("")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#add-said")).to_have_count(0)


def joined(new_page: NewPage, door: str, name: str) -> Page:
    """A phone that scanned the code and tapped a character."""
    phone = new_page(**PHONE)
    phone.goto(door)
    phone.get_by_role("button", name=re.compile(name)).click()
    expect(phone.locator("body")).to_contain_text(name)
    return phone


def test_one_evening_from_the_sign_in_to_the_note_for_next_time(desk: Page, new_page: NewPage, lan: str) -> None:
    bring_in(desk)
    add(desk, "Lantern Moth", "2 Pale Grub", "Sinking Causeway")
    for name in ("Lantern Moth", "Pale Grub 1", "Sinking Causeway"):
        expect(row(desk, name)).to_be_visible()
    expect(row(desk, "Pale Grub 1")).to_contain_text("×2")

    ilka, oro = two_phones(desk, new_page, lan)
    thirteen_with_fear(desk, ilka)
    announced_in_one_tap(desk, oro)
    four_taps_to_marked_hit_points(desk, oro)
    nobody_sees_the_hidden_one(desk, ilka, oro)
    undo_on_both_sides(desk, oro)
    the_last_hit_point(desk, oro)
    a_long_rest(desk, oro)
    the_end_of_the_session(desk)


def two_phones(desk: Page, new_page: NewPage, lan: str) -> tuple[Page, Page]:
    """Two players scan the code and tap their characters; the GM sees who sits where."""
    desk.keyboard.press("p")
    desk.get_by_role("button", name="Open the door").click()
    door = desk.locator(".dimqr [data-copy]").get_attribute("data-copy") or ""
    assert door.startswith(f"{lan}/"), door
    phones = joined(new_page, door, "Ilka"), joined(new_page, door, "Oro")
    for phone in phones:
        phone.get_by_role("link", name="Table").tap()
    expect(desk.locator(".seats li", has_text="Oro").get_by_role("button", name="Free the seat")).to_be_visible()
    return phones


def thirteen_with_fear(desk: Page, phone: Page) -> None:
    """Dice 5 and 7, +1, against 13: "13 with Fear", Fear up by one, and the GM is prompted."""
    desk.keyboard.press("1")
    roll = desk.locator("#roll")
    expect(roll).to_have_attribute("data-actor", re.compile("c_"))
    roll.get_by_text("Agility").click()
    roll.locator("[name='parameters/difficulty']").fill("13")
    expect(desk.locator("#said-success_fear")).to_contain_text("%")
    roll.locator("[name='dice/hope']").fill("5")
    roll.locator("[name='dice/fear']").fill("7")
    roll.locator("[name='dice/fear']").press("Enter")
    expect(desk.locator("#result")).to_contain_text("13 with Fear: success")
    fear(desk, 1)
    expect(desk.locator("#result")).to_contain_text("GM move")
    expect(phone.locator("body")).to_contain_text("13 with Fear", timeout=SOON_MS)


def announced_in_one_tap(desk: Page, phone: Page) -> None:
    """Somebody says "13 with Fear": one tap."""
    desk.locator("#said-success_fear").click()
    fear(desk, 2)
    expect(phone.locator("body")).to_contain_text("with Fear", timeout=SOON_MS)


def four_taps_to_marked_hit_points(desk: Page, phone: Page) -> None:
    """Attack, target, dice, mark; the phone is asked for its Armor Slot and answers."""
    row(desk, "Lantern Moth").locator(".atk").click()
    drawer = desk.locator("form.drawer.hot")
    drawer.locator(".tgt", has_text="Oro").click()
    drawer.get_by_label("d20 rolled").fill("12")
    drawer.get_by_label("Damage rolled").fill("8")
    expect(drawer).to_contain_text("hit")
    drawer.get_by_role("button", name="Use this roll").click()
    expect(row(desk, "Oro").locator("form.dmg")).to_contain_text("0 → 2")
    desk.keyboard.press("Enter")
    expect(phone.get_by_role("button", name="Mark Armor")).to_be_visible(timeout=SOON_MS)
    marked(desk, "Oro", "hit_points", 0)
    phone.get_by_role("button", name="Mark Armor").tap()
    expect(phone.get_by_role("button", name="Mark Armor")).to_have_count(0)
    marked(desk, "Oro", "hit_points", 1)
    marked(desk, "Oro", "armor_slots", 1)


def nobody_sees_the_hidden_one(desk: Page, *phones: Page) -> None:
    expect(phones[0].locator("body")).to_be_visible()
    for phone in phones:
        phone.get_by_role("link", name="Table").tap()
        expect(phone.locator("body")).to_contain_text("Pale Grub 1")
    row(desk, "Pale Grub 1").locator("[id^='eye-']").click()
    expect(row(desk, "Pale Grub 1")).to_have_class(re.compile("hid"))
    for phone in phones:
        expect(phone.locator("body")).not_to_contain_text("Pale Grub 1", timeout=SOON_MS)
        assert "Pale Grub 1" not in phone.content()
        assert "Pale Grub 1" not in (phone.request.get(phone.url).text())


def undo_on_both_sides(desk: Page, phone: Page) -> None:
    """The player takes an own tap back, and the GM one."""
    phone.get_by_role("link", name="Me", exact=True).tap()
    phone.wait_for_url(re.compile("/me$"))
    stress = phone.locator("[id^='t-'][id$='stress']").first
    before = stress.get_attribute("aria-valuenow")
    stress.press("ArrowRight")
    marked(desk, "Oro", "stress", int(before or 0) + 1)
    phone.get_by_role("button", name="Undo").first.tap()
    marked(desk, "Oro", "stress", int(before or 0))
    desk.keyboard.press("f")
    fear(desk, 3)
    desk.keyboard.press("Control+z")
    fear(desk, 2)


def the_last_hit_point(desk: Page, phone: Page) -> None:
    """Oro falls; the death move is offered on both sides, and the GM makes it with the player's die."""
    row(desk, "Oro").get_by_role("button", name="Damage: Oro").click()
    for _ in range(2):
        field = row(desk, "Oro").locator("[id^='amount-']")
        field.fill("20")
        row(desk, "Oro").get_by_text("No slot").click()
        expect(row(desk, "Oro").locator("form.dmg")).to_contain_text("→")
        field.press("Enter")
        expect(row(desk, "Oro").locator("form.dmg")).to_have_count(0)
        if row(desk, "Oro").locator(".urgent").count() or "urgent" in (row(desk, "Oro").get_attribute("class") or ""):
            break
        row(desk, "Oro").get_by_role("button", name="Damage: Oro").click()
    expect(row(desk, "Oro")).to_have_class(re.compile("urgent"))
    expect(phone.get_by_text(re.compile("Avoid Death"))).to_be_visible(timeout=SOON_MS)
    row(desk, "Oro").get_by_role("button", name=re.compile("[Dd]eath")).click()
    drawer = row(desk, "Oro").locator("form.drawer.hot")
    drawer.get_by_text("Avoid Death").click()
    drawer.locator("[name='dice/hope']").fill("9")
    drawer.get_by_role("button", name=re.compile("Apply")).click()
    expect(row(desk, "Oro")).to_contain_text("Unconscious")
    expect(drawer).to_have_count(0)
    expect(phone.locator("body")).to_contain_text("Unconscious", timeout=SOON_MS)


def a_long_rest(desk: Page, phone: Page) -> None:
    desk.keyboard.press("b")
    rest = desk.locator("form.across")
    rest.get_by_text("Long", exact=True).click()
    rest.locator("#rest-fear").fill("3")
    rest.get_by_label("Ilka: move 1").select_option("tend_to_wounds")
    rest.get_by_label("Ilka: for whom 1").select_option(label="Oro")
    expect(rest).to_contain_text("6 → 0")
    rest.get_by_role("button", name=re.compile("^Rest")).click()
    expect(desk.locator("form.across")).to_have_count(0)
    marked(desk, "Oro", "hit_points", 0)
    fear(desk, 9)
    expect(row(desk, "Oro")).not_to_contain_text("Unconscious")
    expect(phone.locator("body")).not_to_contain_text("Unconscious", timeout=SOON_MS)


def the_end_of_the_session(desk: Page) -> None:
    """A note for next time greets the GM when the next session begins."""
    desk.get_by_role("button", name="Menu").click()
    desk.get_by_role("button", name=re.compile("End of the session|End session")).click()
    desk.locator("#end-note").fill("Ask the moth what it remembers.")
    desk.get_by_role("button", name=re.compile("End session")).last.click()
    expect(desk.locator("#d-end")).to_have_count(0)
    desk.reload()
    expect(desk.locator("body")).to_contain_text("Ask the moth what it remembers.")
