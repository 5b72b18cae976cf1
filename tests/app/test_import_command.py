"""`shirma import`."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.cli import main
from app.settings import Settings
from tests.app.services.files.reading import SAMPLES

ADVERSARIES = str(SAMPLES / "adversaries.json")
ENVIRONMENTS = str(SAMPLES / "environments.json")


def test_the_counts_and_everything_that_was_lost_are_printed(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", ADVERSARIES, ENVIRONMENTS, "--data", str(settings.data)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{ADVERSARIES} (daggerheart-srd-json): 3 new, 0 changed, 0 the same"
    assert lines[1] == "To look over: 1"
    assert lines[2].startswith("  /2/atk: Cloud of Gnats: the attack bonus is dice (+2d4)")
    assert lines[3] == f"{ENVIRONMENTS} (daggerheart-srd-json): 2 new, 0 changed, 0 the same"
    assert "Sudden Fog" in lines[5]


def test_a_second_time_everything_is_the_same(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert main(["import", ENVIRONMENTS, "--data", str(settings.data)]) == 0
    assert "0 new, 0 changed, 2 the same" in capsys.readouterr().out


def test_a_preview_writes_nothing(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert main(["import", ENVIRONMENTS, "--preview", "--lang", "ru", "--data", str(settings.data)]) == 0
    assert capsys.readouterr().out.count("новых 2, изменённых 0, тех же 0") == 2


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'[{"name": ', "The JSON breaks off or goes wrong at line 1, column 11."),
        (b"[]", "There is nothing in it that could be imported."),
        (b"\xff", "This is no text: byte 1 cannot be read as UTF-8 or UTF-16."),
        (None, "cannot be opened (No such file or directory)"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_and_the_others_are_taken(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, reason: str
) -> None:
    bad = tmp_path / "bad.json"
    if content is not None:
        bad.write_bytes(content)
    assert main(["import", str(bad), ENVIRONMENTS, "--data", str(settings.data)]) == 1
    printed = capsys.readouterr()
    assert printed.err == f"{bad}: {reason}\n"
    assert "2 new" in printed.out


def test_a_file_over_the_limit_is_not_read(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(32 * 1_048_576 + 1)
    assert main(["import", str(large), "--data", str(settings.data)]) == 1
    assert capsys.readouterr().err == f"{large}: larger than 32 MiB\n"


def test_a_running_server_finds_what_was_imported(app: FastAPI, admin: TestClient, settings: Settings) -> None:
    assert admin.get("/api/v1/library", params={"q": "lantern"}).json()["total"] == 0
    assert main(["import", ADVERSARIES, "--data", str(settings.data)]) == 0
    found = admin.get("/api/v1/library", params={"q": "lantern"}).json()["items"]
    assert [(item["name"], item["source"]) for item in found] == [("Lantern Moth", "adversaries.json")]


@pytest.mark.postgres
@pytest.mark.parametrize("database_kind", ["postgres"], indirect=True)
def test_a_postgres_takes_files_too(database_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", ADVERSARIES, "--database-url", database_url]) == 0
    assert "3 new" in capsys.readouterr().out
