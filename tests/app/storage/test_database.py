from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import Session, select

from app.errors import Conflict, DatabaseUnreachable, InvalidInput
from app.storage import shares
from app.storage.database import Database
from app.storage.tables import Account, Game, Share


def test_what_is_written_is_read_again(database: Database) -> None:
    database.write(lambda db: db.add(Account(id="a_1", name="Лея")))
    assert database.read(lambda db: db.get_one(Account, "a_1").name) == "Лея"


@pytest.mark.case("GM-095")
def test_times_come_back_in_utc(database: Database) -> None:
    account = Account(id="a_1", name="Leia")
    written = account.created
    database.write(lambda db: db.add(account))
    read = database.read(lambda db: db.get_one(Account, "a_1").created)
    assert read == written
    assert read.tzinfo is not None


@pytest.fixture(params=["America/New_York", "Asia/Kathmandu", "UTC"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The zone of the machine."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield str(request.param)
    monkeypatch.undo()
    time.tzset()


@pytest.mark.case("GM-095")
def test_a_moment_is_over_when_it_is_whatever_the_zone_of_the_machine(zone: str, database: Database) -> None:
    now = datetime.now(UTC)
    moments = {"past": now - timedelta(minutes=1), "soon": now + timedelta(minutes=1)}
    moments["soon"] = moments["soon"].astimezone(ZoneInfo("Pacific/Auckland"))

    def fill(db: Session) -> None:
        db.add(Account(id="a_1", name="Leia"))
        db.flush()
        db.add(Game(id="g_1", name="Mill", system="generic", owner="a_1", key=b"k"))
        db.flush()
        for id, moment in moments.items():
            db.add(Share(id=id, game_id="g_1", role="watch", token_hash=id, expires=moment))

    database.write(fill)
    assert database.read(lambda db: shares.open_ids(db, "g_1")) == {"soon"}
    kept = database.read(lambda db: {id: db.get_one(Share, id).expires for id in moments})
    assert kept == moments
    assert all(moment is not None and moment.utcoffset() == timedelta(0) for moment in kept.values())


def test_nothing_is_kept_of_a_write_that_fails(database: Database) -> None:
    def fail(db: Session) -> None:
        db.add(Account(id="a_1", name="Leia"))
        db.flush()
        raise ValueError

    with pytest.raises(ValueError):
        database.write(fail)
    assert database.read(lambda db: db.get(Account, "a_1")) is None


def test_reading_changes_nothing(database: Database) -> None:
    def look(db: Session) -> None:
        db.add(Account(id="a_1", name="Leia"))
        db.flush()

    database.read(look)
    assert database.read(lambda db: db.get(Account, "a_1")) is None


def test_the_second_of_two_with_one_key_is_a_conflict(database: Database) -> None:
    database.write(lambda db: db.add(Account(id="a_1", name="Leia")))
    with pytest.raises(Conflict):
        database.write(lambda db: db.add(Account(id="a_1", name="Han")))
    assert database.read(lambda db: db.get_one(Account, "a_1").name) == "Leia"


@pytest.mark.case("GM-017")
def test_many_threads_write_and_nothing_is_lost(database: Database) -> None:
    def add(number: int) -> None:
        database.write(lambda db: db.add(Account(id=f"a_{number}", name="x")))

    with ThreadPoolExecutor(12) as threads:
        list(threads.map(add, range(60)))
    assert len(database.read(lambda db: db.exec(select(Account.id)).all())) == 60


def test_a_write_within_a_write_is_refused_at_once(database: Database) -> None:
    with pytest.raises(RuntimeError, match="within a write"):
        database.write(lambda _: database.write(lambda _: None))
    database.write(lambda db: db.add(Account(id="a_1", name="Leia")))


def test_a_database_that_is_away_is_unreachable() -> None:
    database = Database("postgresql+psycopg://nobody@127.0.0.1:9/none")
    with pytest.raises(DatabaseUnreachable) as caught:
        database.ping()
    assert caught.value.status == 503
    assert caught.value.headers["Retry-After"]
    database.close()


@pytest.mark.postgres
@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
def test_a_character_that_postgres_cannot_store_is_a_fault_of_the_input(database: Database) -> None:
    with pytest.raises(InvalidInput):
        database.write(lambda db: db.add(Account(id="a_1", name="a\0b")))


def test_a_file_that_is_damaged_is_a_database_that_cannot_be_reached(tmp_path: Path) -> None:
    (tmp_path / "damaged").write_bytes(b"no database" * 1000)
    database = Database(f"sqlite:///{tmp_path / 'damaged'}")
    with pytest.raises(DatabaseUnreachable):
        database.ping()
    database.close()
