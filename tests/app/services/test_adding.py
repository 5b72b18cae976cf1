"""What was typed to add creatures."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from app.live.hub import Hub
from app.services import accounts, imports, library
from app.services.adding import Offer, offers, parse_amount
from app.services.house import House
from app.services.idempotency import InFlight
from app.settings import Settings
from app.storage.database import Database
from tests.app.services.files.reading import SAMPLES

Find = Callable[..., list[Offer]]


@pytest.fixture
def account(database: Database) -> str:
    return database.write(lambda db: accounts.ensure_owner(db).id)


@pytest.fixture
def find(database: Database, account: str, settings: Settings) -> Find:
    """The offers of a library with the sample files in it."""
    house = House(settings, database, Hub(), InFlight())
    for name in ("adversaries.json", "environments.json"):
        parsed = imports.read((SAMPLES / name).read_bytes(), "en")
        database.write(partial(imports.bring, account=account, parsed=parsed, source="samples"))
    return lambda q, **more: offers(house, account, q, "daggerheart", "en", **more)


def names(found: list[Offer]) -> list[str]:
    return [one.row.name for one in found]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("goblin", (1, "goblin")),
        ("3 goblin", (3, "goblin")),
        ("3x goblin", (3, "goblin")),
        ("3 × goblin", (3, "goblin")),
        ("goblin x3", (3, "goblin")),
        ("goblin×12", (12, "goblin")),
        ("гоблин х 2", (2, "гоблин")),
        ("3 xorn", (3, "xorn")),
        ("fox 3", (1, "fox 3")),
        ("tier 2 bruiser", (1, "tier 2 bruiser")),
        ("0 goblin", (1, "0 goblin")),
        ("101 goblin", (1, "101 goblin")),
        ("3", (1, "3")),
        ("", (1, "")),
    ],
)
def test_an_amount_stands_before_or_after_the_name(text: str, amount: tuple[int, str]) -> None:
    assert parse_amount(text) == amount


@pytest.mark.parametrize(
    ("q", "name"),
    [
        ("lantern moth", "Lantern Moth"),
        ("lan", "Lantern Moth"),
        ("lantrn", "Lantern Moth"),
        ("solo", "Lantern Moth"),
        ("causeway", "Sinking Causeway"),
        ("dusty wings", "Lantern Moth"),
    ],
)
def test_a_creature_is_found_by_name_type_and_text_with_errors(find: Find, q: str, name: str) -> None:
    assert names(find(q))[0] == name


def test_the_command_adds_so_many_of_the_entry(find: Find) -> None:
    first = find("3 pale grub")[0]
    assert first.command == {
        "type": "add_creatures",
        "count": 3,
        "creature": {"name": "Pale Grub", "kind": "adversary", "card": first.id},
    }


def test_one_is_added_by_the_plain_command(find: Find) -> None:
    assert find("pale grub")[0].command["type"] == "add_creature"


@pytest.mark.parametrize(
    ("q", "name"),
    [
        ("improvise tier 2 bruiser", "Bruiser"),
        ("tier 2 bruiser", "Bruiser"),
        ("bruiser tier 2", "Bruiser"),
        ("импровизация ранг 2 громила", "Громила"),
        ("громила ранг 2", "Громила"),
    ],
)
def test_one_that_is_asked_for_in_words_is_made_up_and_stands_first(find: Find, q: str, name: str) -> None:
    first = find(f"2 {q}")[0]
    assert (first.row.name, first.row.tier, first.id) == (name, 2, None)
    assert first.command["count"] == 2
    assert first.creature["numbers"]["difficulty"] == 14


def test_a_made_up_one_is_offered_last_where_entries_were_found(find: Find) -> None:
    assert names(find("horde")) == ["Cloud of Gnats", "Horde"]


def test_where_a_tier_and_a_type_are_all_that_is_said_entries_follow_the_made_up_one(find: Find) -> None:
    assert names(find("tier 2 horde")) == ["Horde", "Cloud of Gnats"]
    assert names(find("орда ранг 2")) == ["Орда", "Cloud of Gnats"]


def test_what_nobody_knows_finds_nothing(find: Find) -> None:
    assert find("qwertz uiop") == []


def test_kind_and_tier_narrow_it_down(find: Find) -> None:
    assert names(find("", kind="environment")) == ["Sinking Causeway", "Sudden Fog"]
    assert names(find("", tier=2)) == ["Cloud of Gnats", "Sinking Causeway"]
    assert names(find("", limit=1)) == ["Lantern Moth"]


def test_a_name_that_begins_with_a_number_is_a_name(database: Database, account: str, find: Find) -> None:
    spec: dict[str, Any] = {"name": "2 Headed Moth"}
    database.write(lambda db: library.create(db, account, "daggerheart", spec, [], "", "en"))
    first = find("2 headed")[0]
    assert (first.row.name, first.count) == ("2 Headed Moth", 1)


def test_a_row_reads_in_one_line(find: Find) -> None:
    moth, cloud = find("lantern moth")[0].row, find("cloud of gnats")[0].row
    assert (moth.kind_words, moth.tier, moth.difficulty, moth.hp) == ("Solo", 1, "13", 7)
    assert (moth.thresholds, moth.attack, moth.from_words) == ("6 / 12", "+2, 1d10+2", "samples")
    assert (cloud.thresholds, cloud.attack) == ("4 / –", "2d4, 1d8+4")
    assert find("sudden fog")[0].row.difficulty == "Special (as hard as the leader)"
