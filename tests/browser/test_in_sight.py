"""What the GM needs at a glance stands whole on the screen: what fell, the button that rolls, the code to join."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app.pages.evenings import Evening
from tests.browser.conftest import listens

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
