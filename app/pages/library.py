"""The library: creatures and environments of one's own, found as you type, brought in from a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, File, Form, Query, UploadFile
from fastapi.responses import HTMLResponse
from sqlmodel import Session
from starlette.responses import Response

from app.deps import HouseDep, LanguageDep, PageDep, PlayDep
from app.errors import Problem
from app.services import home, imports, library, opened, pasting, problems
from app.services.entries import Kept, Row, row
from app.services.house import House
from app.services.imports import Import
from app.services.json_text import decoded
from app.services.shelf import ID
from app.services.templating import render
from app.settings import IMPORT_LIMIT
from rules import SYSTEMS

router = APIRouter(prefix="/library", include_in_schema=False, default_response_class=HTMLResponse)
MOST_FOUND = 200
KINDS = ("adversary", "environment")
Tag = Annotated[str, msgspec.Meta(max_length=60)]
Text = Annotated[str, Query(max_length=200)]
FormText = Annotated[str, Form(max_length=200)]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the fields of the search say."""

    q: str
    system: str
    kind: str
    game: str = ""  # the id of the game that the library was opened from


def asked(q: Text = "", system: Text = "", kind: Text = "", game: Text = "") -> Asked:
    of = system if system in SYSTEMS else next(iter(SYSTEMS))
    return Asked(q.strip(), of, kind if kind in KINDS else "", game)


def sent(q: FormText = "", system: FormText = "", kind: FormText = "", game: FormText = "") -> Asked:
    """The same, from a form that sends the fields of the search along."""
    return asked(q, system, kind, game)


