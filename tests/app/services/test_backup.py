from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlmodel import Session, select

from app.services.backup import NotABackup, back_up, restore
from app.storage import migrations
from app.storage.database import Database
from app.storage.migrations import migrate
from app.storage.tables import Account, Event, Game, IdempotencyKey, Share

TITLE = "Мельница в сумерках"


def fill(db: Session) -> None:
    db.add(Account(id="a_1", name="GM"))
    db.flush()
    db.add(Game(id="g_1", name=TITLE, system="daggerheart", owner="a_1", number=2, key=b"\x00\xff"))
    db.flush()
    for number in (1, 2):
        db.add(Event(game_id="g_1", number=number, id=f"e_{number}", step=1, by="gm", type="told", body='{"$time": 1}'))
    db.add(Share(id="s_9", game_id="g_1", role="join", token_hash="door"))
    db.flush()
    db.add(Share(id="s_1", game_id="g_1", role="seat", token_hash="seat", parent="s_9"))  # sorted before its parent
    db.add(IdempotencyKey(caller="t", key="k", path_hash="p", body_hash="b", status=201, body=b"\x80"))


def everything(database: Database) -> list[str]:
    """All rows in words, but for the games' keys."""

    def look(db: Session) -> list[str]:
        tables = (Account, Event, Share, IdempotencyKey)
        rows = [repr(row) for table in tables for row in db.exec(select(table)).all()]
        return rows + [repr(game.model_dump(exclude={"key"})) for game in db.exec(select(Game)).all()]

    return sorted(database.read(look))


@pytest.fixture
def other(tmp_path: Path) -> Database:
    """Another server's database, where something else is."""
    database = Database(f"sqlite:///{tmp_path / 'other.sqlite3'}")
    migrate(database)
    database.write(lambda db: db.add(Account(id="a_other", name="Somebody")))
    return database


def test_what_was_there_is_there_again_and_nothing_else(database: Database, tmp_path: Path) -> None:
    database.write(fill)
    before = everything(database)
    assert back_up(database, tmp_path / "backup") == len(before)
    database.write(lambda db: db.add(Account(id="a_2", name="Later")))
    counts = restore(database, tmp_path / "backup")
    assert everything(database) == before
    assert (counts["game"], counts["event"], counts["share"]) == (1, 2, 2)


def test_a_backup_moves_from_one_kind_of_database_to_the_other(
    database: Database, other: Database, tmp_path: Path
) -> None:
    database.write(fill)
    before = everything(database)
    back_up(database, tmp_path / "backup")
    restore(other, tmp_path / "backup")
    assert everything(other) == before
    back_up(other, tmp_path / "and-back")
    restore(database, tmp_path / "and-back")
    assert everything(database) == before
    other.close()


def test_what_is_remembered_of_a_game_is_told_apart_afterwards(database: Database, tmp_path: Path) -> None:
    database.write(fill)
    back_up(database, tmp_path / "backup")
    restore(database, tmp_path / "backup")
    assert database.read(lambda db: db.get_one(Game, "g_1").key) != b"\x00\xff"


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def without_a_row(path: Path) -> None:
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    path.write_bytes(gzip.compress(b"".join([*lines[:2], *lines[3:]])))


def from_the_future(path: Path) -> None:
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    head = json.dumps(json.loads(lines[0]) | {"revision": "9999"}).encode() + b"\n"
    path.write_bytes(gzip.compress(b"".join([head, *lines[1:]])))


def something_else(path: Path) -> None:
    path.write_bytes(b"PK\x03\x04")


def packed_nonsense(path: Path) -> None:
    path.write_bytes(gzip.compress(b"[]\n[]\n"))


SPOILED = [cut_off, without_a_row, from_the_future, something_else, packed_nonsense, Path.unlink]


@pytest.mark.parametrize("spoil", SPOILED)
def test_a_file_that_is_no_whole_backup_changes_nothing(
    other: Database, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    before = everything(other)
    path = tmp_path / "backup"
    back_up(other, path)
    spoil(path)
    with pytest.raises(NotABackup):
        restore(other, path)
    assert everything(other) == before
    other.close()


NEXT = """
from alembic import op

revision = "{next}"
down_revision = "{last}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("UPDATE account SET name = name || '!'")
"""


def test_a_backup_of_an_older_version_is_migrated(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.write(fill)
    back_up(database, tmp_path / "backup")
    folder = tmp_path / "alembic"
    shutil.copytree(migrations.FOLDER, folder)
    last = migrations.newest()
    next_ = f"{int(last) + 1:04}"
    (folder / "versions" / f"{next_}_greet.py").write_text(NEXT.format(next=next_, last=last))
    monkeypatch.setattr(migrations, "FOLDER", folder)
    restore(database, tmp_path / "backup")
    assert database.read(lambda db: db.get_one(Account, "a_1").name) == "GM!"
    assert database.read(lambda db: db.get_one(Game, "g_1").name) == TITLE
    assert database.read(lambda db: db.get_one(Event, ("g_1", 1)).body) == '{"$time": 1}'
    assert database.read(lambda db: db.get_one(Game, "g_1").created.tzinfo) is not None
