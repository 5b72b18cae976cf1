"""A request to change a game, put together from what a call says beside its body."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query

from app.deps import GmDep, LanguageDep, LinkDep, LinkOnceDep, MatchHeader, OnceDep
from app.services.play import Ask

PreviewQuery = Annotated[bool, Query(description="Answer what would happen, and change nothing.")]


def by_gm(
    access: GmDep, language: LanguageDep, once: OnceDep, match: MatchHeader = None, preview: PreviewQuery = False
) -> Ask:
    """What the one who runs the game asks for."""
    return Ask(access, language, match, once, preview)


def by_link(
    access: LinkDep, language: LanguageDep, once: LinkOnceDep, match: MatchHeader = None, preview: PreviewQuery = False
) -> Ask:
    """What whoever came through a link asks for. Raises Problem where the link only shows."""
    access.must_act()
    return Ask(access, language, match, once, preview)


AskDep = Annotated[Ask, Depends(by_gm)]
LinkAskDep = Annotated[Ask, Depends(by_link)]
