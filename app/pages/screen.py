"""The GM's screen: its page, the sheets and cards that it opens, and its search box."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.deps import GmReadDep, HouseDep, LanguageDep, PageDep
from app.services import finding, logbook, screen
from app.services.games import see, seen_in
from app.services.templating import render

router = APIRouter(prefix="/games/{game_id}", include_in_schema=False, default_response_class=HTMLResponse)


@router.get("")
def show_screen(request: Request, house: HouseDep, access: GmReadDep, language: LanguageDep, page: PageDep) -> str:
    pins = finding.pins_of(request.cookies)
    return render("screen/screen.html", language, **page | screen.page_values(house, access, language, pins))


@router.get("/sheets/{creature}")
def show_sheet(creature: str, house: HouseDep, access: GmReadDep, language: LanguageDep) -> str:
    """The sheet of one creature, as it is kept up to date afterwards."""
    return screen.sheet_html(see(house, access, language), creature, language)


@router.get("/cards/{key}")
def show_card(key: str, house: HouseDep, access: GmReadDep, language: LanguageDep) -> str:
    seen = see(house, access, language)
    card = finding.card(seen.system, key, language, seen.view["tables"])
    return screen.fragment(seen, language, "card", card=card, open=True, kept=False)


@router.get("/find")
def find(house: HouseDep, access: GmReadDep, language: LanguageDep, q: str = "") -> str:
    """What the search box offers for what was typed."""
    standing = house.look(access.game_id)
    seen, q = seen_in(standing, access, language), q[:200]
    offers = finding.offers(seen, q, language, is_on=logbook.is_evening(standing.game))
    return screen.fragment(seen, language, "found", q=q, offers=offers)
