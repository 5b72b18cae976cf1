"""A refusal as the caller reads it: problem details for programs, a fragment for htmx, a page for people; a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.errors import Fault, Problem
from app.services import addresses, problems
from app.services.language import COOKIE, chosen
from app.services.look import look_of
from app.services.templating import render
from app.services.toasts import refused
from app.settings import LANGUAGES
from app.storage.tables import Picture

PROGRAMS = ("/api/", "/healthz", "/readyz", "/metrics")
PROBLEM_JSON = "application/problem+json"


def for_programs(connection: HTTPConnection) -> bool:
    return connection.url.path.startswith(PROGRAMS)


def language_of(connection: HTTPConnection) -> str:
    """The caller's language: ``?lang=``, on pages the viewer's choice, else what Accept-Language prefers."""
    for asked in connection.query_params.get("lang", "").split(","):
        if asked in LANGUAGES:
            return asked
    cookie = None if for_programs(connection) else connection.cookies.get(COOKIE)
    return chosen(cookie, connection.headers.get("accept-language"))


def refusal(problem: Problem, connection: HTTPConnection) -> Response:
    """The answer to a call that was refused."""
    language = language_of(connection)
    if for_programs(connection):
        return _document(problem, language)
    if connection.headers.get("hx-request"):
        return _to_htmx(problem, connection, language)
    if problem.code == "sign-in-required" and connection.scope.get("method") in ("GET", "HEAD"):
        return RedirectResponse(f"/signin?next={quote(connection.url.path)}", 303)
    return _html("error.html", problem, language, **page_values(connection))


def _to_htmx(problem: Problem, connection: HTTPConnection, language: str) -> Response:
    """A fragment where something was about to stand; after a command, which shows nothing itself, a toast."""
    answer = _html("_error.html", problem, language)
    if connection.scope.get("method") not in ("GET", "HEAD"):
        answer.headers.update(refused(problems.detail(problem, language)))
    if problem.code == "sign-in-required":
        page = addresses.split(connection.headers.get("hx-current-url", "")).path
        answer.headers["HX-Redirect"] = f"/signin?next={quote(page)}"
    return answer


def page_values(connection: HTTPConnection) -> dict[str, Any]:
    """What templates/site.html needs of every page."""
    return {"look": look_of(connection.cookies), "system": "", "csrf": "", "path": connection.url.path}


def faults_of(found: Sequence[Mapping[str, Any]]) -> list[Fault]:
    """Pydantic's list of errors in this API's codes and pointers. What was sent is not echoed."""
    return [_fault(error) for error in found]


def invalid(found: Sequence[Mapping[str, Any]]) -> Problem:
    """The problem that Pydantic's errors amount to."""
    faults = faults_of(found)
    if any(error["type"] == "json_invalid" for error in found):
        return Problem("malformed-json")
    only_unknown = all(fault.code == "unknown-field" for fault in faults)
    return Problem("unknown-field" if only_unknown else "invalid-input", errors=faults)


def _document(problem: Problem, language: str) -> Response:
    body = msgspec.json.encode(problems.document(problem, language))
    headers = {**problem.headers, "Content-Language": language}
    if problem.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(body, problem.status, headers, PROBLEM_JSON)


def _html(template: str, problem: Problem, language: str, **values: Any) -> Response:
    html = render(
        template,
        language,
        status=problem.status,
        title=problems.title(problem, language),
        detail=problems.detail(problem, language) if problem.say is None else "",
        retry=int(problem.headers.get("Retry-After", 0)),
        **values,
    )
    return HTMLResponse(html, problem.status, problem.headers)


CODES = {
    "missing": "missing",
    "extra_forbidden": "unknown-field",
    "greater_than": "too-small",
    "greater_than_equal": "too-small",
    "less_than": "too-large",
    "less_than_equal": "too-large",
    "string_too_short": "too-short",
    "string_too_long": "too-long",
    "too_short": "too-short",
    "too_long": "too-long",
    "literal_error": "not-one-of",
    "enum": "not-one-of",
    "string_pattern_mismatch": "malformed",
    "string_unicode": "cannot-be-stored",
    "value_error": "not-valid",
}
KINDS = {
    "int": "integer",
    "float": "number",
    "finite": "number",
    "string": "string",
    "bool": "boolean",
    "list": "list",
    "dict": "object",
    "model": "object",
    "datetime": "date",
    "timezone": "date",
}
LEAST = ("ge", "gt", "min_length")
MOST = ("le", "lt", "max_length")


def _fault(error: Mapping[str, Any]) -> Fault:
    kind, context = str(error["type"]), error.get("ctx") or {}
    pointer = pointer_to(error["loc"])
    if kind in CODES:
        return Fault(pointer, CODES[kind], _facts(context))
    expected = KINDS.get(kind.partition("_")[0])
    return Fault(pointer, "wrong-type", {"expected": expected}) if expected else Fault(pointer, "not-valid")


def _facts(context: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "expected": context.get("expected", ""),
        "least": next((context[name] for name in LEAST if name in context), ""),
        "most": next((context[name] for name in MOST if name in context), ""),
    }


def pointer_to(place: Sequence[str | int]) -> str:
    """The JSON pointer of a place in the body (or of a parameter of the query or the path)."""
    inside = [str(part).replace("~", "~0").replace("/", "~1") for part in place[1:]]
    return "".join(f"/{part}" for part in inside)


def picture_sent(picture: Picture, known: str | None = None) -> Response:
    """The picture; nothing where the caller has it already. It never changes under its id, but may be taken away.

    It has the type of its content, and is of no other use to a browser than to be drawn.
    """
    headers = {
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Content-Disposition": "inline",
        "Cache-Control": "private, no-cache",
        "ETag": f'"{picture.id}"',
    }
    if known is not None and headers["ETag"] in known:
        return Response(status_code=304, headers=headers)
    return Response(picture.data, headers=headers, media_type=picture.type)
