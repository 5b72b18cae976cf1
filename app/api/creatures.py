"""Creatures of a file, put straight onto the board of a game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from app.api.games import PreviewQuery
from app.api.library import FILE
from app.api.payloads import sent
from app.deps import GmDep, HouseDep, LanguageDep, MatchHeader, OnceDep, SentDep
from app.services import imports, play
from app.services.play import Ask

router = APIRouter(prefix="/games/{game_id}/creatures", tags=["library"])
HiddenQuery = Annotated[bool, Query(description="Whether players do not see them until you reveal them.")]


@router.post("/import", status_code=201, openapi_extra=FILE)
def import_creatures(
    access: GmDep,
    raw: SentDep,
    house: HouseDep,
    language: LanguageDep,
    once: OnceDep,
    match: MatchHeader = None,
    preview: PreviewQuery = False,
    hidden: HiddenQuery = True,
) -> Response:
    """Add every creature of a file as one step, hidden; answers as a command, and what could not be carried over."""
    parsed = imports.read(raw, language, house.look(access.game_id).head.system)
    commands = imports.commands(parsed, hidden=hidden)
    done = play.play(house, Ask(access, language, match, once, preview), commands)
    lost = [imports.lost_in_words(one, language) for one in parsed.lost]
    shown = {**done.answer, "format": parsed.format, "lost": lost}
    return sent(shown, 200 if preview else 201, version=str(done.answer["version"]), language=language)
