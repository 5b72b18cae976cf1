"""Who plays: the party of a game in one field, read while it is typed."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.responses import RedirectResponse, Response

from app.deps import GmDep, HouseDep, LanguageDep, PageDep, PlayDep
from app.errors import NotFound
from app.services import games, play, setup
from app.services.access import Access
from app.services.house import House
from app.services.play import Ask
from app.services.templating import render
from rules import SYSTEMS

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
PartyField = Annotated[str, Form(max_length=20_000)]
GameField = Annotated[str, Form(max_length=40, pattern=r"^[\w-]*$")]
SystemField = Annotated[str, Form(max_length=60)]


@router.get("/games/{game_id}/party")
def show_party(house: HouseDep, access: GmDep, language: LanguageDep, page: PageDep) -> str:
    return _page(house, access, language, page, "")


def _page(house: House, access: Access, language: str, page: dict[str, Any], party: str) -> str:
    seen = games.see(house, access, language)
    game = {"id": seen.id, "name": seen.name, "system": seen.system}
    understood = setup.rows(seen.system, party, language)
    values: dict[str, Any] = {"game": game, "party": party, "system": seen.system, "rows": understood}
    return render("setup.html", language, **(page | values | _words(seen.system, language)))


@router.post("/games/new/preview")
def show_understood(
    caller: PlayDep, language: LanguageDep, system: SystemField, game: GameField = "", party: PartyField = ""
) -> str:
    """What is understood so far. Nothing is stored."""
    if system not in SYSTEMS:
        raise NotFound("unknown-system")
    values = {"rows": setup.rows(system, party, language), "columns": setup.columns(system, language)}
    return render("_party.html", language, game={"id": game}, **values)


@router.post("/games/{game_id}/party")
def add_party(
    house: HouseDep,
    access: GmDep,
    language: LanguageDep,
    page: PageDep,
    party: PartyField = "",
    then: Annotated[str, Form(max_length=20)] = "",
) -> Response:
    """Put the characters on the board, as one step.

    The button that did not yet know of lines that are not understood (``then`` is "screen") shows them first; the one
    that names them goes on with what is understood.
    """
    system = games.see(house, access, language).system
    if then == "screen" and any(row.unclear for row in setup.rows(system, party, language)):
        return HTMLResponse(_page(house, access, language, page, party), 422)
    commands = setup.commands(system, party)
    if commands:
        play.play(house, Ask(access, language), commands)
    return RedirectResponse(f"/games/{access.game_id}", 303)


def _words(system: str, language: str) -> dict[str, Any]:
    leveled = setup.vocabulary(system).level is not None
    return {
        "columns": setup.columns(system, language),
        "example": setup.example(system, language),
        "leveled": leveled,
    }
