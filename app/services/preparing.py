"""What is asked for of an encounter, as the parts that are stored: rows given, typed, or taken from the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from app.services import encounters, fights
from app.services.access import Access
from app.services.encounters import Given, GivenRow, Row
from app.services.games import see
from app.services.house import House
from app.services.lineup import Reader, Understood
from app.services.refusals import translated
from rules.core.errors import Fault, InvalidInput
from rules.core.read import read

Parts = dict[str, Any]


def parts_of(
    house: House, access: Access, language: str, raw: Mapping[str, Any], before: Sequence[Row] = ()
) -> tuple[Parts, list[Understood]]:
    """The parts that a body gives, and what was understood of its lines. Raises Problem where it does not fit.

    ``before`` are the rows that there are: lines that name them mean them, and an environment joins them.
    """
    system = house.look(access.game_id).head.system
    with translated(system, language):
        given = read(Given, dict(raw))
    understood = Reader(house, access, system, language, before).read(given.lines or "")
    parts: Parts = {"name": given.name, "note": given.note, "adjustments": given.adjustments}
    rows = _rows(house, access, system, language, given, [one.row for one in understood], before)
    if rows is not None:
        with translated(system, language):
            _must_be_few(rows)
        parts["rows"] = tuple(rows)
    return {name: value for name, value in parts.items() if value is not None}, understood


def _must_be_few(rows: Sequence[Row]) -> None:
    if len(rows) > encounters.MOST_ROWS:
        raise InvalidInput([Fault("/rows", "too-long", {"most": encounters.MOST_ROWS})])


def _rows(
    house: House,
    access: Access,
    system: str,
    language: str,
    given: Given,
    typed: Sequence[Row],
    before: Sequence[Row],
) -> list[Row] | None:
    """All rows, or None where nothing is said of them."""

    def made(rows: Sequence[GivenRow], at: str) -> list[Row]:
        return house.database.read(lambda db: encounters.rows_of(db, access, system, rows, language, at))

    if given.rows is None and given.lines is None and not given.from_board:
        if given.environment is None:
            return None
        rows = [row for row in before if row.kind != "environment"]
    else:
        rows = [*made(given.rows or (), "/rows"), *typed]
    if given.from_board:
        rows += fights.from_board(house, access, see(house, access, language))
    if given.environment is not None:
        rows += made([_as_environment(given.environment)], "/environment")
    return rows


def _as_environment(given: GivenRow) -> GivenRow:
    """The environment: of that kind, whatever else is said of it."""
    return replace(given, creature={**(given.creature or {}), "kind": "environment"})


def understood_shown(found: Sequence[Understood]) -> list[dict[str, Any]]:
    """What was made of each line, as the API answers it."""
    return [{"name": one.row.name, "how": one.how, "unclear": list(one.unclear)} for one in found]
