"""What a GM does on the screen: commands from its forms, undo, redo, rewind. The answer carries what changed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.responses import HTMLResponse

from app.deps import GmDep, HouseDep, LanguageDep
from app.services import acts, forms
from app.services.acts import Hand, Reply
from app.services.forms import Fields

MOST_FIELDS = 2000
router = APIRouter(prefix="/games/{game_id}", include_in_schema=False, default_response_class=HTMLResponse)


async def read_fields(request: Request) -> Fields:
    """The fields of the form that was sent; files are none of them."""
    sent = await request.form(max_fields=MOST_FIELDS)
    return [(name, value) for name, value in sent.multi_items() if isinstance(value, str)]


VersionHeader = Annotated[str, Header(max_length=100)]
FieldsDep = Annotated[Fields, Depends(read_fields)]


def hand_of(
    house: HouseDep, access: GmDep, language: LanguageDep, fields: FieldsDep, shirma_version: VersionHeader = ""
) -> Hand:
    return Hand(house, access, language, fields, shirma_version)


StepsQuery = Annotated[str, Query(pattern=r"^(\d{1,9}(,\d{1,9}){0,9})?$")]
HandDep = Annotated[Hand, Depends(hand_of)]


@router.post("/commands")
def carry_out(hand: HandDep) -> HTMLResponse:
    return _answer(acts.carry_out(hand))


@router.post("/undo")
def undo(hand: HandDep, steps: StepsQuery = "") -> HTMLResponse:
    """Take back the named steps, else the newest of this hand."""
    named = _number(hand, "step")
    return _answer(acts.undo(hand, [named] if named is not None else [int(step) for step in steps.split(",") if step]))


@router.post("/redo")
def redo(hand: HandDep) -> HTMLResponse:
    return _answer(acts.redo(hand, _number(hand, "step")))


@router.post("/rewind")
def rewind(hand: HandDep) -> HTMLResponse:
    """Back to how it was after an entry; what would change by it is shown before."""
    return _answer(acts.rewind(hand, _number(hand, "to") or 0))


def _number(hand: Hand, name: str) -> int | None:
    said = forms.first(hand.fields, name)
    return int(said) if said.isdecimal() and len(said) < 10 else None


def _answer(reply: Reply) -> HTMLResponse:
    return HTMLResponse(reply.html, reply.status, reply.headers)
