"""The application: its parts put together, and every error turned into an answer in one place."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app import __version__, api, pages
from app.answers import invalid, refusal
from app.api.document import openapi_of
from app.api.document import router as document_router
from app.errors import Problem
from app.live.hub import Hub
from app.middleware import SECURITY, AnswerFirst, BodyLimit, CountAnswers, CsrfCheck, OnlyKnownBodies, SecurityHeaders
from app.services.assets import STATIC, cache_control
from app.services.chores import Chores
from app.services.house import House
from app.services.idempotency import InFlight
from app.services.limits import Limit
from app.services.packs import install_packs
from app.services.tokens import Uses
from app.settings import Settings, from_environment
from app.storage.database import Database

if TYPE_CHECKING:
    from app.live.relay import Relay

log = logging.getLogger(__name__)
API = "/api/v1"
BY_STATUS = {
    401: "sign-in-required",
    404: "not-found",
    405: "method-not-allowed",
    413: "body-too-large",
    415: "unsupported-media-type",
    422: "invalid-input",
}


def create_app(settings: Settings | None = None, hub: Hub | None = None) -> FastAPI:
    """The application over a database that is migrated already."""
    settings = settings or from_environment()
    install_packs(settings)
    app = FastAPI(
        title="Shirma",
        version=__version__,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False, "operation_spans": False},
    )
    _fill_state(app, settings, hub or Hub())
    _add_middleware(app, settings)
    _add_answers(app)
    _add_routes(app)
    return app


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    state = app.state
    settings: Settings = state.settings
    hub: Hub = state.hub
    chores = Chores(settings, state.database, hub, state.uses, state.counts)
    parts: list[Chores | Relay] = [chores]
    if settings.is_postgres:
        from app.live.relay import Relay  # brings the driver along, which a server on SQLite starts without

        parts.append(Relay(settings.database, hub.publish, hub.publish_all))
    for part in parts:
        part.start()
    yield
    hub.close()
    for part in parts:
        part.stop()
    state.database.close()


def _fill_state(app: FastAPI, settings: Settings, hub: Hub) -> None:
    app.state.settings = settings
    app.state.database = Database(settings.database)
    app.state.hub = hub
    app.state.in_flight = InFlight()
    app.state.house = House(settings, app.state.database, app.state.hub, app.state.in_flight)
    app.state.limit = Limit()
    app.state.uses = Uses()
    app.state.counts = Counter()


def _add_middleware(app: FastAPI, settings: Settings) -> None:
    """The last added is the first that a call meets."""
    app.add_middleware(CsrfCheck, settings=settings)
    app.add_middleware(OnlyKnownBodies)
    app.add_middleware(BodyLimit)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)
    app.add_middleware(SecurityHeaders, settings=settings)
    app.add_middleware(AnswerFirst, hub=app.state.hub)
    app.add_middleware(CountAnswers, counts=app.state.counts)


def _add_routes(app: FastAPI) -> None:
    app.router.routes.extend(_routes().routes)
    app.openapi = lambda: openapi_of(app)  # type: ignore[method-assign]


@cache
def _routes() -> APIRouter:
    """All routes, put together once: an application of its own for each test would take that time again."""
    every = APIRouter()
    for router in (*api.ROUTERS, document_router):
        every.include_router(router, prefix=API)
    for router in (api.OPERATIONS, *pages.ROUTERS):
        every.include_router(router)
    every.mount("/static", Static(directory=STATIC))
    return every


class Static(StaticFiles):
    """Files that never change under one address may be kept for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        answer.headers["Cache-Control"] = cache_control(path, marked=b"v=" in scope["query_string"])
        return answer


def _add_answers(app: FastAPI) -> None:
    app.add_exception_handler(Problem, on_problem)
    app.add_exception_handler(RequestValidationError, on_invalid_input)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(Exception, on_mistake)


async def on_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return refusal(error, request)


async def on_invalid_input(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return refusal(invalid(error.errors()), request)


async def on_http_error(request: Request, error: Exception) -> Response:
    """What the framework refuses by itself: unknown paths and methods, bodies that cannot be read."""
    assert isinstance(error, HTTPException)
    unreadable = "malformed-json" if request.method in ("POST", "PUT", "PATCH") else "malformed-request"
    code = BY_STATUS.get(error.status_code, unreadable)
    return refusal(Problem(code, headers=error.headers, limit=error.detail), request)


async def on_mistake(request: Request, error: Exception) -> Response:
    """A mistake of ours. The server logs it; this answer is outside of the middleware, so it gets its headers here."""
    answer = refusal(Problem("internal-error"), request)
    answer.headers.update(SECURITY)
    return answer
