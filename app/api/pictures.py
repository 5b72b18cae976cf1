"""Pictures of a game: sent as they are, listed, shown, removed; through a link only the one that is shown."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Header, Query, Response
from sqlmodel import Session

from app.answers import picture_sent
from app.api.payloads import kept, sent
from app.deps import GmDep, GmReadDep, HouseDep, LanguageDep, LinkDep, OnceDep, SentDep
from app.services import idempotency, pictures, showing
from app.services.idempotency import Answer
from app.services.picture_files import TYPES
from app.storage.pictures import Listed

router = APIRouter(prefix="/games/{game_id}/pictures", tags=["pictures"])
shared = APIRouter(prefix="/shared/{token}/pictures", tags=["shared"])
CONTENT = {type_: {"schema": {"type": "string", "format": "binary"}} for type_ in TYPES}
TAKES: dict[str, Any] = {"requestBody": {"required": True, "content": CONTENT}}
GIVES: dict[int | str, dict[str, Any]] = {200: {"description": "The picture.", "content": CONTENT}}
NameQuery = Annotated[str, Query(max_length=400, description="What the GM calls it.")]
KnownTag = Annotated[str | None, Header(alias="If-None-Match")]


@router.get("")
def list_pictures(access: GmReadDep, house: HouseDep) -> Response:
    """The pictures that this game can show, the newest first."""
    return sent({"items": [shown(one) for one in pictures.listed(house, access)], "next": None})


def shown(one: Listed) -> dict[str, Any]:
    return one._asdict()


@router.post("", status_code=201, openapi_extra=TAKES)
def add_picture(access: GmDep, body: SentDep, house: HouseDep, once: OnceDep, name: NameQuery = "") -> Response:
    """Keep a picture: the body is the file. Its type is told by its content: PNG, JPEG, WebP or GIF, to 5 MiB.

    Refused as `unsupported-picture`, `body-too-large`, `too-many-pictures` or `pictures-full`.
    """

    def change(db: Session) -> Answer:
        made = pictures.create(db, access, name, body)
        place = f"/api/v1/games/{access.game_id}/pictures/{made.id}"
        return Answer(201, msgspec.json.encode(shown(made)), {"Location": place})

    return kept(idempotency.carry_out(house.database, house.in_flight, once, change))


@router.get("/{picture}", response_class=Response, responses=GIVES)
def show_picture(
    picture: str, access: GmReadDep, house: HouseDep, language: LanguageDep, known: KnownTag = None
) -> Response:
    """The picture itself; `unknown-picture` where the game has none of this id."""
    return picture_sent(pictures.get(house, access, picture, language), known)


@router.delete("/{picture}", status_code=204)
def remove_picture(picture: str, access: GmDep, house: HouseDep, language: LanguageDep) -> None:
    """Throw a picture away; where it is shown, it is taken away. `unknown-picture` where there is none."""
    showing.throw_away(house, access, language, picture)


@shared.get("/{picture}", response_class=Response, responses=GIVES)
def show_shared_picture(
    picture: str, access: LinkDep, house: HouseDep, language: LanguageDep, known: KnownTag = None
) -> Response:
    """The picture that is shown to this link now; any other is `not-found`."""
    return picture_sent(pictures.get(house, access, picture, language), known)
