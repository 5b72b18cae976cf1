"""Every call and every page on both databases, with whatever can stand in its path, query, headers and body: no 5xx."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.routing import APIRoute

from app import api, pages
from app.main import API, create_app
from app.services import accounts, tokens
from app.settings import Settings
from app.storage.database import Database
from rules.core.decide import known_commands
from rules.registry import SYSTEMS
from tests.app.playing import Direct, Playing
from tests.app.services.test_picture_files import png

pytestmark = pytest.mark.slow
ROUNDS = 2
LONG = "9" * 5000  # more digits than Python makes a number of
ODD = (
    *("", "\0", "a\0b", "\ud800", "x" * 300, "x" * 12_000, "../../etc", "%00", "'\"<>&", "\u2028", "\u202e", "\r\n"),
    *("-1", "0", "1", "2", "9999", "10000", str(2**31), str(2**63), LONG, "1e309", "NaN", "Infinity", "null", "true"),
    *("²", "٣", "½", "[]", "{}", "[[", "a/b", "1,2,3", "2026-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "*", '"'),
    *("gm", "players", "en", "ru", "d20", "4d6kh3", "1d0", "999d999", "1+" * 60 + "1", "(((((", "g_none", '"v_1"'),
)
WORDS = """
    type creature creatures targets dice parameters amount by value max condition until name kind numbers features text
    commands command rows row column cells party pasted file system settings role expires picture entry lines from_board
    format events encounters pictures visibility choices cursor after who scene round session limit preview bin q tier
    creature/name sources/0/amount each _slot _reopen _plus _unless _bearer _mod _on _keep _said _add _roll _follow
    dice/d20 dice/d20[] _dice/d20/0 announced/total
