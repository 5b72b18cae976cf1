"""What routes ask for: the database, the hub, who is calling, in which language, and whether it is a repeat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import Depends, Header, Request
from starlette.requests import ClientDisconnect

from app.answers import language_of, page_values
from app.errors import Problem
from app.live.hub import Hub
from app.services import accounts, games, idempotency, shares, tokens
from app.services.access import Access
from app.services.cookies import LOGIN_COOKIE, csrf_token, read_login
from app.services.house import House
from app.services.idempotency import InFlight, Once
from app.services.limits import Limit
from app.services.look import Look, look_of
from app.services.tokens import SCOPES, Scope, Uses
from app.settings import Settings
from app.storage.database import Database


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is calling. ``id`` tells callers apart, ``by`` is what the log says of a GM, ``scope`` what is allowed."""

    kind: Literal["nobody", "token", "login"]
    id: str
    by: str = ""
    account: str = ""
    scope: Scope | Literal[""] = ""
    language: str | None = None

    def may(self, scope: Scope) -> bool:
        return bool(self.scope) and SCOPES.index(self.scope) >= SCOPES.index(scope)


def settings(request: Request) -> Settings:
    found: Settings = request.app.state.settings
    return found


def database(request: Request) -> Database:
    found: Database = request.app.state.database
    return found


def hub(request: Request) -> Hub:
    found: Hub = request.app.state.hub
    return found


def in_flight(request: Request) -> InFlight:
    found: InFlight = request.app.state.in_flight
    return found


def limit(request: Request) -> Limit:
    found: Limit = request.app.state.limit
    return found


def house(request: Request) -> House:
    found: House = request.app.state.house
    return found


def place_of(request: Request) -> str:
    """Where a call comes from, for limits: the address."""
    return request.client.host if request.client else "?"


SettingsDep = Annotated[Settings, Depends(settings)]
DbDep = Annotated[Database, Depends(database)]
HubDep = Annotated[Hub, Depends(hub)]
InFlightDep = Annotated[InFlight, Depends(in_flight)]
LimitDep = Annotated[Limit, Depends(limit)]
HouseDep = Annotated[House, Depends(house)]
PlaceDep = Annotated[str, Depends(place_of)]


def caller(request: Request, db: DbDep, settings: SettingsDep, place: PlaceDep) -> Caller:
    """Who is calling, by token or by login cookie. Raises Problem for a token that is not one."""
    authorization = request.headers.get("authorization")
    if authorization is not None:
        return _by_token(authorization, db, request.app.state.uses)
    cookie = request.cookies.get(LOGIN_COOKIE)
    secret = read_login(settings, cookie) if cookie else None
    account = db.read(lambda s: accounts.signed_in(s, secret)) if secret else None
    if account is None:
        return Caller("nobody", f"nobody:{place}")
    return Caller("login", f"login:{account.id}", "gm", account.id, "admin", account.language)


def _by_token(authorization: str, db: Database, uses: Uses) -> Caller:
    kind, _, secret = authorization.partition(" ")
    token = db.read(lambda s: tokens.find(s, secret.strip())) if kind.lower() == "bearer" and secret else None
    if token is None:
        raise Problem("sign-in-required")
    uses.note(token.id)
    scope: Scope = next(scope for scope in SCOPES if scope == token.scope)
    return Caller("token", f"token:{token.id}", f"token:{token.name}", token.account, scope)


CallerDep = Annotated[Caller, Depends(caller)]


def require(scope: Scope) -> Callable[[Caller], Caller]:
    """A dependency that lets only callers with the scope pass, and answers who it is."""

    def allowed(who: CallerDep) -> Caller:
        if who.kind == "nobody":
            raise Problem("sign-in-required")
        if not who.may(scope):
            raise Problem("scope-too-small", needed=scope, scope=who.scope)
        return who

    return allowed


ReadDep = Annotated[Caller, Depends(require("read"))]
PlayDep = Annotated[Caller, Depends(require("play"))]
AdminDep = Annotated[Caller, Depends(require("admin"))]


def language(request: Request) -> str:
    return language_of(request)


def csrf(request: Request, settings: SettingsDep) -> str:
    """What a page of a signed-in browser sends along; empty where nobody is signed in."""
    cookie = request.cookies.get(LOGIN_COOKIE)
    return csrf_token(settings, cookie) if cookie else ""


def look(request: Request) -> Look:
    return look_of(request.cookies)


LanguageDep = Annotated[str, Depends(language)]
CsrfDep = Annotated[str, Depends(csrf)]
LookDep = Annotated[Look, Depends(look)]


def page(request: Request, csrf: CsrfDep) -> dict[str, object]:
    """The values that every page's frame needs."""
    return page_values(request) | {"csrf": csrf}


PageDep = Annotated[dict[str, object], Depends(page)]
KeyHeader = Annotated[str | None, Header(alias="Idempotency-Key", description="Makes a retry safe for 24 hours.")]


async def sent_body(request: Request) -> bytes:
    """The body as it came. What is made of it is made in threads: while a large one is read, no stream waits."""
    try:
        return await request.body()
    except ClientDisconnect:  # whoever sent it is gone, and half a body is none
        raise Problem("malformed-request") from None


SentDep = Annotated[bytes, Depends(sent_body)]


def once(
    request: Request, caller: CallerDep, body: SentDep, settings: SettingsDep, key: KeyHeader = None
) -> Once | None:
    """The call as one that is to be carried out once, if it has an Idempotency-Key."""
    return _once(request, caller.id, body, key, settings.secret_key)


def _once(request: Request, caller: str, body: bytes, key: str | None, secret: bytes) -> Once | None:
    if key is None:
        return None
    path = f"{request.method} {request.url.path}?{request.url.query}"
    return idempotency.once(caller, key, path, body, secret)


OnceDep = Annotated[Once | None, Depends(once)]


def gm_with(scope: Scope) -> Callable[[str, House, Caller], Access]:
    """A dependency that lets only the one who runs the game pass, with that scope."""

    def way_in(game_id: str, house: HouseDep, who: Caller = Depends(require(scope))) -> Access:
        return games.as_gm(house, who.account, game_id, who.by, who.id)

    return way_in


GmReadDep = Annotated[Access, Depends(gm_with("read"))]
GmDep = Annotated[Access, Depends(gm_with("play"))]


def way_through(token: str, house: HouseDep, place: PlaceDep, limit: LimitDep) -> Access:
    """The way in that the link in the path grants."""
    return shares.enter(house, token, place, limit)


LinkDep = Annotated[Access, Depends(way_through)]


def once_through(
    request: Request, access: LinkDep, body: SentDep, settings: SettingsDep, key: KeyHeader = None
) -> Once | None:
    """As `once`, for whoever calls through a link: each link is a caller of its own."""
    return _once(request, access.caller, body, key, settings.secret_key)


LinkOnceDep = Annotated[Once | None, Depends(once_through)]
MatchHeader = Annotated[str | None, Header(alias="If-Match", description="The version that the caller knows.")]
