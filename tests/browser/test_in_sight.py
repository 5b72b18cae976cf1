"""What the GM needs at a glance stands whole on the screen: what fell, the button that rolls, the code to join."""

from __future__ import annotations

import re

import pytest
from fastapi import FastAPI
from playwright.sync_api import Locator, Page, expect

from tests.app.pages.evenings import Evening
from tests.browser.conftest import NewPage, listens, row, sign_in

SIZES = [(1440, 900), (1024, 768)]
ON_TOP = """e => {
  const box = e.getBoundingClientRect();
  return e.contains(document.elementFromPoint(box.x + 6, box.bottom - 6));
}"""


def opened(page: Page, url: str, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(url)
    listens(page)
    expect(page.locator("#roll-go")).to_be_attached()


def is_whole(what: Locator) -> None:
    expect(what).to_be_in_viewport(ratio=0.99)
    assert what.evaluate(ON_TOP)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_fell_and_the_button_that_rolls_are_seen_under_a_long_sheet(
    gm: Page, server: str, game: Evening, width: int, height: int
) -> None:
    oro = game.ids["Oro"]
    many = {
        f"of{at}": {"name": f"Something long of mine {at}", "kind": "experience", "facts": {"modifier": 2}}
        for at in range(9)
    }
    game.do({"type": "change_creature", "creature": oro, "changes": {"features": many}})
    roll = {"type": "roll", "roll": "action", "creature": oro, "with": "agility", "parameters": {"difficulty": 13}}
    game.do({**roll, "dice": {"hope": 9, "fear": 4}})
    opened(gm, f"{server}{game.base}", width, height)
    expect(gm.locator("#result .verdict")).to_contain_text("15 with Hope")
    is_whole(gm.locator("#result .verdict"))
    is_whole(gm.locator("#roll-go"))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_code_to_join_is_large_and_above_the_fold(
    gm: Page, server: str, game: Evening, width: int, height: int
) -> None:
    opened(gm, f"{server}{game.base}", width, height)
    if width < 1180:
        gm.locator(".f-log").click()
    gm.locator("#p-log label", has_text=re.compile("^Players")).click()
    gm.get_by_role("button", name="Open the door").click()
    code = gm.locator(".dimqr .qr")
    is_whole(code)
    box = code.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 200


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
def test_all_five_outcomes_can_be_tapped_while_the_code_to_join_is_shown(
    new_page: NewPage, app: FastAPI, account: str, server: str, game: Evening, language: str
) -> None:
    page = new_page(locale=language)
    sign_in(page, app, account, server)
    opened(page, f"{server}{game.base}", 1440, 900)
    page.keyboard.press("p")
    page.locator("#open-door").click()
    is_whole(page.locator(".dimqr .qr"))
    for outcome in ("critical", "success_hope", "success_fear", "failure_hope", "failure_fear"):
        is_whole(page.locator(f"#said-{outcome}"))
    is_whole(page.locator("#roll-go"))
    is_whole(page.locator("#seats .door .url"))
    page.keyboard.press("1")  # the code has nothing to type: the keys are the board's
    expect(row(page, "Oro")).to_have_attribute("data-ui-picked", "")
    page.keyboard.press("Escape")
    expect(page.locator(".dimqr")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720)])
@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
def test_the_links_for_the_table_are_made_without_scrolling_and_shown_with_their_code(
    new_page: NewPage, app: FastAPI, account: str, server: str, game: Evening, language: str, width: int, height: int
) -> None:
    page = new_page(locale=language)
    sign_in(page, app, account, server)
    opened(page, f"{server}{game.base}", width, height)
    page.keyboard.press("p")
    page.locator("#open-door").click()
    expect(page.locator("#show-code")).to_be_visible()
    for role in ("screen", "watch"):
        is_whole(page.locator(f"#link-{role}"))
        page.locator(f"#link-{role}").click()
        expect(page.locator("#d-link .url")).to_contain_text("/s/")
        is_whole(page.locator("#d-link .qr"))
        page.keyboard.press("Escape")
        expect(page.locator("#d-link")).to_have_count(0)
    page.locator(f"#play-{game.ids['Oro']}").click()
    expect(page.locator("#d-link h2")).to_have_text(
        {"en-GB": "Play it myself", "ru-RU": "Играть за персонажа"}[language]
    )
    page.keyboard.press("Escape")
    expect(page.locator("#d-link")).to_have_count(0)


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
def test_all_five_outcomes_can_be_tapped_on_a_small_laptop(
    new_page: NewPage, app: FastAPI, account: str, server: str, game: Evening, language: str
) -> None:
    page = new_page(locale=language)
    sign_in(page, app, account, server)
    opened(page, f"{server}{game.base}", 1280, 720)
    page.keyboard.press("1")
    expect(page.locator("#roll")).to_have_attribute("data-actor", game.ids["Oro"])
    for outcome in ("critical", "success_hope", "success_fear", "failure_hope", "failure_fear"):
        is_whole(page.locator(f"#said-{outcome}"))
    is_whole(page.locator("#roll-go"))


