"""The reference: cards found by plain words, and each as a whole."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

from app.api.lists import PagingDep, cursor
from app.api.payloads import sent
from app.deps import LanguageDep
from app.errors import Fault, InvalidInput
from app.services import cards, systems
from app.settings import LANGUAGES
from rules.core.cards import Kind

router = APIRouter(prefix="/cards", tags=["reference"])
Words = Annotated[str | None, Query(description="Plain words; any text is understood.")]
Languages = Annotated[str | None, Query(description="One language or several: `en,ru`.")]


@router.get("")
def list_cards(
    paging: PagingDep,
    language: LanguageDep,
    q: Words = None,
    system: str | None = None,
    kind: Kind | None = None,
    tag: str | None = None,
    lang: Languages = None,
) -> Response:
    """The cards that fit, the best first; without `q` all of them in their source's order."""
    systems.must_know(system)
    offset = _offset(paging.after)
    langs = [asked for asked in (lang or "").split(",") if asked in LANGUAGES] or [language]
    found = cards.find(q, system=system, kind=kind, tag=tag, langs=langs, limit=paging.limit, offset=offset)
    return sent(_page(found, offset + paging.limit), language=langs[0])


def _page(found: dict[str, Any], end: int) -> dict[str, Any]:
    following = cursor(str(end)) if end < found["total"] else None
    return {"items": found["items"], "total": found["total"], "next": following, "facets": found["facets"]}


def _offset(after: str) -> int:
    if after and not (after.isascii() and after.isdigit() and len(after) < 10):
        raise InvalidInput(Fault("/cursor", "not-valid"))
    return int(after or 0)


@router.get("/{system}/{key}")
def show_card(system: str, key: str, language: LanguageDep) -> Response:
    """The whole card, its body also as safe HTML."""
    card = cards.whole(system, key, language)
    return sent(card, language=str(card["lang"]))
