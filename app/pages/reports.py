"""The report of an evening: a page for the GM, and one for a player's phone."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from app.deps import GmReadDep, HouseDep, LanguageDep, LinkDep, LookDep, PageDep
from app.errors import NotFound
from app.services import reports
from app.services.access import Access
from app.services.house import House
from app.services.templating import render

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
SessionQuery = Annotated[str, Query(pattern=r"^\d{0,4}$")]
AudienceQuery = Annotated[str, Query(alias="for", pattern="^(gm|players)$")]


@router.get("/games/{game_id}/report")
def show_report(
    house: HouseDep,
    access: GmReadDep,
    language: LanguageDep,
    page: PageDep,
    session: SessionQuery = "",
    audience: AudienceQuery = "gm",
) -> str:
    """The report as the GM reads it, or as players do."""
    base = f"/games/{access.game_id}"
    values = _values(house, access, language, audience, session)
    addresses = {"base": base, "url": f"{base}/report", "file": f"/api/v1{base}/report"}
    return render("report.html", language, **(page | values | addresses | {"audience": audience}))


@router.get("/s/{token}/report")
def show_shared_report(
    token: str, house: HouseDep, access: LinkDep, language: LanguageDep, look: LookDep, session: SessionQuery = ""
) -> str:
    """The report as this link may know it."""
    if access.role == "join":
        raise NotFound
    path = f"/s/{token}/report"
    values = _values(house, access, language, "players", session)
    back = f"/s/{token}/table" if access.role == "seat" else f"/s/{token}"
    addresses = {"path": path, "url": path, "back": back, "file": f"/api/v1/shared/{token}/log"}
    return render("player/report.html", language, look=look, csrf="", **addresses, **values)


def _values(house: House, access: Access, language: str, audience: str, session: str) -> dict[str, Any]:
    told = reports.tell(house, access, language, audience, int(session) if session else None)
    named = {"name": told.game.state.name, "system": told.game.system.key}
    return named | reports.page_values(told)
