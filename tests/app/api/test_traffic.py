"""Many who write and read at once: nothing fails, nothing is lost, and a large fight stays quick."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient

from app.settings import Settings
from tests.app.playing import API, BEAR, Command, Playing, problem_free, tap
from tests.app.services.files.reading import SAMPLES

pytestmark = pytest.mark.slow
WRITERS = READERS = 10


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Every test here runs on SQLite and on Postgres."""
    return Settings(data=tmp_path / "data", database_url=database_url, secret="a secret for tests")


@pytest.mark.case("GM-017")
def test_twenty_clients_and_an_import_at_once_fail_in_nothing(server: str, admin: TestClient) -> None:
    play = Playing(admin)
    bear = play.add({**BEAR, "trackers": {"hit_points": {"max": 500}}})
    headers = dict(admin.headers) | {"Authorization": admin.headers["Authorization"]}
    until, waits = time.monotonic() + 2.0, list[float]()

    def again_and_again(ask: Callable[[httpx2.Client], httpx2.Response]) -> list[int]:
        answers = []
        with httpx2.Client(base_url=server, headers=headers, timeout=20) as client:
            while time.monotonic() < until:
                began = time.monotonic()
                answers.append(ask(client).status_code)
                waits.append(time.monotonic() - began)
        return answers

    def write(client: httpx2.Client) -> httpx2.Response:
        return client.post(f"{play.path}/commands", json=tap(bear, "hit_points"))

    def read(client: httpx2.Client) -> httpx2.Response:
        return client.get(play.path)

    with ThreadPoolExecutor(WRITERS + READERS + 1) as threads:
        writing = [threads.submit(again_and_again, write) for _ in range(WRITERS)]
        reading = [threads.submit(again_and_again, read) for _ in range(READERS)]
        raw = (SAMPLES / "adversaries.json").read_bytes()
        brought = threads.submit(httpx2.post, f"{server}{API}/library/import", content=raw, headers=headers, timeout=20)
    written = [status for answers in writing for status in answers.result()]
    read_ = [status for answers in reading for status in answers.result()]
    assert set(written) == set(read_) == {200}
    assert brought.result().status_code < 300
    assert play.value("hit_points", bear) == min(500, len(written))
    assert sorted(waits)[len(waits) * 3 // 4] < 5  # on a machine that does much else besides


@pytest.mark.case("GM-018")
def test_two_gms_who_change_one_creature_at_once_both_have_their_way(server: str, admin: TestClient) -> None:
    play = Playing(admin, system="generic")
    rat = play.add({"name": "Rat", "trackers": {"hp": {"max": 20}}})
    crowd = [play.add({"name": f"Goblin {n}", "trackers": {"hp": {"max": 5}}}) for n in range(12)]
    headers = {"Authorization": admin.headers["Authorization"]}
    together = threading.Barrier(2)

    def send(*commands: Command) -> int:
        together.wait(5)
        body = {"commands": list(commands)}
        return httpx2.post(f"{server}{play.path}/commands", json=body, headers=headers, timeout=20).status_code

    def damage(amount: int) -> Command:
        return {"type": "take_damage", "creature": rat, "amount": amount}

    prone = {"type": "add_condition", "creature": rat, "condition": "prone"}
    scores = [{"type": "change_creature", "creature": id, "changes": {"score": n}} for n, id in enumerate(crowd)]
    name = {"type": "change_creature", "creature": crowd[3], "changes": {"name": "Grik"}}
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(lambda batch: send(*batch), ([damage(5)], [damage(7), prone]))) == [200, 200]
        assert list(threads.map(lambda batch: send(*batch), (scores, [name]))) == [200, 200]
    creatures = play.view()["creatures"]
    assert creatures[rat]["trackers"]["hp"]["value"] == 8
    assert "prone" in [condition["key"] for condition in creatures[rat]["conditions"]]
    assert [creatures[id]["score"] for id in crowd] == list(range(12))
    assert creatures[crowd[3]]["name"] == "Grik"


@pytest.mark.case("GM-104")
@pytest.mark.parametrize("database_kind", ["sqlite"], indirect=True)
def test_a_hundred_creatures_do_not_slow_a_fight_down(admin: TestClient) -> None:
    play = Playing(admin, system="generic")
    foe = {"trackers": {"hp": {"max": 30}}}
    for n in range(4):
        play.do({"type": "add_creatures", "creature": {"name": f"Bugbear {'abcd'[n]}", **foe}, "count": 25})
    ids = list(play.view()["creatures"])
    for condition in ("prone", "blinded", "frightened", "grappled", "poisoned"):
        play.do(*({"type": "add_condition", "creature": id, "condition": condition} for id in ids))
    play.do({"type": "start_encounter", "policy": "numeric"})
    link, times, sizes = play.link("watch"), list[float](), list[int]()

    def step(*commands: Command) -> None:
        before = sizes[-1] if sizes else 0
        began = time.process_time()
        problem_free(play.send(*commands))
        times.append(time.process_time() - began)
        sizes.append(max(before, len(json.dumps(link.get().json()["view"]))))

    for _ in range(60):
        step({"type": "end_turn"})
    early, late = min(times[5:25]), min(times[-20:])
    assert late < 2 * early + 0.02
    step(*({"type": "take_damage", "creature": id, "amount": 8} for id in ids[:40]))
    step({"type": "add_creatures", "creature": {"name": "Bugbear e", **foe}, "count": 20})
    assert sorted(times)[len(times) // 2] < 0.3
    assert max(sizes) < 100_000
