from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import Session

from app.storage import library
from app.storage.database import Database
from app.storage.tables import Account, LibraryEntry, now

LATER = now() + timedelta(days=1)


@pytest.fixture(autouse=True)
def some_entries(database: Database) -> None:
    def add(db: Session) -> None:
        db.add(Account(id="a_1", name="GM"))
        db.flush()
        for number, key in enumerate(("wolf", "bear", "owl")):
            db.add(entry(key, number))

    database.write(add)


def entry(key: str, number: int = 0) -> LibraryEntry:
    moment = now() + timedelta(seconds=number)
    return LibraryEntry(
        id=f"l_{key}",
        account="a_1",
        system="daggerheart",
        kind="adversary",
        key=key,
        name=key.title(),
        search=key,
        body="{}",
        created=moment,
        changed=moment,
    )


def change(db: Session) -> None:
    library.lock(db)
    row = db.get_one(LibraryEntry, "l_bear")
    row.name, row.changed = "Brown Bear", library.next_moment(db)


def test_nobody_finds_what_is_another_account_s(database: Database) -> None:
    assert database.read(lambda db: library.find(db, "a_1", "l_wolf")) is not None
    assert database.read(lambda db: library.find(db, "a_2", "l_wolf")) is None
    assert database.read(lambda db: library.known(db, "a_2", "daggerheart")) == {}
    assert database.read(lambda db: library.count(db, "a_2")) == 0


def test_entries_are_known_by_kind_and_key(database: Database) -> None:
    known = database.read(lambda db: library.known(db, "a_1", "daggerheart"))
    assert {place: row.id for place, row in known.items()} == {
        ("adversary", key): f"l_{key}" for key in ("wolf", "bear", "owl")
    }


def test_entries_stand_in_the_order_in_which_they_came(database: Database) -> None:
    rows = database.read(lambda db: library.entries(db, ["l_owl", "l_wolf", "l_none"]))
    assert [row.key for row in rows] == ["wolf", "owl"]


def test_many_entries_are_looked_up_at_once(database: Database) -> None:
    wanted = [f"l_{number}" for number in range(2000)] + ["l_owl", "l_bear"]
    assert [row.key for row in database.read(lambda db: library.entries(db, wanted))] == ["bear", "owl"]


@pytest.mark.parametrize(
    "write",
    [
        pytest.param(lambda db: db.add(entry("rat")), id="one more"),
        pytest.param(lambda db: db.delete(db.get_one(LibraryEntry, "l_wolf")), id="one less"),
        pytest.param(change, id="one changed"),
    ],
)
def test_whatever_is_written_changes_the_stamp(database: Database, write: object) -> None:
    before = database.read(library.stamp)
    assert callable(write)
    database.write(write)
    assert database.read(library.stamp) != before


def test_a_change_counts_as_later_than_all_before_it_whatever_the_clock_says(database: Database) -> None:
    def from_the_future(db: Session) -> None:
        db.get_one(LibraryEntry, "l_owl").changed = LATER

    database.write(from_the_future)
    database.write(change)
    assert database.read(library.marks)["l_bear"] > LATER
