from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from sqlalchemy import text

from app.cli import main
from app.commands import COMMANDS
from app.commands.options import settings_of, started_as
from app.commands.serve import lan_address
from app.services import accounts, tokens
from app.settings import ROOT, Settings, from_environment
from app.storage.database import Database
from app.storage.tables import Token


def said(*arguments: str) -> str:
    """What the command printed."""
    output = io.StringIO()
    with redirect_stdout(output):
        assert main(arguments) == 0
    return output.getvalue()


@pytest.fixture
def data(settings: Settings) -> str:
    return str(settings.data)


def test_token_create_prints_a_token_alone(data: str, settings: Settings) -> None:
    printed = said("token", "create", "--data", data, "--scope", "play", "--name", "bot")
    assert re.fullmatch(r"\S+\n", printed)
    database = Database(settings.database)
    token = database.read(lambda db: tokens.find(db, printed.strip()))
    assert isinstance(token, Token)
    assert (token.scope, token.name) == ("play", "bot")
    database.close()


def test_a_token_can_be_made_before_the_first_start(tmp_path: Path) -> None:
    assert said("token", "create", "--data", str(tmp_path / "new"), "--scope", "read").strip()


def test_login_prints_a_link_that_signs_in(data: str, settings: Settings) -> None:
    link = said("login", "--data", data, "--public-url", "https://screen.example/").strip()
    assert link.startswith("https://screen.example/signin/")
    database = Database(settings.database)
    assert database.write(lambda db: accounts.use_link(db, accounts.code_in(link)))
    database.close()


def test_a_new_link_leads_to_where_the_server_was_started(data: str, settings: Settings) -> None:
    (settings.data / "address").write_text("http://192.168.1.7:8123")
    assert said("login", "--data", data).startswith("http://192.168.1.7:8123/signin/")
    assert said("login", "--data", data, "--port", "9000").startswith("http://127.0.0.1:9000/signin/")


def test_the_demo_says_where_its_screen_is(data: str, settings: Settings) -> None:
    (settings.data / "address").write_text("http://192.168.1.7:8123")
    assert ": http://192.168.1.7:8123/games/g_" in said("demo", "--data", data)


def test_a_backup_is_put_back(data: str, tmp_path: Path) -> None:
    secret = said("token", "create", "--data", data, "--scope", "read").strip()
    said("backup", str(tmp_path / "file"), "--data", data)
    answer = said("restore", str(tmp_path / "file"), "--data", str(tmp_path / "elsewhere"))
    assert "Games: 0, events: 0." in answer
    database = Database(f"sqlite:///{tmp_path / 'elsewhere' / 'shirma.sqlite3'}")
    assert database.read(lambda db: tokens.find(db, secret))
    database.close()


def test_a_file_that_is_no_backup_is_refused_in_words(data: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("hello")
    with pytest.raises(SystemExit, match="no backup of Shirma"):
        main(["restore", str(tmp_path / "file"), "--data", data])


@pytest.mark.parametrize(
    "place, why", [("none/file", "cannot be written: No such file"), ("", "is a folder: name a file in it")]
)
def test_a_backup_that_cannot_be_written_says_why(data: str, tmp_path: Path, place: str, why: str) -> None:
    with pytest.raises(SystemExit, match=why):
        main(["backup", str(tmp_path / place), "--data", data])
    assert not list(tmp_path.parent.glob("*.part"))


@pytest.mark.parametrize("name", [command.name for command in COMMANDS])
def test_every_command_tells_how_it_is_used(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([name, "--help"])
    assert caught.value.code == 0
    assert name in capsys.readouterr().out


def test_a_database_that_is_away_is_said_so(tmp_path: Path) -> None:
    url = "postgresql://nobody@127.0.0.1:9/none"
    with pytest.raises(SystemExit, match="cannot be reached"):
        main(["login", "--data", str(tmp_path), "--database-url", url])


def test_a_damaged_database_is_said_so(data: str, settings: Settings) -> None:
    (settings.data / "shirma.sqlite3").write_bytes(b"no database" * 1000)
    with pytest.raises(SystemExit, match="cannot be reached or read: file is not a database"):
        main(["login", "--data", data])


def test_a_database_of_a_newer_release_is_said_so(data: str, settings: Settings) -> None:
    database = Database(settings.database)
    with database.connection() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    with pytest.raises(SystemExit, match="newer release"):
        main(["login", "--data", data])


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--database-url", "mysql://somewhere/shirma"], "names a Postgres"),
        (["--port", "99999"], "There is no port 99999"),
    ],
)
def test_what_cannot_be_is_said_so(tmp_path: Path, arguments: list[str], why: str) -> None:
    with pytest.raises(SystemExit, match=why):
        main(["serve", "--data", str(tmp_path), "--no-browser", *arguments])


