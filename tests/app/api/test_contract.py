"""Whatever is sent, the server does not fail: calls made up from the API's own description."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, given, seed, settings
from schemathesis.core import NOT_SET
from schemathesis.core.result import Ok
from starlette.testclient import TestClient

from tests.app.playing import Direct

pytestmark = pytest.mark.slow
EXAMPLES = 12


@pytest.fixture
def admin(app: FastAPI, client: TestClient, token: str) -> Iterator[Direct]:
    """The quickest way in: there are more than a thousand calls."""
    direct = Direct(app, {"Authorization": f"Bearer {token}"})
    yield direct
    direct.close()


@pytest.fixture
def places(admin: Direct) -> dict[str, str]:
    """A game, a creature's system and a link that are really there, for calls that are made up to lead somewhere."""
    game = admin.post("/api/v1/games", json={"name": "Mill", "system": "daggerheart"}).json()["id"]
    share = admin.post(f"/api/v1/games/{game}/shares", json={"role": "watch"}).json()["token"]
    return {"game_id": game, "token": share, "system": "daggerheart", "roll": "action"}


def test_no_call_makes_the_server_fail(app: FastAPI, admin: Direct, places: dict[str, str]) -> None:
    description = schemathesis.openapi.from_asgi("/api/v1/openapi.json", app)
    operations = [found.ok() for found in description.get_all_operations() if isinstance(found, Ok)]
    called = [operation for operation in operations if not operation.path.endswith("/stream")]
    assert len(called) > 20
    for operation in called:
        _try(operation, admin, places)


def _try(operation: Any, admin: Direct, places: dict[str, str]) -> None:
    @seed(20)
    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def call(case: Any) -> None:
        if operation.method.upper() != "DELETE":  # what is really there has to stay
            case.path_parameters = dict(case.path_parameters or {}) | places
        body = {} if case.body is NOT_SET else {"json": case.body}
        query = {name: str(value) for name, value in dict(case.query or {}).items()}
        answer = admin.request(case.method, case.formatted_path, params=query, **body)
        assert answer.status_code < 500, (case.method, case.formatted_path, answer.text)
        if answer.status_code >= 400:
            assert answer.json()["code"]

    call()
