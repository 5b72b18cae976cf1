"""Runs migrations on the connection that app.storage.migrations hands over; the same on SQLite and Postgres."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlmodel import SQLModel
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

from app.storage import tables

assert tables.Account.metadata is SQLModel.metadata  # importing the module is what fills the metadata


def render(kind: str, item: Any, autogen: AutogenContext) -> str | Literal[False]:
    """A type of SQLModel's under its plain name; everything else as Alembic writes it."""
    if kind == "type" and isinstance(item, AutoString | UTCDateTime):
        autogen.imports.add("from sqlmodel.sql.sqltypes import AutoString, UTCDateTime")
        return f"{type(item).__name__}()"
    return False


connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
    render_item=render,
    compare_type=True,
    compare_server_default=True,
)
with context.begin_transaction():
    context.run_migrations()
