"""A fight in the game that is only data, as its GM plays it: waves, ties, delay, ready, what is due, two phones."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, Route, expect

from app.services import games, shares
from app.services.house import House
from tests.app.pages.evenings import Evening
from tests.browser.conftest import PHONE, NewPage, listens, row, wait_until
from tests.browser.test_keyboard_only import opened_bare

PARTY: list[dict[str, Any]] = [
    {"name": "Oro", "kind": "pc", "numbers": {"initiative": 2}, "trackers": {"hp": {"max": 20}}},
    {"name": "Ilka", "kind": "pc", "numbers": {"initiative": 3}, "trackers": {"hp": {"max": 14}}},
]


@pytest.fixture
def mill(app: FastAPI, account: str) -> Evening:
    house: House = app.state.house
    commands = [{"type": "add_creature", "creature": one} for one in PARTY]
    made = house.database.write(lambda db: games.create(db, account, "gm", "Mill", "generic", None, commands))
    creatures = house.look(made).game.state.creatures.values()
    return Evening(app, games.as_gm(house, account, made), {creature.name: creature.id for creature in creatures})


@pytest.fixture
def desk(gm: Page, server: str, mill: Evening) -> Page:
    """The screen, with a fight in two waves prepared on its own page."""
    gm.goto(f"{server}{mill.base}/encounters/new")
    gm.get_by_label("Name of the encounter").fill("The mill")
    gm.get_by_label("Who is in it, one kind a line").press_sequentially("2 Rat, hp 7\nShadow, hp 12, hidden wave 2")
    expect(gm.locator("#understood")).to_contain_text("hidden, wave 2")
    gm.get_by_role("button", name="Save", exact=True).click()
    expect(gm.get_by_role("link", name="The mill")).to_be_visible()
    opened_bare(gm, f"{server}{mill.base}")
    gm.keyboard.press("a")
    gm.get_by_role("button", name="Prepared").click()
    gm.get_by_role("button", name="Start The mill").click()
    expect(row(gm, "Rat 2")).to_be_visible()
    gm.locator("#main").focus()
    return gm


@pytest.fixture
def phones(mill: Evening, desk: Page, new_page: NewPage, server: str) -> dict[str, Page]:
    found = {}
    for name in ("Oro", "Ilka"):
        found[name] = new_page(**PHONE)
        found[name].goto(f"{server}/s/{shares.create(mill.house, mill.access, 'seat', mill.ids[name])['token']}")
        listens(found[name])
    return found


def turn_to(phone: Page, tab: str) -> None:
    """Another of the phone's three pages."""
    phone.goto(f"{phone.url.rsplit('/', 1)[0]}/{tab}")
    listens(phone)


def order_of(desk: Page) -> list[str]:
    return desk.locator("#order .spot li .vh").all_inner_texts()


def acts(desk: Page, name: str) -> None:
    expect(desk.locator(".row.now .nm")).to_have_text(name)


def scores(desk: Page, found: dict[str, int]) -> None:
    """Initiative as it is called out, typed into the drawer."""
    if not desk.locator("#d-start").count():
        desk.keyboard.press("Shift+O")
    for name, score in found.items():
        desk.get_by_label(f"Initiative: {name}").fill(str(score))


def test_a_fight(desk: Page, phones: dict[str, Page], mill: Evening) -> None:
    if desk.locator("#order-start").count() == 0:
        desk.locator("#order-end").click()
    scores(desk, {"Oro": 12, "Ilka": 12, "Rat 1": 15, "Rat 2": 3})
    desk.locator("#d-start .btn.pri").click()
    acts(desk, "Rat 1")
    assert order_of(desk) == ["Rat 1", "Oro", "Ilka", "Rat 2"]

    desk.keyboard.press("Shift+O")
    desk.get_by_role("button", name="Earlier: Ilka").click()
    expect(desk.locator("#order .spot li").nth(1)).to_contain_text("Ilka")
    assert order_of(desk) == ["Rat 1", "Ilka", "Oro", "Rat 2"]
    expect(desk.get_by_label("Initiative: Ilka")).to_have_value("12")
    acts(desk, "Rat 1")
    desk.locator("#d-start").get_by_role("button", name="Leave").click()
    row(desk, "Rat 1").get_by_role("button", name="More: Rat 1").click()
    waits = row(desk, "Rat 1").get_by_label("Ready for…")
    waits.fill("somebody opens the door")
    waits.press("Enter")
    expect(desk.locator("#order")).to_contain_text("Rat 1: somebody opens the door")

    for phone in phones.values():
        turn_to(phone, "table")
        expect(phone.locator("#nowbar")).to_contain_text("Rat 1")
        expect(phone.locator("#turn")).to_contain_text("Not your turn yet")
    desk.keyboard.press("n")
    acts(desk, "Ilka")
    expect(phones["Ilka"].locator("#turn button")).to_be_enabled()
    expect(phones["Oro"].locator("#turn button")).to_be_disabled()

    desk.keyboard.press("Shift+N")
    acts(desk, "Oro")
    desk.get_by_role("button", name="Ilka: in now").click()
    acts(desk, "Ilka")
    assert order_of(desk).index("Ilka") == order_of(desk).index("Oro") + 1


