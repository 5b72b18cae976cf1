"""Pictures of a game: kept by its GM, and served to players only while they are shown to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlmodel import Session

from app.errors import NotFound, Problem
from app.services import games
from app.services.access import Access
from app.services.house import House
from app.services.picture_files import Kind, kind_of
from app.services.picture_metadata import without_notes
from app.settings import LARGEST_PICTURE
from app.storage import games as stored_games
from app.storage import pictures as stored
from app.storage.ids import new_id
from app.storage.pictures import Listed
from app.storage.tables import Picture

MOST_PICTURES = 100  # of one game
LARGEST_TOGETHER = 20 * 1024 * 1024  # so that a game's document, which has them, can be imported
LONGEST_NAME = 120


def listed(house: House, access: Access) -> list[Listed]:
    """The pictures of a game, the newest first."""
    return house.database.read(lambda db: stored.listed(db, access.game_id))


def get(house: House, access: Access, id_: str, language: str) -> Picture:
    """A picture with its data; to players only the one that they are shown. Raises NotFound."""
    if not access.is_gm and not _is_shown(house, access, id_, language):
        raise NotFound
    found = house.database.read(lambda db: stored.find(db, access.game_id, id_))
    if found is None:
        raise NotFound("unknown-picture" if access.is_gm else "not-found")
    return found


def _is_shown(house: House, access: Access, id_: str, language: str) -> bool:
    shown = games.see(house, access, language).view["shown"] or {}
    return access.role != "join" and shown.get("picture") == id_


def must_be_one(data: bytes) -> Kind:
    """What is in the file; raises Problem where it is too large or no picture that browsers draw."""
    if len(data) > LARGEST_PICTURE:
        raise Problem("body-too-large", limit=LARGEST_PICTURE)
    kind = kind_of(data)
    if kind is None:
        raise Problem("unsupported-picture")
    return kind


def create(db: Session, access: Access, name: str, data: bytes) -> Listed:
    """Keep a picture, without its camera's notes; of its name what fits. For use within a write. Raises Problem."""
    kind = must_be_one(data)
    data = without_notes(kind.type, data)
    must_be_one(data)  # a damaged file may have nothing that can be drawn between its notes
    stored_games.lock(db, access.game_id)
    count, size = stored.sizes(db, access.game_id)
    if count >= MOST_PICTURES:
        raise Problem("too-many-pictures", most=MOST_PICTURES)
    if size + len(data) > LARGEST_TOGETHER:
        raise Problem("pictures-full", most=LARGEST_TOGETHER)
    row = row_of(access.game_id, new_id("i"), plain_name(name), data, kind)
    db.add(row)
    return line_of(row)


def plain_name(name: str) -> str:
    """A file's name without its folders, as it can be stored and read in one line."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return " ".join("".join(letter if letter.isprintable() else " " for letter in last).split())[:LONGEST_NAME]


def row_of(game_id: str, id_: str, name: str, data: bytes, kind: Kind) -> Picture:
    return Picture(game_id=game_id, id=id_, name=name, size=len(data), data=data, **kind._asdict())


def line_of(row: Picture) -> Listed:
    return Listed(*(getattr(row, name) for name in Listed._fields))


def remove(db: Session, access: Access, id_: str) -> None:
    """Throw a picture away; raises NotFound."""
    row = stored.find(db, access.game_id, id_)
    if row is None:
        raise NotFound("unknown-picture")
    db.delete(row)


def must_be_there(db: Session, access: Access, commands: Sequence[Any]) -> None:
    """Raises NotFound where a command shows a picture that the game does not have."""
    wanted = [str(one["picture"]) for one in commands if _shows(one)]
    if wanted and set(wanted) - stored.known(db, access.game_id, wanted):
        raise NotFound("unknown-picture")


def _shows(command: Any) -> bool:
    return isinstance(command, Mapping) and command.get("type") == "show" and isinstance(command.get("picture"), str)


def is_on_view(house: House, access: Access, id_: str) -> bool:
    """Whether players are shown it now, or will be as soon as their view goes on."""
    return (house.look(access.game_id).game.state.shown or {}).get("picture") == id_
