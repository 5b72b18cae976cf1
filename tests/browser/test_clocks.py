"""Countdowns in Chromium: made with all that they can do, changed, moved by passing time, done."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.app.pages.evenings import Evening


def test_a_countdown_is_made_changed_moved_by_time_and_tells_its_note(desk: Page, game: Evening) -> None:
    desk.get_by_role("button", name="New countdown").click()
    form = desk.locator("#d-clock")
    form.get_by_label("Name", exact=True).fill("Torch")
    form.get_by_label("or dice").fill("1d4+2")
    expect(form.locator(".every")).to_be_hidden()
    form.locator("select[name=ticks]").select_option("minutes")
    form.get_by_label("every so many minutes").fill("15")
    form.locator("select[name=loop]").select_option("shrinking")
    form.get_by_label("When it is done").fill("It is dark")
    expect(form.get_by_label("without its name")).to_be_hidden()
    form.get_by_label("Players see it").check()
    form.get_by_label("without its name").check()
    form.get_by_role("button", name="Add").click()
    expect(form).to_have_count(0)
    torch = desk.locator(".clkbox", has_text="Torch")
    expect(torch).to_contain_text("without its name")
    (clock,) = game.view()["clocks"].values()
    assert 3 <= clock["size"] <= 6
    assert (clock["ticks"], clock["every"], clock["loop"], clock["hidden"]) == ("minutes", 15, "shrinking", False)

    torch.get_by_role("button", name="More: Torch").click()
    torch.get_by_role("button", name="Change").click()
    form.get_by_label("Steps").fill("2")
    form.locator("select[name=loop]").select_option("")
    form.get_by_role("button", name="Change").click()
    expect(torch).to_contain_text("left: 2")

    desk.locator(".gametime").click()
    drawer = desk.locator("#d-pass")
    drawer.get_by_label("or minutes").fill("20")
    expect(drawer.locator("#pass-look")).to_contain_text("Torch: 2 → 1")
    desk.keyboard.press("Enter")
    expect(torch).to_contain_text("left: 1")
    expect(desk.locator(".gametime")).to_contain_text("08:20")

    desk.locator(".gametime").click()
    desk.get_by_role("button", name="30 minutes").click()
    dues = desk.locator("#dues")
    expect(dues).to_contain_text("It is dark")
    dues.get_by_role("button", name="Seen to").click()
    expect(dues).not_to_contain_text("It is dark")
