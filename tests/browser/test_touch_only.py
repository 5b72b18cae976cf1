"""A tablet on the table: no mouse, no keyboard but the one on the screen. Party and foes stand there at once."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect

from tests.app.pages.evenings import Evening
from tests.browser.conftest import NewPage, opened, row, sign_in

TABLET: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}, "has_touch": True, "is_mobile": True}
SMALL = """() => {
  const hits = (one, x, y) => one.contains(document.elementFromPoint(x, y));
  const reached = 'button, a[href], summary, select, label:has(> input), [role=slider]';
  return [...document.querySelectorAll(reached)].filter(one => {
    const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    if (!one.checkVisibility({opacityProperty: true, visibilityProperty: true}) || !box.width) return false;
    if (one.closest('.vh, p, .body') || one.matches('.vh, .skip') || !hits(one, x, y)) return false;
    if (Math.round(box.width) < 24) return true;
    const half = one.matches('.conds .chip') ? 21 : 21.5;  // between rows a part of a pixel is lost
    return Math.round(box.height) < 44 && !(hits(one, x, y - half) && hits(one, x, y + half));
  }).map(one => `${one.outerHTML.slice(0, 110)} ${JSON.stringify(one.getBoundingClientRect())}`);
}"""
FADED = """() => [...document.querySelectorAll('button, a, .trk')]
  .filter(one => one.checkVisibility() && !one.disabled && !one.closest('.vh') && getComputedStyle(one).opacity === '0')
  .map(one => one.outerHTML.slice(0, 110))"""


@pytest.fixture
def tablet(new_page: NewPage, app: FastAPI, account: str, server: str, game: Evening) -> Page:
    page = new_page(**TABLET)
    sign_in(page, app, account, server)
    opened(page, f"{server}{game.base}")
    return page


def test_party_and_foes_stand_on_the_screen_at_once(tablet: Page, game: Evening) -> None:
    for name in ("Oro", "Ilka", "Revenant", "Zq-Lantern", "The ferry"):
        box = row(tablet, name).bounding_box()
        assert box is not None, name
        assert 0 <= box["x"] < box["x"] + box["width"] <= 1024, name
        assert 0 <= box["y"] < box["y"] + box["height"] <= 768, name
    assert tablet.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_target_is_large_enough_for_a_finger_and_none_waits_for_a_pointer(tablet: Page) -> None:
    assert "\n".join(tablet.evaluate(SMALL)) == ""
    assert tablet.evaluate(FADED) == []


def test_an_attack_its_damage_a_condition_and_the_way_back_by_taps(tablet: Page, game: Evening) -> None:
    row(tablet, "Revenant").locator(".atk").tap()
    drawer = tablet.locator("form.drawer.hot")
    drawer.locator(".tgt", has_text="Oro").tap()
    drawer.get_by_label("d20 rolled").fill("20")
    drawer.get_by_label("Damage rolled").fill("10")
    assert tablet.evaluate(SMALL) == []
    drawer.get_by_role("button", name="Use this roll").tap()
    damage = row(tablet, "Oro").locator("form.dmg")
    expect(damage).to_contain_text("4 → 6")
    damage.locator(".btn.pri").tap()
    expect(damage).to_have_count(0)
    assert game.pool("Oro", "hit_points") == 6

    row(tablet, "Revenant").get_by_role("button", name="More: Revenant").tap()
    row(tablet, "Revenant").locator(".drawer").get_by_role("button", name="Restrained").tap()
    expect(row(tablet, "Revenant").locator(".conds")).to_contain_text("Restrained")
    tablet.locator("#undo").tap()
    expect(row(tablet, "Revenant").locator(".conds")).not_to_contain_text("Restrained")


def test_the_other_panels_are_one_tap_away(tablet: Page, game: Evening) -> None:
    game.do({"type": "add_clock", "name": "The tide", "size": 6})
    for fold, panel in (("log", "#log"), ("ref", "#cards"), ("tools", "#roll")):
        tablet.locator(f"label:has(#f-{fold})").tap()
        expect(tablet.locator(panel)).to_be_visible()
        expect(row(tablet, "Oro")).to_be_visible()
    tablet.locator(".clk", has_text="The tide").tap()
    expect(tablet.locator(".clk", has_text="The tide")).to_contain_text("1 of 6")
    tablet.locator("#omni").tap()
    tablet.locator("#omni").fill("vulner")
    tablet.locator("[role=option]", has_text="Vulnerable").first.tap()
    expect(tablet.locator("#card-vulnerable .body")).to_be_visible()


@pytest.mark.parametrize("width, height", [(1024, 768), (390, 844)])
def test_a_condition_in_a_slim_row_is_hit_as_high_as_a_finger_and_the_row_stays_as_low(
    tablet: Page, game: Evening, width: int, height: int
) -> None:
    tablet.set_viewport_size({"width": width, "height": height})
    low = row(tablet, "Oro").bounding_box()
    keys = ("vulnerable", "hidden")
    for who in ("Oro", "Revenant"):
        game.do(*({"type": "add_condition", "creature": game.ids[who], "condition": key} for key in keys))
        expect(row(tablet, who).locator(".conds .chip")).to_have_count(2)
    assert "\n".join(tablet.evaluate(SMALL)) == ""
    now = row(tablet, "Oro").bounding_box()
    assert low is not None
    assert now is not None
    assert now["height"] == low["height"]
    row(tablet, "Oro").locator(".conds .chip").first.tap()
    expect(tablet.locator(".condpop:popover-open")).to_contain_text("Oro")
