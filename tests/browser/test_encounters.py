"""A fight in Chromium: prepared, started, its wave brought by a key, put away, cleared, and all of it taken back."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from fastapi import FastAPI
from playwright.sync_api import Page, expect

from app.services import library
from tests.app.pages.evenings import Evening, evening
from tests.browser.conftest import opened

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
HOUND = {"name": "Drowned Hound", "numbers": {"difficulty": 12}, "trackers": {"hit_points": {"max": 3}}}
HOUND |= {"features": {"about": {"kind": "about", "name": "", "facts": {"tier": 1, "type": "skulk"}}}}


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    made = evening(app, account)
    made.house.database.write(lambda db: library.create(db, account, "daggerheart", HOUND, [], "", "en"))
    return made


def faults(page: Page) -> list[str]:
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": RULES}})
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found.response["violations"]]


def test_a_fight_is_prepared_started_grows_by_a_wave_and_is_cleared(gm: Page, server: str, game: Evening) -> None:
    gm.goto(f"{server}{game.base}/encounters/new")
    gm.get_by_label("Name of the encounter").fill("The ford")
    gm.get_by_label("Who is in it, one kind a line").press_sequentially("2 hound\n3 hound hidden wave 2\nNobody")
    understood = gm.locator("#understood")
    expect(understood.locator("tr")).to_have_count(4)
    expect(understood).to_contain_text("hidden, wave 2")
    expect(understood).to_contain_text("not in the library")
    expect(understood).to_contain_text("Battle Points: 10 / 9")
    understood.get_by_text("Harder or longer").click()
    expect(understood).to_contain_text("Battle Points: 10 / 11")
    assert faults(gm) == []
    gm.get_by_role("button", name="Save", exact=True).click()
    expect(gm.get_by_role("link", name="The ford")).to_be_visible()

    opened(gm, f"{server}{game.base}")
    foes = gm.locator("#rows-foe .nm")
    gm.keyboard.press("a")
    gm.get_by_role("button", name="Prepared").click()
    expect(gm.locator("#d-prepared")).to_contain_text("2 Drowned Hound, 3 Drowned Hound (wave 2), Nobody")
    assert faults(gm) == []
    gm.get_by_role("button", name="Start The ford").click()
    expect(gm.locator("#d-prepared")).to_have_count(0)
    expect(foes).to_have_count(6)
    expect(gm.locator("#waves")).to_contain_text("Wave 2")

    gm.locator("#main").focus()
    gm.keyboard.press("Shift+W")
    expect(foes).to_have_count(9)
    expect(gm.locator("#waves .waiting")).to_have_count(0)

    gm.get_by_role("button", name="Menu").click()
    gm.get_by_role("button", name="Clear adversaries").click()
    expect(foes).to_have_count(0)
    expect(gm.locator("#rows-pc .nm")).to_have_count(2)
    gm.locator("#main").focus()
    gm.keyboard.press("Control+z")
    expect(foes).to_have_count(9)
    gm.keyboard.press("Control+z")
    expect(foes).to_have_count(6)
    expect(gm.locator("#waves")).to_contain_text("Wave 2")
    gm.keyboard.press("Control+z")
    expect(foes).to_have_count(3)


def test_a_fight_is_put_away_as_it_stands_and_resumed(gm: Page, server: str, game: Evening) -> None:
    opened(gm, f"{server}{game.base}")
    marks = gm.locator(f"#t-{game.ids['Revenant']}-hit_points")
    expect(marks).to_have_attribute("aria-valuenow", "3")
    gm.keyboard.press("a")
    gm.get_by_role("button", name="Prepared").click()
    gm.get_by_placeholder("Name of the encounter").fill("Ferry fight")
    gm.get_by_role("button", name="Put them away").click()
    expect(gm.locator("#rows-foe .nm")).to_have_count(0)
    expect(gm.locator("#waves")).to_contain_text("Put away: Ferry fight")
    gm.locator("#d-prepared").get_by_role("button", name="Resume Ferry fight").click()
    expect(gm.locator("#rows-foe .nm")).to_have_count(3)
    expect(marks).to_have_attribute("aria-valuenow", "3")


def test_a_pasted_creature_stands_on_the_board(gm: Page, server: str, game: Evening) -> None:
    opened(gm, f"{server}{game.base}")
    gm.keyboard.press("a")
    gm.get_by_role("button", name="Pasted").click()
    text = "Marsh Widow\nTier 2 Solo\nDifficulty: 16 | Thresholds: 14/28 | HP: 8 | Stress: 6\nLIKED (3)"
    gm.get_by_label("The stat block as text, or as JSON").fill(text)
    expect(gm.locator("#pasted-found")).to_contain_text("LIKED (3)")
    assert faults(gm) == []
    gm.get_by_role("button", name="To the library and the board").click()
    expect(gm.locator(".row .nm", has_text="Marsh Widow")).to_be_visible()
    expect(gm.locator("#d-paste")).to_have_count(0)


def test_who_is_in_a_fight_may_be_written_before_its_name(gm: Page, server: str, game: Evening) -> None:
    gm.goto(f"{server}{game.base}/encounters/new")
    lines = gm.get_by_label("Who is in it, one kind a line")
    lines.press_sequentially("2 hound")
    expect(gm.locator("#understood")).to_contain_text("Drowned Hound")
    expect(lines).to_be_focused()
