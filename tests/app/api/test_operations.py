from __future__ import annotations

from fastapi import FastAPI
from starlette.testclient import TestClient

from app.storage.database import Database


def test_a_server_that_runs_is_alive(client: TestClient) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_a_server_with_its_database_is_ready(client: TestClient) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})


def test_a_server_with_a_database_of_another_version_says_so(client: TestClient, app: FastAPI) -> None:
    database: Database = app.state.database
    with database.connection() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0000'")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["missing"]) == (503, ["migrations"])


def test_a_server_without_its_database_is_alive_and_not_ready(client: TestClient, app: FastAPI) -> None:
    app.state.database = Database("postgresql+psycopg://nobody@127.0.0.1:9/none")
    assert client.get("/healthz").status_code == 200
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["missing"]) == (503, ["database"])
    refused = client.get("/api/v1/tokens", headers={"Authorization": "Bearer x"})
    assert (refused.status_code, refused.json()["code"]) == (503, "database-unreachable")
    assert refused.headers["Retry-After"]


def test_the_figures_are_for_admins_and_this_machine(client: TestClient, admin: TestClient, app: FastAPI) -> None:
    assert client.get("/metrics").status_code == 401
    answer = admin.get("/metrics")
    assert answer.status_code == 200
    assert "# TYPE shirma_answers_total counter" in answer.text
    assert 'shirma_answers_total{method="GET",status="401"} 1.0' in answer.text
    here = TestClient(app, client=("127.0.0.1", 50_000))
    assert here.get("/metrics").status_code == 200
