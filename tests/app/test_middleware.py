from __future__ import annotations

import asyncio
from collections.abc import Iterator
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from app.live.hub import Hub
from app.middleware import AnswerFirst
from app.services.cookies import LOGIN_COOKIE, csrf_token
from app.settings import BODY_LIMIT, Settings

TOKENS = "/api/v1/tokens"
NEW = {"name": "bot", "scope": "read"}


@pytest.mark.parametrize("path", ["/signin", "/nope", "/api/v1/nope", "/api/v1/docs", "/healthz", "/static/mark.svg"])
def test_every_answer_has_the_security_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    rules = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"]
    assert "*" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "permissions-policy" in headers


@pytest.mark.parametrize(
    ("base", "sent"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://[::1]:8000", True),
        ("http://localhost:8000", True),
        ("https://table.example", True),
        ("http://192.168.1.5:8000", False),
        ("http://127.example", False),
    ],
)
def test_a_policy_that_plain_http_makes_browsers_ignore_aloud_is_sent_where_it_counts(
    app: FastAPI, base: str, sent: bool
) -> None:
    headers = TestClient(app, base_url=base).get("/signin").headers
    assert ("cross-origin-opener-policy" in headers) is sent


def test_an_answer_is_not_kept_by_shared_caches(client: TestClient) -> None:
    assert client.get("/signin").headers["cache-control"] == "private, no-cache"


def test_a_static_file_is_kept_for_ever_under_an_address_that_names_its_content(client: TestClient) -> None:
    assert "immutable" in client.get("/static/mark.svg?v=0123456789").headers["cache-control"]
    assert "immutable" not in client.get("/static/mark.svg").headers["cache-control"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({"Sec-Fetch-Site": "same-origin"}, 201, id="our own page"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, 403, id="another port of this host"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, 403, id="another site"),
        pytest.param({"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"}, 403, id="a lie in Origin"),
        pytest.param({"Origin": "http://testserver"}, 201, id="our own origin, over plain http"),
        pytest.param({"Origin": "http://testserver:81"}, 403, id="another port, over plain http"),
        pytest.param({"Origin": "http://evil.example"}, 403, id="another origin, over plain http"),
        pytest.param({"Origin": "http://[evil"}, 403, id="an origin that is no address"),
        pytest.param({"Origin": "null"}, 403, id="an origin that is hidden"),
        pytest.param({}, 403, id="nothing said"),
        pytest.param({"X-CSRF-Token": "guess"}, 403, id="a wrong token"),
    ],
)
def test_only_our_own_pages_may_use_the_login_cookie(browser: TestClient, headers: dict[str, str], status: int) -> None:
    browser.headers.pop("Sec-Fetch-Site")
    answer = browser.post(TOKENS, json=NEW, headers=headers)
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["code"] == "csrf-failed"


def test_a_script_may_send_the_token_of_its_page(browser: TestClient, settings: Settings) -> None:
    browser.headers.pop("Sec-Fetch-Site")
    token = csrf_token(settings, browser.cookies[LOGIN_COOKIE])
    assert browser.post(TOKENS, json=NEW, headers={"X-CSRF-Token": token}).status_code == 201


def test_reading_needs_no_proof(browser: TestClient) -> None:
    assert browser.get(TOKENS, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


def test_a_program_with_a_token_needs_no_proof(admin: TestClient, browser: TestClient) -> None:
    admin.cookies.update(browser.cookies)
    assert admin.post(TOKENS, json=NEW, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 201


def test_a_body_may_have_a_mebibyte(admin: TestClient) -> None:
    short = b'{"name":"x","scope":"read"}'
    json = {"Content-Type": "application/json"}
    assert admin.post(TOKENS, content=short.ljust(BODY_LIMIT), headers=json).status_code == 201
    answer = admin.post(TOKENS, content=short.ljust(BODY_LIMIT + 1), headers=json)
    assert (answer.status_code, answer.json()["code"]) == (413, "body-too-large")
    assert str(BODY_LIMIT) in answer.json()["detail"]


def test_a_body_of_unknown_length_is_cut_off_as_well(admin: TestClient) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(200):
            yield b" " * 10_000

    answer = admin.post(TOKENS, content=endless(), headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "body-too-large")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_body_of_another_type_is_refused(admin: TestClient, kind: str) -> None:
    answer = admin.post(TOKENS, content=b"{}", headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported-media-type")


@pytest.mark.parametrize("charset", ["unicode_escape", '"punycode"', "utf-8; charset=unicode_escape", "x; a=b"])
def test_a_form_in_another_encoding_is_refused(browser: TestClient, charset: str) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="code"\r\n\r\n\\ud800\r\n--x--\r\n'
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    answer = browser.post("/signin", content=body, headers={"Content-Type": kind})
    assert answer.status_code == 400
    assert (
        browser.post("/signin", content=body, headers={"Content-Type": kind.replace(charset, "UTF-8")}).status_code
        == 422
    )


@pytest.mark.parametrize(
    "kind", ["application/json", "application/json; charset=utf-8", "application/merge-patch+json"]
)
def test_json_under_any_of_its_names_is_taken(admin: TestClient, kind: str) -> None:
    content = b'{"name":"x","scope":"read"}'
    assert admin.post(TOKENS, content=content, headers={"Content-Type": kind}).status_code == 201


def test_over_https_the_cookie_stays_there(settings: Settings, account: str, app: FastAPI) -> None:
    from dataclasses import replace

    from app.main import create_app
    from app.services import accounts

    code = app.state.database.write(lambda db: accounts.new_link(db, account))
    secure = create_app(replace(settings, public_url="https://screen.example"))
    with TestClient(secure, base_url="https://screen.example", follow_redirects=False) as client:
        answer = client.post("/signin", data={"code": code})
        assert "secure" in answer.headers["set-cookie"].lower()
        assert "max-age" in answer.headers["strict-transport-security"]


@pytest.mark.parametrize("path", ["/api/v1/games", "/api/v1/library/import", "/library/import"])
def test_whoever_sends_too_much_reads_why(server: str, path: str) -> None:
    to = urlsplit(server)
    connection = HTTPConnection(str(to.hostname), to.port, timeout=20)
    connection.request("POST", path, b"x" * (40 * 1_048_576), {"Content-Type": "application/json"})
    assert connection.getresponse().status == 413
    connection.close()


def test_who_changes_a_game_is_answered_before_streams_wake() -> None:
    async def play() -> list[bool]:
        hub, woken = Hub(), list[bool]()

        async def change(scope: Scope, receive: Receive, send: Send) -> None:
            hub.publish("g_1")
            await send({"type": "http.response.body"})

        async def receive() -> Message:
            return {"type": "http.request"}

        with hub.watch("g_1") as watch:

            async def send(message: Message) -> None:
                woken.append(await watch.changed(0.01))

            await AnswerFirst(change, hub)({"type": "http", "method": "POST"}, receive, send)
            return [*woken, await watch.changed(1)]

    assert asyncio.run(play()) == [False, True]
