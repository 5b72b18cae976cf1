"""The reveal log: what players have learned, and when."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from app.api.lists import LimitQuery
from app.api.payloads import sent
from app.deps import GmReadDep, HouseDep, LanguageDep
from app.services import games, reveals
from app.services.reveals import KINDS

router = APIRouter(prefix="/games/{game_id}", tags=["play"])
KindQuery = Annotated[str, Query(pattern=f"^({'|'.join(KINDS)})?$", description="Only of this kind.")]


@router.get("/reveals")
def list_reveals(
    access: GmReadDep, house: HouseDep, language: LanguageDep, kind: KindQuery = "", limit: LimitQuery = 50
) -> Response:
    """What players have learned, the newest first; `at` is null as long as a held view keeps it from them."""
    standing = house.look(access.game_id)
    found = reveals.reveals(standing, language, kind, limit)
    version = games.version_in(standing, access.viewer)
    items = [reveals.shown(one) for one in found]
    return sent({"items": items, "next": None, "version": version}, version=version, language=language)
