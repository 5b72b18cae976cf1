"""Who is let in: links to join, to look on and for the TV, made and closed from the screen's tab of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse

from app.deps import GmDep, HouseDep, LanguageDep
from app.services import screen, shares
from app.services.access import Access
from app.services.desk import Desk
from app.services.games import see
from app.services.house import House
from app.services.render import partial_into, partials
from app.services.templating import render

router = APIRouter(prefix="/games/{game_id}", include_in_schema=False, default_response_class=HTMLResponse)
RoleField = Annotated[str, Form(pattern="^(join|watch|screen)$")]
CreatureField = Annotated[str, Form(max_length=64)]


@router.post("/shares")
def open_door(house: HouseDep, access: GmDep, language: LanguageDep, role: RoleField) -> str:
    """A new link; one to look on is shown once, the code to join stays and is shown at once, large."""
    link = shares.create(house, access, role)
    shown = _code(house, access, language) if role == "join" else _once(language, link)
    return shown + _changed(house, access, language)


@router.post("/shares/{share}/close")
def close_door(house: HouseDep, access: GmDep, language: LanguageDep, share: str) -> str:
    """The link opens nothing any more, and whoever sits through it has left."""
    shares.revoke(house, access, share)
    return _changed(house, access, language)


@router.post("/seats")
def play_it(house: HouseDep, access: GmDep, language: LanguageDep, creature: CreatureField) -> str:
    """A seat's link for the GM's own device, until a player claims it."""
    link = shares.create(house, access, "seat", creature)
    return _once(language, link) + _changed(house, access, language)


def _code(house: House, access: Access, language: str) -> str:
    return partial_into("across", Desk(house, access, language, see(house, access, language)).html("door"))


def _once(language: str, link: Mapping[str, Any]) -> str:
    return partial_into("across", render("screen/_new_link.html", language, link=link))


def _changed(house: House, access: Access, language: str) -> str:
    return partials(screen.seats(house, access, language))
