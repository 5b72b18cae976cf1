"""Creatures of a file, put straight onto the board of a game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from app.api.asking import AskDep
from app.api.library import FILE
from app.api.payloads import sent
from app.deps import HouseDep, SentDep
from app.services import imports, play

router = APIRouter(prefix="/games/{game_id}/creatures", tags=["library"])
HiddenQuery = Annotated[bool, Query(description="Whether players do not see them until you reveal them.")]


@router.post("/import", status_code=201, openapi_extra=FILE)
def import_creatures(ask: AskDep, raw: SentDep, house: HouseDep, hidden: HiddenQuery = True) -> Response:
    """Add every creature of a file as one step, hidden; answers as a command, and what could not be carried over."""
    parsed = imports.read(raw, ask.language, house.look(ask.access.game_id).head.system)
    commands = imports.commands(parsed, hidden=hidden)
    done = play.play(house, ask, commands)
    lost = [imports.lost_in_words(one, ask.language) for one in parsed.lost]
    shown = {**done.answer, "format": parsed.format, "lost": lost}
    return sent(shown, 200 if ask.preview else 201, version=str(done.answer["version"]), language=ask.language)
