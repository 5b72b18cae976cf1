"""The GM's screen in Chromium: an attack, the keys, what survives a push, and what axe says of it."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from fastapi import FastAPI
from playwright.sync_api import Locator, Page, Route, expect

from tests.app.pages.evenings import Evening
from tests.browser.conftest import NewPage, opened, row, sign_in

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
MARKED = "aria-valuenow"


def track(page: Page, game: Evening, name: str, tracker: str) -> Locator:
    return page.locator(f"#t-{game.ids[name]}-{tracker}")


def test_an_adversarys_attack_takes_four_taps_from_its_row_to_marked_hit_points(desk: Page, game: Evening) -> None:
    row(desk, "Revenant").locator(".atk").click()
    drawer = desk.locator("form.drawer.hot")
    drawer.locator(".tgt", has_text="Oro").click()
    drawer.get_by_label("d20 rolled").fill("20")
    drawer.get_by_label("Damage rolled").fill("10")
    expect(drawer).to_contain_text("critical hit")
    drawer.get_by_role("button", name="Use this roll").click()
    damage = row(desk, "Oro").locator("form.dmg")
    expect(damage).to_contain_text("4 → 6")
    desk.keyboard.press("Enter")
    expect(track(desk, game, "Oro", "hit_points")).to_have_attribute(MARKED, "6")
    expect(damage).to_have_count(0)
    assert game.pool("Oro", "hit_points") == 6
    assert desk.evaluate("document.activeElement.dataset.creature") == game.ids["Oro"]


@pytest.mark.case("GM-014")
def test_what_is_typed_and_an_open_drawer_survive_what_another_hand_does(desk: Page, game: Evening) -> None:
    row(desk, "Oro").get_by_role("button", name="Damage: Oro").click()
    field = desk.locator(f"#amount-{game.ids['Oro']}")
    field.press_sequentially("1")
    expect(row(desk, "Oro")).to_contain_text("4 → 5")
    game.do({"type": "set_tracker", "creature": game.ids["Oro"], "tracker": "hit_points", "value": 5})
    game.do({"type": "adjust_tracker", "tracker": "fear", "by": 2})
    expect(desk.locator(".meta .num")).to_have_text("5")
    expect(row(desk, "Oro")).to_contain_text("5 → 6")
    expect(field).to_be_focused()
    field.press_sequentially("2")
    expect(field).to_have_value("12")


@pytest.mark.case("GM-056")
def test_the_keys_pick_a_row_damage_it_and_take_it_back(desk: Page, game: Evening) -> None:
    desk.keyboard.press("1")
    expect(row(desk, "Oro")).to_have_attribute("data-ui-picked", "")
    desk.keyboard.press("d")
    expect(desk.locator(f"#amount-{game.ids['Oro']}")).to_be_focused()
    desk.keyboard.type("9")
    desk.keyboard.press("Enter")
    expect(track(desk, game, "Oro", "hit_points")).to_have_attribute(MARKED, "6")
    expect(desk.locator(f"#amount-{game.ids['Oro']}")).to_have_count(0)
    desk.keyboard.press("Control+z")
    expect(track(desk, game, "Oro", "hit_points")).to_have_attribute(MARKED, "4")
    desk.keyboard.press("f")
    expect(desk.locator(".meta .num")).to_have_text("4")
    desk.keyboard.press("Shift+F")
    expect(desk.locator(".meta .num")).to_have_text("3")
    desk.keyboard.press("3")
    desk.keyboard.press("j")
    desk.keyboard.press("v")
    expect(row(desk, "Revenant")).to_have_class(re.compile("hid"))
    desk.keyboard.press("s")
    expect(row(desk, "Revenant")).to_have_class(re.compile("now"))


def test_letter_name_and_class_line_pick_the_row_and_a_condition_does_not(desk: Page, game: Evening) -> None:
    oro, revenant = row(desk, "Oro"), row(desk, "Revenant")
    for part in (".sig", ".nm", ".sub"):
        revenant.locator(".nm").click()
        expect(oro).not_to_have_attribute("data-ui-picked", "")
        oro.locator(part).first.click()
        expect(oro).to_have_attribute("data-ui-picked", "")
    revenant.locator(".sig").hover()
    assert revenant.locator(".nm").evaluate("one => getComputedStyle(one).textDecorationLine") == "underline"
    assert revenant.locator(".sub").evaluate("one => getComputedStyle(one).cursor") == "pointer"
    game.do({"type": "add_condition", "creature": game.ids["Revenant"], "condition": "vulnerable"})
    revenant.locator(".conds button").first.click()
    expect(oro).to_have_attribute("data-ui-picked", "")


def test_a_letter_at_once_is_no_announcement(desk: Page, game: Evening) -> None:
    desk.keyboard.press("f")
    expect(desk.locator(".meta .num")).to_have_text("4")
    expect(desk.locator("#log")).not_to_contain_text("Success")


def test_what_was_announced_is_one_key_and_the_spotlight_moves(desk: Page, game: Evening) -> None:
    desk.keyboard.press("1")
    expect(desk.locator("#roll")).to_have_attribute("data-actor", game.ids["Oro"])
    desk.locator("#roll").get_by_text("Agility").click()
    desk.locator("#roll [name='parameters/difficulty']").fill("13")
    expect(desk.locator("#said-success_fear")).to_contain_text("%")
    desk.keyboard.press("Escape")
    desk.keyboard.press("o")
    desk.keyboard.press("f")
    expect(desk.locator("#result")).to_contain_text("with Fear")
    expect(desk.locator(".meta .num")).to_have_text("4")
    expect(row(desk, "Oro")).to_have_class(re.compile("now"))


def test_a_creature_is_found_and_added_from_the_keys(desk: Page, game: Evening) -> None:
    desk.keyboard.press("a")
    expect(desk.locator("#add-said")).to_be_focused()
    desk.keyboard.type("2 goblin")
    desk.keyboard.press("Enter")
    expect(row(desk, "Goblin 2")).to_be_visible()
    expect(desk.locator("#add-said")).to_have_value("")
    desk.keyboard.press("Escape")
    expect(desk.locator("#add-said")).to_have_count(0)


def test_a_tap_works_while_the_stream_is_down(gm: Page, server: str, game: Evening) -> None:
    gm.route(re.compile(r"/games/[^/]+/live"), lambda route: route.abort())
    gm.goto(f"{server}{game.base}")
    gm.locator("#step-fear-2").click()
    expect(gm.locator(".meta .num")).to_have_text("4")
    expect(gm.locator("#log")).to_contain_text("Fear 4 of 12")
    expect(gm.locator("#banner")).to_be_visible()


def test_the_sheet_is_changed_in_place(desk: Page, game: Evening) -> None:
    row(desk, "Oro").locator(".nm").click()
    sheet = desk.locator(f"#sheet-{game.ids['Oro']}")
    sheet.get_by_text("Change the sheet").click()
    sheet.get_by_label("Evasion").fill("12")
    sheet.get_by_label("Evasion").press("Enter")
    expect(row(desk, "Oro").locator(".vs b")).to_have_text("12")
    sheet.get_by_label("Experience").fill("Bouncer")
    sheet.get_by_label("Experience").press("Tab")
    expect(desk.locator("#log")).to_contain_text("sheet changed")
    assert game.creature("Oro")["features"]["experience-1"]["name"] == "Bouncer"
    assert game.creature("Oro")["features"]["experience-1"]["facts"] == {"modifier": 2}


def test_the_search_finds_a_card_and_does_what_was_typed(desk: Page, game: Evening) -> None:
    desk.keyboard.press("/")
    desk.keyboard.type("vulnerab")
    expect(desk.locator("#omni-list [role=option]").first).to_contain_text("Vulnerable")
    desk.keyboard.press("Enter")
    expect(desk.locator("#card-vulnerable details")).to_have_attribute("open", "")
    desk.keyboard.press("Control+k")
    desk.keyboard.type("oro stress")
    expect(desk.locator("#omni-list [role=option]").first).to_contain_text("Oro · mark Stress")
    desk.keyboard.press("Enter")
    expect(track(desk, game, "Oro", "stress")).to_have_attribute(MARKED, "1")


@pytest.mark.case("GM-015")
def test_enter_waits_for_the_answer_to_all_that_was_typed(desk: Page, game: Evening) -> None:
    desk.keyboard.press("/")
    desk.keyboard.type("oro hp")
    expect(desk.locator("#omni-list [role=option]").first).to_contain_text("Hit Points")
    desk.keyboard.press("Control+a")
    desk.keyboard.type("oro stress")
    desk.keyboard.press("Enter")
    expect(track(desk, game, "Oro", "stress")).to_have_attribute(MARKED, "1")
    expect(desk.locator("#log")).not_to_contain_text("Hit Points")


def test_a_note_for_next_time_greets_the_gm(desk: Page, game: Evening) -> None:
    game.do({"type": "end_session", "note": "Oro owes the marsh a name."})
    greeting = desk.locator("#greeting")
    expect(greeting).to_contain_text("Oro owes the marsh a name.")
    greeting.get_by_role("button", name="Begin session 2").click()
    expect(greeting.locator(".greeting")).to_have_count(0)
    desk.keyboard.press("w")
    expect(desk.locator("#notes")).to_contain_text("Oro owes the marsh a name.")


def open_everything(page: Page, game: Evening) -> None:
    """A screen as full as it gets: drawers in rows and across, a sheet with its fields, a death move that is owed."""
    ids = game.ids
    for opener, drawer in (
        (f"#atk-{ids['Revenant']}", f"#attack-{ids['Revenant']}"),
        (f"#more-{ids['Ilka']}", f"#more-of-{ids['Ilka']}"),
        (f"#die-{ids['Oro']}", f"#death-{ids['Oro']}"),
        (".p-board [data-drawer=rest]", "#d-rest"),
    ):
        page.locator(opener).first.click()
        expect(page.locator(drawer)).to_be_attached()
    page.locator(f"#nm-{ids['Revenant']}").click()
    page.locator("#picked .edit summary").click()


@pytest.mark.case("GM-056")
@pytest.mark.parametrize("theme, language", [("dark", "en"), ("light", "ru")])
def test_axe_finds_nothing_on_a_full_screen(
    new_page: NewPage, app: FastAPI, account: str, server: str, game: Evening, theme: str, language: str
) -> None:
    game.do({"type": "set_tracker", "creature": game.ids["Oro"], "tracker": "hit_points", "value": 7})
    game.do({"type": "add_clock", "name": "The tide", "size": 6})
    page = new_page(color_scheme=theme)
    sign_in(page, app, account, server)
    page.context.add_cookies([{"name": "lang", "value": language, "url": server}])
    opened(page, f"{server}{game.base}")
    open_everything(page, game)
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.fonts.ready")
        found = Axe().run(page, options={"runOnly": RULES}).response["violations"]
        assert [(rule["id"], [node["html"][:160] for node in rule["nodes"]]) for rule in found] == [], width
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


@pytest.mark.case("GM-014")
def test_an_answer_takes_no_focus_from_the_field_that_is_typed_in(desk: Page, game: Evening) -> None:
    row(desk, "Revenant").locator(".atk").click()
    drawer = desk.locator("form.drawer.hot")
    expect(drawer.locator("input[type=checkbox]").first).to_be_focused()
    desk.keyboard.press("1")
    die = drawer.get_by_label("d20 rolled")
    die.press_sequentially("12")
    expect(drawer).to_contain_text("15: hit")
    expect(die).to_be_focused()


CHANGED_MEANWHILE = """() => document.addEventListener('htmx:before:swap', () => {
  const move = document.querySelector('#rest-0-move');
  move.value = 'prepare';
  move.dispatchEvent(new Event('change', {bubbles: true}));
}, {once: true})"""


def test_what_is_chosen_as_an_answer_comes_in_is_asked_for_as_well(desk: Page) -> None:
    desk.keyboard.press("b")
    expect(desk.locator("#rest-0-for")).to_be_visible()
    desk.evaluate(CHANGED_MEANWHILE)
    desk.locator("#d-rest").get_by_text("Long", exact=True).click()
    expect(desk.locator("#rest-0-for")).to_have_count(0)


def test_three_keys_struck_faster_than_the_server_answers_all_count(desk: Page) -> None:
    def slowly(route: Route) -> None:
        desk.wait_for_timeout(100)
        route.continue_()

    desk.route("**/commands", slowly)
    sent: list[str] = []
    desk.on("requestfinished", lambda one: sent.append(one.url) if one.url.endswith("/commands") else None)
    for _ in range(3):
        desk.keyboard.press("Shift+M")
    for _ in range(100):
        if len(sent) == 3:
            break
        desk.wait_for_timeout(50)
    assert len(sent) == 3


def test_the_log_begins_with_the_newest_after_another_tab_was_scrolled(desk: Page, game: Evening) -> None:
    game.do(*({"type": "note", "text": f"Zq {n}"} for n in range(40)))
    tabs = desk.locator(".tabs")
    tabs.get_by_text("Notes", exact=True).click()
    expect(desk.get_by_text("Zq 39", exact=True)).to_be_visible()
    desk.locator("#p-log").evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
    tabs.get_by_text("Log", exact=True).click()
    expect(desk.locator("#log li").first).to_be_in_viewport(ratio=0.9)
    assert desk.locator("#p-log").evaluate("panel => panel.scrollTop") == 0
