"""Who is watching which game, in this process."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar

Watchers = dict[asyncio.AbstractEventLoop, set[asyncio.Event]]

# The games that a call has changed, until it is answered.
_WAITING: ContextVar[dict[str, None] | None] = ContextVar("waiting", default=None)


class Watch:
    """One stream's eye on one game."""

    def __init__(self, changed: asyncio.Event) -> None:
        self._changed = changed

    def look(self) -> None:
        """From here on a change counts as new. Call it before reading the game, so that none is lost in between."""
        self._changed.clear()

    async def changed(self, seconds: float) -> bool:
        """Whether the game changed, or the stream has to look again for another reason, within ``seconds``."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), seconds)
        return self._changed.is_set()


class Hub:
    """Wakes the streams of a game. Many changes while a stream is at work wake it once, so nothing queues up."""

    def __init__(self) -> None:
        self._watchers: dict[str, Watchers] = {}
        self._lock = threading.RLock()  # a signal may come while this very thread holds it
        self.is_closed = False  # streams end when they see this

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """What is published for this call wakes the streams when the block ends, whatever came of it."""
        games: dict[str, None] = {}
        token = _WAITING.set(games)
        try:
            yield
        finally:
            _WAITING.reset(token)
            for game_id in games:
                self.publish(game_id)

    def publish(self, game_id: str) -> None:
        """Wake every stream of the game: after a commit, and when a link is revoked. Safe from any thread."""
        games = _WAITING.get()
        if games is not None:
            games[game_id] = None
            return
        with self._lock:
            loops = tuple(self._watchers.get(game_id, ()))
        for loop in loops:
            with suppress(RuntimeError):  # that loop has ended, and its streams with it
                loop.call_soon_threadsafe(self._wake, game_id, loop)

    def publish_all(self) -> None:
        """Wake every stream there is: after a restore, or when news may have been missed."""
        with self._lock:
            games = tuple(self._watchers)
        for game_id in games:
            self.publish(game_id)

    def close(self) -> None:
        """End every stream, now and from now on. Safe from any thread and from a signal's handler."""
        self.is_closed = True
        self.publish_all()

    @contextmanager
    def watch(self, game_id: str) -> Iterator[Watch]:
        """An eye on the game for as long as the block lasts; to be used on an event loop."""
        loop = asyncio.get_running_loop()
        changed = asyncio.Event()
        with self._lock:
            self._watchers.setdefault(game_id, {}).setdefault(loop, set()).add(changed)
        try:
            yield Watch(changed)
        finally:
            self._forget(game_id, loop, changed)

    @property
    def streams(self) -> int:
        """How many streams are open."""
        with self._lock:
            return sum(len(events) for watchers in self._watchers.values() for events in watchers.values())

    def _wake(self, game_id: str, loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            events = tuple(self._watchers.get(game_id, {}).get(loop, ()))
        for changed in events:
            changed.set()

    def _forget(self, game_id: str, loop: asyncio.AbstractEventLoop, changed: asyncio.Event) -> None:
        with self._lock:
            watchers = self._watchers[game_id]
            watchers[loop].discard(changed)
            if not watchers[loop]:
                del watchers[loop]
            if not watchers:
                del self._watchers[game_id]
