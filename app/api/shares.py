"""Links to a game, as its GM makes them and takes them back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Response
from pydantic import StringConstraints
from sqlmodel import Session

from app.api.bodies import Body, Moment
from app.api.lists import PagingDep
from app.api.payloads import kept, sent
from app.deps import GmDep, GmReadDep, HouseDep, MatchHeader, OnceDep
from app.services import games, idempotency, shares
from app.services.idempotency import Answer

router = APIRouter(prefix="/games/{game_id}/shares", tags=["shares"])
CreatureId = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class NewShare(Body):
    role: Literal["join", "seat", "watch", "screen"]
    creature: CreatureId | None = None
    expires: Moment | None = None


@router.post("", status_code=201)
def create_share(body: NewShare, access: GmDep, house: HouseDep, once: OnceDep, match: MatchHeader = None) -> Response:
    """A new link. `token` and `url` are shown this once."""
    games.must_fit(house.look(access.game_id), access, match)

    def change(db: Session) -> Answer:
        made = shares.add(db, house, access, body.role, body.creature, body.expires)
        shown = {key: made[key] for key in ("id", "url", "token", "role", "creature", "expires")}
        return Answer(201, msgspec.json.encode(shown))

    answer = idempotency.carry_out(house.database, house.in_flight, once, change)
    house.hub.publish(access.game_id)
    return kept(answer)


@router.get("")
def list_shares(access: GmReadDep, house: HouseDep, paging: PagingDep) -> Response:
    """The links that are open, oldest first, and who sits where; without their tokens."""
    found = [share for share in shares.listed(house, access) if _place(share) > paging.after]
    return sent(paging.page(found, _place, lambda share: share))


def _place(share: Mapping[str, Any]) -> str:
    """Where a link stands in the list."""
    return f"{share['created'].isoformat()} {share['id']}"


@router.delete("/{share}", status_code=204)
def delete_share(share: str, access: GmDep, house: HouseDep, match: MatchHeader = None) -> None:
    """Take a link back: its open streams end within a second. Deleting a seat's frees the seat."""
    games.must_fit(house.look(access.game_id), access, match)
    shares.revoke(house, access, share)
