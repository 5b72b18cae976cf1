from __future__ import annotations

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import accounts
from app.services.cookies import LOGIN_COOKIE
from app.storage.database import Database

pytestmark = pytest.mark.quick

TOKENS = "/api/v1/tokens"  # answers whoever is signed in


@pytest.fixture
def code(app: FastAPI, account: str) -> str:
    database: Database = app.state.database
    return database.write(lambda db: accounts.new_link(db, account))


def test_opening_the_link_uses_nothing_up(client: TestClient, code: str) -> None:
    for _ in range(2):
        answer = client.get(f"/signin/{code}")
        assert answer.status_code == 200
        assert code in answer.text
    assert LOGIN_COOKIE not in client.cookies
    assert client.post("/signin", data={"code": code}).status_code == 303


def test_the_button_of_the_link_s_page_signs_in(client: TestClient, code: str) -> None:
    answer = client.post("/signin", data={"code": code, "next": "/games/g_1"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/games/g_1")
    assert client.get(TOKENS).status_code == 200


def test_a_link_signs_in_once(client: TestClient, code: str) -> None:
    assert client.post("/signin", data={"code": code}).status_code == 303
    client.cookies.clear()
    assert client.post("/signin", data={"code": code}).status_code == 422
    assert client.get(TOKENS).status_code == 401
    assert "form" not in client.get(f"/signin/{code}").text.partition("<main")[2]


def test_the_whole_link_may_be_pasted(client: TestClient, code: str) -> None:
    assert client.post("/signin", data={"code": f" http://10.0.0.1:8000/signin/{code}\n"}).status_code == 303


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(client: TestClient, code: str) -> None:
    cookie = client.post("/signin", data={"code": code}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie  # plain http on a LAN


def test_a_cookie_that_was_tampered_with_signs_nobody_in(client: TestClient, code: str) -> None:
    client.post("/signin", data={"code": code})
    value = client.cookies[LOGIN_COOKIE]
    client.cookies.clear()
    changed = ("B" if value[0] == "A" else "A") + value[1:]
    for wrong in (changed, value.partition(".")[0], "", "é"):
        answer = client.get(TOKENS, headers={b"Cookie": f"{LOGIN_COOKIE}={wrong}".encode()})
        assert answer.status_code == 401


def test_signing_out_ends_the_login_and_not_only_the_cookie(browser: TestClient) -> None:
    cookie = browser.cookies[LOGIN_COOKIE]
    assert browser.get(TOKENS).status_code == 200
    assert browser.post("/signout").status_code == 303
    assert browser.get(TOKENS, headers={"Cookie": f"{LOGIN_COOKIE}={cookie}"}).status_code == 401


@pytest.mark.parametrize("next", ["https://evil.example/", "//evil.example", "/\\evil.example", "games", "/a\r\nb"])
def test_signing_in_never_leads_to_another_site(client: TestClient, code: str, next: str) -> None:
    assert client.post("/signin", data={"code": code, "next": next}).headers["location"] == "/"


def test_guessing_is_slowed_down_and_right_codes_are_not(client: TestClient, app: FastAPI, account: str) -> None:
    database: Database = app.state.database
    for _ in range(25):
        good = database.write(lambda db: accounts.new_link(db, account))
        assert client.post("/signin", data={"code": good}).status_code == 303
        client.cookies.clear()
    answers = [client.post("/signin", data={"code": "guess"}) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [422] * 20 + [429]
    assert int(answers[-1].headers["Retry-After"]) > 0


def test_a_page_that_needs_a_login_leads_to_the_sign_in(client: TestClient) -> None:
    answer = client.get("/signin?next=/games/g_1", headers={"Accept-Language": "ru"})
    assert answer.status_code == 200
    assert 'value="/games/g_1"' in answer.text
    assert 'lang="ru"' in answer.text
