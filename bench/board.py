"""A large fight, timed: commands at the server, what one change sends to each viewer, and when the GM sees it.

    python -m bench.board [COMMANDS [ROUNDS]]

60 creatures, 40 clocks, 40 conditions and a log of 500, 5,000 and 20,000 entries, on an SQLite file. The server is a
process of its own, as `shirma serve` starts it, asked over loopback; while it is asked, a GM's page, a phone and the
screen of the table follow. With a Chromium on this machine a GM's page is tapped as well, and the time from the tap to
the frame in which the answer is painted is measured in it. Figures are of the machine that it runs on, and of what else
it does: its load is printed. Of the rounds that are measured the best is the least disturbed one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import httpx2 as httpx

from app.main import create_app
from app.services import accounts, tokens
from app.services.cookies import LOGIN_COOKIE
from app.settings import Settings
from app.storage.database import Database
from app.storage.migrations import migrate
from tests.app.crowd import Crowd, crowd

LENGTHS = (500, 5_000, 20_000)
ROUNDS = 3
Command = dict[str, Any]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@dataclass(frozen=True)
class Place:
    """A server with a crowd of each length, and how one gets in."""

    address: str
    token: str
    code: str
    server: int
    crowds: dict[int, Crowd]


@contextmanager
def serving(folder: Path) -> Iterator[Place]:
    """A server of its own process, the games in its store already."""
    database: Database = create_app(Settings(data=folder)).state.database
    migrate(database)
    account = database.write(lambda db: accounts.ensure_owner(db).id)
    token = database.write(lambda db: tokens.create(db, account, "bench", "admin")[1])
    code = database.write(lambda db: accounts.new_link(db, account))
    crowds = {length: crowd(database, account, length) for length in LENGTHS}
    database.close()
    port = _free_port()
    command = [sys.executable, "-m", "app.cli", "serve", "--no-browser", "--data", str(folder), "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait(address)
        yield Place(address, token, code, process.pid, crowds)
    finally:
        process.terminate()
        process.wait(10)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _wait(address: str) -> None:
    for _ in range(600):
        try:
            if httpx.get(f"{address}/readyz").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise RuntimeError("the server did not come up")


class Following:
    """A stream that is read in a thread of its own; how many bytes came."""

    def __init__(self, address: str, path: str, cookies: dict[str, str]) -> None:
        self.bytes = 0
        self._address, self._path, self._cookies = address, path, cookies
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with (
            httpx.Client(base_url=self._address, timeout=None, cookies=self._cookies) as client,
            client.stream("GET", self._path) as answer,
        ):
            for chunk in answer.iter_raw():
                self.bytes += len(chunk)


def deeds(crowd: Crowd) -> Iterator[Command]:
    """What a GM does in a fight, over and over: marks, the spotlight, conditions, clocks."""
    n = 0
    while True:
        foe = crowd.foes[n % len(crowd.foes)]
        by = 1 if n // len(crowd.foes) % 2 == 0 else -1
        yield {"type": "adjust_tracker", "creature": foe, "tracker": "hit_points", "by": by}
        yield {"type": "adjust_tracker", "creature": foe, "tracker": "stress", "by": by}
        yield {"type": "begin_turn", "creature": foe}
        yield {"type": "add_condition" if by > 0 else "end_condition", "creature": foe, "condition": "restrained"}
        yield {"type": "adjust_tracker", "tracker": "fear", "by": by}
        n += 1


def commands_at_the_server(place: Place, crowd: Crowd, count: int) -> dict[str, Any]:
    """How long each of many commands of the GM's page takes, and what its viewers are sent."""
    with httpx.Client(base_url=place.address, timeout=60) as client:
        headers = {"Authorization": f"Bearer {place.token}"}
        links = {}
        for role in ("seat", "screen"):
            body = {"role": role, **({"creature": crowd.heroes[0]} if role == "seat" else {})}
            made = client.post(f"/api/v1/games/{crowd.game_id}/shares", json=body, headers=headers)
            links[role] = made.raise_for_status().json()["token"]
        login = signed_in(client, place)
        page, version = opened(client, crowd)
        seat, screen = f"/s/{links['seat']}", f"/s/{links['screen']}"
        paths = {
            "GM's page": f"/games/{crowd.game_id}/live?since={version}",
            "phone": f"{seat}/live?since={_since(client, seat + '/me')}",
            "table's screen": f"{screen}/live?since={_since(client, screen)}",
        }
        following = {who: Following(place.address, path, login) for who, path in paths.items()}
        time.sleep(1)
        before = {who: one.bytes for who, one in following.items()}
        worked = cpu_ms(place.server)
        times, answered = _sent(client, crowd, version, count)
        time.sleep(1)
        worked = (cpu_ms(place.server) - worked) / count
        sent = {who: (one.bytes - before[who]) / count for who, one in following.items()}
        return {"times": times, "page": page, "answered": answered, "sent": sent, "worked": worked}


