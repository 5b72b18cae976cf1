"""The search is ready before anybody asks."""

from __future__ import annotations

from app.live.hub import Hub
from app.services.house import House
from app.services.idempotency import InFlight
from app.services.warming import warm_up
from app.settings import Settings
from app.storage.database import Database


def test_a_database_that_is_away_does_not_disturb_the_start() -> None:
    database = Database("postgresql+psycopg://nobody@127.0.0.1:9/none")
    warm_up(House(Settings(), database, Hub(), InFlight()))
    database.close()


def test_the_library_is_on_the_shelf(settings: Settings) -> None:
    database = Database(settings.database)
    house = House(settings, database, Hub(), InFlight())
    warm_up(house)
    assert house.shelf.find(database, "a_1", "moth").total == 0
    database.close()
