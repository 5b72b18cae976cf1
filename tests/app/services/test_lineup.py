"""Lines are looked up in what one has: first in the encounter itself, then in the library."""

from __future__ import annotations

from typing import Any

import pytest

from app.services import library
from app.services.encounters import Row
from app.services.lineup import Reader, text_of
from tests.app.pages.evenings import Evening, evening

HOUND: dict[str, Any] = {"name": "Drowned Hound", "trackers": {"hit_points": {"max": 3}}}


@pytest.fixture
def game(app: Any, account: str) -> Evening:
    return evening(app, account)


def add(game: Evening, account: str, **spec: Any) -> str:
    entry = game.house.database.write(lambda db: library.create(db, account, "daggerheart", spec, [], "", "en"))
    return entry.id


def read(game: Evening, text: str, *rows: Row) -> list[tuple[str, str]]:
    """Name and origin of each line."""
    found = Reader(game.house, game.access, "daggerheart", "en", rows).read(text)
    return [(one.row.name, one.how) for one in found]


def test_a_whole_name_comes_before_one_that_holds_it(game: Evening, account: str) -> None:
    add(game, account, **{**HOUND, "name": "Hound Master"})
    add(game, account, **{**HOUND, "name": "Hound"})
    assert read(game, "hound\nmaster\nhounds") == [
        ("Hound", "library"),
        ("Hound Master", "library"),
        ("Hound", "library"),
    ]


def test_an_adversary_comes_before_an_environment_of_its_name(game: Evening, account: str) -> None:
    add(game, account, name="Mill", kind="environment")
    id_ = add(game, account, name="Mill")
    found = Reader(game.house, game.access, "daggerheart", "en").read("mill")
    assert found[0].row.card == id_


def test_a_word_that_only_stands_in_a_text_is_no_name(game: Evening, account: str) -> None:
    add(game, account, **HOUND, features={"about": {"kind": "about", "name": "", "facts": {"description": "a goblin"}}})
    assert read(game, "goblin") == [("goblin", "unknown")]


def test_lines_of_one_name_mean_the_rows_of_that_name_in_their_order(game: Evening, account: str) -> None:
    rows = [Row(name="Rat", creature={"name": "Rat", "trackers": {"hit_points": {"max": n}}}) for n in (1, 2)]
    found = Reader(game.house, game.access, "daggerheart", "en", rows).read("rat\n5 rat\nrat")
    sizes = [one.row.creature["trackers"]["hit_points"]["max"] for one in found]
    assert (sizes, [one.how for one in found]) == ([1, 2, 1], ["kept"] * 3)


def test_a_bare_name_is_looked_up_anew(game: Evening, account: str) -> None:
    add(game, account, **HOUND)
    bare = Row(name="drowned hound", creature={"name": "drowned hound", "kind": "adversary"})
    assert read(game, "drowned hound", bare) == [("Drowned Hound", "library")]


def test_numbers_that_were_typed_make_a_creature_of_ones_own(game: Evening, account: str) -> None:
    add(game, account, **HOUND)
    (one,) = Reader(game.house, game.access, "daggerheart", "en").read("hound, hp 9, difficulty 14, major 3000")
    assert one.row.creature["trackers"] == {"hit_points": {"max": 9}}
    assert (one.row.creature["numbers"]["difficulty"], one.row.card) == (14, None)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_rows_that_are_written_as_lines_are_read_as_the_same_rows(game: Evening, account: str, language: str) -> None:
    add(game, account, **HOUND)
    text = "3 hound\nhound as Shade, hidden, wave 2\n2d4 Rat called Pim until turn\nBorin, ally\n0: Bat\ntier 2 bruiser"
    first = [one.row for one in Reader(game.house, game.access, "daggerheart", "en").read(text)]
    again = Reader(game.house, game.access, "daggerheart", "en", first).read(text_of("daggerheart", first, language))
    assert [one.row for one in again] == first
