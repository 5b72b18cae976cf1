"""A new game's party, with what the rules make of it."""

from __future__ import annotations

import pytest

from app.services import setup
from app.services.setup import Cell


def test_the_words_of_the_field_come_from_the_system() -> None:
    words = setup.vocabulary("daggerheart")
    assert words.words["evasion"].key == "evasion"
    assert words.words["хит*"].tracker
    assert words.level is not None
    assert words.level.key == "level"


def test_what_was_said_stands_plain_and_what_the_rules_fill_in_is_marked() -> None:
    (row,) = setup.rows("daggerheart", "Ilka, Sorcerer 3, ev 11, hp 6", "en")
    evasion, thresholds, hit_points, *_ = row.cells
    assert (row.name, row.calling, row.level) == ("Ilka", "Sorcerer", Cell("3"))
    assert (evasion, hit_points) == (Cell("11"), Cell("6"))
    assert thresholds == Cell("3 / 6", guessed=True)


def test_the_columns_have_names_in_both_languages() -> None:
    assert setup.columns("daggerheart", "en")[:2] == ["Evasion", "Thresholds"]
    assert setup.columns("daggerheart", "ru")[0] == "Уклонение"


def test_what_the_rules_refuse_is_told_and_the_character_still_comes() -> None:
    (row,) = setup.rows("daggerheart", "Oro, ev 41, hp 6", "en")
    assert row.unclear == ("ev 41",)
    (command,) = setup.commands("daggerheart", "Oro, ev 41, hp 6")
    assert command["creature"]["numbers"] == {}
    assert command["creature"]["trackers"] == {"hit_points": {"max": 6}}


def test_the_example_is_understood_whole() -> None:
    for language in ("en", "ru"):
        rows = setup.rows("daggerheart", setup.example("daggerheart", language), language)
        assert rows
        assert [row.unclear for row in rows] == [()] * len(rows)


@pytest.mark.parametrize("language, more", [("en", "Presence +2"), ("ru", "Влияние +2")])
def test_what_has_no_column_is_said_too(language: str, more: str) -> None:
    (row,) = setup.rows("daggerheart", "Bryn guardian 1 5/11 hp 5 armor 3 presence +2 Sailor +2", language)
    assert (row.name, row.calling, row.level) == ("Bryn", "Guardian", Cell("1"))
    assert [cell.words for cell in row.cells][1:] == ["5 / 11", "5", "6", "3", "1"]
    assert (row.more, row.unclear) == ((more, "Sailor +2"), ())