def test_the_attack_of_an_adversary_opens_from_the_gm_roll(desk: Page, game: Evening) -> None:
    minion = {"kind": "passive", "name": "Minion (3)", "facts": {"minion": 3}}
    oar = {"kind": "attack", "name": "Claw", "facts": {"range": "melee", "modifier": 2, "types": ["physical"]}}
    rat = {"name": "Rat", "numbers": {"difficulty": 10}, "features": {"minion": minion, "claw": oar}}
    game.do({"type": "begin_turn", "creature": game.ids["Revenant"]})
    attack = desk.locator("#roll-attack")
    expect(attack).to_contain_text("Oar")
    attack.click()
    expect(desk.locator(f"#slot-{game.ids['Revenant']} form")).to_be_visible()
    game.do({"type": "add_creatures", "creature": rat, "count": 3})
    folded = desk.locator(".alike .row").last.get_attribute("data-creature")
    desk.locator("#aim-actor").click()
    desk.locator("#aim-actors button", has_text="Rat").last.click()
    expect(attack).to_contain_text("Claw")
    attack.click()
    expect(desk.locator(f"#attack-{folded}")).to_be_visible()


def test_the_first_escape_clears_the_search_and_the_next_leaves_it(desk: Page) -> None:
    listens(desk)
    desk.keyboard.press("/")
    expect(desk.locator("#omni")).to_be_focused()
    desk.keyboard.type("vulner")
    expect(desk.locator("#omni-list [role=option]").first).to_contain_text("Vulnerable")
    desk.keyboard.press("Escape")
    expect(desk.locator("#omni")).to_have_value("")
    expect(desk.locator("#omni")).to_be_focused()
    expect(desk.locator("#omni-list")).to_be_hidden()
    desk.keyboard.press("Escape")
    expect(desk.locator("#omni")).not_to_be_focused()
    desk.keyboard.press("/")
    expect(desk.locator("#omni-list")).not_to_contain_text("Vulnerable")


def test_the_tabs_stay_while_what_they_choose_is_scrolled(desk: Page) -> None:
    tabs = desk.locator("#p-log .tabs")
    tabs.locator("label", has_text=re.compile("^Players")).click()
    desk.get_by_role("button", name="Open the door").click()
    expect(desk.locator(".dimqr .qr")).to_be_visible()
    desk.locator("#p-log").evaluate("panel => { panel.scrollTop = panel.scrollHeight; }")
    assert desk.locator("#p-log").evaluate("panel => panel.scrollTop") > 40
    is_whole(tabs)


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
def test_all_five_outcomes_can_be_tapped_after_a_roll_beside_many_countdowns(
    new_page: NewPage, app: FastAPI, account: str, server: str, game: Evening, language: str
) -> None:
    clocks = [{"type": "add_clock", "name": f"The tide {at}", "size": 6} for at in range(6)]
    roll = {"type": "roll", "roll": "action", "creature": game.ids["Oro"], "with": "agility"}
    game.do(*clocks, {**roll, "parameters": {"difficulty": 13}, "dice": {"hope": 4, "fear": 9}})
    page = new_page(locale=language)
    sign_in(page, app, account, server)
    opened(page, f"{server}{game.base}", 1440, 900)
    expect(page.locator("#p-track .clk")).to_have_count(6)
    for outcome in ("critical", "success_hope", "success_fear", "failure_hope", "failure_fear"):
        is_whole(page.locator(f"#said-{outcome}"))
    is_whole(page.locator("#roll-go"))
    is_whole(page.locator("#result .verdict"))
    is_whole(page.locator("#p-log .tabs"))


