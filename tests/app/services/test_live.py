"""How a stream begins, waits, and ends."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.errors import DatabaseUnreachable
from app.live.hub import Hub
from app.services import accounts, games, live, play, shares
from app.services.access import Access
from app.services.house import House, Standing
from app.services.idempotency import InFlight
from app.services.limits import Limit
from app.services.play import Ask
from app.settings import Settings
from app.storage.database import Database


@pytest.fixture
def house(settings: Settings) -> Iterator[House]:
    house = House(settings, Database(settings.database), Hub(), InFlight())
    yield house
    house.database.close()


@pytest.fixture
def gm(house: House) -> Access:
    account = house.database.write(lambda db: accounts.ensure_owner(db).id)
    game_id = house.database.write(lambda db: games.create(db, account, "gm", "Mill", "daggerheart"))
    return games.as_gm(house, account, game_id)


def numbered(standing: Standing) -> bytes:
    return b"%d\n" % standing.head.number


def note(house: House, gm: Access) -> None:
    play.play(house, Ask(gm, "en"), [{"type": "note", "text": "x"}])


def heard(
    house: House,
    access: Access,
    most: int,
    act: object = None,
    ping_s: float = 15.0,
    message: live.Message = numbered,
) -> list[bytes]:
    """The first messages of a stream, or all where it ends before; ``act`` is called after the first."""

    async def listen() -> list[bytes]:
        found: list[bytes] = []
        async for sent in live.follow(house, access, message, ping_s=ping_s):
            found.append(sent)
            if len(found) == 2 and callable(act):
                await asyncio.to_thread(act)
            if len(found) >= most:
                break
        return found

    return asyncio.run(asyncio.wait_for(listen(), 10))


def test_a_stream_opens_at_once_and_hears_each_change(house: House, gm: Access) -> None:
    assert heard(house, gm, 3, lambda: note(house, gm)) == [live.OPEN, b"1\n", b"2\n"]


def test_a_stream_that_has_nothing_to_say_pings(house: House, gm: Access) -> None:
    assert heard(house, gm, 4, ping_s=0.05) == [live.OPEN, b"1\n", live.PING, live.PING]


def test_a_stream_ends_after_its_lifetime(house: House, gm: Access, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LIFETIME_S", 0.2)
    assert heard(house, gm, 9) == [live.OPEN, b"1\n"]


@pytest.mark.case("GM-053")
def test_a_stream_ends_with_its_link_and_says_so(house: House, gm: Access) -> None:
    token = shares.create(house, gm, "watch", expires=datetime.now(UTC) + timedelta(hours=1))["token"]
    link = shares.enter(house, token, "here", Limit())
    assert link.expires is not None
    soon = replace(link, expires=datetime.now(UTC) + timedelta(seconds=0.3))
    assert heard(house, soon, 9) == [live.OPEN, b"1\n", live.GONE]


def test_a_stream_ends_when_the_server_does(house: House, gm: Access) -> None:
    assert heard(house, gm, 9, house.hub.close) == [live.OPEN, b"1\n"]


@pytest.mark.parametrize("where", ["look", "message"])
def test_a_stream_survives_a_database_that_is_away_for_a_moment(
    house: House, gm: Access, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Whether it fails while the game is looked at, or while what is shown of it is drawn."""
    monkeypatch.setattr(live, "AWAY_S", 0.05)
    left, real = [DatabaseUnreachable()], live._read

    def failing(house: House, game_id: str) -> live.Look | None:
        if where == "look" and left:
            raise left.pop()
        return real(house, game_id)

    def drawn(standing: Standing) -> bytes:
        if where == "message" and left:
            raise left.pop()
        return numbered(standing)

    monkeypatch.setattr(live, "_read", failing)
    assert heard(house, gm, 3, lambda: note(house, gm), message=drawn) == [live.OPEN, b"1\n", b"2\n"]
    assert left == []


def test_a_stream_of_somebody_else_hears_nothing(house: House, gm: Access) -> None:
    assert heard(house, replace(gm, account="a_stranger"), 9) == [live.OPEN, live.GONE]


def test_streams_that_one_change_wakes_share_one_look(
    house: House, gm: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []
    look = live._look

    def counted(*given: object) -> live.Look:
        looks.append("look")
        return look(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(live, "_look", counted)

    async def all_at_once() -> list[live.Look | None]:
        return await asyncio.gather(*(live.look(house, gm.game_id) for _ in range(50)))

    found = asyncio.run(all_at_once())
    assert len(found) == 50
    assert looks == ["look"]


@pytest.mark.slow
def test_changes_that_a_stream_says_nothing_of_put_off_no_ping(house: House, gm: Access) -> None:
    """With one every 0.1 s, a ping that was put off by each would not come before the last."""

    async def pings(changes: int) -> int:
        found = 0
        stream = live.follow(house, gm, lambda standing: None, ping_s=0.25)

        async def change() -> None:
            for _ in range(changes):
                await asyncio.sleep(0.1)
                house.hub.publish(gm.game_id)

        changing = asyncio.create_task(change())
        async for message in stream:
            found += message == live.PING
            if changing.done():
                return found
        return found

    assert asyncio.run(asyncio.wait_for(pings(12), 10)) >= 3