def cpu_ms(process: int) -> float:
    """How long a process has worked: unlike the time that passed, it hangs little on what else runs (Linux)."""
    try:
        user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    except OSError:
        return 0.0
    return (int(user) + int(system)) * 1000 / os.sysconf("SC_CLK_TCK")


def signed_in(client: httpx.Client, place: Place) -> dict[str, str]:
    """The cookie of a browser in which the GM has signed in; the code works once, so it is kept."""
    if not LOGINS:
        client.post("/signin", data={"code": place.code}, headers={"Sec-Fetch-Site": "same-origin"})
        LOGINS[LOGIN_COOKIE] = client.cookies[LOGIN_COOKIE]
    client.cookies.set(LOGIN_COOKIE, LOGINS[LOGIN_COOKIE])
    return dict(LOGINS)


LOGINS: dict[str, str] = {}


def opened(client: httpx.Client, crowd: Crowd) -> tuple[int, str]:
    """How large the GM's page is, and the version that it shows."""
    page = client.get(f"/games/{crowd.game_id}").raise_for_status()
    return len(page.content), _version(page.text)


def _since(client: httpx.Client, path: str) -> str:
    return _version(client.get(path, follow_redirects=True).raise_for_status().text)


def _version(html: str) -> str:
    found = re.search(r"since=(v_\w+)", html)
    assert found is not None
    return found[1]


def _sent(client: httpx.Client, crowd: Crowd, version: str, count: int) -> tuple[list[float], list[int]]:
    times, sizes = [], []
    for command, _ in zip(deeds(crowd), range(count), strict=False):
        headers = {"HX-Request": "true", "Shirma-Version": version, "Sec-Fetch-Site": "same-origin"}
        began = time.perf_counter()
        with client.stream(
            "POST", f"/games/{crowd.game_id}/commands", data={"command": json.dumps(command)}, headers=headers
        ) as answer:
            sizes.append(sum(map(len, answer.iter_raw())))
        times.append((time.perf_counter() - began) * 1000)
        answer.raise_for_status()
        version = answer.headers["ETag"].strip('W/"')
        time.sleep(0.02)  # nobody taps without a pause; what follows a command is not the next one's time
    return times, sizes


WATCH = """() => {
  window.taps = []; let began = 0;
  document.addEventListener('click', event => { began = event.isTrusted ? performance.now() : 0; }, true);
  new MutationObserver(() => {
    if (!began) return;
    const since = began; began = 0;
    requestAnimationFrame(() => setTimeout(() => window.taps.push(performance.now() - since)));
  }).observe(document.querySelector('#log'), {childList: true, subtree: true, characterData: true});
}"""


def painted(place: Place, crowd: Crowd, count: int) -> list[float] | None:
    """From a GM's tap to the frame after the log tells of it; None without a browser."""
    if CHROMIUM is None:
        return None
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.add_cookies([{"name": LOGIN_COOKIE, "value": LOGINS[LOGIN_COOKIE], "url": place.address}])
        page = context.new_page()
        page.goto(f"{place.address}/games/{crowd.game_id}")
        page.locator("#roll").wait_for(state="attached")
        page.wait_for_timeout(500)
        page.evaluate(WATCH)
        for n in range(count):
            page.locator("#step-fear-2" if n % 2 else "#step-fear-1").click()
            page.wait_for_timeout(120)
        found: list[float] = page.evaluate("window.taps")
        browser.close()
        return found


def best(measure: Callable[[], Sequence[float]], rounds: int) -> Sequence[float]:
    """The round with the lowest p99."""
    return min((measure() for _ in range(rounds)), key=p99)


def p99(figures: Sequence[float]) -> float:
    return sorted(figures)[max(0, int(len(figures) * 0.99) - 1)]


def main(arguments: list[str]) -> None:
    count = int(arguments[0]) if arguments else 200
    rounds = int(arguments[1]) if len(arguments) > 1 else ROUNDS
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as place:
        for length in LENGTHS:
            found = [commands_at_the_server(place, place.crowds[length], count) for _ in range(rounds)]
            one = min(found, key=lambda round_: p99(round_["times"]))
            print(f"\n{length} entries; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
            print(f"  a command at the server: {told(one['times'])}")
            print(f"  the server's own work, its viewers included: {one['worked']:.1f} ms a command")
            print(f"  the whole page: {one['page'] / 1000:.0f} kB; the answer to a tap: {kilobytes(one['answered'])}")
            print("  a change sends: " + ", ".join(f"{who} {size / 1000:.1f} kB" for who, size in one["sent"].items()))
            taps = best(lambda: painted(place, place.crowds[length], count // 4) or [0.0], rounds)  # noqa: B023
            print(f"  painted after the tap: {told(taps)}" if any(taps) else "  no Chromium here: nothing painted")


def told(figures: Sequence[float]) -> str:
    return f"median {median(figures):.1f} ms, p99 {p99(figures):.1f} ms, worst {max(figures):.1f} ms"


def kilobytes(sizes: Sequence[int]) -> str:
    return f"median {median(sizes) / 1000:.1f} kB, most {max(sizes) / 1000:.1f} kB"


if __name__ == "__main__":
    main(sys.argv[1:])
