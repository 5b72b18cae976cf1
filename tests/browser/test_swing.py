"""A round of blows in Chromium: an extra attack, an off-hand blow, a natural 20, a fumble; and a phone that strikes."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, Route, expect

from app.services.house import House
from tests.browser.conftest import Demo, NewPage, listens, wait_until

LANGUAGES = ("en", "ru")
# What the test reads on the page, by language.
SAYS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "down": "Knocked down",
        "fumbled": "Fumbled this round",
        "twenty": "natural 20",
        "one": "Natural 1",
        "line": "the strap breaks",
    },
    "ru": {
        "down": "Сбит с ног",
        "fumbled": "Оплошность в этом раунде",
        "twenty": "натуральная 20",
        "one": "Натуральная 1",
        "line": "лопается ремень",
    },
}


class Fight(Demo):
    """A fight of this game, and what the test reads of it."""

    def __init__(self, gm: Page, server: str, house: House, account: str, language: str) -> None:
        super().__init__(gm, server, house, account, "swing", language)
        self.says = SAYS[language]

    def hp(self, place: int) -> int:
        return int(self.of(place)["trackers"]["hp"]["value"])


@pytest.fixture(params=LANGUAGES)
def fight(request: pytest.FixtureRequest, gm: Page, server: str, app: FastAPI, account: str) -> Fight:
    return Fight(gm, server, app.state.house, account, request.param)


def begins(fight: Fight, *needs: str) -> None:
    """The fight begins with the first character, whose extra attacks need what is typed."""
    gm = fight.gm
    gm.locator("#order-start").click()
    gm.locator("#order-begin-1").click()
    expect(fight.row(0)).to_have_class(re.compile("now"))
    gm.locator("#order-blows").click()
    for name, number in zip(("second_attack", "third_attack"), needs, strict=True):
        gm.locator(f"#turn-{name}").fill(number)
        gm.locator(f"#turn-{name}").press("Enter")
        expect(gm.locator(f"#turn-{name}")).to_have_count(0)


def rolls_for_extra_attacks(gm: Page) -> None:
    """The second attack is won, the third is not, the off hand is."""
    gm.locator("#turn-d20-0").fill("14")
    gm.locator("#turn-d20-1").fill("8")
    gm.locator("#turn-d20-off").fill("11")
    gm.locator("#d-turn .btn.pri").click()


def test_a_round_with_an_extra_attack_an_off_hand_blow_a_natural_20_and_a_fumble(fight: Fight) -> None:
    gm = fight.gm
    begins(fight, "6", "12")
    rolls_for_extra_attacks(gm)
    expect(gm.locator("#order .swings li")).to_have_count(4)
    expect(gm.locator("#order .swings li.lost")).to_have_count(1)

    gm.locator("#aim-target").click()
    gm.locator("#aim-targets label").first.click()
    expect(gm.locator("#face-20")).to_have_class("o-crit")
    expect(gm.locator("#roll-round")).to_be_visible()
    expect(gm.locator("#round-dice")).to_be_visible()  # once the numbers are known, too
    gm.locator("#face-20").click()
    gm.locator("#dmg-5").click()
    expect(gm.locator("#roll .strike")).to_contain_text("90 → 71")
    gm.locator("#roll-go").click()
    expect(gm.locator("#result")).to_contain_text(fight.says["twenty"])
    expect(gm.locator("#result .tale")).not_to_be_empty()
    assert fight.hp(3) == 71
    gm.locator("#result-asks a").click()
    expect(gm.locator(".asking")).to_be_in_viewport()
    gm.locator(".asking button[value=knock_down]").click()
    expect(gm.locator("#result-asks a")).to_have_count(0)
    expect(fight.row(3)).to_contain_text(fight.says["down"])

    gm.locator("#swing-second").click()
    expect(gm.locator("#roll input[name='parameters/blow']")).to_have_value("second")
    expect(gm.locator("#aim-target")).to_have_attribute("aria-pressed", "true")
    gm.locator("#face-2").click()
    expect(gm.locator("#roll .strike")).to_be_visible()
    with gm.expect_response(lambda answer: "/drawers/dice" in answer.url and "_again" not in answer.url):
        gm.locator("#roll-go").click()  # the panel is made ready for the next roll
    expect(gm.locator("#order .swings li").nth(1)).not_to_contain_text("14")

    gm.locator("#swing-off_hand").click()
    expect(gm.locator("#roll input[name=with]:checked")).to_have_value("hook")
    gm.locator("#face-1").click()
    expect(gm.locator("#roll .strike")).to_contain_text(fight.says["one"])
    gm.locator("#roll-go").click()
    drawer = gm.locator(".asking")
    drawer.locator(".lines6 input").nth(2).fill(fight.says["line"])
    drawer.locator(".lines6 input").nth(2).press("Enter")
    drawer.locator("input[name='dice/d6']").fill("3")
    drawer.locator(".btn.pri").click()
    expect(gm.locator("#result")).to_contain_text(fight.says["line"])
    expect(fight.row(0)).to_contain_text(fight.says["fumbled"])
    expect(gm.locator("#order .swings .btn")).to_have_count(0)

    gm.keyboard.press("n")
    expect(gm.locator("#order .swings")).to_have_count(0)
    assert fight.view()["settings"]["fumble_3"] == fight.says["line"]


# What taps, in the moment when an answer to an older question of the dice panel is about to be drawn.
TAPS_BEFORE_IT_IS_DRAWN = """selector => addEventListener('htmx:before:swap', function taps(event) {
  if (!event.detail.ctx.request.action.includes('drawers/dice')) return;
  removeEventListener('htmx:before:swap', taps, true);
  document.querySelector(selector).click();
}, true)"""


# What marks the page, once an answer that opens the dice panel anew has been drawn or was not to be.
MARKS_WHEN_IT_IS_OVER = """() => addEventListener('htmx:finally:request', event => {
  const {action} = event.detail.ctx.request;
  if (/drawers.dice/.test(action) && !/_again/.test(action)) document.body.dataset.lateIsOver = '';
})"""


def test_a_face_tapped_while_an_older_question_is_answered_stays_tapped(fight: Fight) -> None:
    gm = fight.gm
    begins(fight, "6", "12")
    gm.evaluate(TAPS_BEFORE_IT_IS_DRAWN, "#face-1")
    gm.locator("#aim-target").click()
    gm.locator("#aim-targets label").first.click()
    expect(gm.locator("#roll .strike")).to_contain_text(fight.says["one"])
    expect(gm.locator("#face-1")).to_have_attribute("aria-pressed", "true")
    expect(gm.locator("#aim-target")).to_have_attribute("aria-pressed", "true")


def test_a_blow_opened_from_the_board_outlives_older_answers_of_the_panel(fight: Fight) -> None:
    gm = fight.gm
    begins(fight, "6", "12")
    rolls_for_extra_attacks(gm)
    gm.locator("#aim-target").click()
    gm.locator("#aim-targets label").first.click()
    gm.locator("#face-2").click()
    expect(gm.locator("#roll .strike")).to_be_visible()
    late: list[Route] = []

    def held(route: Route) -> None:
        late.append(route)

    gm.route(re.compile(r"/drawers/dice\?(?!.*(_again|off_hand))"), held)
    gm.locator("#roll-go").click()
    wait_until(gm, lambda: late)
    gm.locator("#swing-off_hand").click()
    expect(gm.locator("#roll input[name=with]:checked")).to_have_value("hook")
    gm.evaluate(MARKS_WHEN_IT_IS_OVER)
    late[0].continue_()
    expect(gm.locator("body[data-late-is-over]")).to_have_count(1)
    expect(gm.locator("#roll input[name='parameters/blow']")).to_have_value("off_hand")
    expect(gm.locator("#roll input[name=with]:checked")).to_have_value("hook")


def test_a_phone_taps_the_face_that_fell_says_the_damage_and_chooses_the_feat(fight: Fight, new_page: NewPage) -> None:
    phone = fight.seat(new_page, 1)
    aims_at_the_warden(fight, phone)
    phone.locator("#face-20").tap()
    expect(phone.locator("#result")).to_contain_text("20")
    phone.locator("#then input").fill("4")
    phone.locator("#then button").tap()
    take = fight.gm.locator("#result .then .btn")
    expect(take).to_contain_text("14")  # 4, doubled, Dexterity 4 and craftsmanship 2
    take.click()
    expect(fight.row(3)).to_contain_text("76")
    phone.locator("#asks button[value=stagger]").tap()
    expect(phone.locator("#asks button")).to_have_count(0)
    keys = [one["key"] for one in fight.view()["creatures"][fight.id(3)]["conditions"]]
    assert keys == ["staggered"]
    arrows = fight.view()["creatures"][fight.id(1)]["trackers"]["arrows"]["value"]
    assert arrows == 19


def aims_at_the_warden(fight: Fight, phone: Page) -> None:
    phone.locator("#picks label", has_text=re.compile("^" + fight.row(3).locator(".nm").inner_text())).tap()
    expect(phone.locator("#picks input[name='targets[]']:checked")).to_have_value(fight.id(3))


def test_the_panel_says_why_one_cannot_strike(fight: Fight) -> None:
    gm = fight.gm
    headers = {"Origin": fight.server}
    command = {"type": "add_condition", "creature": fight.id(0), "condition": "staggered"}
    gm.request.post(f"{fight.server}/api/v1{fight.base}/commands", data={"commands": [command]}, headers=headers)
    begins(fight, "6", "12")
    gm.locator("#aim-target").click()
    gm.locator("#aim-targets label").first.click()
    expect(gm.locator("#roll-why")).not_to_be_empty()


def test_a_phone_aims_only_with_what_is_shot_or_thrown(fight: Fight, new_page: NewPage) -> None:
    archer, fighter = fight.seat(new_page, 1), fight.seat(new_page, 0)
    expect(archer.locator("[name='parameters/aimed']")).to_have_count(1)
    expect(fighter.locator("[name='parameters/aimed']")).to_have_count(0)


def test_a_phone_says_when_its_roll_was_taken_back_and_asks_no_more_for_its_damage(
    fight: Fight, new_page: NewPage
) -> None:
    gm, phone = fight.gm, fight.seat(new_page, 1)
    says = phone.locator("#newest").get_attribute("data-says")
    assert says
    aims_at_the_warden(fight, phone)
    phone.locator("#face-12").tap()
    phone.locator("#then input").fill("4")
    phone.locator("#then button").tap()
    expect(phone.locator("#then form")).to_have_count(0)
    phone.locator("#face-19").tap()
    expect(phone.locator("#then form")).to_have_count(1)
    phone.reload()  # as on the way to the own sheet and back
    expect(phone.locator("#then form")).to_have_count(1)
    listens(phone)
    expect(gm.locator("#result")).to_contain_text("30")
    gm.locator(".p-log [hx-post$='/undo']").first.click()
    expect(phone.locator("#toast span")).to_have_text(says)
    expect(phone.locator("#then form")).to_have_count(0)


def test_a_phone_says_when_the_gm_drops_the_roll_that_waits(fight: Fight, new_page: NewPage) -> None:
    phone = fight.seat(new_page, 1)
    phone.locator(".pbar .do button").tap()
    expect(phone.locator("#result .asked")).to_be_visible()
    fight.gm.locator("#inbox button").last.click()
    expect(phone.locator("#result .asked")).to_have_count(0)
    expect(phone.locator("#toast span")).to_have_text(phone.locator("#newest").get_attribute("data-says") or "?")


def turns_pass_to(fight: Fight, place: int) -> None:
    """The key for what comes next, until it is this one's turn."""
    for _ in range(12):
        before = fight.view()["order"]
        fight.gm.keyboard.press("n")
        wait_until(fight.gm, lambda before=before: fight.view()["order"] != before)  # type: ignore[misc]
        if fight.view()["order"]["active"] == fight.id(place):
            break
    expect(fight.row(place)).to_have_class(re.compile("now"))


