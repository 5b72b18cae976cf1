"""Rolls and odds without a game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from app.services.refusals import translated
from app.services.wording import wording
from rules import get_system
from rules.core.chance import Chance
from rules.core.errors import RuleError
from rules.core.read import read
from rules.core.rolls import Roll


class Rolling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a roll."""

    parameters: dict[str, Any] = {}
    dice: dict[str, Any] = {}
    physical: bool = False


class Reckoning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of odds: an endless distribution is told up to ``to``."""

    parameters: dict[str, Any] = {}
    to: Annotated[int, msgspec.Meta(ge=1, le=60)] = 10


def roll(system: str, key: str, body: Any, language: str) -> Mapping[str, Any]:
    """What comes of a roll; without given dice it is made here. Raises Problem."""
    with translated(system, language):
        kind = _roll(system, key)
        asked = read(Rolling, body)
        chance = Chance(_face, asked.dice, asked.physical, secrets.token_urlsafe)
        result = kind.result(asked.parameters, chance)
    said = wording(system, language)
    return {"roll": key, **result.answer(said.words, said.titles)}


def odds(system: str, key: str, body: Any, language: str) -> Mapping[str, Any]:
    """The exact odds of a roll. Raises Problem ``no-odds`` where nothing in it is left to chance."""
    with translated(system, language):
        kind = _roll(system, key)
        asked = read(Reckoning, body)
        found = kind.exact_odds(asked.parameters, asked.to)
    return {"roll": key, **found.answer()}


def _roll(system: str, key: str) -> Roll:
    found = get_system(system).rolls.get(key)
    if found is None:
        raise RuleError("unknown-roll", roll=key[:60])
    return found


def _face(sides: int) -> int:
    return secrets.SystemRandom().randint(1, sides)
