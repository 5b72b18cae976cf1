"""Links to a game: who may look on or play through which, who sits where, and how a link is taken back."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlmodel import Session

from app.errors import Fault, InvalidInput, NotFound, Problem
from app.services.access import Access, Role
from app.services.games import shown_to
from app.services.house import House, Standing, stand
from app.services.limits import Limit
from app.settings import Settings
from app.storage import games, shares
from app.storage.database import announce
from app.storage.ids import digest, new_id, new_secret
from app.storage.tables import Share, now
from rules.core.project import PUBLIC_VIEWER, can_see, seat_viewer

MOST_SHARES = 200  # of one game
LONGEST_TOKEN = 100


def enter(house: House, token: str, place: str, limit: Limit) -> Access:
    """The way in through a link; raises NotFound for one that is unknown, taken back or over.

    Guessing is slowed down: only tries that fail count, and only they have to wait, so nobody's guesses shut out the
    table that sits behind the same address.
    """
    share = house.database.read(lambda db: _opened(db, token))
    if share is None:
        limit.check(place)
        limit.failed(place)
        raise NotFound
    return replace(way_of(share), token=token)


def _opened(db: Session, token: str) -> Share | None:
    return shares.by_token(db, digest(token)) if len(token) <= LONGEST_TOKEN else None


def way_of(share: Share) -> Access:
    """What a link grants, and nothing else."""
    viewer = seat_viewer(share.creature) if share.role == "seat" and share.creature else PUBLIC_VIEWER
    by = f"seat:{share.creature}" if share.role == "seat" else ""
    role: Role = next(role for role in ("join", "seat", "watch", "screen") if role == share.role)
    return Access(share.game_id, role, viewer, f"share:{share.id}", by, share=share.id, expires=share.expires)


def create(
    house: House, access: Access, role: str, creature: str | None = None, expires: datetime | None = None
) -> dict[str, Any]:
    """A new link, with its token and address: they are shown once."""
    made = house.database.write(lambda db: add(db, house, access, role, creature, expires))
    house.hub.publish(access.game_id)
    return made


def add(
    db: Session, house: House, access: Access, role: str, creature: str | None, expires: datetime | None
) -> dict[str, Any]:
    """As `create`, within a write."""
    standing = stand(house, db, access.game_id)
    _must_fit(standing, role, creature, expires)
    if len(shares.of_game(db, access.game_id)) >= MOST_SHARES:
        raise Problem("too-many-shares", most=MOST_SHARES)
    share = _new(access.game_id, role, creature, expires)
    token = _put(db, house.settings, share)
    return shown(share, standing) | opened(house.settings, token)


def _must_fit(standing: Standing, role: str, creature: str | None, expires: datetime | None) -> None:
    if expires is not None and expires <= now():
        raise InvalidInput(Fault("/expires", "not-valid"))
    if (role == "seat") != (creature is not None):
        raise InvalidInput(Fault("/creature", "missing" if role == "seat" else "not-valid"))
    if creature is not None:
        found = standing.game.state.creatures.get(creature)
        if found is None or not found.here or found.kind == "row":
            raise NotFound("unknown-creature")


def _new(game_id: str, role: str, creature: str | None, expires: datetime | None) -> Share:
    return Share(id=new_id("s"), game_id=game_id, role=role, creature=creature, token_hash="", expires=expires)


def _put(db: Session, settings: Settings, share: Share) -> str:
    """Store the link; answers its token. Of a `join` link it can be worked out again, of all others it is forgotten."""
    token = join_token(settings, share.id) if share.role == "join" else new_secret()
    share.token_hash = digest(token)
    db.add(share)
    db.flush()
    announce(db, share.game_id)
    return token


def join_token(settings: Settings, share_id: str) -> str:
    """The token of a `join` link: 128 bits that only this server can make out of the link's id."""
    made = hmac.new(settings.secret_key, f"join:{share_id}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made[:16]).decode().rstrip("=")


def opened(settings: Settings, token: str) -> dict[str, str]:
    return {"url": f"{settings.base_url}/s/{token}", "token": token}


def shown(share: Share, standing: Standing) -> dict[str, Any]:
    """A link as the GM's list has it."""
    sits = standing.game.state.creatures.get(share.creature or "")
    return {
        "id": share.id,
        "role": share.role,
        "creature": share.creature,
        "name": sits.name if sits else None,
        "device": share.device,
        "parent": share.parent,
        "created": share.created,
        "expires": share.expires,
    }


def listed(house: House, access: Access) -> list[dict[str, Any]]:
    """The links that are open, oldest first, and who sits where."""
    return known(house, access)[1]


def known(house: House, access: Access) -> tuple[Standing, list[dict[str, Any]]]:
    """The game and its links, as `listed`, at one moment."""
    standing, found = house.database.read(
        lambda db: (stand(house, db, access.game_id), shares.of_game(db, access.game_id))
    )
    return standing, [shown(share, standing) for share in found]


def doors(house: House, access: Access) -> list[dict[str, Any]]:
    """The `join` links that are open, each with its address: their code may be shown again."""
    return opened_doors(house, listed(house, access))


def opened_doors(house: House, links: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those of these links that are `join` links, each with its address."""
    joins = [share for share in links if share["role"] == "join"]
    return [share | opened(house.settings, join_token(house.settings, share["id"])) for share in joins]


def revoke(house: House, access: Access, share_id: str) -> None:
    """Take a link back: it opens nothing any more, and its open streams end. Raises Problem ``unknown-share``."""

    def change(db: Session) -> None:
        share = shares.find(db, access.game_id, share_id)
        if share is None:
            raise NotFound("unknown-share")
        shares.take_back(db, share)
        announce(db, access.game_id)

    house.database.write(change)
    house.hub.publish(access.game_id)


def seats(house: House, access: Access) -> list[dict[str, str]]:
    """The places that are free, for whoever comes through a `join` link."""
    standing, found = house.database.read(
        lambda db: (stand(house, db, access.game_id), shares.of_game(db, access.game_id))
    )
    return _free(standing, found)


def _free(standing: Standing, found: Sequence[Share]) -> list[dict[str, str]]:
    taken = {share.creature for share in found if share.role == "seat"}
    state = shown_to(standing, PUBLIC_VIEWER).state
    return [
        {"creature": creature.id, "name": creature.public_name}
        for creature in state.creatures.values()
        if creature.kind == "pc" and can_see(state, PUBLIC_VIEWER, creature.id) and creature.id not in taken
    ]


def claim(house: House, access: Access, creature: str, device: str = "") -> dict[str, Any]:
    """A seat for this device: its address, token and creature. Raises Problem ``seat-taken`` or NotFound."""
    made = house.database.write(lambda db: sit(db, house, access, creature, device))
    house.hub.publish(access.game_id)
    return made


def sit(db: Session, house: House, access: Access, creature: str, device: str = "") -> dict[str, Any]:
    """As `claim`, within a write. The door may have been closed since it was entered, so it is looked at again."""
    games.lock(db, access.game_id)
    standing = stand(house, db, access.game_id)
    door = shares.find(db, access.game_id, access.share or "")
    if door is None or door.role != "join":
        raise NotFound
    state = shown_to(standing, PUBLIC_VIEWER).state
    sitter = state.creatures.get(creature)
    if sitter is None or sitter.kind != "pc" or not can_see(state, PUBLIC_VIEWER, creature):
        raise NotFound("unknown-creature")
    if shares.seat_of(db, access.game_id, creature) is not None:
        raise Problem("seat-taken")
    seat = _new(access.game_id, "seat", creature, None)
    seat.parent, seat.device = door.id, device[:120]
    token = _put(db, house.settings, seat)
    return opened(house.settings, token) | {"creature": creature}
