"""Games in memory and in the database: what is kept is never trusted, and two who write at once lose nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import Session

from app.errors import NotFound, Problem
from app.live.hub import Hub
from app.services import accounts, games, play
from app.services.access import Access
from app.services.house import House
from app.services.idempotency import InFlight
from app.services.play import Ask
from app.settings import Settings
from app.storage import games as stored
from app.storage.database import Database
from rules.core.events import SCHEMA

TAPS = 20


@pytest.fixture
def new_house(database_url: str, tmp_path: Path) -> Iterator[Callable[[], House]]:
    """What makes another process on the same database."""
    made: list[House] = []

    def make() -> House:
        settings = Settings(data=tmp_path / "data", database_url=database_url, secret="a secret for tests")
        made.append(House(settings, Database(database_url), Hub(), InFlight()))
        return made[-1]

    yield make
    for house in made:
        house.database.close()


@pytest.fixture
def house(new_house: Callable[[], House]) -> House:
    return new_house()


@pytest.fixture
def access(house: House) -> Access:
    """The GM of a new game in which a Bear stands."""

    def change(db: Session) -> tuple[str, str]:
        account = accounts.ensure_owner(db).id
        bear = {"type": "add_creature", "creature": {"name": "Bear", "trackers": {"hit_points": {"max": 500}}}}
        return account, games.create(db, account, "gm", "Mill", "daggerheart", commands=[bear])

    account, game_id = house.database.write(change)
    return games.as_gm(house, account, game_id)


def bear_of(house: House, access: Access) -> str:
    return next(iter(house.look(access.game_id).game.state.creatures))


def marked(house: House, access: Access) -> int:
    creature = house.look(access.game_id).game.state.creatures[bear_of(house, access)]
    return int(getattr(creature.trackers["hit_points"], "value"))  # noqa: B009 - any kind of tracker


def tap(house: House, access: Access, count: int = 1) -> None:
    command = {"type": "adjust_tracker", "creature": bear_of(house, access), "tracker": "hit_points", "by": count}
    play.play(house, Ask(access, "en"), [command])


def note(house: House, access: Access, words: str = "x") -> None:
    play.play(house, Ask(access, "en"), [{"type": "note", "text": words}])


def test_a_command_that_names_a_card_is_carried_out_on_one_connection(
    house: House, access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(Database, "read", lambda *_: pytest.fail("all who write would wait for this one too"))
        play.play(house, Ask(access, "en"), [{"type": "add_creature", "creature": {"card": "adversary-types"}}])
    assert [*house.look(access.game_id).game.state.creatures.values()][-1].name == "Adversary types"


@pytest.mark.case("GM-018")
def test_two_processes_that_write_at_once_lose_nothing(new_house: Callable[[], House], access: Access) -> None:
    one, other = new_house(), new_house()
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda place: tap((one, other)[place % 2], access), range(2 * TAPS)))
    assert marked(one, access) == marked(other, access) == marked(new_house(), access) == 2 * TAPS
    numbers = [entry.number for entry in one.look(access.game_id).game.entries]
    assert numbers == list(range(1, 2 * TAPS + 3))


def test_a_look_loads_only_what_is_new(house: House, new_house: Callable[[], House], access: Access) -> None:
    before = house.look(access.game_id)
    assert house.look(access.game_id) is before
    tap(new_house(), access)
    after = house.look(access.game_id)
    assert after.game.entries[: len(before.game.entries)] == before.game.entries
    assert after.game.state == new_house().look(access.game_id).game.state


def test_an_undo_in_another_process_is_undone_here(
    house: House, new_house: Callable[[], House], access: Access
) -> None:
    tap(house, access)
    play.undo(new_house(), Ask(access, "en"))
    assert marked(house, access) == 0
    assert house.look(access.game_id).game.undone == {3}


def test_a_database_that_was_restored_is_read_anew(house: House, access: Access) -> None:
    tap(house, access)
    tap(house, access)
    with house.database.connection() as connection:
        connection.execute(text("DELETE FROM event WHERE number = 4"))
        connection.execute(text("UPDATE game SET number = 3"))
    assert marked(house, access) == 1
    note(house, access)
    assert [entry.number for entry in house.look(access.game_id).game.entries] == [1, 2, 3, 4]


def test_a_snapshot_is_taken_and_leads_to_the_same_state(
    house: House, new_house: Callable[[], House], access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "SNAPSHOT_EVERY", 5)
    for place in range(12):
        tap(house, access, 1 + place % 3)
        note(house, access)
    kept = house.database.read(lambda db: stored.snapshot(db, access.game_id, SCHEMA))
    assert kept is not None
    assert kept[0] > 20
    fresh = new_house().look(access.game_id).game
    assert fresh == house.look(access.game_id).game


def test_an_undo_behind_a_snapshot_forgets_it(
    house: House, new_house: Callable[[], House], access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "SNAPSHOT_EVERY", 5)
    tap(house, access, 7)
    for _ in range(12):
        note(house, access)
    play.undo(house, Ask(access, "en"), step=house.look(access.game_id).game.entries[2].step)
    assert house.database.read(lambda db: stored.snapshot(db, access.game_id, SCHEMA)) is None
    assert marked(new_house(), access) == 0


def test_a_snapshot_of_another_schema_is_not_read(house: House, new_house: Callable[[], House], access: Access) -> None:
    house.database.write(lambda db: stored.put_snapshot(db, access.game_id, 2, SCHEMA + 1, "from another release"))
    assert marked(new_house(), access) == 0


def test_what_fails_leaves_nothing_behind(house: House, access: Access, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise Problem("conflict")

    monkeypatch.setattr(play, "announce", broken)
    with pytest.raises(Problem):
        tap(house, access)
    monkeypatch.undo()
    assert marked(house, access) == 0
    tap(house, access)
    assert marked(house, access) == 1


def test_a_game_of_somebody_else_is_not_found(house: House, access: Access) -> None:
    with pytest.raises(NotFound):
        games.as_gm(house, "a_stranger", access.game_id)


def test_one_audience_shares_one_view(house: House, access: Access) -> None:
    assert games.see(house, access, "en") is games.see(house, access, "en")
    assert games.see(house, access, "ru") is not games.see(house, access, "en")
    assert games.see(house, access, "ru").version == games.see(house, access, "en").version
