"""Streams in Chromium: what comes later is followed too, one stream a tab, gaps and slow answers, two tabs at once."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, Route, expect

from app.services import games, live, play, shares
from app.services.house import House
from app.services.play import Ask
from tests.app.pages.evenings import Evening
from tests.browser.conftest import LIVE, NewPage, listens, opened, row, wait_until

COMMANDS = re.compile(r"/commands$")


@pytest.fixture
def watcher(new_page: NewPage, server: str, game: Evening) -> Page:
    """Somebody who looks on, the stream open."""
    page = new_page()
    page.goto(f"{server}/s/{shares.create(game.house, game.access, 'watch')['token']}")
    listens(page)
    return page


@pytest.fixture
def duel(app: FastAPI, account: str) -> Evening:
    """A fight by numbers of three."""
    house: House = app.state.house
    three: list[dict[str, Any]] = [
        {"type": "add_creature", "creature": {"name": name, "score": score}}
        for name, score in (("Ash", 9), ("Birch", 7), ("Cedar", 5))
    ]
    made = house.database.write(
        lambda db: games.create(db, account, "gm", "Duel", "generic", None, [*three, {"type": "start_encounter"}])
    )
    access = games.as_gm(house, account, made)
    creatures = house.look(made).game.state.creatures.values()
    return Evening(app, access, {creature.name: creature.id for creature in creatures})


@pytest.mark.case("GM-008")
def test_who_comes_while_one_looks_on_is_followed_too(watcher: Page, game: Evening) -> None:
    game.do({"type": "add_creature", "creature": {"name": "Goblin", "trackers": {"hit_points": {"max": 4}}}})
    body = watcher.locator("main")
    expect(body).to_contain_text("Goblin")
    goblin = next(id for id, one in game.view()["creatures"].items() if one["name"] == "Goblin")
    healths = []
    for value in (1, 3):
        game.do({"type": "set_tracker", "creature": goblin, "tracker": "hit_points", "value": value})
        word = game.view()["creatures"][goblin]["health"]
        healths.append(word)
        expect(watcher.locator(f"[data-health={word}]", has_text="Goblin").or_(body)).to_be_visible()
    game.do({"type": "change_creature", "creature": goblin, "changes": {"name": "Grik"}})
    expect(body).to_contain_text("Grik")
    expect(body).not_to_contain_text("Goblin")
    game.do({"type": "add_condition", "creature": goblin, "condition": "restrained"})
    expect(body).to_contain_text("Restrained")
    game.do({"type": "end_condition", "creature": goblin, "condition": "restrained"})
    expect(body).not_to_contain_text("Restrained")
    assert len(set(healths)) == 2


@pytest.mark.case("GM-009")
def test_a_tab_holds_one_stream_wherever_it_goes(app: FastAPI, gm: Page, server: str, game: Evening) -> None:
    for _ in range(3):
        opened(gm, f"{server}{game.base}")
        gm.goto(f"{server}{game.base}/encounters")
        gm.go_back()
        gm.goto(f"{server}/")
        gm.go_back()
        gm.go_forward()
    opened(gm, f"{server}{game.base}")
    listens(gm)
    wait_until(gm, lambda: app.state.hub.streams == 1)
    gm.goto("about:blank")
    wait_until(gm, lambda: app.state.hub.streams == 0)


@pytest.mark.case("GM-013")
def test_a_page_comes_back_by_itself_after_a_server_that_answered_503(watcher: Page, game: Evening) -> None:
    down = {"is": True}

    def answer(route: Route) -> None:
        if down["is"]:
            route.fulfill(status=503, body="starting", headers={"Retry-After": "1"})
        else:
            route.continue_()

    watcher.route(LIVE, answer)
    watcher.evaluate("document.querySelector('#live')._htmx.sse.reader.cancel()")
    watcher.wait_for_timeout(1500)
    game.do({"type": "add_creature", "creature": {"name": "Goblin"}})
    assert "Goblin" not in watcher.locator("main").inner_text()
    down["is"] = False
    expect(watcher.locator("main")).to_contain_text("Goblin", timeout=10_000)


REFUSALS: dict[str, dict[str, Any]] = {
    "500": {"status": 500, "body": "no"},
    "204": {"status": 204},
    "404": {"status": 404, "body": "no"},
    "a page": {"status": 200, "content_type": "text/html", "body": "<h1>Sign in</h1>"},
    "an empty stream": {"status": 200, "content_type": "text/event-stream", "body": ""},
}


@pytest.mark.case("GM-098")
def test_a_stream_that_is_refused_is_not_asked_for_again_and_again(
    new_page: NewPage, server: str, game: Evening
) -> None:
    """Whatever the refusal is: the first four seconds of each are looked at, all at once."""
    asked: dict[str, list[float]] = {why: [] for why in REFUSALS}
    link = f"{server}/s/{shares.create(game.house, game.access, 'watch')['token']}"

    def refused(why: str) -> Page:
        def answer(route: Route) -> None:
            asked[why].append(time.monotonic())
            route.fulfill(**REFUSALS[why])

        page = new_page()
        page.route(LIVE, answer)
        page.goto(link)
        return page

    pages = {why: refused(why) for why in REFUSALS}
    list(pages.values())[-1].wait_for_timeout(4000)
    for why, page in pages.items():
        assert 1 <= len([at for at in asked[why] if at < asked[why][0] + 4]) <= 5, why
        assert "Sign in" not in page.locator("body").inner_text(), why
        expect(page.locator("#banner"), why).to_be_visible()


@pytest.mark.case("GM-053")
@pytest.mark.case("GM-098")
def test_a_page_whose_link_was_closed_says_so_and_asks_no_more(
    new_page: NewPage, server: str, game: Evening, app: FastAPI
) -> None:
    made = shares.create(game.house, game.access, "watch")
    page = new_page()
    page.goto(f"{server}/s/{made['token']}")
    listens(page)
    asked: list[str] = []
    shares.revoke(game.house, game.access, made["id"])
    page.on("request", lambda request: asked.append(request.url))
    expect(page.get_by_role("heading", level=1)).not_to_have_text("The Salt Road", timeout=5000)
    page.wait_for_timeout(3000)
    assert app.state.hub.streams == 0
    assert len([url for url in asked if LIVE.search(url)]) <= 1


def slowed(page: Page, pattern: re.Pattern[str], delays: list[int]) -> None:
    """Let the answers to these requests come late, each by the next delay."""
    left = iter(delays)

    def answer(route: Route) -> None:
        page.wait_for_timeout(next(left, 0))
        route.continue_()

    page.route(pattern, answer)


@pytest.mark.case("GM-015")
def test_quick_clicks_on_a_slow_line_are_all_counted(desk: Page, game: Evening) -> None:
    slowed(desk, COMMANDS, [600, 300, 50, 400, 10])
    for _ in range(5):
        desk.keyboard.press("f")
    expect(desk.locator(".meta .num")).to_have_text("8", timeout=8000)
    wait_until(desk, lambda: game.view()["trackers"]["fear"]["value"] == 8)
    desk.wait_for_timeout(800)
    expect(desk.locator(".meta .num")).to_have_text("8")


@pytest.mark.case("GM-015")
def test_what_is_found_belongs_to_all_that_was_typed_however_late_answers_come(desk: Page, game: Evening) -> None:
    slowed(desk, re.compile(r"/find|/omni"), [900, 500, 200, 50])
    desk.keyboard.press("/")
    desk.keyboard.type("restr", delay=260)
    expect(desk.locator("#omni-list [role=option]").first).to_contain_text("Restrained", timeout=8000)
    desk.wait_for_timeout(1200)
    expect(desk.locator("#omni-list [role=option]").first).to_contain_text("Restrained")


@pytest.mark.case("GM-015")
def test_the_last_of_two_names_wins_on_the_screen_and_in_the_game(desk: Page, game: Evening) -> None:
    desk.locator(f"#more-{game.ids['Revenant']}").click()
    field = desk.locator(f"#name-{game.ids['Revenant']}")
    slowed(desk, COMMANDS, [900, 30])
    field.fill("Ferryman")
    field.press("Enter")
    field.fill("Ferrywoman")
    field.press("Enter")
    wait_until(desk, lambda: game.creature("Revenant")["name"] == "Ferrywoman")
    expect(row(desk, "Ferrywoman")).to_be_visible(timeout=5000)
    desk.wait_for_timeout(1200)
    assert game.creature("Revenant")["name"] == "Ferrywoman"
    expect(row(desk, "Ferrywoman")).to_be_visible()


@pytest.mark.case("GM-019")
def test_the_next_turn_in_two_tabs_at_once_is_one_turn(gm: Page, server: str, duel: Evening) -> None:
    tabs = [gm, gm.context.new_page()]
    for tab in tabs:
        opened(tab, f"{server}{duel.base}")
    duel.do({"type": "add_clock", "name": "Fuse", "size": 8, "ticks": "turn"})
    for tab in tabs:
        expect(tab.locator("body")).to_contain_text("Fuse")
    acts: Callable[[], str] = lambda: str(duel.view()["order"]["active"])  # noqa: E731 - read again and again
    assert acts() == duel.ids["Ash"]
    sent: list[Route] = []  # held until both are: neither tab knows of the other's
    for tab in tabs:
        tab.route(COMMANDS, lambda route: sent.append(route))  # noqa: PLW0108 - it marks what it calls
        tab.evaluate("document.querySelector('#order-end-turn').click()")
    wait_until(gm, lambda: len(sent) == 2)
    for one in sent:
        one.continue_()
    wait_until(gm, lambda: acts() != duel.ids["Ash"])
    gm.wait_for_timeout(700)
    assert acts() == duel.ids["Birch"]
    (fuse,) = duel.view()["clocks"].values()
    assert fuse["value"] == 1
    for tab in tabs:
        expect(tab.locator("[role=status]", has_text="Birch").first).to_be_visible()


LATE_STREAM = """
const plain = window.fetch;
window.fetch = async (url, ...rest) => {
  const answer = await plain(url, ...rest);
  if (!String(url).includes('/live')) return answer;
  const late = new TransformStream({async transform(chunk, out) {
    await new Promise(done => setTimeout(done, 400));
    out.enqueue(chunk);
  }});
  return new Response(answer.body.pipeThrough(late), answer);
};
"""
HEARD = """() => {
  window.heard = [];
  document.querySelector('#live').addEventListener('htmx:sse:before:message', event => {
    if (event.detail.message.id) setTimeout(() => window.heard.push(event.defaultPrevented));
  });
}"""


def test_what_an_answer_brought_is_not_drawn_again_by_the_stream(gm: Page, server: str, game: Evening) -> None:
    gm.add_init_script(LATE_STREAM)
    opened(gm, f"{server}{game.base}")
    gm.evaluate(HEARD)
    gm.keyboard.press("f")
    wait_until(gm, lambda: gm.evaluate("window.heard") == [True])
    expect(gm.locator(".meta .num")).to_have_text("4")
    game.do({"type": "adjust_tracker", "tracker": "fear", "by": 1})
    wait_until(gm, lambda: gm.evaluate("window.heard") == [True, False])
    expect(gm.locator(".meta .num")).to_have_text("5")


def test_the_stream_is_drawn_where_the_answer_is_lost(desk: Page) -> None:
    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    desk.route(COMMANDS, lose)
    desk.keyboard.press("f")
    expect(desk.locator(".meta .num")).to_have_text("4")


@pytest.mark.parametrize(
    "lost", [lambda route: route.abort(), lambda route: route.fulfill(status=502, body="<h1>no</h1>")]
)
def test_a_tap_and_a_drawer_that_get_no_answer_say_so(desk: Page, lost: Callable[[Route], None]) -> None:
    toast = desk.locator("#toast span")
    desk.route(re.compile("/drawers/rest"), lost)
    desk.locator("[data-drawer=rest]:visible").first.click()
    expect(toast).to_have_text("No answer from the server.")
    desk.route(COMMANDS, lost)
    desk.keyboard.press("f")
    expect(toast).to_contain_text("Check whether it was done")
    desk.unroute(COMMANDS)
    desk.keyboard.press("f")
    expect(toast).to_contain_text("Fear 4 of 12")


def slow_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on a stream looks at the game so late that it sees two changes as one."""
    begin = live._begin

    async def late(house: House, place: live.Place) -> live.Look | None:
        await asyncio.sleep(0.8)
        return await begin(house, place)

    monkeypatch.setattr(live, "_begin", late)


def changed_back(game: Evening) -> None:
    game.do({"type": "adjust_tracker", "tracker": "fear", "by": -1})


def taken_back(game: Evening) -> None:
    play.undo(game.house, Ask(game.access, "en"), any_hand=True)


@pytest.mark.parametrize("back", [changed_back, taken_back])
def test_what_another_brought_back_before_the_stream_looked_is_shown(
    desk: Page, game: Evening, monkeypatch: pytest.MonkeyPatch, back: Callable[[Evening], None]
) -> None:
    slow_looks(monkeypatch)
    desk.keyboard.press("f")
    expect(desk.locator(".meta .num")).to_have_text("4")
    back(game)
    expect(desk.locator(".meta .num")).to_have_text("3")
