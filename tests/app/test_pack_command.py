"""`shirma pack check` names what is wrong, and its exit code says whether anything is."""

from pathlib import Path

import pytest

from app.cli import main
from tests.rules.packs.small import write_pack

GENERIC = Path(__file__).parents[2] / "rules" / "packs" / "generic"


def test_a_good_pack_is_summed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "check", str(write_pack(tmp_path))]) == 0
    printed = capsys.readouterr().out
    assert printed == (
        f"{tmp_path}: Tavern brawl (tavern) has no faults: "
        "2 cards, 2 conditions, 2 trackers, 2 numbers, 1 roll, in en\n"
    )


def test_the_pack_that_ships_is_good(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "check", str(GENERIC)]) == 0


def test_every_fault_stands_with_its_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_pack(tmp_path, system=("max = 3", 'max = "3"'), cards=("(#floored)", "(#flored)"))
    assert main(["pack", "check", str(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{tmp_path}/content/en/conditions.toml:8: [dizzy] the link leads to no card: '#flored'",
        f"{tmp_path}/system.toml:22: trackers.nerve.max: expected a whole number, null, got a text",
        f"{tmp_path}: 2 faults",
    ]


def test_every_pack_of_a_folder_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_pack(tmp_path / "broken", words=('nerve = "Nerve"\n', ""))
    write_pack(tmp_path / "good")
    assert main(["pack", "check", str(tmp_path)]) == 1
    printed = capsys.readouterr().out
    assert f"{tmp_path}/broken: 1 fault\n" in printed
    assert "good: Tavern brawl (tavern) has no faults" in printed


def test_a_folder_without_packs_is_told_from_one_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pack", "check", str(tmp_path)]) == 1
    assert "no pack lies here" in capsys.readouterr().out
    assert main(["pack", "check", str(tmp_path / "nowhere")]) == 1
    assert "system.toml:1: is missing" in capsys.readouterr().out
