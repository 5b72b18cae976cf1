"""A game to look around in, as its system brings it along."""

from __future__ import annotations

from typing import NamedTuple

from sqlmodel import Session

from app.services import games
from app.services.refusals import translated
from rules import content


class Made(NamedTuple):
    id: str
    name: str


def create(db: Session, account: str, system: str, language: str) -> Made:
    """The demo game of the system; raises Problem where it has none. For use within a write."""
    with translated(system, language):
        name, commands = content.demo(system, language)
    return Made(games.create(db, account, "gm", name, system, commands=commands, language=language), name)
