"""A weapon typed on the sheet of Swing d20 in Chromium, as fast as fingers go: each figure counts."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect

from tests.browser.conftest import Demo

TYPED = {"name": "Billhook", "dice": "1d10", "critical_percent": "15", "multiplier": "3", "critical_bonus": "5",
         "efficacy": "60", "craftsmanship": "2", "type": "slashing"}  # fmt: skip


@pytest.fixture
def demo(gm: Page, server: str, app: FastAPI, account: str) -> Demo:
    return Demo(gm, server, app.state.house, account, "swing", "en")


def test_fields_of_a_weapon_that_are_left_one_after_the_other_all_stay_and_are_numbers(demo: Demo) -> None:
    gm, kesh = demo.gm, demo.id(0)
    demo.row(0).locator(".nm").click()
    gm.keyboard.press("Enter")
    gm.locator(f"#edit-{kesh} > summary").click()
    gm.locator(f"#edit-{kesh} button", has_text="Add a weapon").click()
    for fact, value in TYPED.items():
        with gm.expect_response(lambda answer: answer.request.method == "POST"):
            field = gm.locator(f"#e-{kesh}-weapon-1-{fact}")
            field.fill(value)
            field.press("Tab")
    expect(gm.locator("#picked .statb")).to_contain_text("critical 15%, ×3 +5")
    weapon = demo.of(0)["features"]["weapon-1"]
    assert weapon["name"] == "Billhook"
    assert weapon["facts"] == {
        "dice": "1d10",
        "critical_percent": 15,
        "multiplier": 3,
        "critical_bonus": 5,
        "efficacy": 60,
        "craftsmanship": 2,
        "type": "slashing",
    }


def test_an_attack_of_a_creature_is_natural_at_a_tap(demo: Demo) -> None:
    gm, warden = demo.gm, demo.id(3)
    demo.row(3).locator(".nm").click()
    gm.keyboard.press("Enter")
    gm.locator(f"#edit-{warden} > summary").click()
    key, attack = next((key, one) for key, one in demo.of(3)["features"].items() if one["kind"] == "attack")
    was = attack["facts"].get("natural") is True
    button = gm.locator(f"#e-{warden}-{key}-natural")
    expect(button).to_have_attribute("aria-pressed", str(was).lower())
    button.click()
    expect(button).to_have_attribute("aria-pressed", str(not was).lower())
    assert demo.of(3)["features"][key]["facts"]["natural"] is not was
    assert demo.of(3)["features"][key]["facts"]["dice"] == attack["facts"]["dice"]


def test_what_is_open_in_a_sheet_stays_when_its_row_is_picked_again(demo: Demo) -> None:
    gm, warden = demo.gm, demo.id(3)
    demo.row(3).locator(".nm").click()
    gm.locator(f"#edit-{warden} > summary").click()
    with gm.expect_response(lambda answer: f"/sheets/{warden}" in answer.url):
        demo.row(3).locator(".nm").click()
    gm.wait_for_timeout(200)
    expect(gm.locator(f"#edit-{warden}")).to_have_attribute("open", "")
