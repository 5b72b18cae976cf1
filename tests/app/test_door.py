from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import httpx2
import pytest
from fastapi import FastAPI

from app.door import Door
from app.live.hub import Hub
from app.server import Server, listen


@dataclass
class House:
    """A server whose application is put together when a test says so."""

    may_load: threading.Event = field(default_factory=threading.Event)
    failed: threading.Event = field(default_factory=threading.Event)
    error: Exception | None = None
    url: str = ""
    stop: Callable[[], None] = print

    def make(self) -> FastAPI:
        assert self.may_load.wait(10)
        if self.error:
            raise self.error
        app = FastAPI()
        app.add_api_route("/page", lambda: "in")
        return app


@pytest.fixture
def house() -> Iterator[House]:
    house, hub, listening = House(), Hub(), listen("127.0.0.1", 0)
    door = Door(house.make, house.failed.set)
    server = Server(door, hub, when_stopping=door.close)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    house.stop = server.stop
    house.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    yield house
    server.stop()
    thread.join(10)
    house.may_load.set()
    assert not thread.is_alive()


def test_a_server_that_is_still_loading_is_alive(house: House) -> None:
    assert httpx2.get(f"{house.url}/healthz").json() == {"status": "ok"}


def test_who_comes_too_early_waits_and_is_let_in(house: House) -> None:
    threading.Timer(0.2, house.may_load.set).start()
    answer = httpx2.get(f"{house.url}/page", timeout=10)
    assert (answer.status_code, answer.json()) == (200, "in")


def test_an_application_that_cannot_be_started_ends_the_server(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.error = ValueError("broken")
    house.may_load.set()
    assert house.failed.wait(5)
    assert "broken" in caplog.text


def test_a_server_that_stops_while_it_loads_turns_away_who_waits(house: House) -> None:
    answers: list[int] = []
    caller = threading.Thread(target=lambda: answers.append(httpx2.get(f"{house.url}/page", timeout=10).status_code))
    caller.start()
    threading.Event().wait(0.3)
    assert answers == []
    house.stop()
    caller.join(5)
    assert answers == [503]
