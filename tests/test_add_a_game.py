"""The page that leads through making a pack: what it shows works, and it leaves no field out."""

import re
from pathlib import Path

import pytest

from app.cli import main
from rules.core.packs import load_pack
from rules.core.packs.reading import fields_of
from rules.core.packs.screen import Screen
from rules.core.packs.system import SPECS
from rules.core.system import SystemData

PAGE = (Path(__file__).parents[1] / "docs" / "add-a-game.md").read_text("utf-8")
FILE = re.compile(r"^`(cats/[\w/.-]+\.toml)`[^\n]*\n+```toml\n(.*?)```", re.DOTALL | re.MULTILINE)
EXPLAINED = re.compile(r"[a-z_]{2,}")


@pytest.fixture
def cats(tmp_path: Path) -> Path:
    """The pack that the page leads to, typed as it stands there."""
    files = FILE.findall(PAGE)
    assert len(files) == 4
    for path, text in files:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    return tmp_path / "cats"


def test_the_game_of_the_page_has_no_faults(cats: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "check", str(cats)]) == 0
    assert "Rooftop Cats (cats) has no faults: 3 cards, 2 conditions" in capsys.readouterr().out


def test_a_typing_error_is_found_as_the_page_says(cats: Path, capsys: pytest.CaptureFixture[str]) -> None:
    system = cats / "system.toml"
    system.write_text(system.read_text("utf-8").replace("axis =", "axes ="), "utf-8")
    assert main(["pack", "check", str(cats)]) == 1
    assert "there is no such field; did you mean axis?" in capsys.readouterr().out


def test_the_game_of_the_page_can_be_loaded(cats: Path) -> None:
    assert set(load_pack(cats).rolls) == {"leap", "take_damage", "dice"}


def test_every_field_of_a_system_is_explained() -> None:
    code = {word for span in re.findall(r"`([^`\n]+)`", PAGE) for word in EXPLAINED.findall(span)}
    assert fields_of(SystemData, Screen, *SPECS) - code == set()
