"""SHARD in Chromium: real dice in every procedure, on the screen and on a phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.test_shard import Fight, fight

__all__ = ["fight"]


def attack(fight: Fight, faces: str) -> None:
    """The first character's blow at the first foe with dice that were typed."""
    gm = fight.gm
    with gm.expect_response(lambda answer: "/drawers/dice" in answer.url):
        gm.locator(f"#atk-{fight.id(0)}").click()
    gm.locator("#aim-target").click()
    with gm.expect_response(lambda answer: "/drawers/dice" in answer.url):
        gm.locator(f"#aim-targets label:has(#aim-{fight.id(3)})").click()
    expect(gm.locator("#aim-target")).to_have_attribute("aria-pressed", "true")
    gm.locator("#roll-faces").fill(faces)
    gm.locator("#roll-go").click()


def test_the_dice_that_a_roll_still_asks_for_are_typed_in_one_row_and_enter_goes_on(fight: Fight) -> None:
    gm = fight.gm
    fight.do({"type": "act", "creature": fight.id(3), "action": "defend", "ability": "strength"})
    attack(fight, "6 6 6 6 6")
    rest = gm.locator("#d-needs-across input[name='dice/defence_faces[]']")
    rest.press("Enter")  # nothing was typed, so nothing is rolled
    expect(rest).to_be_visible()
    dice = fight.of(3)["numbers"]["strength"]
    rest.fill(" ".join(["6", *["1"] * (dice - 1)]))
    rest.press("Enter")
    expect(rest).to_have_count(0)
    expect(gm.locator("#roll-steps")).to_contain_text("5")
    rolled = fight.view()["rolls"][-1]
    assert rolled["dice"]["defence_faces"] == [6, *[1] * (dice - 1)]
