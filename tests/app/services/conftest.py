"""A house on either database with one game, for the tests of what is done in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import Session

from app.live.hub import Hub
from app.services import accounts, games
from app.services.access import Access
from app.services.house import House
from app.services.idempotency import InFlight
from app.settings import Settings
from app.storage.database import Database


@pytest.fixture
def house(database_url: str, tmp_path: Path) -> Iterator[House]:
    settings = Settings(data=tmp_path / "data", database_url=database_url, secret="a secret for tests")
    house = House(settings, Database(database_url), Hub(), InFlight())
    yield house
    house.database.close()


@pytest.fixture
def access(house: House) -> Access:
    """The way in of the GM of a game."""

    def change(db: Session) -> tuple[str, str]:
        account = accounts.ensure_owner(db).id
        return account, games.create(db, account, "gm", "Mill", "daggerheart")

    account, game_id = house.database.write(change)
    return games.as_gm(house, account, game_id)
