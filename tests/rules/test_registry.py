"""The games that the product knows, and those that are added when it starts."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.core.errors import RuleError
from rules.registry import SYSTEMS, get_system, install
from tests.rules.packs.small import only_what_ships, write_pack


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    with only_what_ships():
        yield


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(RuleError) as refused:
        get_system("chess")
    assert refused.value.code == "unknown-system"


def test_a_pack_is_added_beside_the_others(tmp_path: Path) -> None:
    known = list(SYSTEMS)
    assert install([write_pack(tmp_path)]) == []
    assert list(SYSTEMS) == [*known, "tavern"]
    assert get_system("tavern").name == "Tavern brawl"


def test_a_pack_that_is_there_already_stays_as_it_is(tmp_path: Path) -> None:
    install([write_pack(tmp_path)])
    before = get_system("tavern")
    assert install([tmp_path]) == []
    assert get_system("tavern") is before


def test_a_pack_cannot_take_the_place_of_a_game_that_ships(tmp_path: Path) -> None:
    before = get_system("daggerheart")
    (fault,) = install([write_pack(tmp_path, system=('key = "tavern"', 'key = "daggerheart"'))])
    assert fault.what == "another game has the key 'daggerheart'"
    assert get_system("daggerheart") is before


def test_a_broken_pack_is_left_out_and_stops_no_other(tmp_path: Path) -> None:
    broken = write_pack(tmp_path / "broken", system=('policy = "popcorn"', 'policy = "peanut"'))
    good = write_pack(tmp_path / "good")
    (fault,) = install([broken, good])
    assert (fault.file, fault.line) == (broken / "system.toml", 6)
    assert get_system("tavern").folder == good


def test_nobody_else_can_change_the_list() -> None:
    with pytest.raises(TypeError):
        SYSTEMS["chess"] = get_system("daggerheart")  # type: ignore[index]
