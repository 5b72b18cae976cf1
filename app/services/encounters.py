"""Prepared fights: kept with their game, written, changed, thrown away.

What a row was made from is copied into it: an entry of the library that changes or goes later changes no fight. What
differs from the library is said, and brought in where one asks for it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

import msgspec
from sqlmodel import Session

from app.errors import NotFound, Problem
from app.services import library
from app.services.access import Access
from app.services.files.fitting import HAND, faults_of
from app.services.house import House, stand
from app.services.refusals import translated
from app.storage import encounters as stored
from app.storage import games
from app.storage.ids import new_id
from app.storage.tables import Encounter, now
from rules import get_system
from rules.core import history
from rules.core.commands.base import Key, Name, Text
from rules.core.commands.creatures import Dice, HiddenUntil
from rules.core.errors import Fault, InvalidInput
from rules.core.parked import LONGEST_NAME, name_in
from rules.core.read import read
from rules.core.state import State

MOST_ENCOUNTERS = 200  # of one game
MOST_ROWS = 60
LARGEST = 512 * 1024  # bytes of one encounter
Wave = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Card = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """So many of one kind. ``creature`` describes it as ``add_creature`` takes it; ``name`` is what it is called.

    ``amount`` are dice in place of ``count``.
    """

    name: Name
    count: Amount = 1
    amount: Dice | None = None
    hidden: bool = False
    hidden_until: HiddenUntil | None = None
    wave: Wave | None = None
    alias: Name | None = None
    card: Card | None = None
    creature: Mapping[str, Any] = {}

    @property
    def kind(self) -> str:
        return str(self.creature.get("kind", "adversary"))

    @property
    def is_bare(self) -> bool:
        """Whether nothing is known of it but its name."""
        return self.card is None and not any(self.creature.get(part) for part in library.PARTS)


class GivenRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row as a caller describes it: a card, a creature, or a name alone."""

    name: Name | None = None
    count: Amount = 1
    amount: Dice | None = None
    hidden: bool = False
    hidden_until: HiddenUntil | None = None
    wave: Wave | None = None
    alias: Name | None = None
    card: Card | None = None
    creature: Mapping[str, Any] | None = None


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is asked for of an encounter; what is left out stays as it is."""

    name: Name | None = None
    note: Text | None = None
    rows: Annotated[tuple[GivenRow, ...], msgspec.Meta(max_length=MOST_ROWS)] | None = None
    environment: GivenRow | None = None
    adjustments: Annotated[tuple[Key, ...], msgspec.Meta(max_length=20)] | None = None
    lines: Text | None = None
    from_board: bool = False


class Body(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is stored besides the name. ``label`` is the name under which its fight is put away."""

    note: str = ""
    rows: tuple[Row, ...] = ()
    adjustments: tuple[str, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Prepared:
    """One prepared fight."""

    id: str
    name: str
    created: datetime
    body: Body

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.body.rows


def kept(row: Encounter) -> Prepared:
    return Prepared(row.id, row.name, row.created, msgspec.json.decode(row.body, type=Body))


def get(db: Session, access: Access, id_: str) -> Prepared:
    """The encounter; raises NotFound where its game has none of this id."""
    return kept(_row(db, access, id_))


def _row(db: Session, access: Access, id_: str) -> Encounter:
    row = stored.find(db, access.game_id, id_)
    if row is None:
        raise NotFound("unknown-encounter")
    return row


def listed(
    db: Session, access: Access, after: tuple[datetime, str] | None = None, limit: int | None = None
) -> list[Prepared]:
    return [kept(row) for row in stored.of_game(db, access.game_id, after, limit)]


def create(db: Session, access: Access, name: str, body: Body) -> Prepared:
    """A new encounter. For use within a write; raises Problem ``too-many-encounters``."""
    games.lock(db, access.game_id)
    if stored.count(db, access.game_id) >= MOST_ENCOUNTERS:
        raise Problem("too-many-encounters", most=MOST_ENCOUNTERS)
    row = Encounter(id=new_id("n"), game_id=access.game_id, name=name, body=written(body))
    db.add(row)
    return kept(row)


def change(
    db: Session, house: House, access: Access, id_: str, given: Mapping[str, Any], match: Sequence[str] | None = None
) -> Prepared:
    """The encounter with other parts: ``name``, and those of its body. For use within a write.

    Raises Problem ``stale-version`` unless ``match`` names what there is.
    """
    games.lock(db, access.game_id)
    row = _row(db, access, id_)
    must_match(db, house, access, kept(row), match)
    parts = {part: value for part, value in given.items() if part != "name"}
    row.name = given.get("name", row.name)
    row.body = written(msgspec.structs.replace(kept(row).body, **parts))
    row.changed = now()
    db.add(row)
    return kept(row)


def remove(db: Session, house: House, access: Access, id_: str, match: Sequence[str] | None = None) -> Prepared:
    """Throw the encounter away; answers what it was. Whoever of it is on the board or put away stays so."""
    games.lock(db, access.game_id)
    row = _row(db, access, id_)
    gone = kept(row)
    must_match(db, house, access, gone, match)
    db.delete(row)
    return gone


def must_match(db: Session, house: House, access: Access, prepared: Prepared, match: Sequence[str] | None) -> None:
    """Raises Problem ``stale-version`` unless one of the versions is that of what there is."""
    if match is None:
        return
    version = version_of(shown(db, house, access, prepared))
    if version not in match:
        raise Problem("stale-version", more={"version": version})


def written(body: Body) -> str:
    """The body as it is stored; raises Problem ``body-too-large``."""
    text = msgspec.json.encode(body)
    if len(text) > LARGEST:
        raise Problem("body-too-large", limit=LARGEST)
    return text.decode()


def rows_of(db: Session, access: Access, system: str, given: Sequence[GivenRow], language: str, at: str) -> list[Row]:
    """The rows as they are stored: what a card says is copied. Raises Problem with pointers under ``at``."""
    board = history.new_game(get_system(system), "-", {}, HAND)
    with translated(system, language):
        rows = [_row_of(db, access, system, one, f"{at}/{n}") for n, one in enumerate(given)]
        faults = [
            Fault(f"{at}/{n}{fault.pointer}", fault.code, fault.facts)
            for n, row in enumerate(rows)
            for fault in faults_of(board, row.creature)
        ]
        if faults:
            raise InvalidInput(faults[:20])
    return rows


def _row_of(db: Session, access: Access, system: str, given: GivenRow, at: str) -> Row:
    spec = library.spec_of(db, access.account, system, given.card) if given.card else None
    if given.card and spec is None and given.creature is None:
        raise NotFound("unknown-card")
    creature = {**(spec or {}), **(given.creature or {})}
    name = given.name or creature.get("name")
    if not name:
        raise InvalidInput([Fault(f"{at}/name", "missing", {})])
    creature.setdefault("name", name)
    fields = {key: value for key, value in msgspec.structs.asdict(given).items() if value is not None}
    return read(Row, {**fields, "name": name, "creature": creature}, at=at)


def parked(state: State, prepared: Prepared) -> list[str]:
    """Who of this fight is put away, by name."""
    label = prepared.body.label
    return [c.name for c in state.creatures.values() if label and not c.gone and name_in(c.wave) == label]


def label_for(db: Session, house: House, access: Access, prepared: Prepared) -> str:
    """The name under which its fight is put away: its own, as long as no other fight has that."""
    state = stand(house, db, access.game_id).game.state
    if parked(state, prepared):
        return prepared.body.label
    taken = {other.body.label for other in listed(db, access) if other.id != prepared.id}
    taken |= {name for c in state.creatures.values() if not c.gone and (name := name_in(c.wave)) is not None}
    base = prepared.name.replace("/", "-")[: LONGEST_NAME - 4].strip()
    label, number = base, 2
    while label in taken:
        label, number = f"{base} {number}", number + 1
    return label


def library_states(db: Session, access: Access, system: str, rows: Sequence[Row]) -> list[str | None]:
    """How each row's copy stands to what its card says now: ``same``, ``changed`` or ``gone``; None without a card."""
    return [_library_state(db, access, system, row) for row in rows]


def _library_state(db: Session, access: Access, system: str, row: Row) -> str | None:
    if row.card is None:
        return None
    spec = library.spec_of(db, access.account, system, row.card)
    return "gone" if spec is None else "same" if dict(spec) == dict(row.creature) else "changed"


def updated_rows(db: Session, access: Access, system: str, rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows with what their cards say now; one whose card is gone stays."""
    return tuple(_updated(row, library.spec_of(db, access.account, system, row.card or "")) for row in rows)


def _updated(row: Row, spec: Mapping[str, Any] | None) -> Row:
    if row.card is None or spec is None:
        return row
    name = str(spec["name"]) if row.name == row.creature.get("name") else row.name
    return msgspec.structs.replace(row, creature=spec, name=name)


def shown(db: Session, house: House, access: Access, prepared: Prepared) -> dict[str, Any]:
    """The whole encounter as the API answers it."""
    standing = stand(house, db, access.game_id)
    states = library_states(db, access, standing.head.system, prepared.rows)
    rows = [row_shown(row) | {"library": state, "creature": row.creature} for row, state in _each(prepared, states)]
    return {**line(standing.game.state, prepared), "rows": rows, "adjustments": prepared.body.adjustments}


def _each(prepared: Prepared, states: Sequence[str | None]) -> Sequence[tuple[Row, str | None]]:
    return list(zip(prepared.rows, states, strict=True))


def line(state: State, prepared: Prepared) -> dict[str, Any]:
    """An encounter in a list."""
    environment = next((row for row in prepared.rows if row.kind == "environment"), None)
    return {
        "id": prepared.id,
        "name": prepared.name,
        "note": prepared.body.note,
        "environment": environment and {"name": environment.name, "card": environment.card},
        "rows": [row_shown(row) for row in prepared.rows],
        "parked": parked(state, prepared),
    }


def row_shown(row: Row) -> dict[str, Any]:
    plain = {name: getattr(row, name) for name in row.__struct_fields__ if name != "creature"}
    return {**plain, "kind": row.kind}


def version_of(seen: Mapping[str, Any]) -> str:
    """Changes when, and only when, what one sees of the encounter does."""
    return f"n_{hashlib.sha256(msgspec.json.encode(seen, order='sorted')).hexdigest()[:16]}"