def test_an_environment_that_is_no_number_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHIRMA_PORT", "many")
    with pytest.raises(SystemExit, match="SHIRMA_PORT"):
        main(["login", "--data", str(tmp_path)])


def test_a_folder_in_which_nothing_can_be_written_is_said_so(data: str, settings: Settings) -> None:
    (settings.data / "address").mkdir()
    with pytest.raises(SystemExit, match="Nothing can be written"):
        main(["serve", "--data", data, "--port", "0", "--no-browser"])


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit, match="cannot be made"):
        main(["login", "--data", str(tmp_path / "file" / "data")])


def test_data_lies_beside_the_program_unless_told_otherwise() -> None:
    assert from_environment({}).data == ROOT / "data"
    assert from_environment({"SHIRMA_DATA": "/srv/shirma"}).data == Path("/srv/shirma")


@pytest.mark.parametrize(
    ("settings", "url"),
    [
        (Settings(), "http://127.0.0.1:8000"),
        (Settings(host="0.0.0.0", lan_address="192.168.1.7", port=80), "http://192.168.1.7:80"),
        (Settings(host="192.168.1.7"), "http://192.168.1.7:8000"),
        (Settings(host="::1"), "http://[::1]:8000"),
        (Settings(public_url="https://screen.example/", lan_address="192.168.1.7"), "https://screen.example"),
    ],
)
def test_links_begin_with_what_other_devices_can_reach(settings: Settings, url: str) -> None:
    assert settings.base_url == url


def test_only_a_server_that_nobody_else_can_reach_says_so() -> None:
    assert Settings().only_loopback
    assert not Settings(host="0.0.0.0", lan_address="192.168.1.7").only_loopback
    assert not Settings(public_url="https://screen.example").only_loopback


def test_this_machine_s_address_is_never_loopback() -> None:
    assert not lan_address().startswith("127.")


def test_the_secret_is_made_once_and_read_by_nobody_else(tmp_path: Path) -> None:
    first, second = Settings(data=tmp_path), Settings(data=tmp_path)
    assert first.secret_key == second.secret_key
    assert len(first.secret_key) >= 32
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


def test_what_is_given_counts_more_than_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    from argparse import Namespace

    monkeypatch.setenv("SHIRMA_PORT", "9000")
    assert settings_of(Namespace()).port == 9000
    assert settings_of(Namespace(port=9001)).port == 9001
    assert settings_of(Namespace(port=None)).port == 9000


@pytest.mark.parametrize("url", ["postgres://u@h/d", "postgresql://u@h/d", "postgresql+psycopg://u@h/d"])
def test_any_usual_way_to_name_a_postgres_is_taken(url: str) -> None:
    settings = Settings(database_url=url)
    assert settings.database == "postgresql+psycopg://u@h/d"
    assert settings.is_postgres


@pytest.mark.parametrize(
    ("called", "advice"),
    [("/at/.venv/bin/shirma", "/at/.venv/bin/shirma"), (".venv/bin/shirma", ".venv/bin/shirma"), ("x.py", "shirma")],
)
def test_what_a_command_advises_can_be_typed_as_it_stands(
    monkeypatch: pytest.MonkeyPatch, called: str, advice: str
) -> None:
    monkeypatch.setattr("sys.argv", [called, "restore"])
    assert started_as() == advice
