"""Your games: the list, a new one, the bin."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.responses import RedirectResponse, Response

from app.deps import GmDep, HouseDep, LanguageDep, PageDep, PlayDep
from app.errors import Problem
from app.services import demo, games, home, play, shares
from app.services.access import Access
from app.services.house import House
from app.services.language import catalogue
from app.services.play import Ask
from app.services.templating import render
from rules import content

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
NameField = Annotated[str, Form(max_length=1000)]
LONGEST_NAME = 120
TV_LINK = timedelta(days=1)


@router.get("/")
def show_home(house: HouseDep, caller: PlayDep, language: LanguageDep, page: PageDep) -> str:
    return render("home.html", language, **(page | _values(house, caller.account, language)))


def _values(house: HouseDep, account: str, language: str) -> dict[str, Any]:
    lines, systems = home.lines(house, account, language), home.systems(language)
    chosen = lines[0].system if lines else systems[0].key
    found = {"games": lines, "bin": home.bin_lines(house, account, language), "systems": systems}
    return found | {"chosen": chosen, "system": chosen, "name": "", "error": ""}


@router.post("/games/new")
def make_game(
    house: HouseDep,
    caller: PlayDep,
    language: LanguageDep,
    page: PageDep,
    system: Annotated[str, Form()],
    name: NameField = "",
    sample: Annotated[bool, Form()] = False,
) -> Response:
    """A new game; the next page asks who plays, also where the system has no sample. A name can be given later."""
    name = " ".join(name.split())
    if len(name) > LONGEST_NAME:
        error = catalogue(language).gettext("A name has at most 120 characters.")
        values = _values(house, caller.account, language) | {"name": name, "error": error, "chosen": system}
        return HTMLResponse(render("home.html", language, **(page | values)), 422)
    if sample and content.has_demo(system, language):
        made = house.database.write(lambda db: demo.create(db, caller.account, system, language))
        if name:
            _rename(house, games.as_gm(house, caller.account, made.id, caller.by, caller.id), language, name)
        return RedirectResponse(f"/games/{made.id}", 303)
    title = name or catalogue(language).gettext("New game")
    id = house.database.write(lambda db: games.create(db, caller.account, caller.by, title, system, language=language))
    return RedirectResponse(f"/games/{id}/party", 303)


@router.post("/games/{game_id}/delete")
def put_in_bin(house: HouseDep, access: GmDep) -> Response:
    games.put_in_bin(house, access)
    return RedirectResponse("/", 303)


@router.post("/games/{game_id}/restore")
def bring_back(game_id: str, house: HouseDep, caller: PlayDep) -> Response:
    games.restore(house, caller.account, game_id)
    return RedirectResponse("/", 303)


@router.post("/games/{game_id}/rename")
def rename(house: HouseDep, access: GmDep, language: LanguageDep, name: NameField) -> Response:
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise Problem("invalid-input")
    _rename(house, access, language, name)
    return RedirectResponse(f"/games/{access.game_id}/settings", 303)


def _rename(house: House, access: Access, language: str, name: str) -> None:
    play.play(house, Ask(access, language), [{"type": "rename_game", "name": name}])


@router.post("/games/{game_id}/tv")
def open_tv(house: HouseDep, access: GmDep) -> Response:
    """A link for the table's screen, opened here. It ends by itself, so many evenings leave no heap of links."""
    made = shares.create(house, access, "screen", expires=datetime.now(UTC) + TV_LINK)
    return RedirectResponse(f"/s/{made['token']}", 303)
