"""A large fight, timed: commands at the server, and what one change sends to each viewer.

    python -m bench.board [COMMANDS]

60 creatures, 40 countdowns, 40 conditions, 5,000 log entries, on an SQLite file; the server runs in this process and is
asked over loopback. Figures are of the machine that it runs on: compare only what one run prints.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import httpx2 as httpx

from app.main import create_app
from app.server import Server, listen
from app.services import accounts, tokens
from app.settings import Settings
from app.storage.migrations import migrate

PARTY, FOES, CLOCKS, CONDITIONS, ENTRIES = 5, 55, 40, 40, 5_000
Command = dict[str, Any]
# What looks at the log as a whole, or at a part of it.
FIGURES: list[tuple[str, str, str, Command | None]] = [
    ("undo", "POST", "/undo", {}),
    ("a page of the log", "GET", "/events?after=4000", None),
    ("report of the game", "GET", "/report", None),
    ("report for players", "GET", "/report?for=players", None),
    ("log as CSV", "GET", "/log?format=csv", None),
]


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, str]]:
    """The address of a server and a token that may do everything."""
    app = create_app(Settings(data=folder))
    migrate(app.state.database)
    token = app.state.database.write(lambda db: tokens.create(db, accounts.ensure_owner(db).id, "bench", "admin")[1])
    listening = listen("127.0.0.1", 0)
    running = Server(app, app.state.hub)
    thread = threading.Thread(target=running.run, args=([listening],))
    thread.start()
    while not running.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}", token
    running.stop()
    thread.join(10)


class Fight:
    """The game, and one command after another."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        made = client.post("/api/v1/games", json={"name": "Large", "system": "daggerheart"})
        self.path = f"/api/v1/games/{made.raise_for_status().json()['id']}"

    def do(self, *commands: Command) -> Any:
        answer = self.client.post(f"{self.path}/commands", json={"commands": list(commands)})
        return answer.raise_for_status().json()

    def fill(self) -> list[str]:
        """Put everybody and everything in; the ids of the foes."""
        pc = {"kind": "pc", "trackers": {"hit_points": {"max": 6}}}
        foe = {"numbers": {"difficulty": 12, "major": 6, "severe": 12}, "trackers": {"hit_points": {"max": 9}}}
        self.do(*({"type": "add_creature", "creature": {"name": f"Hero {n}", **pc}} for n in range(PARTY)))
        self.do({"type": "add_creatures", "creature": {"name": "Goblin", **foe}, "count": FOES})
        self.do(*({"type": "add_clock", "name": f"Clock {n}", "size": 8, "hidden": False} for n in range(CLOCKS)))
        view = self.client.get(self.path).raise_for_status().json()["view"]
        foes = [id for id, creature in view["creatures"].items() if creature["kind"] == "adversary"]
        vulnerable = {"type": "add_condition", "condition": "vulnerable"}
        self.do(*({**vulnerable, "creature": id} for id in foes[:CONDITIONS]))
        self.grow(foes)
        return foes

    def grow(self, foes: list[str]) -> None:
        """Lengthen the log to its size."""
        by = 1
        while self.client.get(self.path).json()["number"] < ENTRIES:
            tap = {"type": "adjust_tracker", "tracker": "hit_points", "by": by}
            self.do(*({**tap, "creature": foes[n % len(foes)]} for n in range(100)))
            by = -by


def streamed(address: str, path: str, token: str, into: list[bytes]) -> None:
    """Keep what a stream sends, chunk by chunk, until it ends."""
    headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
    with httpx.Client(base_url=address, timeout=None) as client, client.stream("GET", path, headers=headers) as answer:
        for chunk in answer.iter_raw():
            into.append(chunk)


def timed(fight: Fight, foes: list[str], count: int) -> list[float]:
    """Milliseconds of each of many single commands, as the caller sees them."""
    found = []
    for n in range(count):
        command = {"type": "adjust_tracker", "creature": foes[n % len(foes)], "tracker": "hit_points"}
        began = time.perf_counter()
        fight.client.post(f"{fight.path}/commands", json={**command, "by": 1 if n % 2 else -1}).raise_for_status()
        found.append((time.perf_counter() - began) * 1000)
    return sorted(found)


def asked(client: httpx.Client, method: str, path: str, body: Command | None, times: int = 20) -> list[float]:
    """Milliseconds of the same call, each after a change."""
    found = []
    for n in range(times):
        change = {"type": "adjust_tracker", "tracker": "fear", "by": 1 if n % 2 else -1}
        client.post(f"{path.partition('?')[0].rpartition('/')[0]}/commands", json=change).raise_for_status()
        began = time.perf_counter()
        client.request(method, path, json=body).raise_for_status()
        found.append((time.perf_counter() - began) * 1000)
    return sorted(found)


def main(arguments: list[str]) -> None:
    count = int(arguments[0]) if arguments else 400
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (address, token):
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.Client(base_url=address, headers=headers, timeout=60) as client:
            fight = Fight(client)
            foes = fight.fill()
            share = client.post(f"{fight.path}/shares", json={"role": "watch"}).json()["token"]
            for who, path in (("GM", f"{fight.path}/stream"), ("player", f"/api/v1/shared/{share}/stream")):
                sent: list[bytes] = []
                threading.Thread(target=streamed, args=(address, path, token, sent), daemon=True).start()
                time.sleep(1)
                whole = sum(map(len, sent))
                sent.clear()
                figures = timed(fight, foes, count // 2)
                time.sleep(1)
                report(f"commands while a {who} follows", figures)
                print(
                    f"  first view {whole / 1000:.1f} kB, then {sum(map(len, sent)) / (count // 2):.0f} bytes a change"
                )
            for what, method, path, body in FIGURES:
                figures = asked(client, method, fight.path + path, body)
                report(what, figures)
            began = time.perf_counter()
            size = len(json.dumps(client.get(fight.path).json()))
            print(f"whole view: {size / 1000:.0f} kB in {(time.perf_counter() - began) * 1000:.1f} ms")


def report(what: str, figures: list[float]) -> None:
    p99 = figures[int(len(figures) * 0.99) - 1]
    print(f"{what}: median {median(figures):.1f} ms, p99 {p99:.1f} ms, worst {figures[-1]:.1f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
