"""The settings of a game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse
from starlette.responses import RedirectResponse

from app.deps import GmDep, HouseDep, LanguageDep, PageDep
from app.services import game_settings, games, play
from app.services.games import change_setting
from app.services.play import Ask
from app.services.templating import render
from app.services.toasts import toast

router = APIRouter(prefix="/games/{game_id}/settings", include_in_schema=False)
Text = Annotated[str, Form(max_length=500)]


@router.get("", response_class=HTMLResponse)
def show_settings(house: HouseDep, access: GmDep, language: LanguageDep, page: PageDep) -> str:
    seen = games.see(house, access, language)
    values = {
        "game": {"id": seen.id, "name": seen.name},
        "system": seen.system,
        "readings": game_settings.readings(seen, language),
        "sights": game_settings.sights(seen, language),
    }
    return render("settings.html", language, **(page | values))


@router.post("/sights")
def use_defaults(house: HouseDep, access: GmDep, language: LanguageDep) -> RedirectResponse:
    """Let players know what the game says by itself, in one step."""
    if commands := game_settings.defaults(games.see(house, access, language)):
        play.play(house, Ask(access, language), commands)
    return RedirectResponse(f"/games/{access.game_id}/settings#sights", 303)


@router.post("")
def change(house: HouseDep, access: GmDep, language: LanguageDep, key: Text, value: Text = "") -> HTMLResponse:
    """Change one setting at once; a toast says so."""
    seen = games.see(house, access, language)
    typed = game_settings.value_of(seen, key, value)
    done = play.play(house, Ask(access, language), [change_setting(key, typed)])
    return HTMLResponse("", headers=toast(". ".join(done.answer["text"])))
