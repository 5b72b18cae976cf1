"""All cards: found as you type, narrowed by kind and tag, shown in one language or two. Open to everybody."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from app.deps import HouseDep, LanguageDep, PageDep, PlaceDep, SettingsDep, caller
from app.errors import NotFound
from app.services import games, reference
from app.services.games import Seen
from app.services.reference import Wanted
from app.services.render import partials
from app.services.templating import render

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
Text = Annotated[str, Query(max_length=200)]
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
GameId = Annotated[str, Query(max_length=200)]
GameText = Annotated[str, Query(max_length=200, alias="system")]


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for, and in which language its page speaks."""

    wanted: Wanted
    language: str
    seen: Seen | None = None


def opened_from(
    request: Request, house: HouseDep, settings: SettingsDep, place: PlaceDep, language: LanguageDep, game: GameId = ""
) -> Seen | None:
    """The game that the reference was opened from, where the caller runs it. Whoever names none is not looked up."""
    if not ID.fullmatch(game):
        return None
    who = caller(request, house.database, settings, place)
    try:
        return games.see(house, games.as_gm(house, who.account, game), language)
    except NotFound:
        return None


def asked(
    language: LanguageDep,
    seen: Annotated[Seen | None, Depends(opened_from)],
    game: GameText = "",
    q: Text = "",
    kind: Text = "",
    tag: Text = "",
    langs: Text = "",
) -> Asked:
    ask = reference.wanted(q, game, kind, tag, langs, language, seen.id if seen else "")
    return Asked(ask, language, seen)


AskedDep = Annotated[Asked, Depends(asked)]


@router.get("/reference")
def show_reference(asked: AskedDep, page: PageDep) -> str:
    return render(
        "reference.html", asked.language, **{**page, **_values(asked), "card": None, "table": None, "url": ""}
    )


@router.get("/reference/hits")
def show_hits(asked: AskedDep) -> str:
    """The list alone, with the counts of the filters: the answer to typing."""
    values = _values(asked) | {"card": None, "table": None}
    facets = render("reference/_facets.html", asked.language, **values)
    name = Markup('<span id="system-name">{}</span>').format(values["system_name"])
    hits = render("reference/_hits.html", asked.language, **values)
    return hits + partials([("facets", facets), ("system-name", name)])


@router.get("/reference/{system}/{key}")
def show_card(system: str, key: str, asked: AskedDep, page: PageDep, settings: SettingsDep) -> str:
    card, table = reference.opened_in(reference.show(system, key, asked.wanted), asked.seen, asked.language)
    shown = {"card": card, "table": table, "url": f"{settings.base_url}/reference/{system}/{key}"}
    return render("reference.html", asked.language, **{**page, **_values(asked), **shown})


def _values(asked: Asked) -> dict[str, Any]:
    ask = asked.wanted
    return {
        "ask": ask,
        "found": reference.find(ask),
        "query": ask.query,
        "langs": ",".join(sorted(ask.langs)),
        "system": ask.system or reference.first_system(),
        "system_name": reference.system_name(ask.system, asked.language),
    }
