"""Pictures of a game on the GM's screen: added from a file, drawn, thrown away."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import HTMLResponse, Response

from app.answers import picture_sent
from app.deps import GmDep, GmReadDep, HouseDep, LanguageDep
from app.pages.actions import VersionHeader
from app.services import acts, pictures, play, showing
from app.services.acts import Deed, Hand
from app.services.language import catalogue
from app.services.render import partial_into
from app.settings import LARGEST_PICTURE

router = APIRouter(prefix="/games/{game_id}/pictures", include_in_schema=False)
FileField = Annotated[UploadFile, File()]
ShowField = Annotated[str, Form(alias="_show", max_length=1)]


@router.post("")
def add(
    house: HouseDep,
    access: GmDep,
    language: LanguageDep,
    file: FileField,
    show: ShowField = "",
    shirma_version: VersionHeader = "",
) -> HTMLResponse:
    """Keep a picture; with ``_show`` the players see it at once."""
    hand = Hand(house, access, language, (), shirma_version)
    data, name = file.file.read(LARGEST_PICTURE + 1), file.filename or ""
    return _answer(acts.perform(hand, lambda: _added(hand, name, data, is_shown=bool(show))))


def _added(hand: Hand, name: str, data: bytes, *, is_shown: bool) -> Deed:
    made = hand.house.database.write(lambda db: pictures.create(db, hand.access, name, data))
    drawer = _drawer(hand)
    if not is_shown:
        return Deed(html=drawer, said=catalogue(hand.language).gettext("The picture is kept."))
    done = play.play(hand.house, hand.ask, [{"type": "show", "picture": made.id}])
    return Deed(done.answer["events"], drawer)


def _drawer(hand: Hand) -> str:
    return partial_into("across", hand.desk().html("pictures"))


@router.post("/{picture}/remove")
def throw_away(
    picture: str, house: HouseDep, access: GmDep, language: LanguageDep, shirma_version: VersionHeader = ""
) -> HTMLResponse:
    """Throw a picture away; where it is shown, it is put away first."""
    hand = Hand(house, access, language, (), shirma_version)

    def act() -> Deed:
        showing.throw_away(house, access, language, picture)
        return Deed(html=_drawer(hand), said=catalogue(language).gettext("The picture is thrown away."))

    return _answer(acts.perform(hand, act))


def _answer(reply: acts.Reply) -> HTMLResponse:
    return HTMLResponse(reply.html, reply.status, reply.headers)


@router.get("/{picture}")
def show(picture: str, request: Request, house: HouseDep, access: GmReadDep, language: LanguageDep) -> Response:
    """The picture itself, for the GM."""
    return picture_sent(pictures.get(house, access, picture, language), request.headers.get("if-none-match"))
