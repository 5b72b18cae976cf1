"""Keys and words on the screen: letters rest in fields, a held key works once, long names fit, times are local."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, Route, expect

from app.services import shares
from tests.app.pages.evenings import Evening
from tests.browser.conftest import PHONE, NewPage, opened, row, sign_in

FEAR = ".meta .num"
COMPOSING = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'f', isComposing: true, bubbles: true}))"


def unchanged(page: Page, game: Evening, number: int) -> None:
    page.wait_for_timeout(250)
    assert game.house.look(game.access.game_id).head.number == number
    expect(page.locator(FEAR)).to_have_text("3")


@pytest.mark.case("GM-099")
def test_letters_do_nothing_where_one_types_or_holds_another_key(desk: Page, game: Evening) -> None:
    number = game.house.look(game.access.game_id).head.number
    desk.keyboard.press("w")
    expect(desk.locator("#note")).to_be_focused()
    desk.keyboard.type("nymph of the ferry")
    expect(desk.locator("#note")).to_have_value("nymph of the ferry")
    desk.keyboard.press("Escape")
    desk.keyboard.press("a")
    expect(desk.locator("#add-said")).to_be_focused()
    desk.keyboard.type("fnf")
    expect(desk.locator("#add-said")).to_have_value("fnf")
    desk.keyboard.press("Escape")
    desk.keyboard.press("/")
    desk.keyboard.type("ffnymph")
    desk.keyboard.press("Escape")
    desk.locator("#h-all").focus()
    for held in ("Alt+f", "Control+Shift+f"):
        desk.keyboard.press(held)
    desk.evaluate(COMPOSING)
    unchanged(desk, game, number)


@pytest.mark.case("GM-099")
def test_a_key_that_is_held_down_works_once(desk: Page, game: Evening) -> None:
    for _ in range(6):
        desk.keyboard.down("f")
    desk.keyboard.up("f")
    expect(desk.locator(FEAR)).to_have_text("4")
    desk.wait_for_timeout(300)
    assert game.view()["trackers"]["fear"]["value"] == 4
    button = desk.locator("#step-fear-2")
    button.focus()
    for _ in range(6):
        desk.keyboard.down("Enter")
    desk.keyboard.up("Enter")
    expect(desk.locator(FEAR)).to_have_text("5")
    desk.wait_for_timeout(300)
    assert game.view()["trackers"]["fear"]["value"] == 5


@pytest.mark.case("GM-099")
def test_the_keys_are_listed_and_letters_can_be_switched_off(desk: Page, game: Evening, server: str) -> None:
    desk.keyboard.press("?")
    expect(desk.locator("#d-keys")).to_contain_text("undo my newest step")
    desk.keyboard.press("Escape")
    desk.context.add_cookies([{"name": "letters", "value": "off", "url": server}])
    opened(desk, f"{server}{game.base}")
    number = game.house.look(game.access.game_id).head.number
    desk.keyboard.press("f")
    desk.keyboard.press("Shift+F")
    unchanged(desk, game, number)
    desk.keyboard.press("1")
    expect(row(desk, "Oro")).to_have_attribute("data-ui-picked", "")


@pytest.mark.case("GM-056")
def test_a_change_of_turn_is_announced_and_a_mark_is_not(desk: Page, game: Evening, server: str) -> None:
    spoken = desk.locator("#order [role=status], [id=order][role=status]").first
    expect(spoken).to_be_attached()
    before = spoken.inner_text()
    game.do({"type": "adjust_tracker", "creature": game.ids["Oro"], "tracker": "hit_points", "by": 1})
    expect(desk.locator(f"#t-{game.ids['Oro']}-hit_points")).to_have_attribute("aria-valuenow", "5")
    assert spoken.inner_text() == before
    assert desk.locator(f"#row-{game.ids['Oro']}").locator("[aria-live], [role=status]").count() == 0
    game.do({"type": "begin_turn", "creature": game.ids["Oro"]})
    expect(spoken).to_contain_text("Oro")


@pytest.mark.case("GM-056")
def test_every_control_says_whose_it_is(desk: Page, game: Evening) -> None:
    for name in ("Oro", "Revenant"):
        for what in ("Damage", "Stress"):
            assert desk.get_by_label(re.compile(f"{what}.*{name}|{name}.*{what}")).count() >= 1, (name, what)
    nameless = desk.evaluate("""() => [...document.querySelectorAll('button, a, [role=slider]')]
      .filter(e => e.checkVisibility() && !(e.innerText.trim() || e.ariaLabel || e.title || e.querySelector('.vh')
        || e.getAttribute('aria-labelledby')))
      .map(e => e.outerHTML.slice(0, 120))""")
    assert nameless == []


LONG = ["W" * 120, "Ярость " * 9 + "z\u0300\u0301\u0302\u0303\u0304" * 5 + "🐉" * 20]


@pytest.mark.case("GM-100")
@pytest.mark.parametrize("name", LONG, ids=["no spaces", "words, marks and emoji"])
def test_a_long_name_pushes_nothing_off_the_screen(
    desk: Page, new_page: NewPage, game: Evening, server: str, name: str
) -> None:
    name = name.strip()
    for id in ("Oro", "Revenant"):
        game.do({"type": "change_creature", "creature": game.ids[id], "changes": {"name": name}})
    game.do({"type": "add_clock", "name": name, "size": 4, "hidden": False})
    desk.set_viewport_size({"width": 320, "height": 700})
    expect(desk.locator(f"#row-{game.ids['Oro']}")).to_be_attached()
    desk.wait_for_timeout(200)
    assert desk.evaluate("document.documentElement.scrollWidth <= 320")
    for part in (f"#row-{game.ids['Oro']} [data-drawer=damage]", f"#t-{game.ids['Oro']}-hit_points"):
        box = desk.locator(part).first.bounding_box()
        assert box is not None, part
        assert 0 <= box["x"] < box["x"] + box["width"] <= 320.5, part
    for role, creature in (("screen", None), ("seat", game.ids["Oro"]), ("watch", None)):
        page = new_page(**{**PHONE, "viewport": {"width": 320, "height": 700}})
        page.goto(f"{server}/s/{shares.create(game.house, game.access, role, creature)['token']}")
        if role == "seat":
            expect(page.locator("#t-hit_points")).to_be_visible()
        game.do({"type": "begin_turn", "creature": game.ids["Oro"]})
        expect(page.locator("body")).to_contain_text(name[:6])
        assert page.evaluate("document.documentElement.scrollWidth <= 320"), role
        covered = page.evaluate("""() => [...document.querySelectorAll('.trk, .trks, .num')].filter(e => {
          const box = e.getBoundingClientRect();
          return e.checkVisibility() && box.right > 321;
        }).length""")
        assert covered == 0, role


@pytest.mark.case("GM-095")
def test_the_log_tells_the_time_of_the_viewer(
    new_page: NewPage, app: FastAPI, account: str, server: str, game: Evening
) -> None:
    game.do({"type": "note", "text": "the bell rings"})
    at = game.house.look(game.access.game_id).game.entries[-1].at
    for zone in ("Asia/Kathmandu", "America/New_York"):
        page = new_page(timezone_id=zone)
        sign_in(page, app, account, server)
        opened(page, f"{server}{game.base}")
        said = at.astimezone(ZoneInfo(zone)).strftime("%H:%M")
        expect(page.locator("#log li", has_text="the bell rings").locator("time")).to_have_text(said)
        game.do({"type": "note", "text": f"once more in {zone}"})
        later = datetime.now(ZoneInfo(zone))
        shown = page.locator("#log li", has_text=f"once more in {zone}").locator("time")
        expect(shown).to_have_text(re.compile(f"^({later:%H}|{later.hour + 1:02}):"))


def asked_for_damage(desk: Page, *keys: str) -> list[Route]:
    """Oro's row is picked and these keys struck after D, while the drawer is still on its way."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    desk.route("**/drawers/damage*", hold, times=1)
    desk.keyboard.press("1")
    expect(row(desk, "Oro")).to_have_attribute("data-ui-picked", "")
    with desk.expect_request("**/drawers/damage*"):
        desk.keyboard.press("d")
    for key in keys:
        desk.keyboard.press(key)
    expect(row(desk, "Oro")).to_have_attribute("data-ui-picked", "")
    return held


