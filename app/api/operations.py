"""Whether the server is alive and ready, and its figures."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from app.deps import DbDep, HubDep, PlaceDep, SettingsDep, caller
from app.errors import DatabaseUnreachable, Problem
from app.services import figures
from app.settings import LOOPBACK
from app.storage.migrations import current, newest

router = APIRouter(tags=["operations"])


@router.get("/healthz")
async def show_health() -> dict[str, str]:
    """Alive."""
    return {"status": "ok"}


@router.get("/readyz")
def show_readiness(db: DbDep, response: Response) -> dict[str, object]:
    """Whether the database is reachable and has this version's tables; 503 with what is missing."""
    missing = _missing(db)
    if not missing:
        return {"status": "ready"}
    response.status_code = 503
    response.headers["Retry-After"] = "2"
    return {"status": "not-ready", "missing": missing}


def _missing(db: DbDep) -> list[str]:
    try:
        return [] if current(db) == newest() else ["migrations"]
    except DatabaseUnreachable:
        return ["database"]


@router.get("/metrics")
def show_metrics(request: Request, db: DbDep, hub: HubDep, settings: SettingsDep, place: PlaceDep) -> Response:
    """Figures for Prometheus: for this machine, and for tokens with the scope `admin`."""
    if place not in LOOPBACK and not caller(request, db, settings, place).may("admin"):
        raise Problem("sign-in-required")
    text = figures.text(request.app.state.counts, hub.streams)
    return Response(text, media_type=figures.MEDIA_TYPE)
