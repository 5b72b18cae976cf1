"""The library: creatures and environments of your own, written or imported."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from fastapi import APIRouter, Query, Response
from pydantic import AfterValidator, Field, StringConstraints, ValidationError
from sqlmodel import Session

from app.answers import invalid
from app.api.asking import PreviewQuery
from app.api.bodies import Body, Json, storable
from app.api.lists import PagingDep, cursor
from app.api.payloads import JsonDep, an_object, sent, takes
from app.api.payloads import kept as as_kept
from app.deps import HouseDep, LanguageDep, MatchHeader, OnceDep, PlayDep, ReadDep, SentDep
from app.errors import Fault, InvalidInput
from app.services import games, idempotency, imports, library, proposing, systems
from app.services.adding import offers
from app.services.entries import Kept, row
from app.services.idempotency import Answer
from app.services.imports import Clash
from app.services.shelf import ID
from rules.core.cards import Card

router = APIRouter(prefix="/library", tags=["library"])
Tag = Annotated[str, StringConstraints(min_length=1, max_length=60), AfterValidator(storable)]
Text = Annotated[str, StringConstraints(max_length=200), AfterValidator(storable)]
MOST_TAGS = 20
MEDIA = ("application/json", "text/csv", "text/plain")
FILE = {"requestBody": {"required": True, "content": {media: {"schema": {}} for media in MEDIA}}}
ClashQuery = Annotated[Clash, Query(description="What becomes of an entry whose name is taken by another.")]
SourceQuery = Annotated[
    str,
    Query(max_length=200, description="Where the file came from: shown with each entry."),
    AfterValidator(storable),
]
SystemQuery = Annotated[str, Query(max_length=60, description="The game that it is for; else the one that it fits.")]
Form = TypeVar("Form", bound=Body)


class NewEntry(Body):
    system: str
    creature: Json
    tags: Annotated[list[Tag], Field(max_length=MOST_TAGS)] = []
    source: Text = ""


class ChangedEntry(Body):
    creature: Json | None = None
    tags: Annotated[list[Tag], Field(max_length=MOST_TAGS)] | None = None
    source: Text | None = None


def _read(form: type[Form], body: Any) -> Form:
    """The body in its form. It was read by a reader that takes no text which cannot be stored."""
    try:
        return form.model_validate(an_object(body))
    except ValidationError as error:
        raise invalid([{**found, "loc": ("body", *found["loc"])} for found in error.errors()]) from error


@router.get("")
def list_entries(
    house: HouseDep,
    caller: ReadDep,
    paging: PagingDep,
    language: LanguageDep,
    q: Annotated[str | None, Query(description="Plain words; any text is understood.")] = None,
    system: str | None = None,
    kind: Literal["pc", "ally", "adversary", "environment"] | None = None,
    tier: int | None = None,
    type: str | None = None,
) -> Response:
    """Your entries, the best for `q` first; without it as they came."""
    systems.must_know(system)
    offset = _offset(paging.after)

    def fits(card: Card) -> bool:
        return tier in (None, card.facts.get("tier")) and type in (None, card.facts.get("type"))

    found = house.shelf.find(
        house.database, caller.account, q, system=system, kind=kind, where=fits, limit=paging.limit, offset=offset
    )
    items = library.several(house.database, caller.account, [str(hit.card.facts[ID]) for hit in found.items])
    end = offset + paging.limit
    following = cursor(str(end)) if end < found.total else None
    return sent({"items": [line(entry, language) for entry in items], "total": found.total, "next": following})


def _offset(after: str) -> int:
    if after and not (after.isascii() and after.isdigit() and len(after) < 10):
        raise InvalidInput(Fault("/cursor", "not-valid"))
    return int(after or 0)


def line(entry: Kept, language: str) -> Json:
    """An entry in a list."""
    return {
        "id": entry.id,
        "system": entry.system,
        "kind": entry.kind,
        "key": entry.key,
        "name": entry.name,
        "lang": entry.lang,
        "tier": entry.words.get("tier"),
        "type": entry.words.get("type"),
        "type_text": row(entry.system, language, entry.spec).kind_words,
        "summary": entry.words.get("description", ""),
        "tags": entry.tags,
        "source": entry.source,
        "changed": entry.changed,
    }


def _shown(entry: Kept, language: str) -> Json:
    proposals = proposing.shown(entry.system, language, entry.spec)
    return {**line(entry, language), "creature": entry.spec, "proposals": proposals}


@router.get("/offers")
def list_offers(
    house: HouseDep,
    caller: ReadDep,
    language: LanguageDep,
    system: str,
    q: Annotated[str, Query(max_length=400)] = "",
    tier: int | None = None,
    limit: Annotated[int, Query(ge=1, le=50)] = 12,
) -> Response:
    """What was meant by "3 acid burrower" or "improvise tier 2 bruiser": each with the command that adds it."""
    systems.must_know(system)
    found = offers(house, caller.account, q, system, language, tier=tier, limit=limit)
    items: list[Any] = [
        {"id": one.id, "name": one.row.name, "count": one.count, "kind": one.row.kind, "type_text": one.row.kind_words}
        | {"tier": one.row.tier, "command": one.command}
        for one in found
    ]
    return sent({"items": items, "next": None}, language=language)


@router.post("", status_code=201, openapi_extra=takes(NewEntry.model_json_schema()))
def create_entry(caller: PlayDep, raw: JsonDep, house: HouseDep, language: LanguageDep, once: OnceDep) -> Response:
    """A new entry: `creature` is described as in the command `add_creature`."""
    body = _read(NewEntry, raw)
    systems.must_know(body.system)

    def change(db: Session) -> Answer:
        made = library.create(db, caller.account, body.system, body.creature, body.tags, body.source, language)
        headers = {"ETag": f'"{made.version}"', "Location": f"/api/v1/library/{made.id}"}
        return Answer(201, msgspec.json.encode(_shown(made, language)), headers)

    return as_kept(idempotency.carry_out(house.database, house.in_flight, once, change))


@router.post("/import", openapi_extra=FILE)
def import_file(
    caller: PlayDep,
    raw: SentDep,
    house: HouseDep,
    language: LanguageDep,
    once: OnceDep,
    preview: PreviewQuery = False,
    clash: ClashQuery = "replace",
    source: SourceQuery = "",
    system: SystemQuery = "",
) -> Response:
    """Bring a file in, all of it or nothing: the body is the file, or a stat block as text. With `preview` what it
    would bring.

    Says what is new, the same and changed, and everything that could not be carried over, with its place.
    """
    systems.must_know(system or None)
    parsed = imports.read(raw, language, system)
    if preview:
        found = house.database.read(lambda db: imports.compare(db, caller.account, parsed, clash))
        return sent(found.shown(language), language=language)

    def change(db: Session) -> Answer:
        brought = imports.bring(db, caller.account, parsed, source, clash)
        status = 201 if brought.counts["new"] else 200
        return Answer(status, msgspec.json.encode(brought.shown(language)), {"Content-Language": language})

    return as_kept(idempotency.carry_out(house.database, house.in_flight, once, change))


@router.get("/{id}")
def show_entry(id: str, house: HouseDep, caller: ReadDep, language: LanguageDep) -> Response:
    """The whole entry."""
    entry = house.database.read(lambda db: library.get(db, caller.account, id))
    return sent(_shown(entry, language), version=entry.version, language=language)


@router.patch("/{id}", openapi_extra=takes(ChangedEntry.model_json_schema()))
def change_entry(
    id: str,
    caller: PlayDep,
    raw: JsonDep,
    house: HouseDep,
    language: LanguageDep,
    match: MatchHeader = None,
) -> Response:
    """Change an entry: `creature` is a JSON Merge Patch. Creatures that stand in a game already stay as they are."""
    wanted, body = _wanted(match), _read(ChangedEntry, raw)

    def change(db: Session) -> Kept:
        changed = body.model_dump(exclude_unset=True)
        return library.change(db, caller.account, id, language, match=wanted, **changed)

    entry = house.database.write(change)
    return sent(_shown(entry, language), version=entry.version, language=language)


def _wanted(match: str | None) -> list[str] | None:
    """The versions in If-Match; None where the caller does not care."""
    return None if match is None or match.strip() == "*" else games.wanted_versions(match)


@router.delete("/{id}", status_code=204)
def delete_entry(id: str, house: HouseDep, caller: PlayDep, match: MatchHeader = None) -> None:
    """Take an entry out of the library. Creatures that stand in a game stay."""
    wanted = _wanted(match)
    house.database.write(lambda db: library.remove(db, caller.account, id, wanted))
