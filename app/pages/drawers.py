"""Drawers of the GM's screen: what would happen, before it does. Opening one changes nothing."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.deps import GmReadDep, HouseDep, LanguageDep
from app.services.desk import Desk
from app.services.games import see

router = APIRouter(prefix="/games/{game_id}", include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/drawers/{noun}")
def show_drawer(request: Request, noun: str, house: HouseDep, access: GmReadDep, language: LanguageDep) -> str:
    """The drawer with what its fields say so far, and what would come of it."""
    fields = request.query_params.multi_items()
    return Desk(house, access, language, see(house, access, language), fields).html(noun)


@router.get("/log")
def look_through(request: Request, house: HouseDep, access: GmReadDep, language: LanguageDep) -> str:
    """A page of the log, of what its filters let through."""
    fields = request.query_params.multi_items()
    return Desk(house, access, language, see(house, access, language), fields).html("past_items")