AskedDep = Annotated[Asked, Depends(asked)]
SentDep = Annotated[Asked, Depends(sent)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an entry held."""

    spec: dict[str, Any]
    tags: Annotated[list[Tag], msgspec.Meta(max_length=20)]


@router.get("")
def show_library(
    house: HouseDep,
    caller: PlayDep,
    ask: AskedDep,
    language: LanguageDep,
    page: PageDep,
    brings: Annotated[str, Query(alias="import", max_length=20)] = "",
) -> str:
    """The library; with ``import`` in its address the part that brings a file or a text in stands open."""
    values = _values(house, caller.account, ask, language) | {"brings": brings}
    return render("library.html", language, **(page | values))


@router.get("/found")
def show_found(house: HouseDep, caller: PlayDep, ask: AskedDep, language: LanguageDep) -> str:
    """The table alone: the answer to typing."""
    return render("_library_found.html", language, **_found(house, caller.account, ask, language))


Key = Annotated[str, Form(max_length=120)]
Change = Callable[[Session, str, str, str, str, str], Kept]


@router.get("/{id}")
def show_entry(id: str, house: HouseDep, caller: PlayDep, language: LanguageDep) -> str:
    """What stands under an entry's line: its features, and what their words propose."""
    entry = house.database.read(lambda db: library.get(db, caller.account, id))
    return render("_library_entry.html", language, entry=opened.opened(entry, language))


@router.post("/{id}/accept")
def accept(id: str, house: HouseDep, caller: PlayDep, language: LanguageDep, feature: Key, what: Key) -> str:
    """Take up what the words of a feature propose; the answer can take it away again."""
    return _changed(house, caller.account, id, language, feature, what, opened.accept)


@router.post("/{id}/drop")
def drop(id: str, house: HouseDep, caller: PlayDep, language: LanguageDep, feature: Key, what: Key) -> str:
    """Take away what a feature says of its uses or its price."""
    return _changed(house, caller.account, id, language, feature, what, opened.drop)


def _changed(house: House, account: str, id_: str, language: str, feature: str, what: str, change: Change) -> str:
    entry = house.database.write(lambda db: change(db, account, id_, language, feature, what))
    return render("_library_entry.html", language, entry=opened.opened(entry, language))


@router.post("/{id}/remove")
def remove(id: str, house: HouseDep, caller: PlayDep, ask: SentDep, language: LanguageDep) -> str:
    """Take an entry out; the answer can bring it back. Creatures that stand in a game stay."""

    def take_out(db: Session) -> Kept:
        entry = library.get(db, caller.account, id)
        library.remove(db, caller.account, id)
        return entry

    gone = house.database.write(take_out)
    entry = msgspec.json.encode({"spec": gone.spec, "tags": gone.tags}).decode()
    removed = {"name": gone.name, "system": gone.system, "entry": entry, "source": gone.source}
    return render(
        "_library_found.html", language, **_found(house, caller.account, ask, language) | {"removed": removed}
    )


@router.post("/bring-back")
def bring_back(
    house: HouseDep,
    caller: PlayDep,
    ask: SentDep,
    language: LanguageDep,
    of: Annotated[str, Form()],
    entry: Annotated[str, Form()],
    source: Annotated[str, Form(max_length=200)] = "",
) -> str:
    """Put an entry back that was taken out a moment ago."""
    try:
        kept = msgspec.convert(decoded(entry), Body)
    except msgspec.ValidationError as error:
        raise Problem("malformed-request") from error
    house.database.write(lambda db: library.create(db, caller.account, of, kept.spec, kept.tags, source, language))
    return render("_library_found.html", language, **_found(house, caller.account, ask, language))


@dataclass(frozen=True, slots=True)
class Bringing:
    """Who brings something into the library, and the page that answers; ``game`` as in `Asked`."""

    house: HouseDep
    caller: PlayDep
    language: LanguageDep
    page: PageDep
    game: FormText = ""


BringingDep = Annotated[Bringing, Depends(Bringing)]


@router.post("/import")
def bring_in(by: BringingDep, file: Annotated[UploadFile, File()]) -> Response:
    """Bring a file in, and say what came of it and what could not be read."""
    raw = file.file.read(IMPORT_LIMIT + 1)
    name = (file.filename or "")[:200]

    def bring() -> tuple[Import, str]:
        parsed = imports.read(raw, by.language)
        brought = by.house.database.write(lambda db: imports.bring(db, by.caller.account, parsed, name))
        return brought, parsed.system

    return _answer(by, bring)


@router.post("/paste")
def bring_pasted(
    by: BringingDep,
    system: FormText = "",
    pasted: Annotated[str, Form(max_length=pasting.LONGEST)] = "",
    clash: FormText = "",
    accept: Annotated[list[str] | None, Form(max_length=500)] = None,
) -> Response:
    """Put a stat block that was pasted as text into the library, and say what of it could not be read."""
    of = system if system in SYSTEMS else next(iter(SYSTEMS))
    how: imports.Clash = "keep" if clash == "keep" else "replace"

    def bring() -> tuple[Import, str]:
        return pasting.bring(by.house, by.caller.account, of, by.language, pasted, how, accept or ()), of

    return _answer(by, bring)


def _answer(by: Bringing, bring: Callable[[], tuple[Import, str]]) -> HTMLResponse:
    """The page that says what was brought and into which system, or why nothing was."""
    try:
        brought, system = bring()
    except Problem as problem:
        return _page(by, error=_why(problem, by.language), status=problem.status)
    return _page(by, brought=brought, system=system)


def _why(problem: Problem, language: str) -> str:
    said = [fault["detail"] for fault in problems.errors(problem, language)]
    return " ".join(said) or problems.detail(problem, language)


def _page(
    by: Bringing, *, brought: Import | None = None, error: str = "", system: str = "", status: int = 200
) -> HTMLResponse:
    asks = asked(system=system, game=by.game)
    values = _values(by.house, by.caller.account, asks, by.language) | {"error": error}
    if brought is not None:
        lost = [imports.detail(one, by.language) for one in brought.lost]
        values["brought"] = {"counts": brought.counts, "lost": lost}
    return HTMLResponse(render("library.html", by.language, **(by.page | values)), status)


def _values(house: House, account: str, ask: Asked, language: str) -> dict[str, Any]:
    found = _found(house, account, ask, language)
    more = {"systems": home.systems(language), "system": ask.system}
    more["game"] = home.opened_from(house, account, ask.game)
    return {**found, **more, "brought": None, "brings": "", "error": "", "path": "/library"}


def _found(house: House, account: str, ask: Asked, language: str) -> dict[str, Any]:
    found = house.shelf.find(house.database, account, ask.q, system=ask.system, kind=ask.kind or None, limit=MOST_FOUND)
    entries = library.several(house.database, account, [str(hit.card.facts[ID]) for hit in found.items])
    rows: list[Row] = [row(one.system, language, one.spec, one.id, one.source) for one in entries]
    is_empty = not rows and library.is_empty(house.database, account, ask.system)
    return {"found": rows, "total": found.total, "removed": None, "is_empty": is_empty, "ask": ask}
