"""What callers meet first: it is there at once, says that the server is alive, and lets them in when all is ready.

Putting the application together takes longer than a second, most of it in the libraries. The server listens before
that, so that a restart is short: whoever calls meanwhile waits a moment instead of being turned away.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.types import Receive, Scope, Send

log = logging.getLogger(__name__)
JSON, PROBLEM_JSON = b"application/json", b"application/problem+json"
# To a caller it is the same as when the database is away: nothing was done, and the next try may succeed.
STOPPING = (
    b'{"type":"/api/v1/docs#database-unreachable","title":"The server is stopping","status":503,'
    b'"detail":"Nothing was changed. Try again in a moment.","code":"database-unreachable"}'
)


class Door:
    """An ASGI application in front of the one that ``make`` makes, in a thread. ``failed`` is called if it cannot."""

    def __init__(self, make: Callable[[], FastAPI], failed: Callable[[], None]) -> None:
        self._make, self._failed = make, failed
        self._app: FastAPI | None = None
        self._waiting: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lives = AsyncExitStack()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._live(receive, send)
        if self._app is None and scope["path"] == "/healthz":
            return await _answer(send, 200, JSON, b'{"status":"ok"}')
        if self._app is None and self._waiting is not None:
            await self._waiting.wait()
        if self._app is None:
            return await _answer(send, 503, PROBLEM_JSON, STOPPING)
        return await self._app(scope, receive, send)

    def close(self) -> None:
        """Turn away who still waits. Safe from any thread and from a signal's handler."""
        if self._loop is not None and self._waiting is not None:
            self._loop.call_soon_threadsafe(self._waiting.set)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        self._loop, self._waiting = asyncio.get_running_loop(), asyncio.Event()
        threading.Thread(target=self._load, name="door", daemon=True).start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self._lives.aclose()
        await send({"type": "lifespan.shutdown.complete"})

    def _load(self) -> None:
        assert self._loop is not None
        try:
            app = self._make()
        except Exception:
            log.exception("the application could not be started")
            self._failed()
            return
        with suppress(RuntimeError):  # the server has stopped meanwhile
            self._loop.call_soon_threadsafe(self._let_in, app)

    def _let_in(self, app: FastAPI) -> None:
        if self._waiting is not None and not self._waiting.is_set():
            self._opening = asyncio.ensure_future(self._open(app, self._waiting))

    async def _open(self, app: FastAPI, waiting: asyncio.Event) -> None:
        try:
            await self._lives.enter_async_context(app.router.lifespan_context(app))
        except Exception:
            log.exception("the application could not be started")
            self._failed()
            return
        self._app = app
        waiting.set()


async def _answer(send: Send, status: int, kind: bytes, body: bytes) -> None:
    headers: list[Any] = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"x-content-type-options", b"nosniff"),
        *([(b"retry-after", b"2")] if status == 503 else []),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
