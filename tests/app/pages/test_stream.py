"""The messages of a page's stream: what changed, and nothing twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.pages.stream import Fragments, caught_up, paged
from app.services import live, screen, shares
from app.services.house import Standing
from app.services.render import Drawn
from tests.app.pages.evenings import Evening


def test_a_page_gets_what_changed_since_it_was_drawn(game: Evening) -> None:
    def drawn(standing: Standing) -> Drawn:
        return screen.page_in(game.house, standing, game.access, "en")

    shown = drawn(game.house.look(game.access.game_id))
    messages = Fragments(drawn, shown)
    assert messages(game.house.look(game.access.game_id)) is None
    game.do({"type": "adjust_tracker", "creature": game.ids["Oro"], "tracker": "stress", "by": 1})
    sent = messages(game.house.look(game.access.game_id))
    assert sent is not None
    assert sent.startswith(b"id: v_")
    assert f'hx-target="#row-{game.ids["Oro"]}"'.encode() in sent
    assert f'hx-target="#row-{game.ids["Ilka"]}"'.encode() not in sent
    assert messages(game.house.look(game.access.game_id)) is None


def test_what_hangs_on_no_version_comes_by_itself(game: Evening) -> None:
    """A page that has the version from the answer to its own command draws nothing but that."""

    def drawn(standing: Standing) -> Drawn:
        return screen.page_in(game.house, standing, game.access, "en")

    messages = Fragments(drawn, drawn(game.house.look(game.access.game_id)))
    game.do({"type": "adjust_tracker", "tracker": "fear", "by": 1})
    shares.create(game.house, game.access, "join")
    sent = messages(game.house.look(game.access.game_id))
    assert sent is not None
    of_game, of_seats = sent.decode().strip().split("\n\n")
    assert 'hx-target="#pools"' in of_game
    assert 'hx-target="#seats"' not in of_game
    assert 'hx-target="#seats"' in of_seats
    assert 'hx-target="#pools"' not in of_seats


@pytest.mark.case("GM-011")
def test_a_page_whose_version_nobody_remembers_gets_everything(game: Evening) -> None:
    messages = Fragments(lambda standing: screen.drawn_in(standing, game.access, "en"), None)
    sent = messages(game.house.look(game.access.game_id))
    assert sent is not None
    for id in ("title", "pools", "rows-pc", "rows-foe", "log", "clocks"):
        assert f'hx-target="#{id}"'.encode() in sent


@pytest.mark.case("GM-011")
def test_a_page_that_comes_back_gets_the_difference(game: Evening) -> None:
    before = screen.page_in(game.house, game.house.look(game.access.game_id), game.access, "en")
    game.do({"type": "adjust_tracker", "tracker": "fear", "by": 1})
    known = screen.known(game.house, game.access, "en", before.version)
    assert known is not None
    assert known.version == before.version
    assert screen.known(game.house, game.access, "en", "v_unknown") is None
    assert screen.known(game.house, game.access, "en", "") is None


def test_a_page_sees_the_sign_of_life_that_programs_get_as_a_comment() -> None:
    async def messages() -> AsyncIterator[bytes]:
        yield b"data: x\n\n"
        yield live.PING

    async def read() -> list[bytes]:
        return [message async for message in paged(messages())]

    assert asyncio.run(read()) == [b"data: x\n\n", b"event: ping\ndata: \n\n"]


def test_a_page_that_shows_parts_of_two_versions_gets_all_in_which_these_may_differ(game: Evening) -> None:
    def standing() -> Standing:
        return game.house.look(game.access.game_id)

    def drawn(standing: Standing) -> Drawn:
        return screen.drawn_in(standing, game.access, "en")

    first = drawn(standing())
    game.do({"type": "adjust_tracker", "creature": game.ids["Oro"], "tracker": "stress", "by": 1})
    second = drawn(standing())
    game.do({"type": "adjust_tracker", "tracker": "fear", "by": 1})
    shown = [first.version, second.version]
    answer = caught_up(drawn, {one.version: one for one in (first, second)}.get, shown, standing())
    sent = bytes(answer.body).decode()
    assert answer.headers["etag"] == f'"{drawn(standing()).version}"'
    for id in ("pools", "rows-pc", "log"):
        assert f'hx-target="#{id}"' in sent
    assert 'hx-target="#clocks"' not in sent
