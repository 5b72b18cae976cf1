"""The library: written, changed, and used in games."""

from __future__ import annotations

from typing import Any

import pytest

from app.errors import NotFound, Problem
from app.services import accounts, library
from app.services.entries import Kept
from app.storage.database import Database
from rules import SYSTEMS, content

SYSTEM = "daggerheart"
MOTH: dict[str, Any] = {
    "name": "Moth",
    "numbers": {"difficulty": 13},
    "trackers": {"hit_points": {"max": 7}, "stress": {"max": 3}},
    "features": {"glow": {"kind": "feature", "name": "Glow", "facts": {"type": "passive", "text": "It glows."}}},
}


@pytest.fixture
def account(database: Database) -> str:
    return database.write(lambda db: accounts.ensure_owner(db).id)


@pytest.fixture
def moth(database: Database, account: str) -> Kept:
    return write(database, account, MOTH)


def write(database: Database, account: str, spec: dict[str, Any]) -> Kept:
    return database.write(lambda db: library.create(db, account, SYSTEM, spec, ["mine"], "a notebook", "en"))


def change(database: Database, account: str, entry: Kept, **changes: Any) -> Kept:
    return database.write(lambda db: library.change(db, account, entry.id, "en", **changes))


def fill(database: Database, account: str, *commands: Any) -> Any:
    return database.read(lambda db: library.fill(db, account, SYSTEM, commands))


def test_an_entry_is_kept_as_it_was_written(database: Database, account: str, moth: Kept) -> None:
    assert database.read(lambda db: library.get(db, account, moth.id)) == moth
    assert (moth.name, moth.kind, moth.key, moth.tags, moth.source) == (
        "Moth",
        "adversary",
        "moth",
        ("mine",),
        "a notebook",
    )
    assert moth.spec == MOTH


def test_the_same_name_a_second_time_gets_a_key_of_its_own(database: Database, account: str, moth: Kept) -> None:
    assert write(database, account, MOTH).key == "moth-2"


@pytest.mark.parametrize(
    ("spec", "pointer"),
    [
        ({}, "/creature/name"),
        ({"name": 7}, "/creature/name"),
        ({"name": "Moth", "wings": 4}, "/creature/wings"),
        ({"name": "Moth", "numbers": {"difficulty": 400}}, "/creature/numbers/difficulty"),
        ({"name": "Moth", "trackers": {"mana": {}}}, "/creature/trackers/mana"),
    ],
)
def test_what_no_game_can_use_is_refused_with_its_place(
    database: Database, account: str, spec: dict[str, Any], pointer: str
) -> None:
    with pytest.raises(Problem) as caught:
        write(database, account, spec)
    assert caught.value.status == 422
    assert [fault.pointer for fault in caught.value.errors] == [pointer]


def test_a_change_merges_and_null_removes(database: Database, account: str, moth: Kept) -> None:
    patch = {"name": "Old Moth", "numbers": {"difficulty": None, "major": 5}, "features": {"glow": None}}
    after = change(database, account, moth, creature=patch)
    assert after.name == "Old Moth"
    assert after.key == "old-moth"
    assert after.spec["numbers"] == {"major": 5}
    assert after.spec["features"] == {}
    assert after.version != moth.version


def test_a_key_follows_the_name_and_stays_its_own(database: Database, account: str, moth: Kept) -> None:
    second = write(database, account, {"name": "Grub"})
    assert change(database, account, second, creature={"name": "Moth"}).key == "moth-2"
    assert change(database, account, moth, creature={"name": "MOTH"}).key == "moth"
    assert change(database, account, second, creature={"kind": "environment"}).key == "moth-2"


def test_a_change_of_another_version_is_refused(database: Database, account: str, moth: Kept) -> None:
    change(database, account, moth, tags=["new"])
    with pytest.raises(Problem, match="stale-version"):
        change(database, account, moth, match=[moth.version], tags=["newer"])
    with pytest.raises(Problem, match="stale-version"):
        database.write(lambda db: library.remove(db, account, moth.id, [moth.version]))


def test_writing_the_same_again_changes_no_version(database: Database, account: str, moth: Kept) -> None:
    assert change(database, account, moth, creature={"name": "Moth"}).version == moth.version


