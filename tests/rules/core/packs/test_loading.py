"""Packs become games; a broken one stops nobody else."""

from pathlib import Path

import pytest

from rules.core.packs import PackError, find_packs, load_pack, load_packs
from tests.rules.packs.small import write_pack


def test_a_pack_is_a_game_with_commands_and_rolls_of_its_own(tmp_path: Path) -> None:
    system = load_pack(write_pack(tmp_path))
    assert (system.key, system.name) == ("tavern", "Tavern brawl")
    assert set(system.rolls) == {"swing", "take_damage", "dice"}
    assert {command.__name__ for command in system.commands} == {"TakeDamage", "Heal", "Rest"}


def test_a_pack_without_damage_has_no_command_for_it(tmp_path: Path) -> None:
    system = load_pack(write_pack(tmp_path, system=('[damage]\npools = ["grit"]\n', "")))
    assert {command.__name__ for command in system.commands} == {"Rest"}


def test_loading_reads_no_cards(tmp_path: Path) -> None:
    write_pack(tmp_path, cards=('title = "Dizzy"', "title ="))
    assert load_pack(tmp_path).key == "tavern"


def test_a_system_that_cannot_be_understood_is_refused_with_its_faults(tmp_path: Path) -> None:
    write_pack(tmp_path, system=("max = 3", 'max = "three"'))
    with pytest.raises(PackError) as refused:
        load_pack(tmp_path)
    assert [fault.line for fault in refused.value.faults] == [22]


@pytest.mark.parametrize(("old", "new"), [('"6 + brawn"', '"6 +"'), ('"6 + brawn"', '"6 + brawm"')])
def test_a_formula_that_is_none_is_refused(tmp_path: Path, old: str, new: str) -> None:
    with pytest.raises(PackError) as refused:
        load_pack(write_pack(tmp_path, system=(old, new)))
    assert refused.value.faults[0].line == 15


def test_a_broken_pack_never_stops_the_others(tmp_path: Path) -> None:
    write_pack(tmp_path / "broken", cards=('title = "Dizzy"', "title ="))
    write_pack(tmp_path / "good", system=('key = "tavern"', 'key = "good"'))
    systems, faults = load_packs(find_packs(tmp_path))
    assert [system.key for system in systems] == ["good"]
    assert {fault.file.parts[-4] for fault in faults if fault.file.name == "conditions.toml"} == {"broken"}


def test_two_packs_cannot_have_one_key(tmp_path: Path) -> None:
    write_pack(tmp_path / "a")
    write_pack(tmp_path / "b")
    systems, faults = load_packs(find_packs(tmp_path))
    assert [system.folder.name for system in systems] == ["a"]
    assert [fault.what for fault in faults] == ["another game has the key 'tavern'"]


def test_a_pack_cannot_take_the_place_of_a_game(tmp_path: Path) -> None:
    systems, faults = load_packs([write_pack(tmp_path)], {"tavern"})
    assert systems == []
    assert len(faults) == 1


def test_a_folder_is_a_pack_or_holds_packs(tmp_path: Path) -> None:
    one = write_pack(tmp_path / "one")
    (tmp_path / "notes").mkdir()
    (tmp_path / "half" / "content").mkdir(parents=True)
    assert find_packs(one) == [one]
    assert find_packs(tmp_path) == [tmp_path / "half", one]
