"""A phone in play: taps that are seen everywhere, typed text that survives, a connection that comes back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage, listens, wait_until

PARTY = "Ilka, level 3, ev 11, 7/14, hp 6, armor 3\nVesna, level 3, hp 6, armor 3"
HIDE = "Object.defineProperty(document, 'hidden', {get: () => %s, configurable: true});"
CHANGED = "document.dispatchEvent(new Event('visibilitychange'))"


class Table:
    """The game of a GM who is signed in, and what the GM does in it."""

    def __init__(self, gm: Page, server: str) -> None:
        self.gm, self.server = gm, server
        made = self._post("games", {"name": "The Salt Road", "system": "daggerheart"})
        self.path = f"/games/{made['id']}"
        gm.request.post(f"{server}{self.path}/party", form={"party": PARTY}, headers={"Origin": server})

    def play(self, *commands: Mapping[str, Any]) -> None:
        answer = self.post("commands", {"commands": list(commands)})
        assert answer["events"]

    def post(self, what: str, body: Mapping[str, Any]) -> Any:
        return self._post(f"{self.path.removeprefix('/')}/{what}", body)

    def _post(self, path: str, body: Mapping[str, Any]) -> Any:
        answer = self.gm.request.post(
            f"{self.server}/api/v1/{path}",
            data=json.dumps(body),
            headers={"Content-Type": "application/json", "Origin": self.server},
        )
        assert answer.ok, answer.text()
        return answer.json()

    def id(self, name: str) -> str:
        view = self.gm.request.get(f"{self.server}/api/v1{self.path}").json()["view"]
        return next(str(id) for id, creature in view["creatures"].items() if creature["name"] == name)

    def link(self, role: str, **more: str) -> str:
        return f"{self.server}/s/{self.post('shares', {'role': role, **more})['token']}"

    def mark(self, name: str, tracker: str, value: int) -> None:
        self.play({"type": "set_tracker", "creature": self.id(name), "tracker": tracker, "value": value})


@pytest.fixture
def table(gm: Page, server: str) -> Table:
    return Table(gm, server)


@pytest.fixture
def seated(table: Table, phone: Page) -> Page:
    """A phone that scanned the code and tapped Ilka."""
    phone.goto(table.link("join"))
    phone.get_by_role("button", name="Ilka").tap()
    phone.wait_for_url("**/me")
    listens(phone)
    return phone


def stress(page: Page) -> Any:
    return page.locator("#t-stress")


def test_the_page_to_join_shows_a_seat_that_another_phone_took(table: Table, phone: Page, new_page: NewPage) -> None:
    door = table.link("join")
    phone.goto(door)
    listens(phone)
    other = new_page(**PHONE)
    other.goto(door)
    other.get_by_role("button", name="Vesna").tap()
    expect(phone.get_by_role("button", name="Vesna")).to_be_disabled(timeout=3000)
    expect(phone.get_by_role("button", name="Ilka")).to_be_enabled()


def test_a_tap_shows_at_once_and_on_the_screen_of_the_table(table: Table, seated: Page, new_page: NewPage) -> None:
    tv = new_page()
    tv.goto(table.link("screen"))
    listens(tv)
    stress(seated).locator("i").nth(3).tap()
    assert stress(seated).get_attribute("aria-valuenow") == "1"
    expect(tv.locator("#tv-turns .circle").first).to_have_attribute("data-t", "1/6", timeout=2000)


@pytest.mark.case("GM-015")
def test_quick_taps_are_all_counted_and_one_undo_takes_them_back(seated: Page) -> None:
    for _ in range(4):
        stress(seated).locator("i").nth(5).tap()
    expect(seated.locator("#toast")).to_contain_text("4 of 6")
    expect(stress(seated)).to_have_attribute("aria-valuenow", "4")
    seated.locator("#toast").get_by_role("button", name="Undo").tap()
    expect(stress(seated)).to_have_attribute("aria-valuenow", "0")


def test_a_mouse_sets_a_track_exactly_and_arrows_step(table: Table, new_page: NewPage) -> None:
    page = new_page()
    page.goto(table.link("seat", creature=table.id("Ilka")))
    stress(page).locator("i").nth(3).click()
    expect(stress(page)).to_have_attribute("aria-valuenow", "4")
    stress(page).press("ArrowLeft")
    expect(stress(page)).to_have_attribute("aria-valuenow", "3")
    expect(stress(page)).to_have_attribute("aria-valuetext", "3 of 6")


def test_a_refused_tap_goes_back_and_says_why(seated: Page) -> None:
    seated.route("**/commands", lambda route: route.fulfill(
        status=409, content_type="text/html", body="",
        headers={"HX-Trigger": json.dumps({"shirma:refused": {"target": "body", "text": "No."}})},
    ))  # fmt: skip
    stress(seated).locator("i").nth(3).tap()
    expect(seated.locator("#toast")).to_contain_text("No.")
    expect(stress(seated)).to_have_attribute("aria-valuenow", "0")


@pytest.mark.case("GM-014")
def test_typed_dice_and_focus_survive_what_others_do(table: Table, seated: Page) -> None:
    seated.goto(seated.url.replace("/me", "/roll"))
    listens(seated)
    field = seated.get_by_label("Hope die")
    field.fill("5")
    table.play({"type": "add_creature", "creature": {"name": "Hound"}})
    expect(seated.locator("#picks")).to_contain_text("Hound")
    expect(field).to_be_focused()
    expect(field).to_have_value("5")


def test_a_roll_is_sent_and_its_dice_are_not_sent_twice(seated: Page) -> None:
    seated.goto(seated.url.replace("/me", "/roll"))
    seated.get_by_label("Difficulty").fill("13")
    seated.get_by_label("Difficulty").dispatch_event("change")
    expect(seated.locator("#odds")).to_contain_text("8.3%")
    seated.get_by_label("Hope die").fill("5")
    seated.get_by_label("Fear die").fill("7")
    seated.get_by_role("button", name="Send").tap()
    expect(seated.locator("#result")).to_contain_text("12 with Fear")
    expect(seated.get_by_label("Hope die")).to_have_value("")


@pytest.mark.parametrize("size", ["100", "130"])
def test_every_outcome_can_be_brought_above_the_bar_that_rolls(seated: Page, size: str) -> None:
    seated.goto(seated.url.rsplit("/", 1)[0] + "/roll")
    seated.locator(f"[data-size][value='{size}']").evaluate("size => size.click()")
    last = seated.locator(".called button").last
    last.evaluate("button => button.focus()")
    box, bar = last.bounding_box(), seated.locator(".pbar").bounding_box()
    assert box
    assert bar
    assert box["y"] + box["height"] <= bar["y"]


def test_a_question_comes_on_top_and_its_answer_marks(table: Table, seated: Page) -> None:
    sources = [{"amount": 8, "types": ["physical"]}]
    table.play({"type": "take_damage", "creature": table.id("Ilka"), "sources": sources, "ask": True})
    expect(seated.locator("#asks")).to_contain_text("mark an Armor Slot?", timeout=2000)
    seated.get_by_role("button", name="Mark Armor").tap()
    expect(seated.locator("#asks")).to_be_hidden()
    expect(seated.locator("#t-armor_slots")).to_have_attribute("aria-valuenow", "1")
    expect(seated.locator("#t-hit_points")).to_have_attribute("aria-valuenow", "1")


def test_a_hidden_tab_closes_its_stream_and_catches_up_when_shown(app: Any, table: Table, seated: Page) -> None:
    before = app.state.hub.streams
    seated.evaluate(HIDE % "true" + CHANGED)
    wait_until(seated, lambda: app.state.hub.streams == before - 1)
    table.mark("Ilka", "stress", 3)
    assert stress(seated).get_attribute("aria-valuenow") == "0"
    seated.evaluate(HIDE % "false" + CHANGED)
    expect(stress(seated)).to_have_attribute("aria-valuenow", "3", timeout=3000)


def test_a_tab_opened_behind_others_waits_until_it_is_shown(app: Any, table: Table, new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.add_init_script(HIDE % "window.behind !== false")
    page.goto(table.link("seat", creature=table.id("Vesna")))
    page.wait_for_load_state("networkidle")
    assert app.state.hub.streams == 0
    page.evaluate("window.behind = false;" + CHANGED)
    listens(page)


def test_the_screen_of_the_table_stays_live_in_the_background(table: Table, new_page: NewPage) -> None:
    tv = new_page()
    tv.goto(table.link("screen"))
    listens(tv)
    tv.evaluate(HIDE % "true" + CHANGED)
    table.mark("Ilka", "stress", 2)
    expect(tv.locator("#tv-turns .circle").first).to_have_attribute("data-t", "2/6", timeout=3000)


@pytest.mark.case("GM-011")
def test_a_lost_connection_shows_keeps_taps_and_catches_up(table: Table, seated: Page) -> None:
    seated.route("**/live*", lambda route: route.abort())
    seated.route("**/commands", lambda route: route.abort())
    seated.evaluate("document.querySelector('#live')._htmx.sse.reader.cancel()")
    stress(seated).locator("i").nth(3).tap()
    banner = seated.locator("#banner")
    expect(banner).to_be_visible(timeout=6000)
    expect(banner).to_contain_text("Kept changes: 1")
    table.mark("Vesna", "stress", 5)
    seated.unroute("**/live*")
    seated.unroute("**/commands")
    expect(banner).to_be_hidden(timeout=10_000)
    expect(stress(seated)).to_have_attribute("aria-valuenow", "1")
    view = table.gm.request.get(f"{table.server}/api/v1{table.path}").json()["view"]
    assert view["creatures"][table.id("Ilka")]["trackers"]["stress"]["value"] == 1


def test_a_freed_seat_ends_the_page_of_its_phone(table: Table, seated: Page) -> None:
    shares = table.gm.request.get(f"{table.server}/api/v1{table.path}/shares").json()
    own = next(share for share in shares.get("items", shares) if share["role"] == "seat")
    table.gm.request.delete(f"{table.server}/api/v1{table.path}/shares/{own['id']}", headers={"Origin": table.server})
    expect(seated.get_by_role("heading", level=1)).not_to_have_text("The Salt Road", timeout=5000)


def test_theme_size_and_language_are_kept_by_the_device(seated: Page) -> None:
    seated.get_by_role("button", name="Menu").tap()
    seated.get_by_role("button", name="Light or dark").tap()
    seated.get_by_text("115%").tap()
    seated.reload()
    assert seated.evaluate("document.documentElement.dataset.theme") == "light"
    assert seated.evaluate("document.documentElement.dataset.size") == "115"
    seated.get_by_role("button", name="Menu").tap()
    seated.get_by_role("button", name="Русский").tap()
    expect(seated.locator("html")).to_have_attribute("lang", "ru")
    expect(seated.get_by_role("navigation")).to_contain_text("Бросок")


def test_nothing_that_was_not_rolled_takes_room_on_the_phone(seated: Page) -> None:
    seated.goto(seated.url.replace("/me", "/roll"))
    listens(seated)
    expect(seated.locator("#result:not(:has(*))")).to_be_attached()
    above, below = seated.locator("#nowbar").bounding_box(), seated.locator("#roll").bounding_box()
    assert above
    assert below
    assert below["y"] - above["y"] - above["height"] <= 20


@pytest.mark.parametrize("preset", [False, True])
def test_a_roll_waits_until_the_gm_says_the_difficulty(table: Table, seated: Page, server: str, preset: bool) -> None:
    seated.goto(seated.url.replace("/me", "/roll"))
    listens(seated)
    seated.locator("[name='dice/hope']").fill("9")
    seated.locator("[name='dice/fear']").fill("4")
    seated.get_by_role("button", name="Send").tap()
    result = seated.locator("#result")
    expect(result).to_contain_text("The roll waits for the GM")
    expect(result).to_be_in_viewport()
    gm = table.gm
    gm.goto(f"{server}{table.path}")
    listens(gm)
    gm.locator(".inbox [name=difficulty]").fill("14")
    if preset:
        gm.locator(".inbox").get_by_role("button", name="13", exact=True).click()
    else:
        gm.keyboard.press("Enter")
    expect(result).to_contain_text("13 with Hope: " + ("success" if preset else "failure"))
    expect(gm.locator(".inbox")).to_have_count(0)
