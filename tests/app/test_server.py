"""The real command as a process of its own: starts, signs in, stops at once, survives being killed."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from fastapi import FastAPI
from starlette.responses import StreamingResponse

from app.commands.serve import lan_address
from app.live.hub import Hub
from app.server import listen

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow  # a process takes seconds to come up
STREAMS = """
import sys
from starlette.responses import StreamingResponse
from app import main

def create_app(settings, hub):
    app = real(settings, hub)

    @app.get("/endless")
    async def endless():
        async def messages():
            with hub.watch("g_1") as watch:
                yield b": hello\\n\\n"
                while not hub.is_closed:
                    watch.look()
                    await watch.changed(15)
        return StreamingResponse(messages(), media_type="text/event-stream")

    return app

real, main.create_app = main.create_app, create_app
from app import cli
sys.exit(cli.main(["serve", *sys.argv[1:]]))
"""


HANGS = """
import sys, time
from app import cli
from app.services.chores import Chores

Chores.stop = lambda self: time.sleep(60)
sys.exit(cli.main(["serve", *sys.argv[1:]]))
"""


class Process:
    """`shirma serve` on a free port, with one endless stream besides what it has."""

    def __init__(self, data: Path, *arguments: str, code: str = STREAMS) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-c", code, "--port", str(self.port), "--data", str(data), "--no-browser"]
        self.log = data.with_suffix(".log")
        with self.log.open("w") as log:
            self.process = subprocess.Popen([*command, *arguments], cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)
        self._wait()

    def _wait(self) -> None:
        for _ in range(600):
            assert self.process.poll() is None, self.output()
            try:
                if httpx2.get(f"{self.url}/healthz").status_code == 200:
                    return
            except httpx2.TransportError:
                time.sleep(0.05)
        raise AssertionError("it did not come up")

    def stop(self, sign: signal.Signals) -> float:
        """Seconds until it had ended."""
        began = time.monotonic()
        self.process.send_signal(sign)
        self.process.wait(10)
        return time.monotonic() - began

    def output(self) -> str:
        return self.log.read_text()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass(frozen=True)
class Life:
    """What a process said and did until it was stopped with twenty streams open."""

    port: int
    output: str
    code: int
    seconds: float
    ended: list[bytes]


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> dict[signal.Signals, Life]:
    """Two processes, one of them on a network, each stopped by another signal: a process takes seconds to come up."""
    ways = {signal.SIGINT: (), signal.SIGTERM: ("--lan",)}
    return {sign: life(tmp_path_factory.mktemp("life") / "data", sign, *more) for sign, more in ways.items()}


def life(data: Path, sign: signal.Signals, *arguments: str) -> Life:
    process = Process(data, *arguments)
    begun, ended = threading.Semaphore(0), list[bytes]()
    readers = [threading.Thread(target=read_on, args=(process.url, begun, ended)) for _ in range(20)]
    try:
        for reader in readers:
            reader.start()
        assert all(begun.acquire(timeout=10) for _ in readers)
        seconds = process.stop(sign)
    finally:
        process.kill()
    for reader in readers:
        reader.join(5)
    return Life(process.port, process.output(), process.process.returncode, seconds, ended)


def read_on(url: str, begun: threading.Semaphore, ended: list[bytes]) -> None:
    with httpx2.stream("GET", f"{url}/endless", timeout=30) as answer:
        parts = answer.iter_bytes()
        first = next(parts)
        begun.release()
        ended.append(first + b"".join(parts))


def test_on_a_network_it_prints_the_address_for_phones_and_its_code(lives: dict[signal.Signals, Life]) -> None:
    life = lives[signal.SIGTERM]
    if lan_address():
        assert f"Phones reach it at http://{lan_address()}:{life.port}" in life.output
        assert "█" in life.output
        assert "127.0.0.1" not in life.output
    else:
        assert "in no network" in life.output


@pytest.mark.case("GM-013")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_with_twenty_open_streams_it_ends_in_under_a_second(
    lives: dict[signal.Signals, Life], sign: signal.Signals
) -> None:
    life = lives[sign]
    assert life.seconds < 1
    assert life.code == 0
    assert len(life.ended) == 20  # each was ended, none was cut off
    assert "Traceback" not in life.output


def test_it_ends_within_seconds_where_something_never_answers(tmp_path: Path) -> None:
    process = Process(tmp_path / "data", code=HANGS)
    httpx2.get(f"{process.url}/", timeout=30)  # until then not all of it is there
    seconds = process.stop(signal.SIGINT)
    assert seconds < 8
    assert process.process.returncode == 1
    assert "does not answer" in process.output()


def test_it_prints_one_link_and_the_link_signs_in(lives: dict[signal.Signals, Life]) -> None:
    life = lives[signal.SIGINT]
    links = re.findall(r"http://\S+/signin/\S+", life.output)
    assert len(links) == 1
    assert f":{life.port}/" in links[0]
    assert "--lan" in life.output


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    data = tmp_path / "data"
    process = Process(data)
    made = subprocess.run(
        [sys.executable, "-m", "app.cli", "token", "create", "--data", str(data), "--scope", "admin"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    headers = {"Authorization": f"Bearer {made.stdout.strip()}"}
    tokens = f"{process.url}/api/v1/tokens"
    answers = [
        httpx2.post(tokens, json={"name": f"t {n}", "scope": "read"}, headers=headers | {"Idempotency-Key": f"k{n}"})
        for n in range(5)
    ]
    process.kill()
    again = Process(data)
    tokens = f"{again.url}/api/v1/tokens"
    repeated = [
        httpx2.post(tokens, json={"name": f"t {n}", "scope": "read"}, headers=headers | {"Idempotency-Key": f"k{n}"})
        for n in range(5)
    ]
    listed = [item["name"] for item in httpx2.get(tokens, headers=headers).json()["items"]]
    again.stop(signal.SIGTERM)
    assert [answer.content for answer in repeated] == [answer.content for answer in answers]
    assert sorted(listed) == ["command line", *(f"t {n}" for n in range(5))]


def test_a_port_that_is_taken_is_said_so(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run("serve", "--data", str(tmp_path / "data"), "--port", port, "--no-browser")
    assert done.returncode == 1
    assert port in done.stderr
    assert "Traceback" not in done.stderr


def test_many_workers_want_postgres(tmp_path: Path) -> None:
    done = run("serve", "--data", str(tmp_path / "data"), "--workers", "2", "--no-browser", "--port", "0")
    assert done.returncode == 1
    assert "Postgres" in done.stderr


@pytest.mark.postgres
@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
def test_many_workers_serve_together_and_end_together(database_url: str, tmp_path: Path) -> None:
    process = Process(tmp_path / "data", "--workers", "2", "--database-url", database_url)
    seconds = process.stop(signal.SIGTERM)
    assert process.process.returncode == 0
    assert "Traceback" not in process.output()
    assert seconds < 3


def test_streams_are_woken_on_a_server_in_a_thread(app: FastAPI, server: str) -> None:
    hub: Hub = app.state.hub

    @app.get("/count")
    async def count() -> StreamingResponse:
        async def messages() -> AsyncIterator[bytes]:
            with hub.watch("g_1") as watch:
                yield b"0"
                for number in (b"1", b"2"):
                    watch.look()
                    await watch.changed(5)
                    yield number

        return StreamingResponse(messages(), media_type="text/event-stream")

    with httpx2.stream("GET", f"{server}/count", timeout=10) as answer:
        parts = answer.iter_bytes()
        seen = [next(parts)]
        for _ in range(2):
            hub.publish("g_1")
            seen.append(next(parts))
    assert seen == [b"0", b"1", b"2"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "app.cli", *arguments]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SHIRMA_")}
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=30, env=environment)
