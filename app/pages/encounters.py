"""Prepared encounters: the page to write them on, and what is done with them on the screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form
from fastapi.responses import HTMLResponse
from starlette.responses import RedirectResponse, Response

from app.deps import GmDep, GmReadDep, HouseDep, LanguageDep, PageDep
from app.pages.actions import HandDep
from app.services import acts, encounters, fights, play, writing
from app.services.access import Access
from app.services.acts import Deed, Hand
from app.services.encounters import Body, Prepared
from app.services.games import see
from app.services.house import House
from app.services.language import catalogue
from app.services.play import Ask
from app.services.render import partial_into
from app.services.templating import render

router = APIRouter(prefix="/games/{game_id}/encounters", include_in_schema=False, default_response_class=HTMLResponse)
Text = Annotated[str, Form(max_length=10_000)]
NameField = Annotated[str, Form(max_length=400)]
FACE = re.compile(r"\d{1,4}")
ChosenField = Annotated[list[str] | None, Form()]
LONGEST_NAME = 120


def form_of(name: NameField = "", note: Text = "", lines: Text = "", adjustments: ChosenField = None) -> writing.Form:
    chosen = tuple(one for one in adjustments or () if 0 < len(one) <= 60)[:20]
    return writing.Form(" ".join(name.split())[:LONGEST_NAME], note, lines, chosen)


FormDep = Annotated[writing.Form, Depends(form_of)]


@router.get("")
def list_encounters(house: HouseDep, access: GmReadDep, language: LanguageDep, page: PageDep) -> str:
    return render("encounters.html", language, **(page | _list(house, access, language)))


def _list(house: House, access: Access, language: str) -> dict[str, Any]:
    values = writing.page_of(house, access, language)
    return {**values, "fights": writing.fights(house, access, language), "removed": None}


@router.get("/new")
def show_new(house: HouseDep, access: GmReadDep, language: LanguageDep, page: PageDep) -> str:
    return _page(house, access, language, page, writing.Form("", "", "", ()), None)


@router.get("/{encounter}")
def show_encounter(encounter: str, house: HouseDep, access: GmReadDep, language: LanguageDep, page: PageDep) -> str:
    found = writing.find(house, access, encounter)
    assert found is not None
    lines = writing.text_of(house, access, language, found)
    form = writing.Form(found.name, found.body.note, lines, found.body.adjustments)
    return _page(house, access, language, page, form, found)


def _page(
    house: House,
    access: Access,
    language: str,
    page: dict[str, object],
    form: writing.Form,
    found: Prepared | None,
    error: str = "",
) -> str:
    known = {"form": form, "encounter": found, "stale": writing.stale(house, access, found) if found else []}
    values = writing.page_of(house, access, language) | known | {"error": error}
    shown = writing.fragment(house, access, language, form, found)
    return render("encounter.html", language, **(page | values | shown))


@router.post("/preview")
def show_understood(
    house: HouseDep, access: GmReadDep, language: LanguageDep, form: FormDep, encounter: NameField = ""
) -> str:
    """What is understood so far, and what it costs. Nothing is stored."""
    found = writing.find(house, access, encounter)
    return render("_encounter_lines.html", language, **writing.fragment(house, access, language, form, found))


@router.post("/save")
def save(
    house: HouseDep,
    access: GmDep,
    language: LanguageDep,
    page: PageDep,
    form: FormDep,
    encounter: NameField = "",
    then: NameField = "",
) -> Response:
    """Keep the encounter, and with ``then`` start it at once."""
    before = writing.find(house, access, encounter)
    if not form.name:
        error = catalogue(language).gettext("An encounter needs a name.")
        return HTMLResponse(_page(house, access, language, page, form, before, error), 422)
    kept = writing.save(house, access, language, form, before)
    if then != "start":
        return RedirectResponse(f"/games/{access.game_id}/encounters", 303)
    fights.start(house, Ask(access, language), kept)
    return RedirectResponse(f"/games/{access.game_id}", 303)


@router.post("/bring-back")
def bring_back(house: HouseDep, access: GmDep, language: LanguageDep, entry: Annotated[str, Form()]) -> str:
    """Put an encounter back that was thrown away a moment ago."""
    writing.bring_back(house, access, language, entry)
    return render("_encounters.html", language, **_list(house, access, language))


@router.post("/keep")
def keep_board(hand: HandDep) -> HTMLResponse:
    """Make an encounter of those who are on the board; with ``_park`` they are put away into it."""
    return _answer(hand, lambda: _kept(hand))


def _kept(hand: Hand) -> Deed:
    seen = see(hand.house, hand.access, hand.language)
    name = " ".join(hand.first("name").split())[:LONGEST_NAME] or seen.name
    rows = tuple(fights.from_board(hand.house, hand.access, seen))[: encounters.MOST_ROWS]
    if hand.first("_park"):
        return _deed(hand, fights.keep_and_park(hand.house, hand.ask, name, rows))
    hand.house.database.write(lambda db: encounters.create(db, hand.access, name, Body(rows=rows)))
    return Deed(html=acts.around(hand), said=catalogue(hand.language).gettext("Kept: %(name)s") % {"name": name})


@router.post("/{encounter}/start")
def start(encounter: str, hand: HandDep) -> HTMLResponse:
    """Put the fight on the board. Dice that nobody typed are rolled, or asked for where a row has some."""

    def act() -> Deed:
        dice = {row: faces for row, faces in _dice(hand).items() if faces}
        hidden = hand.first("_hidden") == "true"
        prepared = _prepared(hand, encounter)
        done = fights.start(hand.house, hand.ask, prepared, hidden=hidden, dice=dice)
        said = catalogue(hand.language).gettext("On the board: %(names)s") % {"names": prepared.name}
        return Deed(done.answer["events"], acts.around(hand) if hidden else _begun(hand), said=said)

    return _answer(hand, act)


def _dice(hand: Hand) -> dict[str, list[int]]:
    """The faces that were typed, by row."""
    typed = [(name.removeprefix("dice/"), value) for name, value in hand.fields if name.startswith("dice/")]
    return {row: [int(face) for face in FACE.findall(value)] for row, value in typed}


@router.post("/{encounter}/park")
def park(encounter: str, hand: HandDep) -> HTMLResponse:
    return _answer(hand, lambda: _deed(hand, fights.park(hand.house, hand.ask, _prepared(hand, encounter))))


@router.post("/{encounter}/resume")
def resume(encounter: str, hand: HandDep) -> HTMLResponse:
    def act() -> Deed:
        done = fights.resume(hand.house, hand.ask, _prepared(hand, encounter))
        return Deed(done.answer["events"], _begun(hand))

    return _answer(hand, act)


def _begun(hand: Hand) -> str:
    """What a form says of drawers, and the one in ``_begins`` with which the fight can begin."""
    noun = hand.first("_begins")
    return acts.around(hand) + (partial_into("across", acts.drawer(hand.desk(()), noun)) if noun else "")


def _prepared(hand: Hand, encounter: str) -> Prepared:
    return hand.house.database.read(lambda db: encounters.get(db, hand.access, encounter))


def _deed(hand: Hand, done: play.Done) -> Deed:
    return Deed(done.answer["events"], acts.around(hand))


def _answer(hand: Hand, act: Callable[[], Deed]) -> HTMLResponse:
    reply = acts.perform(hand, act)
    return HTMLResponse(reply.html, reply.status, reply.headers)


@router.post("/{encounter}/update")
def update(encounter: str, house: HouseDep, access: GmDep) -> Response:
    """Bring in what the library says now of its creatures."""
    writing.update(house, access, encounter)
    return RedirectResponse(f"/games/{access.game_id}/encounters/{encounter}", 303)


@router.post("/{encounter}/remove")
def remove(encounter: str, house: HouseDep, access: GmDep, language: LanguageDep) -> HTMLResponse:
    """Throw an encounter away; the answer can bring it back."""
    removed = writing.remove(house, access, encounter)
    values = _list(house, access, language) | {"removed": removed}
    return HTMLResponse(render("_encounters.html", language, **values))