"""
NAMES = (*WORDS.split(), f"sources/{LONG}", f"sources/{LONG}/amount", "a/" * 30, "sources/²/amount")
BODIES = (
    *(b"", b"{", b"null", b"[]", b'"x"', b"\xff\xfe", b"\xed\xa0\x80", b"\0" * 50, b"[" * 100_000),
    *(b'{"name":"\\ud800"}', b'{"\\ud800":1}', b'{"a":"\\u0000"}', b'{"a":NaN}', b'{"a":1e400}', b'{"to":"\\ud800"}'),
    *(b'{"a":%b}' % LONG.encode(), b'{"a":' * 20_000 + b"1" + b"}" * 20_000, b'{"name":"x","name":"y"}'),
    b'{"name":"x","system":"generic","settings":{"\\ud800":1}}',
    b'{"name":"x","system":"generic","settings":{"a":' + b"[" * 500 + b"]" * 500 + b"}}",
)
FORMS = tuple(
    f"command={quote(command)}&{quote(name)}=1".encode()
    for command in ("{}", '{"commands": [{}]}', "[1]", "[" * 5000, LONG)
    for name in (f"sources/{LONG}", f"sources/{LONG}/amount", f"commands/{LONG}", "a/" * 30, "\0", "_plus")
)
HEADERS: tuple[dict[str, Any], ...] = (
    {},
    *({"If-Match": one} for one in ("x", "*", '"', '"v_1"')),
    *({"Idempotency-Key": one} for one in ("k", "é".encode("latin-1"), "x" * 200)),
    *({"Origin": one} for one in ("http://[", "null")),
    *({"HX-Request": "true", "HX-Current-URL": one} for one in ("http://[", "/")),
    *({"Accept-Language": one} for one in ("x;q=abc,ru;q=", "ru;q=1e400", "a," * 3000)),
    {"Last-Event-ID": "none", "Shirma-Version": "\x7f", "Accept-Encoding": "gzip;q=x", "Range": "bytes=0-"},
    {"Cookie": "shirma_login=é; lang=\x7f; pins=%ff".encode("latin-1")},
)
SAFE = ("GET", "HEAD")
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
TYPES = (FORM, FORM, "multipart/form-data; boundary=x", "multipart/form-data", "application/json; charset=utf-16")
NOT_CALLED = {"/signout"}  # it would end the browser's way in
LEAVES = re.compile(r"/(delete|remove|close)$")  # what is really there has to stay


@dataclass
class World:
    """One server with a game of each system, and who calls it."""

    direct: Direct
    token: dict[str, str]
    browser: dict[str, str]
    games: list[dict[str, Any]]


@pytest.fixture
def world(database_url: str, tmp_path: Path) -> Iterator[World]:
    app = create_app(Settings(data=tmp_path, database_url=database_url, secret="a secret for tests"))
    app.state.hub.is_closed = True  # streams end as soon as they have begun
    database: Database = app.state.database
    account = database.write(lambda db: accounts.ensure_owner(db).id)
    secret = database.write(lambda db: tokens.create(db, account, "gm", "admin")[1])
    code = database.write(lambda db: accounts.new_link(db, account))
    gm = Direct(app, {"Authorization": f"Bearer {secret}"})
    games = [_game(gm, system) for system in SYSTEMS]
    direct = gm.anonymous()
    cookie = direct.post("/signin", data={"code": code}).headers["set-cookie"].partition(";")[0]
    browser = {"Cookie": cookie, "Sec-Fetch-Site": "same-origin"}
    yield World(direct, {"Authorization": f"Bearer {secret}"}, browser, games)
    gm.close()
    database.close()


def _game(gm: Direct, system: str) -> dict[str, Any]:
    """What may stand in a path, by the names of its parameters."""
    play = Playing(gm, system=system)
    ids = [play.add(one) for one in ({"name": "Oro", "kind": "pc"}, {"name": "Bear"}, {"name": "Imp", "hidden": True})]
    play.do({"type": "start_encounter"})
    made = {
        name: gm.post(f"{play.path}/{name}s", json={"name": "x"}).json()["id"] for name in ("encounter", "checkpoint")
    }
    picture = gm.post(f"{play.path}/pictures", content=png(), headers={"Content-Type": "image/png"}).json()["id"]
    entry = gm.post(f"{API}/library", json={"system": system, "creature": {"name": "Wolf"}}).json()["id"]
    links = [play.share("seat", ids[0]), *(play.share(role) for role in ("join", "watch", "screen"))]
    rolls, types = [*SYSTEMS[system].rolls], sorted(known_commands(SYSTEMS[system]))
    known = {
        "system": [system],
        "game_id": [play.id],
        "creature": ids,
        "picture": [picture],
        "id": [entry],
        "roll": rolls,
    }
    known |= {"token": [link["token"] for link in links], "tab": ["me", "roll", "table"], "type": types}
    return {**known, **{name: [id_] for name, id_ in made.items()}, "noun": ["damage", "more", "dice", "past", "add"]}


def _routes() -> list[tuple[str, str]]:
    every = [(f"{API}{route.path}", route) for router in api.ROUTERS for route in router.routes]  # type: ignore[attr-defined]
    every += [(route.path, route) for router in (api.OPERATIONS, *pages.ROUTERS) for route in router.routes]  # type: ignore[attr-defined]
    return sorted({(method, path) for path, one in every if isinstance(one, APIRoute) for method in one.methods or ()})


class Caller:
    """Makes calls up, the same each time."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.luck = world, Random(seed)

    def path_of(self, pattern: str, known: dict[str, Any], odd: float) -> str:
        def part(match: re.Match[str]) -> str:
            if self.luck.random() < odd or match[1] not in known:
                return _quoted(self.luck.choice(ODD)[:3000]) or "x"
            return str(self.luck.choice(known[match[1]]))

        return re.sub(r"\{(\w+)}", part, pattern)

    def value(self, known: dict[str, Any], depth: int = 0) -> Any:
        kind = self.luck.random() if depth < 3 else 0
        if kind < 0.6:
            every = (
                self.luck.choice(ODD),
                self.luck.choice(known["creature"]),
                3,
                -1,
                2**63,
                10**30,
                0.5,
                1e308,
                True,
                None,
            )
            return self.luck.choice(every)
        if kind < 0.8:
            return [self.value(known, depth + 1) for _ in range(self.luck.randint(0, 3))]
        return self.fields(known, depth + 1)

    def fields(self, known: dict[str, Any], depth: int = 0) -> dict[str, Any]:
        return {self.luck.choice(NAMES): self.value(known, depth) for _ in range(self.luck.randint(0, 4))}

    def json_body(self, known: dict[str, Any]) -> bytes:
        if self.luck.random() < 0.3:
            return self.luck.choice(BODIES)
        return json.dumps({**self.fields(known), "type": self.luck.choice(known["type"])}).encode()

    def form(self, known: dict[str, Any]) -> bytes:
        command = {**self.fields(known), "type": self.luck.choice(known["type"])}
        every = [("command", json.dumps(command) if self.luck.random() < 0.9 else self.luck.choice(ODD))]
        values = (*ODD, *known["creature"] * 5)
        every += [(self.luck.choice(NAMES), self.luck.choice(values)) for _ in range(self.luck.randint(0, 5))]
        return "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in every).encode()

    def call(self, method: str, pattern: str) -> None:
        known = self.luck.choice(self.world.games)
        is_api = pattern.startswith(API)
        path = self.path_of(pattern, known, 1.1 if method == "DELETE" or LEAVES.search(pattern) else 0.15)
        query = "&".join(f"{_quoted(self.luck.choice(NAMES))}={_quoted(self.luck.choice(ODD))}" for _ in range(2))
        headers, body = self.luck.choice((HEADERS[0], self.luck.choice(HEADERS))), b""
        if method not in SAFE:
            body = self.json_body(known) if is_api else self.form(known)
            kind = JSON if is_api else FORM
            headers = {**headers, "Content-Type": kind if self.luck.random() < 0.85 else self.luck.choice(TYPES)}
        self.send(method, pattern, f"{path}?{query}", headers, body)

    def send(self, method: str, pattern: str, path: str, headers: dict[str, Any], body: bytes = b"") -> None:
        is_api = pattern.startswith(API)
        own = {} if "/{token}" in pattern else self.world.token if is_api else self.world.browser
        answer = self.world.direct.request(method, path, headers={**own, **headers}, content=body)
        assert answer.status_code < 500, (method, path, headers, body[:500])
        if is_api and answer.status_code >= 400:
            assert answer.json()["code"]


