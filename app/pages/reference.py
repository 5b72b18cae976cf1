"""All cards: found as you type, narrowed by kind and tag, shown in one language or two. Open to everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.responses import HTMLResponse

from app.deps import LanguageDep, PageDep, SettingsDep
from app.services import reference
from app.services.reference import Wanted
from app.services.render import partials
from app.services.templating import render

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
Text = Annotated[str, Query(max_length=200)]
GameText = Annotated[str, Query(max_length=200, alias="system")]


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for, and in which language its page speaks."""

    wanted: Wanted
    language: str


def asked(
    language: LanguageDep, game: GameText = "", q: Text = "", kind: Text = "", tag: Text = "", langs: Text = ""
) -> Asked:
    return Asked(reference.wanted(q, game, kind, tag, langs, language), language)


AskedDep = Annotated[Asked, Depends(asked)]


@router.get("/reference")
def show_reference(asked: AskedDep, page: PageDep) -> str:
    return render("reference.html", asked.language, **{**page, **_values(asked), "card": None, "url": ""})


@router.get("/reference/hits")
def show_hits(asked: AskedDep) -> str:
    """The list alone, with the counts of the filters: the answer to typing."""
    values = _values(asked) | {"card": None}
    facets = render("reference/_facets.html", asked.language, **values)
    return render("reference/_hits.html", asked.language, **values) + partials([("facets", facets)])


@router.get("/reference/{system}/{key}")
def show_card(system: str, key: str, asked: AskedDep, page: PageDep, settings: SettingsDep) -> str:
    card = reference.show(system, key, asked.wanted)
    url = f"{settings.base_url}/reference/{system}/{key}"
    return render("reference.html", asked.language, **{**page, **_values(asked), "card": card, "url": url})


def _values(asked: Asked) -> dict[str, Any]:
    ask = asked.wanted
    return {
        "ask": ask,
        "found": reference.find(ask),
        "query": ask.query,
        "langs": ",".join(sorted(ask.langs)),
        "system": ask.system or reference.first_system(),
        "system_name": reference.system_name(ask.system),
    }
