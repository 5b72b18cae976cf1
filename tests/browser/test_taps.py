"""How many taps or keys the deeds of an evening take. What is typed, a number or a name, is no tap."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import Locator, Page, expect

from app.services import games
from app.services.house import House
from tests.app.pages.evenings import Evening
from tests.browser.conftest import opened, row

FINGERS = 1024, 768


class Hand:
    """Taps and keys on a page, counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def tap(self, what: Locator) -> None:
        self.count += 1
        what.click()

    def key(self, name: str) -> None:
        self.count += 1
        self.page.keyboard.press(name)


@pytest.fixture
def mill(app: FastAPI, account: str) -> Evening:
    """A fight with turns."""
    house: House = app.state.house
    heroes: list[dict[str, Any]] = [{"name": "Oro", "kind": "pc", "score": 15}, {"name": "Rat", "score": 9}]
    commands: list[dict[str, Any]] = [{"type": "add_creature", "creature": one} for one in heroes]
    commands.append({"type": "start_encounter"})
    made = house.database.write(lambda db: games.create(db, account, "gm", "Mill", "generic", None, commands))
    creatures = house.look(made).game.state.creatures.values()
    return Evening(app, games.as_gm(house, account, made), {creature.name: creature.id for creature in creatures})


@pytest.fixture
def hand(gm: Page, server: str, game: Evening) -> Hand:
    gm.set_viewport_size({"width": FINGERS[0], "height": FINGERS[1]})
    opened(gm, f"{server}{game.base}")
    return Hand(gm)


def test_an_announced_roll_takes_one(hand: Hand, game: Evening) -> None:
    hand.page.set_viewport_size({"width": 1440, "height": 900})
    hand.tap(hand.page.locator("#said-success_fear"))
    expect(hand.page.locator("#result")).to_contain_text("with Fear")
    assert hand.count == 1
    assert game.view()["trackers"]["fear"]["value"] == 4


def test_an_adversarys_attack_takes_four_to_marked_damage(hand: Hand, game: Evening) -> None:
    hand.tap(row(hand.page, "Revenant").locator(".atk"))
    drawer = hand.page.locator("form.drawer.hot")
    hand.tap(drawer.locator(".tgt", has_text="Oro"))
    drawer.get_by_label("d20 rolled").fill("20")
    drawer.get_by_label("Damage rolled").fill("10")
    hand.tap(drawer.get_by_role("button", name="Use this roll"))
    damage = row(hand.page, "Oro").locator("form.dmg")
    expect(damage).to_contain_text("4 → 6")
    hand.tap(damage.locator(".btn.pri"))
    expect(damage).to_have_count(0)
    assert hand.count == 4
    assert game.pool("Oro", "hit_points") == 6


def test_a_condition_takes_three_keys_and_two_taps(hand: Hand, game: Evening) -> None:
    hand.page.set_viewport_size({"width": 1440, "height": 900})
    hand.key("1")
    hand.key("c")
    expect(hand.page.locator(f"#condition-{game.ids['Oro']}-said")).to_be_focused()
    hand.page.keyboard.type("vul")
    expect(hand.page.locator(".drawer .hint").first).to_be_visible()
    hand.key("Enter")
    expect(row(hand.page, "Oro")).to_contain_text("Vulnerable")
    assert hand.count == 3
    fingers = Hand(hand.page)
    fingers.tap(row(hand.page, "Revenant").get_by_role("button", name="More: Revenant"))
    fingers.tap(row(hand.page, "Revenant").locator(".drawer").get_by_role("button", name="Restrained"))
    expect(row(hand.page, "Revenant").locator(".conds")).to_contain_text("Restrained")
    assert fingers.count == 2


def test_the_next_turn_takes_one(gm: Page, server: str, mill: Evening) -> None:
    opened_without_roll(gm, f"{server}{mill.base}")
    hand = Hand(gm)
    expect(row(gm, "Oro")).to_have_class(re.compile("now"))
    hand.key("n")
    expect(row(gm, "Rat")).to_have_class(re.compile("now"))
    assert hand.count == 1
    hand.tap(gm.locator("#order-end-turn"))
    expect(row(gm, "Oro")).to_have_class(re.compile("now"))
    assert hand.count == 2


def opened_without_roll(page: Page, url: str) -> None:
    with page.expect_response(re.compile(r"/games/[^/]+/live")):
        page.goto(url)
    expect(page.locator(".row").first).to_be_visible()


def test_an_undo_takes_one(hand: Hand, game: Evening) -> None:
    game.do({"type": "adjust_tracker", "tracker": "fear", "by": 2})
    expect(hand.page.locator(".meta .num")).to_have_text("5")
    hand.key("Control+z")
    expect(hand.page.locator(".meta .num")).to_have_text("3")
    assert hand.count == 1


def test_a_rule_is_found_and_read_by_one_and_its_letters(hand: Hand) -> None:
    hand.key("/")
    expect(hand.page.locator("#omni")).to_be_focused()
    hand.page.keyboard.type("vulner")
    found = hand.page.locator("[role=option]", has_text="Vulnerable").first
    expect(found).to_contain_text("advantage")
    assert hand.count == 1


def test_damage_to_several_takes_one_entry(hand: Hand, game: Evening) -> None:
    hand.page.set_viewport_size({"width": 1440, "height": 900})
    for name in ("Oro", "Ilka", "Revenant"):
        row(hand.page, name).evaluate("row => row.toggleAttribute('data-ui-marked')")
    hand.tap(row(hand.page, "Revenant").get_by_role("button", name="Damage: Revenant"))
    expect(hand.page.locator("#damages-entry")).to_be_focused()
    hand.page.keyboard.type("12")
    expect(hand.page.locator("#d-damages")).to_contain_text("4 → 6")
    hand.key("Enter")
    expect(hand.page.locator("#d-damages")).to_have_count(0)
    assert hand.count == 2
    assert (game.pool("Oro", "hit_points"), game.pool("Ilka", "hit_points")) == (6, 3)
    assert hand.page.locator(".row[data-ui-marked]").count() == 0
    hand.key("Control+z")
    expect(hand.page.locator(f"#t-{game.ids['Oro']}-hit_points")).to_have_attribute("aria-valuenow", "4")


def test_digits_pick_the_row_that_bears_the_number(hand: Hand, game: Evening) -> None:
    hand.page.set_viewport_size({"width": 1440, "height": 900})
    rat = {"name": "Rat", "features": {"minion": {"kind": "passive", "name": "Minion", "facts": {"minion": 3}}}}
    game.do(
        {"type": "add_creatures", "creature": rat, "count": 3}, {"type": "add_creature", "creature": {"name": "Zed"}}
    )
    zed = row(hand.page, "Zed")
    expect(zed.locator("kbd").first).to_have_attribute("data-ui-n", "7")
    hand.key("7")
    expect(zed).to_have_attribute("data-ui-picked", "")
    assert hand.count == 1
