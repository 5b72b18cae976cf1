"""The tables that the sources left blank: filled in for one game, by the key of their card."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import Field

from app.api.bodies import Body
from app.api.payloads import sent
from app.deps import GmDep, GmReadDep, HouseDep, LanguageDep, MatchHeader, OnceDep
from app.services import tables
from app.services.games import wanted_versions
from app.services.play import Ask
from rules.core.blanks import LONGEST_CELL, MOST_ROWS
from rules.core.commands.blanks import MOST_CELLS

router = APIRouter(prefix="/games/{game_id}/tables", tags=["tables"])
Key = Annotated[str, Field(min_length=1, max_length=60)]


class Cell(Body):
    """What stands in one blank cell; an empty `value` makes it blank again. Rows count from 0."""

    row: Annotated[int, Field(ge=0, lt=MOST_ROWS)]
    column: Key
    value: Annotated[str, Field(max_length=LONGEST_CELL)]


class Filling(Body):
    cells: Annotated[list[Cell], Field(min_length=1, max_length=MOST_CELLS)]


class NewFilling(Filling):
    card: Key


def _sent(found: dict[str, Any], status: int = 200) -> Response:
    return sent(found, status, version=tables.version_of(found))


def _wanted(match: str | None) -> list[str] | None:
    """The versions in If-Match; None where the caller does not care."""
    return None if match is None or match.strip() == "*" else wanted_versions(match)


def _cells(body: Filling) -> list[dict[str, Any]]:
    return [cell.model_dump() for cell in body.cells]


@router.get("")
def list_tables(access: GmReadDep, house: HouseDep, language: LanguageDep) -> Response:
    """The tables that this game has filled in; `blank` are those in which nothing is written yet."""
    return sent(tables.listed(house, access, language), language=language)


@router.post("", status_code=201)
def fill_table(body: NewFilling, access: GmDep, house: HouseDep, language: LanguageDep, once: OnceDep) -> Response:
    """Begin to fill in the table of a card; 404 `unknown-table` where that has none that is blank."""
    found = tables.begin(house, Ask(access, language, once=once), body.card, _cells(body))
    answer = _sent(found, 201)
    answer.headers["Location"] = f"/api/v1/games/{access.game_id}/tables/{found['card']}"
    return answer


@router.get("/{table}")
def show_table(table: str, access: GmReadDep, house: HouseDep, language: LanguageDep) -> Response:
    """One table: `rows` as the source has them, `cells` what was written where they are blank."""
    return _sent(tables.find(house, access, language, table))


@router.patch("/{table}")
def change_table(
    table: str, body: Filling, access: GmDep, house: HouseDep, language: LanguageDep, match: MatchHeader = None
) -> Response:
    """Write more cells, or others; those that are not named stay. A step as any other: undo takes it back."""
    tables.must_match(tables.find(house, access, language, table), _wanted(match))
    return _sent(tables.fill(house, Ask(access, language), table, _cells(body)))


@router.delete("/{table}", status_code=204)
def empty_table(table: str, access: GmDep, house: HouseDep, language: LanguageDep, match: MatchHeader = None) -> None:
    """Make the table blank again; undo brings back what was written."""
    found = tables.find(house, access, language, table)
    tables.must_match(found, _wanted(match))
    tables.empty(house, Ask(access, language), found)
