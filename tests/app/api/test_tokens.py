from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import tokens
from app.services.tokens import Scope
from app.storage.database import Database

TOKENS = "/api/v1/tokens"


def make(client: TestClient, name: str = "bot", scope: str = "read", **more: Any) -> dict[str, Any]:
    answer = client.post(TOKENS, json={"name": name, "scope": scope} | more)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def test_a_token_is_shown_once_and_then_only_listed(admin: TestClient) -> None:
    made = make(admin)
    listed = {item["id"]: item for item in admin.get(TOKENS).json()["items"]}
    assert made["token"]
    assert listed[made["id"]] == {key: value for key, value in made.items() if key != "token"}


def test_a_token_opens_what_it_was_made_for(admin: TestClient, client: TestClient) -> None:
    made = make(admin, scope="admin")
    headers = {"Authorization": f"Bearer {made['token']}"}
    assert client.get(TOKENS, headers=headers).status_code == 200
    assert admin.delete(f"{TOKENS}/{made['id']}").status_code == 204
    assert client.get(TOKENS, headers=headers).status_code == 401


@pytest.mark.parametrize("scope", ["read", "play"])
def test_a_smaller_scope_is_not_enough(
    app: FastAPI, client: TestClient, admin: TestClient, account: str, scope: Scope
) -> None:
    database: Database = app.state.database
    secret = database.write(lambda db: tokens.create(db, account, "small", scope)[1])
    answer = client.get(TOKENS, headers={"Authorization": f"Bearer {secret}"})
    assert (answer.status_code, answer.json()["code"]) == (403, "scope-too-small")
    assert scope in answer.json()["detail"]


def test_an_expired_token_opens_nothing(admin: TestClient, client: TestClient, app: FastAPI) -> None:
    made = make(admin, expires="2126-01-01T00:00:00Z")
    database: Database = app.state.database
    with database.connection() as connection:
        connection.exec_driver_sql("UPDATE token SET expires = '2020-01-01 00:00:00'")
    assert client.get(TOKENS, headers={"Authorization": f"Bearer {made['token']}"}).status_code == 401


@pytest.mark.parametrize("authorization", ["Bearer nonsense", "Bearer", "Bearer ", "Basic Zm9v", "nonsense", ""])
def test_a_token_that_is_none_is_refused(client: TestClient, authorization: str) -> None:
    answer = client.get(TOKENS, headers={"Authorization": authorization})
    assert (answer.status_code, answer.json()["code"]) == (401, "sign-in-required")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_without_a_token_nothing_is_told(client: TestClient) -> None:
    assert client.get(TOKENS).status_code == 401


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        pytest.param({"name": "x"}, "/scope", "missing", id="a field is missing"),
        pytest.param({"name": "x", "scope": "all"}, "/scope", "not-one-of", id="a scope that is none"),
        pytest.param({"name": "", "scope": "read"}, "/name", "too-short", id="no name"),
        pytest.param({"name": "x" * 121, "scope": "read"}, "/name", "too-long", id="a long name"),
        pytest.param({"name": 7, "scope": "read"}, "/name", "wrong-type", id="a number for a name"),
        pytest.param({"name": "a\0b", "scope": "read"}, "/name", "cannot-be-stored", id="NUL"),
        pytest.param(
            {"name": "x", "scope": "read", "expires": "2020-01-01T00:00:00Z"}, "/expires", "not-valid", id="over"
        ),
        pytest.param({"name": "x", "scope": "read", "expires": "2126-01-01"}, "/expires", "wrong-type", id="a day"),
        pytest.param({"name": "x", "scope": "read", "expires": "soon"}, "/expires", "wrong-type", id="no date"),
    ],
)
def test_what_is_wrong_in_the_input_is_said_place_by_place(
    admin: TestClient, body: dict[str, Any], pointer: str, code: str
) -> None:
    answer = admin.post(TOKENS, json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-input")
    assert [(error["pointer"], error["code"]) for error in answer.json()["errors"]] == [(pointer, code)]
    assert all(error["detail"] for error in answer.json()["errors"])


def test_a_field_that_is_not_known_is_refused(admin: TestClient) -> None:
    answer = admin.post(TOKENS, json={"name": "x", "scope": "read", "scoop": 1})
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown-field")
    assert answer.json()["errors"][0]["pointer"] == "/scoop"


def test_the_same_call_again_makes_no_second_token(admin: TestClient) -> None:
    key = {"Idempotency-Key": "k-1"}
    first = admin.post(TOKENS, json={"name": "bot", "scope": "read"}, headers=key)
    again = admin.post(TOKENS, json={"name": "bot", "scope": "read"}, headers=key)
    assert (again.status_code, again.content) == (201, first.content)
    assert [item["name"] for item in admin.get(TOKENS).json()["items"]].count("bot") == 1


def test_the_same_key_for_another_call_is_refused(admin: TestClient) -> None:
    key = {"Idempotency-Key": "k-1"}
    admin.post(TOKENS, json={"name": "bot", "scope": "read"}, headers=key)
    answer = admin.post(TOKENS, json={"name": "other", "scope": "read"}, headers=key)
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency-key-reused")


def test_a_refusal_does_not_use_a_key_up(admin: TestClient) -> None:
    key = {"Idempotency-Key": "k-1"}
    assert admin.post(TOKENS, json={"name": "", "scope": "read"}, headers=key).status_code == 422
    assert admin.post(TOKENS, json={"name": "bot", "scope": "read"}, headers=key).status_code == 201


@pytest.mark.parametrize("key", ["", "x" * 129])
def test_a_key_has_1_to_128_characters(admin: TestClient, key: str) -> None:
    answer = admin.post(TOKENS, json={"name": "bot", "scope": "read"}, headers={"Idempotency-Key": key})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-input")


def test_the_list_comes_in_pages(admin: TestClient) -> None:
    for number in range(4):
        make(admin, f"bot {number}")
    first = admin.get(TOKENS, params={"limit": 3}).json()
    second = admin.get(TOKENS, params={"limit": 3, "cursor": first["next"]}).json()
    assert (len(first["items"]), len(second["items"]), second["next"]) == (3, 2, None)
    assert not {i["id"] for i in first["items"]} & {i["id"] for i in second["items"]}


@pytest.mark.parametrize("query", ["limit=0", "limit=201", "limit=many", "cursor=%F0%9F%92%A3", "cursor=!"])
def test_a_page_that_cannot_be_is_refused(admin: TestClient, query: str) -> None:
    answer = admin.get(f"{TOKENS}?{query}")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-input")
