"""The page on which an encounter is written: its lines as they are understood, and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from app.errors import Problem
from app.services import encounters, games, lineup, prepared
from app.services.access import Access
from app.services.encounters import Body, Prepared, Row
from app.services.house import House
from app.services.lineup import Reader, Understood
from app.services.prepared import PreparedFight


@dataclass(frozen=True, slots=True)
class Form:
    """What the fields of the page say."""

    name: str
    note: str
    lines: str
    adjustments: tuple[str, ...]


def text_of(house: House, access: Access, language: str, found: Prepared) -> str:
    """The encounter's rows as lines."""
    return lineup.text_of(house.look(access.game_id).head.system, found.rows, language)


def find(house: House, access: Access, id_: str) -> Prepared | None:
    """The encounter; None for an empty id: it is yet to be made."""
    return house.database.read(lambda db: encounters.get(db, access, id_)) if id_ else None


def read(house: House, access: Access, language: str, form: Form, before: Prepared | None) -> list[Understood]:
    """What is understood of the lines; those that the encounter has already keep their creatures."""
    system = house.look(access.game_id).head.system
    rows = before.rows if before else ()
    return Reader(house, access, system, language, rows).read(form.lines)[: encounters.MOST_ROWS]


def fragment(house: House, access: Access, language: str, form: Form, before: Prepared | None) -> dict[str, Any]:
    """What the preview is drawn from."""
    found = read(house, access, language, form, before)
    rows = [one.row for one in found]
    system = house.look(access.game_id).head.system
    return {
        "lines": prepared.shown(system, language, found),
        "budget": prepared.budget(house, access, language, rows, form.adjustments),
    }


def save(house: House, access: Access, language: str, form: Form, before: Prepared | None) -> Prepared:
    """Keep what the page says, as a new encounter or in place of ``before``."""
    rows: Sequence[Row] = [one.row for one in read(house, access, language, form, before)]
    parts: dict[str, Any] = {"note": form.note, "rows": tuple(rows), "adjustments": form.adjustments}
    if before is None:
        return house.database.write(lambda db: encounters.create(db, access, form.name, Body(**parts)))
    return house.database.write(
        lambda db: encounters.change(db, house, access, before.id, {"name": form.name, **parts})
    )


def stale(house: House, access: Access, found: Prepared) -> list[str]:
    """The rows whose creature the library has changed since, by name."""
    system = house.look(access.game_id).head.system
    states = house.database.read(lambda db: encounters.library_states(db, access, system, found.rows))
    return [row.name for row, state in zip(found.rows, states, strict=True) if state == "changed"]


def update(house: House, access: Access, id_: str) -> None:
    """Bring in what the library says now."""
    system = house.look(access.game_id).head.system
    found = house.database.read(lambda db: encounters.get(db, access, id_))
    house.database.write(
        lambda db: encounters.change(
            db, house, access, id_, {"rows": encounters.updated_rows(db, access, system, found.rows)}
        )
    )


@dataclass(frozen=True, slots=True)
class Removed:
    """An encounter that was thrown away a moment ago, as it is brought back."""

    name: str
    entry: str


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a removed encounter held."""

    name: str
    body: Body


def remove(house: House, access: Access, id_: str) -> Removed:
    gone = house.database.write(lambda db: encounters.remove(db, house, access, id_))
    return Removed(gone.name, msgspec.json.encode(Kept(gone.name, gone.body)).decode())


def bring_back(house: House, access: Access, language: str, entry: str) -> None:
    """Put an encounter back that was thrown away; raises Problem where ``entry`` is none."""
    try:
        kept = msgspec.json.decode(entry, type=Kept)
    except msgspec.DecodeError as error:
        raise Problem("malformed-request") from error
    given = [encounters.GivenRow(**msgspec.structs.asdict(row)) for row in kept.body.rows]
    system = house.look(access.game_id).head.system
    house.database.read(lambda db: encounters.rows_of(db, access, system, given, language, "/rows"))
    house.database.write(lambda db: encounters.create(db, access, kept.name[:120], kept.body))


def page_of(house: House, access: Access, language: str) -> dict[str, Any]:
    """What all these pages need of their game."""
    seen = games.see(house, access, language)
    return {"game": {"id": seen.id, "name": seen.name}, "system": seen.system}


def fights(house: House, access: Access, language: str) -> list[PreparedFight]:
    return prepared.prepared_fights(house, access, language)