def test_a_wave_comes_by_one_key_and_its_hidden_ones_stay_hidden_until_shown(
    desk: Page, phones: dict[str, Page], mill: Evening
) -> None:
    expect(desk.locator("#waves")).to_contain_text("Wave 2")
    desk.keyboard.press("Shift+W")
    expect(row(desk, "Shadow")).to_be_visible()
    phone = phones["Oro"]
    turn_to(phone, "table")
    expect(phone.locator("#table")).to_contain_text("Rat 1")
    assert "Shadow" not in phone.content()
    row(desk, "Shadow").get_by_role("button", name="Hidden from players").click()
    expect(phone.locator("#table")).to_contain_text("Shadow")
    desk.locator("#main").focus()
    desk.keyboard.press("Control+z")
    expect(phone.locator("#table")).not_to_contain_text("Shadow")


def test_what_is_due_takes_real_dice_or_all_at_once(desk: Page, mill: Evening) -> None:
    oro = mill.ids["Oro"]
    if desk.locator("#order-start").count():
        mill.do({"type": "start_encounter"})
    for condition in ("burning", "poisoned"):
        mill.do({"type": "add_condition", "creature": oro, "condition": condition, "value": 2})
    mill.do({"type": "begin_turn", "creature": oro})
    due = desk.locator("#dues .dues li")
    expect(due).to_have_count(2)  # both have come
    count = due.count()
    die = desk.locator("#dues input[id^=d]").first
    face = int(die.get_attribute("max") or "6")
    die.fill(str(face))
    desk.locator("#dues").get_by_role("button", name="Roll").or_(
        desk.locator("#dues").get_by_role("button", name="Apply")
    ).first.click()
    expect(due).to_have_count(count - 1)
    if count > 2:
        desk.keyboard.press("Shift+U")
        expect(due).to_have_count(0)


def test_damage_to_several_in_one_entry_and_one_step_back(desk: Page, mill: Evening, phones: dict[str, Page]) -> None:
    for place in ("1", "3", "4"):
        desk.wait_for_timeout(450)  # two digits within 400 ms are one number
        desk.keyboard.press(place)
        desk.keyboard.press("x")
    desk.keyboard.press("d")
    expect(desk.locator("#damages-entry")).to_be_focused()
    desk.keyboard.type("6 fire")
    expect(desk.locator("#d-damages")).to_contain_text("20 → 14")
    desk.get_by_role("group", name="Rat 1: share").get_by_text("Half").click()
    expect(desk.locator("#d-damages")).to_contain_text("7 → 4")
    desk.locator("#damages-entry").press("Enter")
    expect(row(desk, "Oro")).to_contain_text("14/20")
    expect(row(desk, "Rat 1")).to_contain_text("4/7")
    expect(row(desk, "Rat 2")).to_contain_text("1/7")
    expect(phones["Oro"].locator("#me")).to_contain_text("14")
    desk.locator("#main").focus()
    desk.keyboard.press("Control+z")
    expect(row(desk, "Rat 2")).to_contain_text("7/7")
    expect(row(desk, "Oro")).to_contain_text("20/20")


def test_a_phone_rolls_ends_its_turn_and_the_fight_ends(desk: Page, mill: Evening, phones: dict[str, Page]) -> None:
    if desk.locator("#order-start").count():
        mill.do({"type": "start_encounter"})
    mill.do({"type": "begin_turn", "creature": mill.ids["Ilka"]})
    ilka = phones["Ilka"]
    turn_to(ilka, "table")
    ilka.locator("#turn button").tap()
    expect(desk.locator(".row.now .nm")).not_to_have_text("Ilka")
    turn_to(ilka, "roll")
    ilka.get_by_role("button", name="Send").or_(ilka.get_by_role("button", name="Roll")).last.tap()
    expect(desk.locator("#log")).to_contain_text("from a phone")
    desk.locator("#order-end").click()
    expect(desk.locator("#order-start")).to_be_visible()
    expect(desk.locator(".row.now")).to_have_count(0)


@pytest.mark.parametrize("is_asked", [False, True], ids=["at once", "while the server is asked"])
def test_what_was_typed_stays_when_the_rest_is_rolled(desk: Page, mill: Evening, is_asked: bool) -> None:
    """The drawer came by itself when the prepared fight started; the tap comes before it is drawn again."""
    expect(desk.locator("#d-start")).to_be_visible()
    late: list[Route] = []

    def held(route: Route) -> None:
        if late:
            route.continue_()
        late.append(route)

    desk.route(re.compile("/drawers/start.*=40"), held)
    desk.get_by_label("Initiative: Ilka").fill("40")
    if is_asked:
        wait_until(desk, lambda: late)
    desk.locator("#start-roll").evaluate("button => button.click()")
    wait_until(desk, lambda: late)
    late[0].continue_()
    acts(desk, "Ilka")
    expect(desk.locator("#d-start")).to_have_count(0)
    assert mill.creature("Ilka")["score"] == 40
    assert mill.creature("Oro")["score"] is not None
