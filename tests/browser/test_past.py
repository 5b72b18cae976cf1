"""The log in Chromium: looked through, a moment named, and back to it after a preview."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.app.pages.evenings import Evening


def test_the_log_is_looked_through_and_a_step_taken_back_from_its_line(desk: Page, game: Evening) -> None:
    oro = game.ids["Oro"]
    game.do({"type": "note", "text": "the ledger is in the hold"})
    game.do({"type": "add_condition", "creature": oro, "condition": "restrained"})
    game.do({"type": "note", "text": "later"})
    desk.get_by_role("button", name="Filter").click()
    found = desk.locator("#past-found")
    expect(found).to_contain_text("ledger")
    expect(desk.locator("#log")).to_be_hidden()
    desk.locator("#d-past select[name=kind]").select_option("conditions")
    expect(found).not_to_contain_text("ledger")
    line = found.locator("li", has_text="Restrained")
    line.get_by_role("button", name=re.compile("Undo this")).click()
    expect(found.locator("li.undone", has_text="Restrained")).to_be_visible()
    assert not game.creature("Oro")["conditions"]
    desk.locator("#d-past select[name=kind]").select_option("")
    desk.locator("#d-past").get_by_label("Words").fill("ledger hold")
    expect(found.locator("li")).to_have_count(1)
    desk.get_by_role("button", name="Newest entries").click()
    expect(desk.locator("#log")).to_be_visible()


def test_older_entries_come_by_a_button_and_leave_no_gap(desk: Page, game: Evening) -> None:
    game.do(*({"type": "note", "text": "together"} for _ in range(3)))
    for n in range(60):
        game.do({"type": "note", "text": f"note {n}."})
    expect(desk.locator("#log")).to_contain_text("note 59.")
    desk.wait_for_timeout(300)
    desk.get_by_role("button", name="Filter").click()
    found = desk.locator("#past-found")
    expect(found.locator("li")).to_have_count(40)
    found.get_by_role("button", name="Older entries").click()
    expect(found).to_contain_text("together")
    expect(found).to_contain_text("There is nothing older.")
    for n in range(60):
        expect(found.locator("li", has_text=f"note {n}.")).to_have_count(1)


def test_a_moment_is_named_by_one_key_and_gone_back_to_after_a_preview(desk: Page, game: Evening) -> None:
    game.do({"type": "begin_scene", "title": "The hold"})
    desk.locator("#main").focus()
    desk.keyboard.press("Shift+M")
    expect(desk.locator("#log")).to_contain_text("Checkpoint: The hold")
    game.do({"type": "set_tracker", "tracker": "fear", "value": 9})
    desk.get_by_role("button", name="Go back").click()
    drawer = desk.locator("#d-rewind")
    name = drawer.get_by_label("Name of the checkpoint")
    name.fill("before the bridge")
    name.press("Tab")
    expect(desk.locator("#log")).to_contain_text("before the bridge")
    drawer.get_by_role("button", name="What would change?").click()
    expect(drawer.locator("#will-be")).to_contain_text("Fear 3 of 12")
    expect(drawer).to_contain_text("2 steps are taken back")
    assert game.view()["trackers"]["fear"]["value"] == 9
    desk.keyboard.press("Enter")
    expect(drawer).to_have_count(0)
    expect(desk.locator(".meta .num")).to_have_text("3")
    desk.keyboard.press("Control+Z")
    expect(desk.locator(".meta .num")).to_have_text("9")


def test_a_step_in_the_way_leads_to_the_preview_of_a_rewind(desk: Page, game: Evening) -> None:
    game.do({"type": "set_tracker", "tracker": "fear", "value": 5})
    game.do({"type": "note", "text": "between"})
    game.do({"type": "set_tracker", "tracker": "fear", "value": 9})
    line = desk.locator("#log li", has_text="Fear 5 of 12")
    line.get_by_role("button", name=re.compile("Undo this")).click()
    line.get_by_role("button", name="Rewind to before it").click()
    expect(desk.locator("#will-be")).to_contain_text("Fear 3 of 12")
    desk.keyboard.press("Escape")
    expect(desk.locator("#d-rewind")).to_have_count(0)
    assert game.view()["trackers"]["fear"]["value"] == 9
