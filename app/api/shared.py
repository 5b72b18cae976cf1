"""What a link opens: the game as it may be seen through it, and for a seat what it may do."""

from __future__ import annotations

from dataclasses import replace

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from sqlmodel import Session

from app.api.asking import LinkAskDep
from app.api.bodies import Body
from app.api.payloads import JsonDep, kept, sent
from app.api.play import TAKES_COMMANDS, KnownHeader, LogPageDep, Undo, commands_in, log_page, streamed
from app.api.shares import CreatureId
from app.deps import HouseDep, LanguageDep, LinkDep, LinkOnceDep
from app.errors import NotFound, Problem
from app.services import games, idempotency, play, shares
from app.services.access import Access
from app.services.house import House
from app.services.idempotency import Answer

router = APIRouter(prefix="/shared/{token}", tags=["shared"])


class Seat(Body):
    creature: CreatureId


@router.get("")
def show_shared(access: LinkDep, house: HouseDep, language: LanguageDep) -> Response:
    """The game as this link may see it; through a `join` link the seats that are free."""
    if access.role == "join":
        return _show_seats(access, house, language)
    seen = games.see(house, access, language)
    shown = {"name": seen.name, "system": seen.system, "role": access.role, "creature": access.creature}
    return sent({**shown, "version": seen.version, "view": seen.view}, version=seen.version, language=language)


def _show_seats(access: Access, house: House, language: str) -> Response:
    seen = games.see(house, access, language)
    shown = {"name": seen.name, "system": seen.system, "role": access.role, "seats": shares.seats(house, access)}
    return sent(shown, language=language)


@router.post("/seat", status_code=201)
def take_seat(body: Seat, access: LinkDep, house: HouseDep, once: LinkOnceDep, request: Request) -> Response:
    """Sit down at a character's place: a link for this device."""
    if access.role != "join":
        raise Problem("read-only-link")
    device = request.headers.get("user-agent", "")

    def change(db: Session) -> Answer:
        return Answer(201, msgspec.json.encode(shares.sit(db, house, access, body.creature, device)))

    answer = idempotency.carry_out(house.database, house.in_flight, once, change)
    house.hub.publish(access.game_id)
    return kept(answer)


@router.get("/events")
def list_shared_events(access: LinkDep, house: HouseDep, language: LanguageDep, asked: LogPageDep) -> Response:
    """The log as far as this link may read it, or what is looked for in it."""
    return log_page(house, _looking(access), language, asked)


@router.get("/stream", response_class=StreamingResponse)
def stream_shared(
    access: LinkDep, house: HouseDep, language: LanguageDep, known: KnownHeader = None
) -> StreamingResponse:
    """As the game's stream, of what this link may see."""
    return streamed(house, _looking(access), language, known)


def _looking(access: Access) -> Access:
    """A `join` link shows nothing but seats."""
    if access.role == "join":
        raise NotFound
    return access


@router.post("/commands", openapi_extra=TAKES_COMMANDS)
def post_shared_commands(ask: LinkAskDep, house: HouseDep, body: JsonDep) -> Response:
    """What a seat may do: roll, mark its own trackers, answer, ask, suggest."""
    commands, at = commands_in(body)
    return kept(play.play(house, replace(ask, at=at), commands).kept)


@router.post("/undo")
def undo_shared(ask: LinkAskDep, house: HouseDep, body: Undo | None = None) -> Response:
    """Take back the seat's own newest step, for sixty seconds."""
    asked = body or Undo()
    return kept(play.undo(house, ask, asked.step, asked.any).kept)
