"""Everything that is stored, as rows that either database can take."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import Any

from sqlalchemy import Connection, MetaData, Table, delete, insert, select, update
from sqlmodel import Session, SQLModel, col

from app.storage.tables import Game

Row = tuple[str, dict[str, Any]]  # a table's name, and values by column
AT_ONCE = 500
FEW = {"picture": 4}  # of what is large fewer at once


def rows(connection: Connection, tables: MetaData = SQLModel.metadata) -> Iterator[Row]:
    """All rows of all tables, in an order in which they can be inserted again."""
    for table in tables.sorted_tables:
        if table.name == "alembic_version":
            continue
        most = FEW.get(table.name, AT_ONCE)
        found = connection.execution_options(yield_per=most).execute(select(table).order_by(*_order(table)))
        for row in found.mappings():
            yield table.name, dict(row)


def tables_in(connection: Connection) -> MetaData:
    """The tables as they are there, of whatever revision."""
    tables = MetaData()
    tables.reflect(connection)
    return tables


def insert_all(connection: Connection, given: Iterable[Row], tables: MetaData = SQLModel.metadata) -> dict[str, int]:
    """Insert the rows; how many went into each table."""
    counts: dict[str, int] = {}
    for name, same in groupby(given, key=lambda row: row[0]):
        while some := [values for _, values in islice(same, FEW.get(name, AT_ONCE))]:
            connection.execute(insert(tables.tables[name]), some)
            counts[name] = counts.get(name, 0) + len(some)
    return counts


def replace_all(db: Session, given: Iterable[Row]) -> dict[str, int]:
    """Put ``given`` in place of everything. What is remembered of a game before is told apart by the game's new key."""
    connection = db.connection()
    for table in reversed(SQLModel.metadata.sorted_tables):
        connection.execute(delete(table))
    counts = insert_all(connection, given)
    for id_ in connection.execute(select(col(Game.id))).scalars().all():
        connection.execute(update(Game).where(col(Game.id) == id_).values(key=secrets.token_bytes(32)))
    return counts


def _order(table: Table) -> list[Any]:
    """By key; but where a row may point to another of its table, those that do come last."""
    own = [key.parent for key in table.foreign_keys if key.column.table is table]
    return [column.is_not(None) for column in own] + list(table.primary_key.columns)
