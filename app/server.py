"""The server process: it wakes the streams before it stops, so that it ends in well under a second."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn

from app.door import Door
from app.live.hub import Hub
from app.settings import Settings

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.types import ASGIApp

log = logging.getLogger(__name__)
GRACE_S = 3  # for calls that are still being answered
LAST_S = GRACE_S + 1  # for all that is left then
SWITCH_S = 0.001  # an answer that is ready goes out between two pieces of drawing for others


class Server(uvicorn.Server):
    """Ends open streams at the first signal. Without that it would wait for them, and they for their games.

    It does not raise the signal again at the end, as uvicorn does: being asked to stop is no failure.
    """

    def __init__(
        self,
        app: ASGIApp,
        hub: Hub,
        when_ready: Callable[[], None] = lambda: None,
        when_stopping: Callable[[], None] = lambda: None,
    ) -> None:
        config = uvicorn.Config(
            app,
            http="httptools",
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE_S,
        )
        super().__init__(config)
        self._hub, self._when_ready, self._when_stopping = hub, when_ready, when_stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            asyncio.get_running_loop().run_in_executor(None, self._when_ready)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.stop(at_once=self.should_exit and sig == signal.SIGINT)

    def stop(self, at_once: bool = False) -> None:
        """Stop soon. Safe from any thread and from a signal's handler."""
        self._hub.close()
        self._when_stopping()
        self.should_exit, self.force_exit = True, at_once


def serve(settings: Settings, listening: socket.socket, when_ready: Callable[[], None]) -> None:
    """Serve until asked to stop."""
    if settings.workers > 1:
        _serve_with_many(settings, listening, when_ready)
    else:
        _serve_here(settings, listening, when_ready)


def listen(host: str, port: int) -> socket.socket:
    """A socket on the address. Raises OSError where it is taken, OverflowError for no port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let two servers share a port
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except (OSError, OverflowError):
        made.close()
        raise
    made.set_inheritable(True)
    return made


def _serve_here(settings: Settings, listening: socket.socket, when_ready: Callable[[], None] = lambda: None) -> None:
    hub, failures = Hub(), list[str]()

    def failed() -> None:
        failures.append("the application")
        server.stop()

    door = Door(lambda: _made(settings, hub), failed)

    is_stopping = threading.Event()  # set by a signal's handler, which is no place to start a thread
    threading.Thread(target=_end_at_last, args=(is_stopping,), name="last", daemon=True).start()

    def stopping() -> None:
        door.close()
        is_stopping.set()

    server = Server(door, hub, when_ready, stopping)
    server.run([listening])
    if failures:
        sys.exit(1)


def _end_at_last(is_stopping: threading.Event) -> None:
    """End the process also where something never answers, as a database that hangs. What it did not do was not said."""
    is_stopping.wait()
    time.sleep(LAST_S)
    log.warning("ended without waiting for what does not answer")
    os._exit(1)


def _made(settings: Settings, hub: Hub) -> FastAPI:
    from app.main import create_app
    from app.services.language import compile_catalogues
    from app.services.warming import warm_up_soon

    with suppress(OSError):  # where it may not write, the words are compiled in memory
        compile_catalogues()
    app = create_app(settings, hub)
    # What is there now lives as long as the process: looking through it again and again makes slow answers.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    sys.setswitchinterval(SWITCH_S)
    warm_up_soon(app.state.house)
    return app


def _serve_with_many(settings: Settings, listening: socket.socket, when_ready: Callable[[], None]) -> None:
    """Processes that take turns at one socket; one that dies is replaced."""
    spawn = multiprocessing.get_context("spawn")
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True

    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, stop)
    workers = [spawn.Process(target=_serve_here, args=(settings, listening)) for _ in range(settings.workers)]
    for worker in workers:
        worker.start()
    when_ready()
    while not stopping:
        for place, worker in enumerate(workers):
            worker.join(0.2)
            if not worker.is_alive() and not stopping:
                workers[place] = spawn.Process(target=_serve_here, args=(settings, listening))
                workers[place].start()
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(LAST_S + 1)
