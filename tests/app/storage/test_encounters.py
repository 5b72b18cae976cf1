from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import Session

from app.storage import encounters
from app.storage.database import Database
from app.storage.tables import Account, Encounter, Game, now

BEGIN = now()


@pytest.fixture(autouse=True)
def some_encounters(database: Database) -> None:
    def add(db: Session) -> None:
        db.add(Account(id="a_1", name="GM"))
        db.flush()
        for game in ("g_1", "g_2"):
            db.add(Game(id=game, name="Mill", system="daggerheart", owner="a_1", key=b"k"))
        db.flush()
        for number, (id_, game) in enumerate((("n_b", "g_1"), ("n_a", "g_1"), ("n_c", "g_1"), ("n_x", "g_2"))):
            moment = BEGIN + timedelta(seconds=min(number, 1))
            db.add(Encounter(id=id_, game_id=game, name=id_, body="{}", created=moment, changed=moment))

    database.write(add)


def ids(database: Database, after: tuple[str, int] | None = None, limit: int | None = None) -> list[str]:
    place = None if after is None else (BEGIN + timedelta(seconds=after[1]), after[0])
    return [row.id for row in database.read(lambda db: encounters.of_game(db, "g_1", place, limit))]


def test_the_encounters_of_a_game_come_as_they_were_made(database: Database) -> None:
    assert ids(database) == ["n_b", "n_a", "n_c"]
    assert database.read(lambda db: encounters.count(db, "g_1")) == 3


def test_they_come_in_pages(database: Database) -> None:
    assert ids(database, limit=1) == ["n_b"]
    assert ids(database, ("n_b", 0), 1) == ["n_a"]
    assert ids(database, ("n_a", 1)) == ["n_c"]


def test_nobody_finds_what_is_another_game_s(database: Database) -> None:
    assert database.read(lambda db: encounters.find(db, "g_1", "n_a")) is not None
    assert database.read(lambda db: encounters.find(db, "g_1", "n_x")) is None


def test_encounters_go_with_their_game(database: Database) -> None:
    def drop(db: Session) -> None:
        db.delete(db.get_one(Game, "g_1"))

    database.write(drop)
    assert ids(database) == []
    assert database.read(lambda db: encounters.count(db, "g_2")) == 1
