"""The stream of a page: the fragments that changed, as unnamed messages that htmx swaps in."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, StreamingResponse

from app.deps import GmReadDep, HouseDep, LanguageDep
from app.services import live, packing, render, screen
from app.services.access import Access
from app.services.house import House, Standing
from app.services.render import Drawn

router = APIRouter(include_in_schema=False)
DrawnOf = Callable[[Standing], Drawn]
Shown = Annotated[list[str], Query(min_length=1, max_length=20)]
PAGE_PING = b"event: ping\ndata: \n\n"


class Fragments:
    """The messages of one page's stream. ``shown`` is what the page shows when it opens, None where that is unknown."""

    def __init__(self, drawn_of: DrawnOf, shown: Drawn | None) -> None:
        self._drawn_of, self._shown = drawn_of, shown

    def __call__(self, standing: Standing) -> bytes | None:
        """The next message; None where the page shows all that there is."""
        before, self._shown = self._shown, self._drawn_of(standing)
        return render.messages(before, self._shown)


def live_page(
    request: Request, house: House, access: Access, drawn_of: DrawnOf, shown: Drawn | None
) -> StreamingResponse:
    """The stream of a page whose fragments ``drawn_of`` answers for any standing of the game."""
    messages = paged(live.follow(house, access, Fragments(drawn_of, shown)))
    if packing.takes_packed(request.headers.get("accept-encoding", "")):
        headers = {**live.HEADERS, **packing.HEADERS}
        return StreamingResponse(packing.packed(messages), media_type=live.TYPE, headers=headers)
    return StreamingResponse(messages, media_type=live.TYPE, headers=live.HEADERS)


def caught_up(
    drawn_of: DrawnOf, known_of: Callable[[str], Drawn | None], shown: Shown, standing: Standing
) -> HTMLResponse:
    """All in which a page that shows parts of some versions may differ from the game as it stands."""
    now = drawn_of(standing)
    html = render.partials(render.wholly([known_of(version) for version in shown], now))
    return HTMLResponse(html, headers={**render.from_to(None, now), "Cache-Control": "no-store"})


async def paged(messages: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The messages of a page: the sign of life as an event, for its reader never shows comments to the page."""
    async for message in messages:
        yield PAGE_PING if message == live.PING else message


def version_shown(request: Request) -> str:
    """The version that the page shows: of the last message that it read, or of the page itself."""
    return request.headers.get("last-event-id") or request.query_params.get("since", "")


@router.get("/games/{game_id}/live")
def live_screen(request: Request, house: HouseDep, access: GmReadDep, language: LanguageDep) -> StreamingResponse:
    """The stream of the GM's screen."""
    shown = screen.known(house, access, language, version_shown(request))
    return live_page(request, house, access, lambda standing: screen.page_in(house, standing, access, language), shown)


@router.get("/games/{game_id}/since")
def catch_up_screen(house: HouseDep, access: GmReadDep, language: LanguageDep, shown: Shown) -> HTMLResponse:
    """What a screen lacks that shows parts of several versions, as after two commands at once."""
    standing = house.look(access.game_id)
    return caught_up(
        lambda now: screen.drawn_in(now, access, language),
        lambda version: screen.remembered(house, access, language, version),
        shown,
        standing,
    )
