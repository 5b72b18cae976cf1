"""A stat block pasted as text: looked at while it is pasted, then put into the library or onto the board."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse

from app.deps import HouseDep, LanguageDep, PlayDep
from app.errors import NotFound, Problem
from app.pages.actions import HandDep
from app.services import acts, pasting
from app.services.acts import Deed, Hand
from app.services.imports import Clash
from app.services.language import catalogue
from app.services.play import play
from app.services.templating import render
from rules import SYSTEMS

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
TextField = Annotated[str, Form(max_length=pasting.LONGEST)]
SystemField = Annotated[str, Form(max_length=60)]


@router.post("/library/pasted")
def show_pasted(
    house: HouseDep, caller: PlayDep, language: LanguageDep, system: SystemField = "", pasted: TextField = ""
) -> str:
    """What is understood of the text so far. Nothing is stored."""
    if system not in SYSTEMS:
        raise NotFound("unknown-system")
    return render("_pasted.html", language, pasted=pasting.pasted(house, caller.account, system, language, pasted))


@router.post("/games/{game_id}/paste")
def paste(hand: HandDep) -> HTMLResponse:
    """Put the creature into the library, and with ``_board`` onto the board as well."""
    reply = acts.perform(hand, lambda: _pasted(hand))
    return HTMLResponse(reply.html, reply.status, reply.headers)


def _pasted(hand: Hand) -> Deed:
    system = hand.desk().seen.system
    clash: Clash = "keep" if hand.first("clash") == "keep" else "replace"
    brought = pasting.bring(
        hand.house, hand.access.account, system, hand.language, hand.first("pasted"), clash, hand.all("accept")
    )
    one = brought.entries[0]
    said = catalogue(hand.language).gettext("In the library: %(name)s") % {"name": one.entry.name}
    if not hand.first("_board"):
        return Deed(html=acts.around(hand), said=said)
    creature = {"name": one.entry.name, "card": one.id, "hidden": hand.first("_hidden") == "true"}
    try:
        done = play(hand.house, hand.ask, [{"type": "add_creature", "creature": creature}])
    except Problem as problem:  # a full board; the library has it all the same
        return Deed(html=acts.around(hand), said=said, halt=hand.desk().why(problem))
    return Deed(done.answer["events"], acts.around(hand))
