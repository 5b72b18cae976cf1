from __future__ import annotations

import queue
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from sqlalchemy import text

from app.live.hub import Hub
from app.live.relay import Relay
from app.services import accounts, games
from app.services.house import House
from app.services.idempotency import InFlight
from app.settings import Settings
from app.storage.database import Database, announce

EVERYTHING = "everything"


@pytest.fixture
def heard(database_url: str) -> Iterator[queue.Queue[str]]:
    news: queue.Queue[str] = queue.Queue()
    relay = Relay(database_url, news.put, lambda: news.put(EVERYTHING))
    relay.start()
    assert relay.is_listening.wait(5)
    yield news
    relay.stop()


@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
def test_a_committed_change_is_heard_in_the_other_processes(database: Database, heard: queue.Queue[str]) -> None:
    assert heard.get(timeout=5) == EVERYTHING  # what may have happened before it listened
    database.write(lambda db: announce(db, "g_1"))
    assert heard.get(timeout=5) == "g_1"


@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
def test_a_change_that_is_not_committed_is_not_heard(database: Database, heard: queue.Queue[str]) -> None:
    assert heard.get(timeout=5) == EVERYTHING
    database.read(lambda db: announce(db, "g_1"))
    database.write(lambda db: announce(db, "g_2"))
    assert heard.get(timeout=5) == "g_2"


@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
def test_after_a_lost_connection_everybody_looks_again(database: Database, heard: queue.Queue[str]) -> None:
    assert heard.get(timeout=5) == EVERYTHING
    with database.connection() as connection:
        others = "datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN%'"
        connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
    assert heard.get(timeout=10) == EVERYTHING
    database.write(lambda db: announce(db, "g_1"))
    assert heard.get(timeout=5) == "g_1"


@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
def test_a_game_that_goes_into_the_bin_and_comes_back_is_heard(
    database: Database, heard: queue.Queue[str], tmp_path: Path
) -> None:
    assert heard.get(timeout=5) == EVERYTHING
    house = House(Settings(data=tmp_path, database_url=database.url), database, Hub(), InFlight())
    account = database.write(lambda db: accounts.ensure_owner(db).id)
    game = database.write(lambda db: games.create(db, account, "gm", "Mill", "daggerheart"))
    games.put_in_bin(house, games.as_gm(house, account, game))
    assert heard.get(timeout=5) == game
    games.restore(house, account, game)
    assert heard.get(timeout=5) == game


def test_sqlite_has_nobody_to_tell(database: Database) -> None:
    database.write(lambda db: announce(db, "g_1"))


@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
def test_it_stops_soon(database_url: str) -> None:
    relay = Relay(database_url, print, lambda: None)
    relay.start()
    assert relay.is_listening.wait(5)
    began = monotonic()
    relay.stop()
    assert monotonic() - began < 0.6
    assert not relay.is_listening.is_set()
