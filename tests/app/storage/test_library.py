from __future__ import annotations

import pytest
from sqlmodel import Session

from app.storage import library
from app.storage.database import Database
from app.storage.tables import Account, LibraryEntry


@pytest.fixture(autouse=True)
def entries(database: Database) -> None:
    def add(db: Session) -> None:
        db.add(Account(id="a_1", name="GM"))
        db.flush()
        for key, name in (("wolf", "Dire Wolf"), ("bear", "Bear"), ("owl", "100% Owl_bear")):
            db.add(entry(key, name))

    database.write(add)


def entry(key: str, name: str) -> LibraryEntry:
    return LibraryEntry(
        id=f"l_{key}",
        account="a_1",
        system="daggerheart",
        kind="adversary",
        key=key,
        name=name,
        search=name.casefold(),
        body="{}",
    )


@pytest.mark.parametrize(
    ("words", "found"),
    [
        pytest.param([], ["owl", "bear", "wolf"], id="all, by name"),
        pytest.param(["BEAR"], ["owl", "bear"], id="without regard to case"),
        pytest.param(["wolf", "dire"], ["wolf"], id="every word"),
        pytest.param(["0%"], ["owl"], id="a percent sign is a sign"),
        pytest.param(["l_b"], ["owl"], id="an underscore is a letter"),
        pytest.param(["'; drop table"], [], id="no SQL"),
    ],
)
def test_entries_are_found_by_plain_words(database: Database, words: list[str], found: list[str]) -> None:
    assert [e.key for e in database.read(lambda db: library.search(db, "a_1", words))] == found


def test_the_list_goes_on_where_it_stopped(database: Database) -> None:
    first = database.read(lambda db: library.search(db, "a_1", limit=2))
    rest = database.read(lambda db: library.search(db, "a_1", after=(first[-1].name, first[-1].id)))
    assert [e.key for e in (*first, *rest)] == ["owl", "bear", "wolf"]


def test_nobody_finds_what_is_another_account_s(database: Database) -> None:
    assert database.read(lambda db: library.find(db, "a_1", "l_wolf")) is not None
    assert database.read(lambda db: library.find(db, "a_2", "l_wolf")) is None
    assert database.read(lambda db: library.search(db, "a_2")) == []
    assert database.read(lambda db: library.by_key(db, "a_1", "daggerheart", "adversary", "owl")) is not None
