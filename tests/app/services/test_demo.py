"""The game to look around in."""

from __future__ import annotations

import re

import pytest

from app.errors import Problem
from app.live.hub import Hub
from app.services import accounts, demo, games
from app.services.house import House
from app.services.idempotency import InFlight
from app.settings import LANGUAGES, Settings
from app.storage.database import Database

CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)


@pytest.fixture
def house(settings: Settings) -> House:
    return House(settings, Database(settings.database), Hub(), InFlight())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_demo_is_ready_to_play(house: House, language: str) -> None:
    account = house.database.write(lambda db: accounts.ensure_owner(db).id)
    made = house.database.write(lambda db: demo.create(db, account, "daggerheart", language))
    seen = games.see(house, games.as_gm(house, account, made.id), language)
    creatures = list(seen.view["creatures"].values())
    kinds = [creature["kind"] for creature in creatures]
    assert (kinds.count("pc"), kinds.count("adversary"), kinds.count("environment")) == (4, 3, 1)
    assert [creature["hidden"] for creature in creatures].count(True) == 1
    assert all(creature["trackers"]["hope"]["value"] >= 2 for creature in creatures if creature["kind"] == "pc")
    arms = [{feature["kind"] for feature in creature["features"].values()} for creature in creatures]
    assert all({"weapon", "experience"} <= kinds for kinds in arms[:4])
    assert len(seen.view["clocks"]) == 1
    assert (seen.view["time"]["session"], seen.view["time"]["scene"] != "") == (1, True)
    texts = [made.name, *(creature["name"] for creature in creatures), seen.view["time"]["scene"]]
    assert all(bool(CYRILLIC.search(text)) == (language == "ru") for text in texts)
    house.database.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_is_only_data_brings_one_as_well(house: House, language: str) -> None:
    account = house.database.write(lambda db: accounts.ensure_owner(db).id)
    made = house.database.write(lambda db: demo.create(db, account, "generic", language))
    view = games.see(house, games.as_gm(house, account, made.id), language).view
    creatures = list(view["creatures"].values())
    assert [creature["kind"] for creature in creatures] == ["pc"] * 3 + ["adversary"] * 5
    assert [creature["hidden"] for creature in creatures].count(True) == 1
    armed = [[feature["facts"].get("dice") for feature in creature["features"].values()] for creature in creatures]
    assert all(any(dice) for dice in armed)
    texts = [made.name, view["time"]["scene"], *(creature["name"] for creature in creatures)]
    assert all(bool(CYRILLIC.search(text)) == (language == "ru") for text in texts)
    house.database.close()


def test_a_system_without_a_demo_says_so(house: House) -> None:
    with pytest.raises(Problem, match="unknown-system"):
        house.database.write(lambda db: demo.create(db, accounts.ensure_owner(db).id, "nope", "en"))
    house.database.close()