def test_two_rounds_of_a_fight_with_a_phone(fight: Fight, new_page: NewPage) -> None:
    gm = fight.gm
    phone = fight.seat(new_page, 1)
    expect(phone.locator("#nowbar")).to_be_hidden()  # in rounds nobody acts without a fight
    gm.locator("#order-start").click()
    expect(phone.locator("#nowbar")).to_be_visible()
    gm.locator("#order-begin-2").click()
    expect(fight.row(1)).to_have_class(re.compile("now"))
    aims_at_the_warden(fight, phone)
    phone.locator("#face-15").tap()
    phone.locator("#then input").fill("4")
    phone.locator("#then button").tap()
    take = gm.locator("#result .then .btn")
    expect(take).to_contain_text("10")
    take.click()
    expect(fight.row(3)).to_contain_text("80/90")  # 4, Dexterity 4 and craftsmanship 2: creatures take it whole

    turns_pass_to(fight, 3)
    expect(gm.locator("#roll")).to_have_attribute("data-actor", fight.id(3))
    gm.locator("#aim-target").click()
    gm.locator("#aim-targets label", has_text=fight.row(1).locator(".nm").inner_text()).click()
    expect(gm.locator("#face-20")).to_have_class("o-crit")
    gm.locator("#face-14").click()
    gm.locator("#dmg-6").click()
    expect(gm.locator("#roll .strike")).to_contain_text("52 → 42")
    gm.locator("#roll-go").click()
    expect(fight.row(1)).to_contain_text("42/52")
    roll = phone.url
    phone.goto(roll.removesuffix("/roll"))
    expect(phone.locator("#me .meter").first).to_contain_text("42/52")
    phone.goto(roll)
    listens(phone)

    turns_pass_to(fight, 0)
    assert fight.view()["order"]["round"] == 2
    gm.keyboard.press("n")
    gm.locator("#order-begin-1").click()
    expect(fight.row(1)).to_have_class(re.compile("now"))
    aims_at_the_warden(fight, phone)
    phone.locator("#face-1").tap()
    expect(phone.locator("#result")).to_contain_text(re.compile(fight.says["one"], re.IGNORECASE))
    assert fight.hp(3) == 80


