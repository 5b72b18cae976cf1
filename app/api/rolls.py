"""Rolls and exact odds that need no game."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Response
from sqlmodel import Session

from app.api.payloads import JsonDep, kept, sent, takes
from app.deps import CallerDep, DbDep, InFlightDep, LanguageDep, OnceDep
from app.services import idempotency, rolls
from app.services.idempotency import Answer
from app.services.rolls import Reckoning, Rolling
from rules.core.read import schema

router = APIRouter(prefix="/systems/{system}", tags=["reference"])


@router.post("/rolls/{roll}", openapi_extra=takes(schema(Rolling)))
def make_roll(
    system: str,
    roll: str,
    body: JsonDep,
    language: LanguageDep,
    caller: CallerDep,
    once: OnceDep,
    db: DbDep,
    in_flight: InFlightDep,
) -> Response:
    """Roll. `dice` gives physical dice by their names; without any, the server rolls all."""
    if once is None or caller.kind == "nobody":  # nobody's answers are kept for nobody
        return sent(rolls.roll(system, roll, body, language), language=language)

    def change(_: Session) -> Answer:
        made = rolls.roll(system, roll, body, language)
        return Answer(200, msgspec.json.encode(made), {"Content-Language": language})

    return kept(idempotency.carry_out(db, in_flight, once, change))


@router.post("/odds/{roll}", openapi_extra=takes(schema(Reckoning)))
def show_odds(system: str, roll: str, body: JsonDep, language: LanguageDep) -> Response:
    """The exact odds of the same parameters."""
    return sent(rolls.odds(system, roll, body, language), language=language)