@pytest.mark.parametrize("keys, left", [("12", "12"), (["1", "2", "Backspace", "3"], "13"), ("+5", "+5")])
def test_what_is_typed_while_a_drawer_is_on_its_way_stands_in_its_field(
    desk: Page, game: Evening, keys: Sequence[str], left: str
) -> None:
    held = asked_for_damage(desk, *keys)
    for route in held:
        route.continue_()
    field = desk.locator(f"#slot-{game.ids['Oro']} input[name='sources/0/amount']")
    expect(field).to_be_focused()
    expect(field).to_have_value(left)
    field.press("4")
    expect(field).to_have_value(f"{left}4")


def test_enter_struck_ahead_sends_the_drawer(desk: Page, game: Evening) -> None:
    marked = game.pool("Oro", "hit_points")
    for route in asked_for_damage(desk, "3", "Enter"):
        route.continue_()
    expect(desk.locator(f"#t-{game.ids['Oro']}-hit_points")).to_have_attribute("aria-valuenow", str(marked + 1))


def test_a_drawer_that_never_comes_gives_the_keys_back(desk: Page, game: Evening) -> None:
    held = asked_for_damage(desk, "2")
    with desk.expect_event("requestfailed"):
        for route in held:
            route.abort()
    desk.keyboard.press("j")
    expect(row(desk, "Oro")).not_to_have_attribute("data-ui-picked", "")


@pytest.mark.parametrize(("key", "marked", "slots"), [("y", "5", "1"), ("n", "6", "0")])
def test_what_the_phone_is_asked_is_answered_by_the_keys_that_stand_there(
    desk: Page, app: FastAPI, game: Evening, key: str, marked: str, slots: str
) -> None:
    oro = game.ids["Oro"]
    game.do({"type": "take_damage", "creature": oro, "band": "major", "ask": True})
    asked = row(desk, "Oro").locator(".asking")
    expect(asked).to_contain_text("Mark an Armor Slot?")
    desk.keyboard.press("3")  # another row is picked
    desk.keyboard.press(key)
    expect(asked).to_have_count(0)
    expect(desk.locator(f"#t-{oro}-hit_points")).to_have_attribute("aria-valuenow", marked)
    expect(desk.locator(f"#t-{oro}-armor_slots")).to_have_attribute("aria-valuenow", slots)


def test_z_makes_the_death_move_of_the_row_in_which_it_is_due(desk: Page, game: Evening) -> None:
    game.do({"type": "set_tracker", "creature": game.ids["Oro"], "tracker": "hit_points", "value": 7})
    expect(row(desk, "Oro").locator(".dying")).to_be_visible()
    desk.keyboard.press("z")
    expect(row(desk, "Oro").locator(".slot")).to_contain_text("Risk It All")