def test_a_phone_rolls_for_extra_attacks_strikes_once_and_rolls_the_rest_at_once(
    fight: Fight, new_page: NewPage
) -> None:
    gm = fight.gm
    gm.locator("#order-start").click()
    gm.locator("#order-begin-1").click()
    expect(fight.row(0)).to_have_class(re.compile("now"))
    phone = fight.seat(new_page, 0)
    phone.locator("[hx-get='drawers/turn']").tap()
    phone.locator("#turn-second_attack").fill("6")
    phone.locator("#turn-third_attack").fill("12")
    with phone.expect_response(lambda answer: "extra_attacks%2F0=14" in answer.url):
        phone.locator("#turn-d20-0").fill("14")
    expect(phone.locator("#turn-d20-0[value='14']")).to_have_value("14")  # the drawer is drawn again
    phone.locator("#turn-d20-1").fill("3")
    phone.locator("#turn-d20-off").fill("8")
    phone.locator("#d-turn .btn.pri").tap()
    expect(phone.locator("#own-blows li")).to_have_count(4)
    expect(phone.locator("#own-blows li.lost")).to_have_count(1)
    expect(phone.locator("#d-turn")).to_have_count(0)
    expect(gm.locator("#order .swings li.lost")).to_have_count(1)

    phone.locator("#picks label", has_text=re.compile("^" + fight.row(3).locator(".nm").inner_text())).tap()
    phone.locator("#face-2").tap()
    expect(phone.locator("#own-blows li b + small")).not_to_have_count(0)
    expect(gm.locator("#order .swings .btn")).to_have_count(2)
    phone.locator("#roll-round").tap()
    expect(phone.locator("#result .swings li")).to_have_count(2)
    expect(gm.locator("#result .swings li")).to_have_count(2)
    expect(gm.locator("#order .swings .btn")).to_have_count(0)
    numbers = fight.view()["creatures"][fight.id(0)]["numbers"]
    assert (numbers["second_attack"], numbers["third_attack"]) == (6, 12)
