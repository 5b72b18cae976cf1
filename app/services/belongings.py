"""What belongs to a game besides its log, as the game's document has it: prepared fights and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import msgspec
from sqlmodel import Session

from app.services import pictures
from app.services.encounters import LARGEST, MOST_ENCOUNTERS, MOST_ROWS, Body, Row, kept, written
from app.services.files.fitting import HAND, faults_of
from app.services.picture_files import kind_of
from app.services.picture_metadata import without_notes
from app.settings import LARGEST_PICTURE
from app.storage import encounters as stored
from app.storage import pictures as stored_pictures
from app.storage.ids import new_id
from app.storage.tables import Encounter
from rules.core import history
from rules.core.commands.base import Key, Name, Text
from rules.core.errors import Fault, InvalidInput
from rules.core.parked import LONGEST_NAME
from rules.core.system import System

Label = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
TICK = timedelta(microseconds=1)


class ExportedEncounter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fight that is prepared; ``label`` is the name under which its creatures are put away."""

    name: Name
    note: Text = ""
    rows: Annotated[tuple[Row, ...], msgspec.Meta(max_length=MOST_ROWS)] = ()
    adjustments: Annotated[tuple[Key, ...], msgspec.Meta(max_length=20)] = ()
    label: Label = ""


class ExportedPicture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture under the id by which the log names it; ``data`` is the file, in Base64. Its type is its content's."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    name: Annotated[str, msgspec.Meta(max_length=pictures.LONGEST_NAME)]
    data: bytes


ExportedPictures = Annotated[tuple[ExportedPicture, ...], msgspec.Meta(max_length=pictures.MOST_PICTURES)]
ExportedEncounters = Annotated[tuple[ExportedEncounter, ...], msgspec.Meta(max_length=MOST_ENCOUNTERS)]


def encounters_of(db: Session, game_id: str) -> list[dict[str, Any]]:
    """The fights of a game for its document, as they were made."""
    found = [kept(row) for row in stored.of_game(db, game_id)]
    return [msgspec.to_builtins(_exported(one.name, one.body)) for one in found]


def _exported(name: str, body: Body) -> ExportedEncounter:
    return ExportedEncounter(name, body.note, body.rows, body.adjustments, body.label)


def pictures_of(db: Session, game_id: str) -> list[dict[str, Any]]:
    """The pictures of a game for its document, as they were made."""
    return [{"id": one.id, "name": one.name, "data": one.data} for one in stored_pictures.whole(db, game_id)]


def faults(system: System, found: Sequence[ExportedEncounter]) -> Iterator[Fault]:
    """What is wrong with the fights of a document: creatures that the game would not take, and sheer size."""
    board = history.new_game(system, "-", {}, HAND)
    for place, encounter in enumerate(found):
        at = f"/encounters/{place}"
        if len(msgspec.json.encode(_body(encounter))) > LARGEST:
            yield Fault(at, "too-large", {"most": LARGEST})
        for number, row in enumerate(encounter.rows):
            for fault in faults_of(board, row.creature):
                yield Fault(f"{at}/rows/{number}{fault.pointer}", fault.code, fault.facts)


def _body(encounter: ExportedEncounter) -> Body:
    return Body(encounter.note, encounter.rows, encounter.adjustments, encounter.label)


def picture_faults(found: Sequence[ExportedPicture]) -> Iterator[Fault]:
    """What is wrong with the pictures of a document: what is none, too large, or there twice."""
    known: set[str] = set()
    for place, picture in enumerate(found):
        at = f"/pictures/{place}"
        if picture.id in known:
            yield Fault(f"{at}/id", "not-valid")
        known.add(picture.id)
        if len(picture.data) > LARGEST_PICTURE:
            yield Fault(f"{at}/data", "too-large", {"most": LARGEST_PICTURE})
        elif kind_of(picture.data) is None:
            yield Fault(f"{at}/data", "not-valid")
    if sum(len(picture.data) for picture in found) > pictures.LARGEST_TOGETHER:
        yield Fault("/pictures", "too-large", {"most": pictures.LARGEST_TOGETHER})


def must_be_sound(system: System, encounters: Sequence[ExportedEncounter], shown: Sequence[ExportedPicture]) -> None:
    """Raises InvalidInput with the places that are wrong."""
    if wrong := [*faults(system, encounters), *picture_faults(shown)][:20]:
        raise InvalidInput(wrong)


def add(db: Session, game_id: str, encounters: Sequence[ExportedEncounter], shown: Sequence[ExportedPicture]) -> None:
    """Store what belongs to a new game, in its order. For use within a write."""
    moment = datetime.now(UTC)
    for place, picture in enumerate(shown):
        kind = pictures.must_be_one(picture.data)
        row = pictures.row_of(game_id, picture.id, picture.name, without_notes(kind.type, picture.data), kind)
        row.created = moment + place * TICK
        db.add(row)
    for place, encounter in enumerate(encounters):
        made = moment + place * TICK
        body = written(_body(encounter))
        db.add(Encounter(id=new_id("n"), game_id=game_id, name=encounter.name, body=body, created=made, changed=made))