def test_what_is_removed_is_gone(database: Database, account: str, moth: Kept) -> None:
    database.write(lambda db: library.remove(db, account, moth.id))
    with pytest.raises(NotFound):
        database.read(lambda db: library.get(db, account, moth.id))


@pytest.mark.parametrize("call", [library.get, library.remove])
def test_nobody_reaches_another_account_s_entry(database: Database, moth: Kept, call: Any) -> None:
    with pytest.raises(NotFound):
        database.write(lambda db: call(db, "a_other", moth.id))


def test_a_card_fills_what_a_command_leaves_out(database: Database, account: str, moth: Kept) -> None:
    [filled] = fill(database, account, {"type": "add_creature", "creature": {"card": moth.id}})
    assert filled == {"type": "add_creature", "creature": {**MOTH, "card": moth.id}}


@pytest.mark.case("GM-112")
def test_what_a_command_says_stands_above_the_card(database: Database, account: str, moth: Kept) -> None:
    creature = {
        "card": moth.id,
        "name": "Pim",
        "hidden": True,
        "numbers": {"difficulty": 15, "major": 4},
        "trackers": {"hit_points": {"max": 9}},
    }
    [filled] = fill(database, account, {"type": "add_creatures", "creature": creature, "count": 3})
    assert filled["count"] == 3
    assert filled["creature"]["name"] == "Pim"
    assert filled["creature"]["hidden"] is True
    assert filled["creature"]["numbers"] == {"difficulty": 15, "major": 4}
    assert filled["creature"]["trackers"] == {"hit_points": {"max": 9}, "stress": {"max": 3}}
    assert filled["creature"]["features"] == MOTH["features"]


def test_each_of_several_creatures_is_filled(database: Database, account: str, moth: Kept) -> None:
    several = {"type": "add_creatures", "creatures": [{"card": moth.id}, {"name": "Grub"}]}
    [filled] = fill(database, account, several)
    assert filled["creatures"] == [{**MOTH, "card": moth.id}, {"name": "Grub"}]


def test_a_card_of_the_game_gives_its_title(database: Database, account: str) -> None:
    [filled] = fill(database, account, {"type": "add_creature", "creature": {"card": "adversary-types"}})
    assert filled["creature"]["name"] == "Adversary types"


@pytest.mark.parametrize("system", SYSTEMS)
def test_any_card_of_any_game_can_stand_for_a_creature(database: Database, account: str, system: str) -> None:
    keys = sorted(content.cards(system)["en"])
    commands = [{"type": "add_creature", "creature": {"card": key, "kind": "npc"}} for key in keys]
    filled = database.read(lambda db: library.fill(db, account, system, commands))
    assert [one["creature"]["card"] for one in filled] == keys
    assert all(one["creature"]["name"] for one in filled)


def test_an_unknown_card_is_refused_only_where_nothing_names_the_creature(database: Database, account: str) -> None:
    named = {"type": "add_creature", "creature": {"card": "l_gone", "name": "Moth"}}
    assert fill(database, account, named) == [named]
    with pytest.raises(NotFound, match="unknown-card"):
        fill(database, account, {"type": "add_creature", "creature": {"card": "l_gone"}})


def test_another_account_s_entry_fills_nothing(database: Database, moth: Kept) -> None:
    with pytest.raises(NotFound, match="unknown-card"):
        fill(database, "a_other", {"type": "add_creature", "creature": {"card": moth.id}})


@pytest.mark.parametrize(
    "command",
    [
        None,
        7,
        {},
        {"type": "roll"},
        {"type": "add_creature"},
        {"type": "add_creature", "creature": []},
        {"type": "add_creature", "creature": {"card": 7}},
        {"type": "add_creatures", "creatures": 7},
        {"type": "add_creatures", "creatures": [None]},
        {"type": ["add_creature"]},
    ],
)
def test_what_is_no_such_command_is_left_to_the_rules(database: Database, account: str, command: Any) -> None:
    assert fill(database, account, command) == [command]


def test_a_part_that_is_no_object_is_left_to_the_rules(database: Database, account: str, moth: Kept) -> None:
    [filled] = fill(database, account, {"type": "add_creature", "creature": {"card": moth.id, "numbers": 7}})
    assert filled["creature"]["numbers"] == 7
