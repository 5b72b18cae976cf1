"""The report of an evening and the log as a file: for the GM, and as far as a link may know them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse

from app.api.payloads import sent
from app.deps import GmReadDep, HouseDep, LanguageDep, LinkDep
from app.errors import NotFound
from app.services import log_files, reports
from app.services.access import Access
from app.services.games import version_in
from app.services.house import House

router = APIRouter(prefix="/games/{game_id}", tags=["play"])
shared_router = APIRouter(prefix="/shared/{token}", tags=["shared"])
MARKDOWN = "text/markdown; charset=utf-8"
Audience = Literal["gm", "players"]
AudienceQuery = Annotated[Audience, Query(alias="for", description="Whose report: a player's holds nothing hidden.")]
SessionQuery = Annotated[int | None, Query(ge=1, le=9999, description="One session; left out, the whole game.")]
FormatQuery = Annotated[Literal["json", "markdown"], Query()]


LogFormatQuery = Annotated[Literal["markdown", "csv", "json"], Query()]


@router.get("/report")
def show_report(
    access: GmReadDep,
    house: HouseDep,
    language: LanguageDep,
    audience: AudienceQuery = "gm",
    session: SessionQuery = None,
    format: FormatQuery = "json",
) -> Response:
    """Turns, time, damage, currencies, conditions, rolls and luck, of everybody and in all."""
    return answered(house, access, language, audience, session, format)


@shared_router.get("/report")
def show_shared_report(
    access: LinkDep,
    house: HouseDep,
    language: LanguageDep,
    session: SessionQuery = None,
    format: FormatQuery = "json",
) -> Response:
    """Statistics of an evening, as far as this link may know them."""
    if access.role == "join":
        raise NotFound
    return answered(house, access, language, "players", session, format)


def answered(
    house: House, access: Access, language: str, audience: Audience, session: int | None, format: str
) -> Response:
    told = reports.tell(house, access, language, audience, session)
    version = version_in(told.standing, access.viewer)
    if format == "markdown":
        headers = {"ETag": f'"{version}"', "Content-Language": language}
        return Response(reports.markdown(told), headers=headers, media_type=MARKDOWN)
    return sent({**reports.answer(told), "version": version}, version=version, language=language)


@router.get("/log", response_class=StreamingResponse)
def download_log(
    access: GmReadDep, house: HouseDep, language: LanguageDep, format: LogFormatQuery = "markdown"
) -> StreamingResponse:
    """The whole log as a file, sent as it is made."""
    return log_file(house, access, language, format)


@shared_router.get("/log", response_class=StreamingResponse)
def download_shared_log(
    access: LinkDep, house: HouseDep, language: LanguageDep, format: LogFormatQuery = "markdown"
) -> StreamingResponse:
    """The log as far as this link may read it, as a file."""
    if access.role == "join":
        raise NotFound
    return log_file(house, access, language, format)


def log_file(house: House, access: Access, language: str, format: str) -> StreamingResponse:
    found = log_files.file_of(house, access, language, format)
    headers = {"Content-Disposition": f'attachment; filename="{found.name}"', "Content-Language": language}
    return StreamingResponse(found.pieces, headers=headers, media_type=found.media_type)
