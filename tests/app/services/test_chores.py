from __future__ import annotations

import asyncio
import gc
import threading
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import Session, select

from app.errors import Problem
from app.live.hub import Hub
from app.services import chores, tokens
from app.services.accounts import ensure_owner, new_link
from app.services.chores import FEW, Chores, Sweep, tidy
from app.services.tokens import Uses
from app.settings import Settings
from app.storage.database import Database
from app.storage.tables import Game, Login, Token, now


def test_what_is_over_is_cleared_away_and_nothing_else(database: Database) -> None:
    def fill(db: Session) -> None:
        owner = ensure_owner(db).id
        new_link(db, owner)
        db.add(Login(hash="old", kind="browser", account=owner, expires=now() - timedelta(seconds=1)))
        for id_, days in (("g_old", 31), ("g_new", 29)):
            gone = now() - timedelta(days=days)
            db.add(Game(id=id_, name="x", system="x", owner=owner, key=b"", deleted_at=gone))

    database.write(fill)
    database.write(tidy)
    assert "old" not in database.read(lambda db: db.exec(select(Login.hash)).all())
    assert len(database.read(lambda db: db.exec(select(Login.hash)).all())) == 1
    assert database.read(lambda db: db.exec(select(Game.id)).all()) == ["g_new"]


def test_the_use_of_a_token_is_written_later(database: Database) -> None:
    token = database.write(lambda db: tokens.create(db, ensure_owner(db).id, "bot", "read")[0])
    uses = Uses()
    uses.note(token.id)
    assert database.read(lambda db: db.get_one(Token, token.id).last_used) is None
    uses.write(database)
    assert database.read(lambda db: db.get_one(Token, token.id).last_used) is not None


def test_a_restore_wakes_every_stream(settings: Settings) -> None:
    async def play() -> bool:
        hub, database = Hub(), Database(settings.database)
        chores.LOOK_S = 0.05
        work = Chores(settings, database, hub, Uses(), {})
        work.start()
        try:
            with hub.watch("g_1") as watch:
                await asyncio.sleep(0.1)
                (settings.data / "restored").touch()
                return await watch.changed(3)
        finally:
            work.stop()
            database.close()

    assert asyncio.run(play())


def test_a_token_that_was_used_while_the_database_was_away_is_written_when_it_is_back(database: Database) -> None:
    made = [database.write(lambda db: tokens.create(db, ensure_owner(db).id, "bot", "read")[0]) for _ in range(2)]
    uses = Uses()
    uses.note(made[0].id)

    class Away(Database):
        def __init__(self) -> None: ...

        def write(self, work: Any) -> Any:
            uses.note(made[1].id)  # while it is tried
            raise Problem("database-unreachable")

    with pytest.raises(Problem):
        uses.write(Away())
    uses.write(database)
    for one in made:
        token = database.read(lambda db, id=one.id: db.get_one(Token, id))  # type: ignore[misc]
        assert token.last_used is not None


def test_a_chore_that_goes_wrong_ends_no_other(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    went_on = threading.Event()

    class Wrong(Uses):
        times = 0

        def write(self, database: Database) -> None:
            self.times += 1
            if self.times > 1:
                went_on.set()
            raise OSError("the disk is full")

    monkeypatch.setattr(chores, "LOOK_S", 0.01)
    monkeypatch.setattr(chores, "EVERY", 1)
    database = Database(settings.database)
    work = Chores(settings, database, Hub(), Wrong(), {})
    work.start()
    try:
        assert went_on.wait(5)
    finally:
        work.stop()
        database.close()
    assert "the disk is full" in caplog.text


def test_garbage_is_looked_for_while_nobody_asks() -> None:
    counts: Counter[tuple[str, str]] = Counter()
    sweep, threshold = Sweep(counts), gc.get_threshold()
    gc.set_threshold(50_000, 20, 20)
    try:
        gc.collect()
        assert not sweep.look()  # there is none
        some = [[n] for n in range(FEW)]
        counts["answer", "POST 200"] += 1
        assert not sweep.look()  # somebody was answered
        assert sweep.look()
        assert not sweep.look()
        assert len(some) == FEW
    finally:
        gc.set_threshold(*threshold)
