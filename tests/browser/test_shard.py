"""SHARD in Chromium: two rounds of a fight with a phone, a rest, a parley whose grid no player sees."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import Locator, Page, expect

from app.services.house import House
from tests.browser.conftest import Demo, NewPage, listens

LANGUAGES = ("en", "ru")
# What the test reads on the page, by language.
SAYS: Mapping[str, Mapping[str, str]] = {
    "en": {"second": "Round 2", "hit": "Hit, net 3", "slowed": "Slowed", "success": "Success", "end": "no patience"},
    "ru": {"second": "Раунд 2", "hit": "Попадание", "slowed": "Замедленный", "success": "Успех", "end": "терпение"},
}


class Fight(Demo):
    """A fight of this game, and what the test reads of it."""

    def __init__(self, gm: Page, server: str, house: House, account: str, language: str) -> None:
        super().__init__(gm, server, house, account, "shard", language)
        self.says = SAYS[language]

    def do(self, *commands: dict[str, Any]) -> None:
        """What the test sets up behind the page."""
        answer = self.gm.request.post(
            f"{self.server}/api/v1{self.base}/commands",
            data={"commands": list(commands)},
            headers={"Origin": self.server},
        )
        assert answer.ok, answer.text()

    def boxes(self, place: int) -> str:
        return "".join(level["boxes"] for level in self.of(place)["trackers"]["health"]["levels"])


@pytest.fixture(params=LANGUAGES)
def fight(request: pytest.FixtureRequest, gm: Page, server: str, app: FastAPI, account: str) -> Fight:
    return Fight(gm, server, app.state.house, account, request.param)


def strike(fight: Fight, faces: str) -> None:
    """The first character's blow at the first foe, with dice of Prowess; what it does is taken."""
    gm = fight.gm
    with gm.expect_response(lambda answer: "/drawers/dice" in answer.url):
        gm.locator(f"#atk-{fight.id(0)}").click()
    expect(gm.locator("#roll input[value=attack]")).to_be_checked()
    gm.locator("#aim-target").click()
    with gm.expect_response(lambda answer: "/drawers/dice" in answer.url):  # the pool is drawn anew for its target
        gm.locator(f"#aim-targets label:has(#aim-{fight.id(3)})").click()
    expect(gm.locator("#aim-target")).to_have_attribute("aria-pressed", "true")
    gm.locator("#put-prowess-1").check(force=True)
    expect(gm.locator("#roll .verdict")).to_contain_text("6d8")
    gm.locator("#roll-faces").fill(faces)
    gm.locator("#roll-go").click()


def turn(fight: Fight, place: int) -> None:
    fight.gm.locator(f"[id^='go-{fight.id(place)}-']").click()
    expect(fight.row(place)).to_have_class(re.compile("now"))


def test_two_rounds_of_a_fight_with_a_phone(fight: Fight, new_page: NewPage) -> None:
    gm = fight.gm
    gm.locator("#order-start").click()
    gm.locator("#ini-players").fill("4")
    gm.locator("#ini-players").press("Enter")
    expect(gm.locator("#ini-players")).to_have_value("4")
    plan = gm.locator(f"#plan-{fight.id(0)}-1-1")
    plan.fill("zq303")
    plan.press("Enter")
    turn(fight, 0)
    strike(fight, "6 6 7 6 7 6")
    expect(gm.locator("#result .runes button")).to_have_count(6)
    expect(gm.locator("#result .verdict")).to_contain_text(fight.says["hit"])
    gm.locator("#rune-0-b").click()
    gm.locator("#rune-0 button").nth(1).click()  # exploded: one more die
    expect(gm.locator("#rune-6-b")).to_be_visible()
    gm.locator("#touch-back").click()
    expect(gm.locator("#result .runes button")).to_have_count(6)
    gm.locator("#then-1").click()
    expect(fight.row(3).locator(".ht i.x")).not_to_have_count(0)
    assert fight.of(0)["trackers"]["prowess"]["spent"] == 1

    gm.locator("#order-end-turn").click()
    phone = fight.seat(new_page, 1)
    phone.locator("#picks label", has=phone.locator("input[value=wits]")).tap()
    phone.locator("input[name='parameters/target']").fill("1")
    phone.locator("input[name='dice/faces']").fill("6 4")
    phone.locator(".pbar button[form=roll]").tap()
    expect(phone.locator("#result")).to_contain_text(fight.says["success"])
    phone.locator("#rune-1-b").tap()
    phone.locator("#rune-1 button", has_text="→").first.tap()
    expect(phone.locator("#result .runes .ok")).to_have_count(2)
    assert "zq303" not in phone.content()

    row = fight.row(0)
    row.locator("[id^=drop-]").click()
    row.locator("[id^=amount-]").fill("2")
    row.locator("input[name=penalty][value=slowed]").check(force=True)
    row.locator(".dmg .btn.pri").click()
    expect(row).to_contain_text(fight.says["slowed"])
    for phase in (1, 2):
        for place in range(7) if phase == 2 else range(1, 7):
            turn(fight, place)
            gm.locator("#order-end-turn").click()
            expect(fight.row(place)).not_to_have_class(re.compile(r"\bnow\b"))
    expect(gm.locator("#order h2")).to_have_text(fight.says["second"])
    assert fight.of(0)["trackers"]["prowess"]["ready"] == 4
    expect(gm.locator("#ini-players")).to_have_value("")
    turn(fight, 0)
    with gm.expect_response(lambda answer: answer.url.endswith("/commands")):
        gm.locator("#order-act-recover-slowed").click()
    expect(row).not_to_contain_text(fight.says["slowed"])