def _quoted(text: str) -> str:
    return quote(text.encode(errors="surrogatepass"), safe="")


@pytest.fixture
def caller(world: World) -> Caller:
    return Caller(world, 1)


def test_no_call_and_no_page_fails_whatever_is_sent(caller: Caller) -> None:
    called = [(method, path) for method, path in _routes() if path not in NOT_CALLED]
    assert len(called) > 120
    for method, pattern in called * ROUNDS:
        caller.world.direct.app.state.limit._failures.clear()  # guesses of links would soon have to wait
        caller.call(method, pattern)


def test_no_call_fails_by_a_body_or_a_form_that_is_none(caller: Caller) -> None:
    for method, pattern in _routes():
        if method in SAFE or method == "DELETE" or pattern in NOT_CALLED or LEAVES.search(pattern):
            continue
        kind, bodies = (
            (JSON, BODIES) if pattern.startswith(API) else (FORM, FORMS if "command" in pattern else FORMS[:1])
        )
        path = caller.path_of(pattern, caller.world.games[0], 0)
        for body in bodies:
            caller.send(method, pattern, path, {"Content-Type": kind}, body)


def test_no_header_makes_a_call_or_a_page_fail(caller: Caller) -> None:
    cookie = {"Cookie": caller.world.browser["Cookie"]}
    for headers, path in product(HEADERS, ("/", "/games/g_none", f"{API}/games", "/healthz")):
        for own, method in product(({}, cookie, caller.world.browser), ("GET", "POST")):
            answer = caller.world.direct.request(method, path, headers={**own, **headers})
            assert answer.status_code < 500, (method, path, headers)
