"""Prepared fights of a game: written, measured, started, put away and brought back."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Response
from pydantic import Field
from sqlmodel import Session

from app.api.asking import AskDep
from app.api.bodies import Body, Json
from app.api.lists import PagingDep, cursor, place_in
from app.api.payloads import JsonDep, an_object, kept, sent, takes
from app.deps import GmDep, GmReadDep, HouseDep, LanguageDep, MatchHeader, OnceDep
from app.errors import Fault, InvalidInput
from app.services import encounters, fights, games, idempotency, preparing
from app.services.access import Access
from app.services.encounters import Given, GivenRow, Prepared
from app.services.house import House
from app.services.idempotency import Answer
from rules.core.read import schema

router = APIRouter(prefix="/games/{game_id}/encounters", tags=["encounters"])
_ROW = schema(GivenRow)
TAKES = takes(
    schema(Given)
    | {
        "properties": schema(Given)["properties"]
        | {"rows": {"type": "array", "items": _ROW, "maxItems": encounters.MOST_ROWS}, "environment": _ROW},
        "$defs": {},
    }
)
MOST_IDS = 500
Id = Annotated[str, Field(min_length=1, max_length=64)]


class Start(Body):
    hidden: bool = False
    dice: dict[str, int | list[int]] = {}
    physical: bool = False


class Park(Body):
    creatures: Annotated[list[Id], Field(max_length=MOST_IDS)] = []


@router.get("")
def list_encounters(access: GmReadDep, house: HouseDep, paging: PagingDep) -> Response:
    """The prepared fights, as they were made; `parked` names who of a fight is put away."""
    after = place_in(paging.after)

    def look(db: Session) -> list[Prepared]:
        return encounters.listed(db, access, after, paging.limit + 1)

    found = house.database.read(look)
    items, more = found[: paging.limit], len(found) > paging.limit
    state = house.look(access.game_id).game.state
    following = cursor(f"{items[-1].created.isoformat()} {items[-1].id}") if more else None
    return sent({"items": [encounters.line(state, one) for one in items], "next": following})


@router.post("", status_code=201, openapi_extra=TAKES)
def create_encounter(access: GmDep, raw: JsonDep, house: HouseDep, language: LanguageDep, once: OnceDep) -> Response:
    """A new encounter: `rows`, `lines` ("3 goblin", one a line) and `from_board` say who is in it.

    `understood` says what was made of each line, and which pieces of it were not understood.
    """
    parts, understood = preparing.parts_of(house, access, language, an_object(raw))
    if "name" not in parts:
        raise InvalidInput(Fault("/name", "missing"))
    name = parts.pop("name")

    def change(db: Session) -> Answer:
        made = encounters.create(db, access, name, encounters.Body(**parts))
        seen = encounters.shown(db, house, access, made)
        place = f"/api/v1/games/{access.game_id}/encounters/{made.id}"
        headers = {"ETag": f'"{encounters.version_of(seen)}"', "Location": place}
        body = {**seen, "understood": preparing.understood_shown(understood)}
        return Answer(201, msgspec.json.encode(body), headers)

    return kept(idempotency.carry_out(house.database, house.in_flight, once, change))


@router.get("/{encounter}")
def show_encounter(encounter: str, access: GmReadDep, house: HouseDep) -> Response:
    """The whole encounter; `library` says of each row whether its copy is still what the library holds."""
    return _sent(house.database.read(lambda db: _shown(db, house, access, encounter)))


def _shown(db: Session, house: House, access: Access, encounter: str) -> Json:
    return encounters.shown(db, house, access, encounters.get(db, access, encounter))


def _sent(seen: Json, more: Json | None = None) -> Response:
    return sent({**seen, **(more or {})}, version=encounters.version_of(seen))


@router.patch("/{encounter}", openapi_extra=TAKES)
def change_encounter(
    encounter: str,
    access: GmDep,
    raw: JsonDep,
    house: HouseDep,
    language: LanguageDep,
    match: MatchHeader = None,
) -> Response:
    """Change an encounter; `rows`, `lines` and `from_board` take the place of all rows."""
    before = _found(house, access, encounter)
    parts, understood = preparing.parts_of(house, access, language, an_object(raw), before.rows)

    def change(db: Session) -> Json:
        changed = encounters.change(db, house, access, encounter, parts, _wanted(match))
        return encounters.shown(db, house, access, changed)

    more: dict[str, Any] = {"understood": preparing.understood_shown(understood)}
    return _sent(house.database.write(change), more)


def _found(house: House, access: Access, encounter: str) -> Prepared:
    return house.database.read(lambda db: encounters.get(db, access, encounter))


def _wanted(match: str | None) -> list[str] | None:
    """The versions in If-Match; None where the caller does not care."""
    return None if match is None or match.strip() == "*" else games.wanted_versions(match)


@router.delete("/{encounter}", status_code=204)
def delete_encounter(encounter: str, access: GmDep, house: HouseDep, match: MatchHeader = None) -> None:
    """Throw an encounter away. Whoever of it is on the board or put away stays so."""
    wanted = _wanted(match)
    house.database.write(lambda db: encounters.remove(db, house, access, encounter, wanted))


@router.get("/{encounter}/budget")
def show_budget(encounter: str, access: GmReadDep, house: HouseDep, language: LanguageDep) -> Response:
    """What the party may face and what this fight costs, in the game's own measure; 404 `no-budget` without one."""
    found = fights.budget_of(house, access, language, _found(house, access, encounter))
    return sent(found, language=language)


@router.post("/{encounter}/update")
def update_encounter(
    encounter: str, access: GmDep, house: HouseDep, once: OnceDep, match: MatchHeader = None
) -> Response:
    """Bring in what the library says now of its creatures; what stands in the game stays as it is."""
    wanted = _wanted(match)

    def change(db: Session) -> Answer:
        before = encounters.get(db, access, encounter)
        encounters.must_match(db, house, access, before, wanted)
        seen = encounters.shown(db, house, access, fights.updated(db, house, access, before))
        return Answer(200, msgspec.json.encode(seen), {"ETag": f'"{encounters.version_of(seen)}"'})

    return kept(idempotency.carry_out(house.database, house.in_flight, once, change))


@router.post("/{encounter}/start")
def start_encounter(encounter: str, ask: AskDep, house: HouseDep, body: Start | None = None) -> Response:
    """Put the fight on the board as one step; its waves wait for `bring_wave`. Answers as a command.

    `dice` has the faces for rows that come in an amount of dice, by the row's number from 0.
    """
    asked, prepared = body or Start(), _found(house, ask.access, encounter)
    done = fights.start(house, ask, prepared, hidden=asked.hidden, dice=asked.dice, physical=asked.physical)
    return kept(done.kept)


@router.post("/{encounter}/park")
def park_encounter(encounter: str, ask: AskDep, house: HouseDep, body: Park | None = None) -> Response:
    """Put the enemies that are on the board, or those named, away into this encounter as they stand."""
    creatures = body.creatures if body else ()
    return kept(fights.park(house, ask, _found(house, ask.access, encounter), creatures).kept)


@router.post("/{encounter}/resume")
def resume_encounter(encounter: str, ask: AskDep, house: HouseDep) -> Response:
    """Bring back on the board what was put away into this encounter."""
    return kept(fights.resume(house, ask, _found(house, ask.access, encounter)).kept)