def strained(fight: Fight) -> Locator:
    """The row of the first character, with three boxes of strain."""
    id, row = fight.id(0), fight.row(0)
    row.locator(f"#ht-{id}").click()
    row.locator(f"#amount-{id}").fill("3")
    row.locator("input[name=damage][value=strain]").check(force=True)
    row.locator(".dmg .btn.pri").click()
    expect(row.locator(".ht i.s")).to_have_count(3)
    return row


def test_a_rest_turns_lethal_boxes_to_strain_and_clears_strain(fight: Fight) -> None:
    gm, id = fight.gm, fight.id(0)
    row = strained(fight)
    gm.locator(".p-board button[data-drawer=rest]").click()
    expect(gm.locator("#d-rest")).to_be_visible()
    gm.locator(f"#rest-strain-{id}").fill("6 7 1 1")  # Constitution 3; what is too much is refused
    with gm.expect_response(lambda answer: answer.url.endswith("/commands")):
        gm.locator("#d-rest .btn.pri").click()
    expect(gm.locator("#toast, #d-rest .err").first).to_be_visible()
    with gm.expect_response(lambda answer: "/drawers/rest" in answer.url):  # what is typed is looked at
        gm.locator(f"#rest-strain-{id}").fill("6 7 1")
    expect(gm.locator("#d-rest .err")).to_have_count(0)
    gm.locator("#d-rest .btn.pri").click()
    expect(row.locator(".ht i.s")).to_have_count(1)
    assert fight.boxes(0).count("/") == 1


def test_a_player_rolls_the_own_dice_of_a_rest(fight: Fight, new_page: NewPage) -> None:
    gm, id = fight.gm, fight.id(0)
    row = strained(fight)
    phone = fight.seat(new_page, 0)
    gm.locator(".p-board button[data-drawer=rest]").click()
    expect(gm.locator(f"#d-rest input[name='asked[]'][value='{id}']")).to_be_checked()
    gm.locator("#d-rest .btn.pri").click()
    expect(gm.locator("#d-rest")).to_have_count(0)
    expect(row.locator(".ht i.s")).to_have_count(3)
    phone.locator(".asked .put label").nth(3).tap()  # two successes, which were called out
    phone.locator(".asked .btn.pri").tap()
    expect(phone.locator(".asked")).to_have_count(0)
    expect(row.locator(".ht i.s")).to_have_count(1)


