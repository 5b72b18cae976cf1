from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import inspect
from sqlmodel import SQLModel

from app.storage.database import Database
from app.storage.migrations import FOLDER, check, current, migrate, newest


def test_the_migrations_make_what_the_tables_say(database: Database) -> None:
    with database.connection() as connection:
        check(connection)
        names = set(inspect(connection).get_table_names())
    assert names == {*SQLModel.metadata.tables, "alembic_version"}


def test_a_migrated_database_is_left_alone(database: Database) -> None:
    assert current(database) == newest()
    assert migrate(database) is False


def test_an_empty_database_has_no_revision(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'new.sqlite3'}")
    assert current(database) is None
    assert migrate(database) is True
    assert current(database) == newest()
    database.close()


def test_each_migration_has_the_next_number() -> None:
    numbers = sorted(path.name[:4] for path in (FOLDER / "versions").glob("[0-9]*.py"))
    assert numbers == [f"{n:04}" for n in range(1, len(numbers) + 1)]
    assert newest() == numbers[-1]


def test_alembic_is_not_imported_where_nothing_is_to_be_done(sqlite_template: Path) -> None:
    code = (
        "import sys\n"
        "from app.storage.database import Database\n"
        "from app.storage.migrations import migrate\n"
        f"assert migrate(Database('sqlite:///{sqlite_template}')) is False\n"
        "assert 'alembic' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("revision", ["0000", "9999"])
def test_a_database_of_another_version_is_noticed(tmp_path: Path, revision: str) -> None:
    database = Database(f"sqlite:///{tmp_path / 'x.sqlite3'}")
    migrate(database)
    with database.connection() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revision}'")
    assert current(database) == revision
    database.close()
