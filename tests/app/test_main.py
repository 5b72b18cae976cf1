from __future__ import annotations

import re

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.errors import STATUSES, Problem
from app.services import problems
from app.settings import LANGUAGES

TOKENS = "/api/v1/tokens"
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nope", 404, "not-found"),
        ("PUT", TOKENS, 405, "method-not-allowed"),
        ("GET", "/api/v1/%00%ff%2e%2e%2f", 404, "not-found"),
    ],
)
def test_what_is_not_there_is_a_problem_with_a_code(
    client: TestClient, method: str, path: str, status: int, code: str
) -> None:
    answer = client.request(method, path, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json().keys() >= {"type", "title", "status", "detail", "code"}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"{oops", id="no JSON"),
        pytest.param(b"", id="nothing"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b"null", id="null"),
        pytest.param(b'{"name":"\xff\xfe"}', id="no UTF-8"),
        pytest.param(b'{"name":"\\ud800","scope":"read"}', id="half a character"),
        pytest.param(b'{"name":NaN,"scope":"read"}', id="NaN"),
        pytest.param(b'{"name":1' + b"0" * 5000 + b',"scope":"read"}', id="a huge number"),
        pytest.param(b'{"name":' + b"[" * 100_000 + b"]" * 100_000 + b"}", id="deep nesting"),
        pytest.param(b'{"name":"x","scope":{"a":[1]}}', id="an object for a word"),
    ],
)
def test_no_body_makes_the_server_fail(admin: TestClient, body: bytes) -> None:
    answer = admin.post(TOKENS, content=body, headers=JSON)
    assert answer.status_code in (400, 422)
    assert answer.json()["code"] in ("malformed-json", "invalid-input")
    assert "input" not in answer.json()


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b'{"name":"x","system":"generic","settings":{"\\ud800":1}}', id="the name of a setting"),
        pytest.param(b'{"name":"x","system":"\\ud800"}', id="the name of a system"),
        pytest.param(b'{"name":"x","system":"generic","\\udfff":1}', id="the name of a field"),
    ],
)
def test_half_a_character_is_refused_wherever_it_stands(admin: TestClient, body: bytes) -> None:
    answer = admin.post("/api/v1/games", content=body, headers=JSON)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "cannot-be-stored")


def test_whoever_has_to_sign_in_is_led_there_from_a_page_whose_address_cannot_be_read(client: TestClient) -> None:
    answer = client.get("/games/g_1", headers={"HX-Request": "true", "HX-Current-URL": "http://[x"})
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (401, "/signin?next=")


def test_a_refusal_is_in_the_caller_s_language(client: TestClient) -> None:
    assert client.get("/api/v1/nope", headers={"Accept-Language": "ru"}).json()["title"] == "Здесь ничего нет"
    assert client.get("/api/v1/nope?lang=en", headers={"Accept-Language": "ru"}).json()["title"] == "Nothing is here"
    assert client.get("/api/v1/nope", headers={"Accept-Language": "de"}).json()["title"] == "Nothing is here"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", STATUSES)
def test_every_refusal_has_words_in_every_language(code: str, language: str) -> None:
    problem = Problem(code)
    assert problems.title(problem, language) != code
    assert problems.detail(problem, language) != code


def test_both_languages_have_the_same_words() -> None:
    english, russian = (problems.words(language) for language in LANGUAGES)
    assert english.keys() == russian.keys()
    for code, words in english.items():
        assert words.keys() == russian[code].keys()
        for name, sentence in words.items():
            assert set(re.findall(r"{\w+}", sentence)) == set(re.findall(r"{\w+}", russian[code][name])), code


def test_a_refusal_of_the_rules_brings_its_own_words() -> None:
    problem = Problem("not-enough-fear", say=lambda language: f"1 < 2 ({language})", more={"have": 1})
    assert problem.status == 409
    assert problems.document(problem, "ru") == {
        "type": "/api/v1/docs#not-enough-fear",
        "title": "1 < 2 (ru)",
        "status": 409,
        "detail": "1 < 2 (ru)",
        "code": "not-enough-fear",
        "have": 1,
    }


def test_a_person_gets_a_page_and_htmx_a_fragment(client: TestClient) -> None:
    page = client.get("/nope")
    fragment = client.get("/nope", headers={"HX-Request": "true"})
    assert page.status_code == fragment.status_code == 404
    assert "<!doctype html>" in page.text
    assert "<!doctype html>" not in fragment.text
    assert "Nothing is here" in page.text
    assert "Nothing is here" in fragment.text


def test_a_mistake_of_ours_tells_nothing_of_itself(app: FastAPI) -> None:
    def fail() -> None:
        raise RuntimeError("a secret")

    app.add_api_route("/api/v1/fail", fail)
    with TestClient(app, raise_server_exceptions=False) as client:
        answer = client.get("/api/v1/fail")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal-error")
    assert "secret" not in answer.text
    assert answer.headers["content-security-policy"]


def test_the_document_says_how_calls_are_refused(client: TestClient) -> None:
    document = client.get("/api/v1/openapi.json").json()
    assert document["openapi"].startswith("3")
    assert TOKENS in document["paths"]
    assert "HTTPValidationError" not in document["components"]["schemas"]
    assert document["components"]["schemas"]["Problem"]["properties"]["code"]
    for operations in document["paths"].values():
        for operation in operations.values():
            assert "422" not in operation["responses"]


def test_the_documentation_needs_no_script_of_its_own_and_no_other_host(client: TestClient) -> None:
    page = client.get("/api/v1/docs")
    assert page.status_code == 200
    assert "/api/v1/tokens" in page.text
    assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", page.text)
    assert not re.findall(r"<script(?![^>]*src=)", page.text)
    assert "style=" not in page.text
