"""The two commands: what they set up, and that they do it once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import run
import test

LOCK = "requirements.lock"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of its own, whose environment is already there."""
    for name in (LOCK, "pyproject.toml", "run.py"):
        (tmp_path / name).write_text(f"# {name}\n")
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(run, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / ".venv")], check=True)
    return tmp_path


def test_what_is_set_up_is_set_up_once(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run.set_up("run", [LOCK])
    assert "Setting up" in capsys.readouterr().out
    run.set_up("run", [LOCK])
    assert capsys.readouterr().out == ""


def test_a_changed_lock_is_noticed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run.set_up("run", [LOCK])
    (place / LOCK).write_text("# another\n")
    capsys.readouterr()
    run.set_up("run", [LOCK])
    assert "Setting up" in capsys.readouterr().out


def test_the_environment_finds_this_checkout(place: Path) -> None:
    (place / "app").mkdir()
    (place / "app" / "cli.py").write_text("def main() -> int:\n    print('here')\n    return 0\n")
    run.set_up("run", [LOCK])
    done = subprocess.run([place / ".venv" / "bin" / "shirma"], capture_output=True, text=True, check=True, cwd="/")
    assert done.stdout == "here\n"


def test_an_older_python_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 4))
    with pytest.raises(SystemExit, match=r"3\.11"):
        run.set_up("run", [LOCK])


def test_bytecode_is_kept_whatever_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "PYTHONDONTWRITEBYTECODE" not in run.clean_environment()


@pytest.mark.parametrize("name", [LOCK, "requirements-test.lock"])
def test_every_version_is_pinned_and_no_registry_is_named(name: str) -> None:
    lines = [line for line in (Path(run.__file__).parent / name).read_text().splitlines() if not line.startswith("#")]
    assert lines
    assert all("==" in line.partition(";")[0] for line in lines)
    assert not any("://" in line for line in lines)


def test_a_quick_run_leaves_out_what_takes_long() -> None:
    assert [name for name, _ in test._steps(["quick"])] == ["ruff", "quick tests"]
    assert [name for name, _ in test._steps([])] == ["ruff", "mypy", "import contracts", "tests"]
    assert test._steps(["tests/app", "-k", "sign"])[0][1][-3:] == ["tests/app", "-k", "sign"]
    assert test._beside(["quick"]) == test._beside(["tests/app"]) == []


def test_a_whole_run_has_every_test_once() -> None:
    """Those in a browser beside the other steps, the rest in the last of them."""
    ((_, beside),), (_, last) = test._beside([]), test._steps([])[-1]
    assert beside[-1] == "tests/browser"
    assert last[-2:] == ["-m", "not browser"]


@pytest.mark.parametrize("code, word", [(0, "holds"), (1, "FAILED")])
def test_what_runs_beside_says_afterwards_what_it_found(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, code: int, word: str
) -> None:
    monkeypatch.setattr(test, "set_up", lambda *given: None)
    monkeypatch.setattr(test, "_steps", lambda arguments: [("first", ["-c", "print('one')"])])
    found = f"print('two €'); raise SystemExit({code})"
    monkeypatch.setattr(test, "_beside", lambda arguments: [("beside", ["-c", found])])
    assert test.main([]) == code
    said = capfd.readouterr().out
    assert said.index("one") < said.index("two €") < said.index(f"beside: {word}")
    assert ("Failed: beside" in said) == bool(code)
