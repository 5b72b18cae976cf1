"""What every call passes through, as plain ASGI: wrappers of `send` cost a stream nothing."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable
from contextlib import nullcontext
from time import perf_counter

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.answers import refusal
from app.errors import Problem
from app.live.hub import Hub
from app.services import addresses
from app.services.cookies import LOGIN_COOKIE, csrf_token
from app.services.figures import BUCKETS, Counts
from app.settings import BODY_LIMIT, IMPORT_LIMIT, LOOPBACK, PICTURE_LIMIT, Settings

CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
OPENER_POLICY = "Cross-Origin-Opener-Policy"
SECURITY = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    # Not `no-referrer`: with it a browser sends `Origin: null` with a form, and the CSRF check could not tell.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    OPENER_POLICY: "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
SWALLOWED = 2 * IMPORT_LIMIT  # the longest body that is taken in before it is refused
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
IMPORTS = re.compile(r"/import(/|$)")
PICTURES = re.compile(r"/pictures$")
# What was shown may be hidden a moment later: no browser brings it back from its memory.
IN_PLAY = re.compile(r"/(s|games|api/v1/(shared|games))/")
LOOPED = re.compile(r"127(\.\d{1,3}){3}")  # all of 127.0.0.0/8
JSON_TYPE = re.compile(r"application/(json|[\w.-]+\+json)\s*(;|$)", re.IGNORECASE)
FOREIGN_FORM = re.compile(r"\s*multipart/.*;\s*charset\*?\s*=\s*\"?(?!utf-?8\b)", re.IGNORECASE | re.DOTALL)


class SecurityHeaders:
    """Adds the security headers to every answer, and keeps answers out of caches: shared ones, or in play any."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.is_secure = settings.secure_cookies
        self.headers = SECURITY | ({"Strict-Transport-Security": "max-age=31536000"} if settings.secure_cookies else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    if name != OPENER_POLICY or self.is_secure or _is_trusted(scope):
                        headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store" if IN_PLAY.match(scope["path"]) else "private, no-cache")
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def _is_trusted(scope: Scope) -> bool:
    """Whether a browser takes this origin's word: over plain http elsewhere it ignores some headers aloud."""
    host = addresses.split(f"//{Headers(scope=scope).get('host', '')}").hostname or ""
    return (
        scope["scheme"] == "https"
        or host in LOOPBACK
        or host.endswith(".localhost")
        or LOOPED.fullmatch(host) is not None
    )


class BodyLimit:
    """Refuses bodies over 1 MiB (a picture: 5 MiB, an import: 32 MiB): by their declared length, or as it comes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        limit = limit_of(scope["path"])
        declared = _declared(Headers(scope=scope))
        if declared > limit:
            if declared <= SWALLOWED:
                await _swallow(receive)
            answer = refusal(Problem("body-too-large", limit=limit), HTTPConnection(scope))
            answer.headers["Connection"] = "close"  # what is still on its way is not read
            return await answer(scope, receive, send)
        return await self.app(scope, _counted(receive, limit), send)


def limit_of(path: str) -> int:
    """How many bytes a body may have that is sent there."""
    if IMPORTS.search(path):
        return IMPORT_LIMIT
    return PICTURE_LIMIT if PICTURES.search(path) else BODY_LIMIT


async def _swallow(receive: Receive) -> None:
    """Take in what is still on its way: a client that is cut off while it sends never reads why."""
    while True:
        message = await receive()
        if message["type"] != "http.request" or not message.get("more_body", False):
            return


def _declared(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isdecimal() else 0


def _counted(receive: Receive, limit: int) -> Receive:
    seen = 0

    async def receive_up_to_the_limit() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit:
            raise HTTPException(413, str(limit))
        return message

    return receive_up_to_the_limit


class OnlyKnownBodies:
    """Refuses bodies of another type than JSON under /api, which a browser sends without asking first; and forms in
    another encoding than UTF-8: some make letters of plain ones that can neither be stored nor sent.
    """

    def __init__(self, app: ASGIApp, but: Iterable[str] = ("/import", "/pictures")) -> None:
        self.app, self.but = app, tuple(but)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        code = self._fault(scope) if scope["type"] == "http" and scope["method"] not in SAFE else ""
        if code:
            return await refusal(Problem(code), HTTPConnection(scope))(scope, receive, send)
        return await self.app(scope, receive, send)

    def _fault(self, scope: Scope) -> str:
        headers = Headers(scope=scope)
        kind = headers.get("content-type", "")
        if FOREIGN_FORM.match(kind):
            return "malformed-request"
        if not scope["path"].startswith("/api/") or scope["path"].endswith(self.but):
            return ""
        has_body = _declared(headers) > 0 or "transfer-encoding" in headers
        return "unsupported-media-type" if has_body and not JSON_TYPE.match(kind) else ""


class CsrfCheck:
    """Refuses unsafe calls that a foreign page could have sent with this browser's login cookie.

    A browser attaches the cookie to whatever a page of another site makes it send (SameSite=Lax narrows that, and
    does not end it: another port of this host is the same site). So where the cookie is what would grant the call,
    the browser must say that the call comes from a page of this very origin: in Sec-Fetch-Site, which pages cannot
    set, or in Origin, which must name the host that was called or the public URL. A script of ours may send the
    token of its page instead. With an Authorization header the cookie counts for nothing, and nothing is checked.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE and not self._is_ours(HTTPConnection(scope)):
            return await refusal(Problem("csrf-failed"), HTTPConnection(scope))(scope, receive, send)
        return await self.app(scope, receive, send)

    def _is_ours(self, connection: HTTPConnection) -> bool:
        headers, login = connection.headers, connection.cookies.get(LOGIN_COOKIE)
        if login is None or "authorization" in headers:
            return True
        token = headers.get("x-csrf-token", "")
        if token and hmac.compare_digest(token.encode(), csrf_token(self.settings, login).encode()):
            return True
        if "sec-fetch-site" in headers:
            return headers["sec-fetch-site"] == "same-origin"
        origin = addresses.split(headers.get("origin", "")).netloc
        return bool(origin) and origin in (headers.get("host"), addresses.split(self.settings.public_url).netloc)


class AnswerFirst:
    """Wakes the streams of a game when the one who changed it has been answered: drawing for others takes time."""

    def __init__(self, app: ASGIApp, hub: Hub) -> None:
        self.app, self.hub = app, hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_change = scope["type"] == "http" and scope["method"] not in SAFE
        with self.hub.waiting() if is_change else nullcontext():
            await self.app(scope, receive, send)


class CountAnswers:
    """Counts answers and how long they took, for /metrics. Streams count when they end, without their time."""

    def __init__(self, app: ASGIApp, counts: Counts) -> None:
        self.app, self.counts = app, counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        began, status, stream = perf_counter(), 500, False

        async def send_noting(message: Message) -> None:
            nonlocal status, stream
            if message["type"] == "http.response.start":
                status = message["status"]
                stream = Headers(raw=message["headers"]).get("content-type", "").startswith("text/event-stream")
            await send(message)

        try:
            await self.app(scope, receive, send_noting)
        finally:
            self.counts["answer", f"{scope['method']} {status}"] += 1
            if not stream:
                self._note_time(perf_counter() - began)

    def _note_time(self, seconds: float) -> None:
        self.counts["seconds", "sum"] += round(seconds * 1_000_000)
        bucket = next((str(most) for most in BUCKETS if seconds <= most), "+Inf")
        self.counts["seconds", bucket] += 1