def test_a_player_contends_from_the_phone_and_chooses_a_penalty(fight: Fight, new_page: NewPage) -> None:
    gm = fight.gm
    gm.locator("#order-parley").click()
    gm.locator("#d-parley input[name=goal]").fill("the lamp")
    gm.locator("#d-parley .btn.pri").click()
    with gm.expect_response(lambda answer: answer.url.endswith("/commands")):
        gm.locator("#social-target").fill("1")
        gm.locator("#social-target").press("Enter")
    phone = fight.seat(new_page, 0)
    expect(phone.locator("#picks")).to_contain_text("the lamp")
    phone.locator("#picks label", has=phone.locator("input[value=contend]")).tap()
    phone.locator("#picks label", has=phone.locator("input[value=charisma]")).tap()
    phone.locator("input[name='dice/faces']").fill("6 4")
    phone.locator(".pbar button[form=roll]").tap()
    expect(phone.locator("#result")).to_contain_text(fight.says["success"])
    expect(phone.locator("#picks input[value=contend]")).to_have_count(0)
    expect(gm.locator("#grid-3-2")).to_have_class(re.compile("here"))

    phone.goto(phone.url.replace("/roll", "/me"))
    listens(phone)
    phone.locator("#deeds [hx-get='drawers/damage']").tap()
    phone.locator("#d-damage input[name=amount]").fill("2")
    phone.locator("#d-damage label", has=phone.locator("input[value=slowed]")).tap()
    phone.locator("#d-damage .btn.pri").tap()
    expect(phone.locator("#recover-slowed")).to_be_visible()
    expect(phone.locator("#d-damage")).to_have_count(0)
    expect(fight.row(0)).to_contain_text(fight.says["slowed"])
    assert fight.boxes(0).count("X") == 2


def test_an_attack_from_the_phone_takes_position_and_cover_and_leaves_no_dice_behind(
    fight: Fight, new_page: NewPage
) -> None:
    phone = fight.seat(new_page, 0)
    phone.locator("#picks label", has=phone.locator(f"input[value='{fight.id(3)}']")).tap()
    phone.locator("#strike label", has=phone.locator("input[name='parameters/position'][value='1']")).tap()
    phone.locator("#strike label", has=phone.locator("input[value=half]")).tap()
    phone.locator("input[name='dice/faces']").fill("6 6 6 6 6 6")
    phone.locator("#strike-sabre").tap()
    expect(phone.locator("#result .runes button")).to_have_count(6)
    expect(phone.locator("#result .runes")).to_be_in_viewport()
    expect(phone.locator("input[name='dice/faces']")).to_have_value("")
    phone.locator("#rune-add-b").tap()
    phone.locator("#add-success").tap()
    expect(phone.locator("#result .runes .plus")).to_have_count(1)
    phone.locator("#touch-back").tap()
    expect(phone.locator("#result .runes .plus")).to_have_count(0)
    rolled = fight.view()["rolls"][-1]["facts"]
    assert (rolled["filled"]["dice"], rolled["filled"]["more_defence"]) == (6, 1)


def test_a_parley_ends_by_itself_and_no_phone_sees_its_grid(fight: Fight, new_page: NewPage) -> None:
    gm = fight.gm
    phone = fight.seat(new_page, 0)
    phone.goto(phone.url.replace("/roll", "/table"))
    listens(phone)
    gm.locator("#order-parley").click()
    gm.locator("#d-parley input[name=goal]").fill("the lamp")
    gm.locator("#d-parley input[name='negative[]']").first.fill("zq303")
    gm.locator("#d-parley .btn.pri").click()
    expect(gm.locator("#grid-2-2")).to_have_class(re.compile("here"))
    gm.locator(f"#order-contend-{fight.id(0)}").click()
    expect(gm.locator("#grid-3-2")).to_have_class(re.compile("here"))
    expect(gm.locator("#grid-2-2")).to_have_class(re.compile("was"))
    expect(gm.locator("#order-trigger-0")).to_be_in_viewport()
    expect(gm.locator(f"#order-contend-{fight.id(0)}")).to_have_count(0)
    gm.locator("#order-social-turn").click()
    gm.locator("#order-social-patience").click()
    expect(gm.locator("#grid-3-1")).to_have_class(re.compile("here"))
    assert "zq303" not in phone.content()
    assert phone.locator("[id^=grid-]").count() == 0
    expect(fight.row(0)).to_be_hidden()
    gm.locator("label:has(#h-fight)").click()
    expect(fight.row(0)).to_be_visible()
    gm.locator("#order-social-patience").click()
    expect(gm.locator("#parley")).to_have_count(0)
    expect(gm.locator("#order .ended")).to_contain_text(fight.says["end"])
    gm.locator("#order-ended").click()
    expect(gm.locator("#order .ended")).to_have_count(0)
    expect(gm.locator("#log-list, .log").first).to_contain_text(fight.says["end"])