def test_what_lies_folded_behind_a_minions_row_makes_no_row_slim(desk: Page, game: Evening) -> None:
    minion = {"kind": "passive", "name": "Minion (3)", "facts": {"minion": 3}}
    rat = {"name": "Rat", "numbers": {"difficulty": 10}, "features": {"minion": minion}}
    game.do({"type": "add_creatures", "creature": rat, "count": 8})
    expect(desk.locator(".alike .row")).to_have_count(7)
    expect(desk.locator("[data-slim=pc]")).to_have_attribute("aria-expanded", "true")
    game.do({"type": "add_creatures", "creature": {"name": "Hound"}, "count": 8})
    expect(desk.locator("[data-slim=pc]")).to_have_attribute("aria-expanded", "false")


def test_the_letter_of_a_hidden_one_that_acts_is_as_dark_as_of_any_that_acts(desk: Page, game: Evening) -> None:
    game.do({"type": "begin_turn", "creature": game.ids["Revenant"]})
    sign = desk.locator(f"#row-{game.ids['Revenant']} .sig")
    expect(sign).to_have_class(re.compile(r"\bnow\b"))
    dark = sign.evaluate("sign => getComputedStyle(sign).color")
    game.do({"type": "hide", "creature": game.ids["Revenant"]})
    expect(desk.locator(f"#row-{game.ids['Revenant']}.hid")).to_be_visible()
    expect(sign).to_have_css("color", dark)


@pytest.mark.parametrize("width", [768, 1024])
def test_the_folds_of_a_tablet_stand_at_the_bottom_and_nothing_is_empty_above(
    gm: Page, server: str, game: Evening, width: int
) -> None:
    opened(gm, f"{server}{game.base}", width, 800)
    folds, board, top = (gm.locator(one).bounding_box() for one in (".folds", "#p-board", ".top"))
    assert folds
    assert board
    assert top
    assert folds["y"] + folds["height"] > 780
    assert board["y"] - top["y"] - top["height"] < 10
    is_whole(gm.locator(".folds .f-log"))


def test_no_words_lie_on_others_in_the_narrowest_reference_column(gm: Page, server: str, game: Evening) -> None:
    game.do({"type": "begin_turn", "creature": game.ids["Oro"]})
    opened(gm, f"{server}{game.base}", 1180, 800)
    expect(gm.locator("#p-ref .four")).to_be_visible()
    lying = gm.evaluate("""() => {
      const words = [...document.querySelectorAll('#p-ref .four small, #p-ref .card summary :is(h3, .tag)')]
        .map(e => {
          const range = document.createRange();
          range.selectNodeContents(e);
          return range.getBoundingClientRect();
        })
        .filter(box => box.width);
      return words.flatMap((a, n) => words.slice(n + 1).filter(b =>
        a.left < b.right + 2 && b.left < a.right + 2 && a.top < b.bottom && b.top < a.bottom)).length;
    }""")
    assert lying == 0


def test_what_the_filter_of_the_log_finds_is_seen_under_its_fields(desk: Page, game: Evening) -> None:
    game.do({"type": "note", "text": "The bell rings."})
    desk.locator("#look-through").click()
    desk.locator("#past").get_by_label("Words").fill("bell")
    found = desk.locator("#past li", has_text="The bell rings.")
    expect(found).to_be_visible()
    is_whole(found)


def test_a_field_and_its_button_stand_in_one_line(desk: Page, server: str, game: Evening) -> None:
    row = desk.locator(f"#row-{game.ids['Revenant']}")
    row.get_by_role("button", name=re.compile("^More")).click()
    of_row = row.locator(f"#rename-{game.ids['Revenant']}")
    expect(of_row.get_by_role("button")).to_be_visible()
    stand_in_one_line(of_row)
    desk.goto(f"{server}{game.base}/settings")
    stand_in_one_line(desk.locator("form[action$='/rename']"))


def stand_in_one_line(form: Locator) -> None:
    field, button = form.locator(".in").bounding_box(), form.locator(".btn").bounding_box()
    assert field
    assert button
    assert abs(field["y"] - button["y"]) < 4
    assert field["width"] > 120


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720)])
def test_no_table_beside_the_board_is_cut_off_in_russian(
    new_page: NewPage, app: FastAPI, account: str, server: str, game: Evening, width: int, height: int
) -> None:
    page = new_page(locale="ru-RU")
    sign_in(page, app, account, server)
    opened(page, f"{server}{game.base}", width, height)
    tables = page.locator("#p-ref .card table")
    expect(tables.first).to_be_attached()
    over = "tables => tables.filter(t => t.scrollWidth > t.parentElement.clientWidth).length"
    assert tables.evaluate_all(over) == 0
