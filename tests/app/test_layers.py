"""What the layers of the application leave to each other, beyond what imports of whole modules can say."""

import ast
from collections.abc import Iterator
from inspect import iscoroutinefunction
from pathlib import Path

import pytest
from fastapi.routing import APIRoute

from app import api, pages
from app.settings import ROOT

OUTSIDE = [path for path in sorted((ROOT / "app").rglob("*.py")) if path.parent.name != "storage"]
TYPES = {("sqlmodel", "Session")}  # what a function that stands inside of a transaction is given


def imported(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module.partition(".")[0], alias.name) for alias in node.names)


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_only_the_storage_knows_sql(path: Path) -> None:
    assert {found for found in imported(path) if found[0] in ("sqlalchemy", "sqlmodel")} <= TYPES


def test_the_storage_is_where_the_sql_is() -> None:
    known = {found for path in (ROOT / "app" / "storage").glob("*.py") for found in imported(path)}
    assert ("sqlmodel", "select") in known
    assert len(OUTSIDE) > 80


def test_no_route_runs_on_the_loop_where_streams_would_wait_for_it() -> None:
    routers = (*api.ROUTERS, api.OPERATIONS, *pages.ROUTERS)
    endpoints = [route.endpoint for router in routers for route in router.routes if isinstance(route, APIRoute)]
    assert len(endpoints) > 80
    assert {endpoint.__name__ for endpoint in endpoints if iscoroutinefunction(endpoint)} == {"show_health"}
