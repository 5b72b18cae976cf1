"""Streams of a game: woken by the hub, allowed anew at every change, and ended when they may go on no longer.

A stream holds no database session while it waits. All streams that one change wakes share one look at the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic

from sqlmodel import Session
from starlette.concurrency import run_in_threadpool

from app.errors import DatabaseUnreachable, NotFound
from app.live.hub import Watch
from app.services.access import Access
from app.services.house import House, Standing, stand
from app.storage import shares

LIFETIME_S = 600.0
PING_S = 15.0
AWAY_S = 1.0  # after which a database that did not answer is asked again
OPEN = b": open\n\n"
PING = b": ping\n\n"
GONE = b"event: gone\ndata: {}\n\n"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
TYPE = "text/event-stream"
Message = Callable[[Standing], bytes | None]
Place = tuple[asyncio.AbstractEventLoop, str]


@dataclass(frozen=True, slots=True)
class Look:
    """A game as it stands, and the links to it that are open."""

    standing: Standing
    links: frozenset[str]

    def allows(self, access: Access) -> bool:
        if access.share is not None:
            return access.share in self.links
        return self.standing.head.owner == access.account


async def look(house: House, game_id: str) -> Look | None:
    """How the game stands from now on; None where it is gone. One look for all who ask before it has begun."""
    place = (asyncio.get_running_loop(), game_id)
    if place not in house.looking:
        house.looking[place] = asyncio.create_task(_begin(house, place))
    return await asyncio.shield(house.looking[place])


async def _begin(house: House, place: Place) -> Look | None:
    await asyncio.sleep(0)  # the others that were woken with this one join in
    del house.looking[place]
    return await run_in_threadpool(_read, house, place[1])


def _read(house: House, game_id: str) -> Look | None:
    try:
        return house.database.read(lambda db: _look(house, db, game_id))
    except NotFound:
        return None


def _look(house: House, db: Session, game_id: str) -> Look:
    return Look(stand(house, db, game_id), shares.open_ids(db, game_id))


async def follow(house: House, access: Access, message: Message, *, ping_s: float = PING_S) -> AsyncIterator[bytes]:
    """What ``message`` makes of the game now and after each change, until the stream is over.

    ``message`` is called in a thread; it answers None where this stream has nothing to say. When the caller may look
    no longer, a last message says so; a browser that finds the stream ended otherwise opens it again.
    """
    ends, pulse = _end(access), Pulse(ping_s)
    yield OPEN
    with house.hub.watch(access.game_id) as eye:
        while not house.hub.is_closed:
            eye.look()
            until = ends
            try:
                now = await look(house, access.game_id)
                is_open = now is not None and now.allows(access)
                made = await run_in_threadpool(message, now.standing) if now is not None and is_open else None
            except DatabaseUnreachable:  # away for a moment: the stream goes on, and looks again
                is_open, made, until = True, None, min(ends, monotonic() + AWAY_S)
            if not is_open:
                yield GONE
                return
            if made:
                yield made
                pulse.beat()
            async for sign in _waiting(access, eye, until, pulse):
                yield sign
            if monotonic() >= ends:
                return


class Pulse:
    """When the next sign of life is due: counted from the last message that was sent.

    A change that this stream says nothing of must not put it off, or the gap would tell of the change.
    """

    def __init__(self, every: float) -> None:
        self._every = every
        self.beat()

    def beat(self) -> None:
        """Something was sent."""
        self.due = monotonic() + self._every


async def _waiting(access: Access, eye: Watch, ends: float, pulse: Pulse) -> AsyncIterator[bytes]:
    """What is sent until the game changes or the stream's time is over."""
    while not await eye.changed(max(0.0, min(pulse.due, ends) - monotonic())):
        if monotonic() >= ends:
            if _is_over(access):
                yield GONE
            return
        yield PING
        pulse.beat()


def _end(access: Access) -> float:
    """When the stream has to end, on the clock that only goes on: after ten minutes, or with its link."""
    if access.expires is None:
        return monotonic() + LIFETIME_S
    left = (access.expires - datetime.now(UTC)).total_seconds()
    return monotonic() + min(LIFETIME_S, max(0.0, left))


def _is_over(access: Access) -> bool:
    return access.expires is not None and access.expires <= datetime.now(UTC)
