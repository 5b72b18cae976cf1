"""The game systems: what there is to play with."""

from __future__ import annotations

from fastapi import APIRouter, Response

from app.api.payloads import sent
from app.deps import LanguageDep
from app.services import systems

router = APIRouter(prefix="/systems", tags=["reference"])


@router.get("")
def list_systems() -> Response:
    """Every game system."""
    return sent(systems.listed())


@router.get("/{system}")
def show_system(system: str, language: LanguageDep) -> Response:
    """Its trackers, numbers, conditions, rolls, commands (as JSON Schema), settings and sources."""
    return sent(systems.whole(system, language), language=language)
