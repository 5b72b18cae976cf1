"""Two rounds of a fight of Bump d20 with a phone, and a rest: typed totals, attacks, the Bump, Setup, wounds, dying."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import Locator, Page, expect

from app.services import demo, games, play, shares
from app.services.access import Access
from app.services.house import House
from app.services.play import Ask
from tests.browser.conftest import listens

pytestmark = pytest.mark.browser
NAMES = ("hesk", "talle", "ruvane", "crab", "thief", "bell", "stair")


class Stair:
    """The demo game: the GM's screen, Talle's phone, and a hand that does what the screen is not asked for."""

    def __init__(self, app: FastAPI, account: str, server: str, gm: Page, phone: Page) -> None:
        self.house: House = app.state.house
        made = self.house.database.write(lambda db: demo.create(db, account, "bump", "en"))
        self.access: Access = games.as_gm(self.house, account, made.id)
        self.ids = dict(zip(NAMES, self.house.look(made.id).game.state.creatures, strict=True))
        self.gm, self.phone = gm, phone
        link = shares.create(self.house, self.access, "seat", creature=self.ids["talle"])
        gm.goto(f"{server}/games/{made.id}")
        listens(gm)
        self.seat = f"{server}/s/{link['token']}"
        phone.goto(f"{self.seat}/me")
        listens(phone)
        expect(self.row("hesk")).to_be_visible()

    def row(self, name: str) -> Locator:
        return self.gm.locator(f'.row[data-creature="{self.ids[name]}"]')

    def holder(self, name: str, why: str) -> None:
        expect(self.gm.locator(".baton .holder")).to_contain_text(name)
        expect(self.gm.locator(".baton .holder")).to_contain_text(why)

    def hits(self, by: str, weapon: str, at: str, d20: int, damage: int) -> None:
        """An attack of the holder from the panel, by real dice, to the damage that is taken."""
        self.gm.locator(f"#with-{weapon}").click()
        form = self.gm.locator(f"#attack-{self.ids[by]}")
        form.locator(f'label:has(input[value="{self.ids[at]}"])').click()
        form.locator('[name="dice/d20"]').fill(str(d20))
        form.locator('[name="_total"]').fill(str(damage))
        expect(form.locator(".steps .says")).to_contain_text(str(d20 + 6 if by == "hesk" else d20 + 7))
        form.get_by_role("button", name="Use this roll").click()
        taking = self.row(at).locator("form.dmg")
        expect(taking.locator(".in").first).to_have_value(str(damage))
        taking.locator(".btn.pri").click()
        expect(taking).to_have_count(0)

    def do(self, *commands: dict[str, Any]) -> None:
        play.play(self.house, Ask(self.access, "en"), list(commands))


@pytest.fixture
def stair(app: FastAPI, account: str, server: str, gm: Page, phone: Page) -> Stair:
    return Stair(app, account, server, gm, phone)


def test_two_rounds_with_a_phone(stair: Stair) -> None:
    gm, phone, ids = stair.gm, stair.phone, stair.ids
    gm.keyboard.press("n")
    gm.locator(f"#start-{ids['hesk']}").fill("19")
    gm.locator(f"#start-{ids['crab']}").fill("11")
    gm.locator("#d-start .btn.pri").click()
    stair.holder("Hesk Dunmarrow", "has the initiative first")

    stair.hits("hesk", "glaive", "crab", 15, 11)
    expect(stair.row("crab").locator(".meter")).to_contain_text("57/60")
    stair.holder("Hesk Dunmarrow", "its target goes next")
    gm.locator(f"#pass-{ids['crab']}").click()
    stair.holder("Silt crab", "was attacked")

    stair.do({"type": "add_condition", "creature": ids["crab"], "condition": "frightened", "value": 1})
    stair.hits("crab", "leg", "talle", 15, 8)
    expect(stair.row("talle").locator(".meter")).to_contain_text("17/24")
    wound = stair.row("talle").locator("form", has_text="Light Wound")
    wound.locator('[name="location"]').fill("left arm")
    wound.locator('[name="dice/d20"]').fill("3")
    wound.get_by_role("button", name="Roll").click()
    expect(stair.row("talle").locator(".conds")).to_contain_text("Light Wound (left arm)")
    due = gm.locator("#dues li", has_text="Frightened")
    due.locator("input.f").fill("16")
    due.get_by_role("button", name="Roll").click()
    expect(stair.row("crab").locator(".conds")).not_to_contain_text("Frightened")

    gm.locator(f"#pass-{ids['talle']}").click()
    stair.holder("Talle Quay", "was attacked")
    setup = phone.locator("section", has=phone.get_by_role("heading", name=re.compile("^Setup")))
    setup.get_by_role("button", name="Ruvane Wick", exact=True).click()
    stair.holder("Ruvane Wick", "was set up for an attack")
    expect(stair.row("ruvane").locator(".trk.ap")).to_have_attribute("data-t", "3/3")

    spent = {"type": "set_tracker", "tracker": "action_points", "value": 0}
    stair.do(*({**spent, "creature": ids[name]} for name in ("hesk", "ruvane", "crab", "thief", "bell")))
    gm.get_by_role("button", name="Next round").click()
    expect(gm.locator("#order")).to_contain_text("Round 2")
    if not gm.locator(f"#pass-{ids['crab']}").is_visible():
        gm.locator(f"#pass-{ids['hesk']}").click()
        expect(gm.locator(f"#pass-{ids['crab']}")).to_be_visible()
    gm.locator(f"#pass-{ids['crab']}").click()
    stair.holder("Silt crab", "picked to go next")
    stair.hits("crab", "claw", "talle", 15, 30)
    expect(stair.row("talle").locator(".conds")).to_contain_text("Dying")

    phone.locator('[name="dice/d4"]').fill("3")
    phone.get_by_role("button", name=re.compile("Only Mostly Dead")).click()
    expect(stair.row("talle").locator(".timer .big")).to_have_text("3")
    gm.locator(f"#pass-{ids['talle']}").click()
    dying = stair.row("talle").locator(".timer form")
    dying.locator("input.f").fill("20")
    dying.get_by_role("button", name="Roll").click()
    expect(stair.row("talle").locator(".meter")).to_contain_text("1/24")


def test_a_rest_shows_what_it_gives_and_gives_it(stair: Stair) -> None:
    gm, ids = stair.gm, stair.ids
    stair.do({"type": "set_tracker", "creature": ids["hesk"], "tracker": "hp", "value": 10})
    gm.keyboard.press("b")
    expect(gm.locator("#d-rest")).to_contain_text("10 → 18")
    gm.locator("#d-rest").get_by_text("Long", exact=True).click()
    expect(gm.locator("#d-rest")).to_contain_text("10 → 32")
    gm.locator("#d-rest .btn.pri").click()
    expect(stair.row("hesk").locator(".meter")).to_contain_text("32/32")
    expect(gm.locator(".gametime")).to_contain_text("16:00")
    gm.get_by_role("button", name="Undo").first.click()
    expect(stair.row("hesk").locator(".meter")).to_contain_text("10/32")


def test_a_group_check_is_put_to_the_phone_and_an_area_is_saved_against_one_by_one(stair: Stair) -> None:
    gm, phone, ids = stair.gm, stair.phone, stair.ids
    gm.keyboard.press("g")
    drawer = gm.locator("#d-group")
    for name in ("hesk", "ruvane"):
        drawer.locator(f"#group-in-{ids[name]}").uncheck()
        expect(drawer.locator(f"[name='dice/d20/{ids[name]}']")).to_have_count(0)
    drawer.locator("[name='parameters/dc']").fill("15")
    expect(drawer.locator(".says")).to_contain_text("65")
    drawer.locator("#group-ask").click()
    expect(drawer).to_have_count(0)
    expect(stair.row("talle")).to_contain_text("The phone is asked.")
    asked = phone.locator(".asked")
    asked.locator("[name='dice/d20']").fill("11")
    asked.get_by_role("button", name="Roll").click()
    expect(gm.locator("#result")).to_contain_text("Group check, 1 of 1: success")

    stair.row("crab").locator(f"#atk-{ids['crab']}").click()
    form = gm.locator(f"#attack-{ids['crab']}")
    form.locator("label:has([name='_area'])").click()
    for name, face in (("hesk", 2), ("talle", 18)):
        form.locator(f"label:has(#attack-{ids['crab']}-{ids[name]})").click()
        form.locator(f"[name='dice/d20/{ids[name]}']").fill(str(face))
    form.locator("[name='parameters/dc']").fill("15")
    expect(form.locator(".atkl li", has_text="Hesk")).to_contain_text("Failure")
    form.locator("[name='_total']").fill("9")
    form.locator(f"#attack-{ids['crab']}-roll").click()
    taking = stair.row("hesk").locator("form.dmg")
    expect(taking.locator(".in").first).to_have_value("9")
    expect(stair.row("talle").locator("form.dmg")).to_have_count(0)
