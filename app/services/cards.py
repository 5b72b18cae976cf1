"""The reference for programs and pages: cards found by words, and each as safe HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

import msgspec

from app.services.refusals import translated
from rules import content
from rules.core.cards import Card
from rules.core.search import Hit

TEXT_TAGS = ("a", "abbr", "b", "br", "code", "del", "em", "i", "s", "strong", "sub", "sup")
BLOCK_TAGS = ("blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "ul")
TABLE_TAGS = ("table", "tbody", "td", "th", "thead", "tr")
TAGS = frozenset((*TEXT_TAGS, *BLOCK_TAGS, *TABLE_TAGS))
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = frozenset({"http", "https", "mailto"})


def foreign(heading: str, language: str) -> str:
    """The language of a source's heading where it is not the reader's, else nothing."""
    own = "ru" if re.search("[а-яё]", heading, re.IGNORECASE) else "en"
    return own if heading and own != language else ""


def html(card: Card) -> str:
    """The body of the card as HTML that is safe whoever wrote it."""
    return markdown(card.body)


@lru_cache(maxsize=2048)
def markdown(text: str) -> str:
    """Markdown as HTML of few tags, without scripts, styles and pictures."""
    made: str = _cleaner()(_renderer()(text))
    return made


@cache
def _renderer() -> Callable[[str], str]:
    from markdown_it import MarkdownIt  # only the reference needs it: the server starts without

    render: Callable[[str], str] = MarkdownIt("commonmark", {"html": False}).enable("table").render
    return render


@cache
def _cleaner() -> Callable[[str], str]:
    import nh3

    clean: Callable[[str], str] = nh3.Cleaner(tags=set(TAGS), attributes=ATTRIBUTES, url_schemes=set(SCHEMES)).clean
    return clean


def find(
    q: str | None,
    *,
    system: str | None = None,
    kind: str | None = None,
    tag: str | None = None,
    langs: Sequence[str] = ("en",),
    limit: int = 50,
    offset: int = 0,
) -> dict[str, Any]:
    """A page of the cards that fit; without ``q`` all of them in their source's order."""
    found = content.index().find(q, system=system, kind=kind, tag=tag, langs=langs, limit=limit, offset=offset)
    return {"items": [_line(hit) for hit in found.items], "total": found.total, "facets": found.facets}


def _line(hit: Hit) -> dict[str, Any]:
    card = hit.card
    return {
        "system": card.system,
        "key": card.key,
        "kind": card.kind,
        "lang": card.lang,
        "title": card.title,
        "summary": card.summary,
        "snippet": hit.snippet,
        "tags": card.tags,
        "score": hit.score,
    }


def whole(system: str, key: str, language: str) -> dict[str, Any]:
    """The whole card; raises Problem ``unknown-system`` or ``unknown-card``."""
    with translated(system, language):
        card = content.get_card(system, language, key)
    related = [(other, content.title(system, card.lang, other)) for other in card.related]
    return {
        "system": card.system,
        "key": card.key,
        "kind": card.kind,
        "lang": card.lang,
        "title": card.title,
        "summary": card.summary,
        "tags": card.tags,
        "aliases": card.aliases,
        "body": card.body,
        "html": html(card),
        "facts": card.facts,
        "effects": card.effects,
        "related": [{"system": system, "key": other, "title": title} for other, title in related],
        "status": card.status,
        "source": msgspec.to_builtins(card.source),
    }
