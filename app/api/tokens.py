"""Tokens of programs."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Response
from sqlmodel import Session

from app.api.bodies import Body, Json, Moment, Name
from app.api.lists import PagingDep
from app.deps import AdminDep, DbDep, InFlightDep, OnceDep
from app.errors import Fault, InvalidInput
from app.services import idempotency, tokens
from app.services.idempotency import Answer
from app.storage.tables import Token, now

router = APIRouter(prefix="/tokens", tags=["tokens"])


class NewToken(Body):
    name: Name
    scope: tokens.Scope
    expires: Moment | None = None


@router.get("")
def list_tokens(db: DbDep, caller: AdminDep, paging: PagingDep) -> Json:
    """The tokens of this account, without their secrets."""
    found = db.read(lambda s: tokens.of_account(s, caller.account, paging.after, paging.limit + 1))
    return paging.page(found, lambda token: token.id, shown)


@router.post("", status_code=201)
def create_token(body: NewToken, db: DbDep, caller: AdminDep, once: OnceDep, in_flight: InFlightDep) -> Response:
    """A new token. `token` is shown this once."""
    if body.expires is not None and body.expires <= now():
        raise InvalidInput(Fault("/expires", "not-valid"))

    def change(s: Session) -> Answer:
        token, secret = tokens.create(s, caller.account, body.name, body.scope, body.expires)
        return Answer(201, msgspec.json.encode(shown(token) | {"token": secret}))

    answer = idempotency.carry_out(db, in_flight, once, change)
    return Response(answer.body, answer.status, media_type="application/json")


@router.delete("/{id}", status_code=204)
def delete_token(id: str, db: DbDep, caller: AdminDep) -> None:
    """Take a token back: from now on it opens nothing."""
    db.write(lambda s: tokens.take_back(s, caller.account, id))


def shown(token: Token) -> Json:
    return {
        "id": token.id,
        "name": token.name,
        "scope": token.scope,
        "created": token.created,
        "expires": token.expires,
        "last_used": token.last_used,
    }
