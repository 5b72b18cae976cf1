"""The reference as its page shows it: the cards that fit, what narrows them, and one card in one language or two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from markupsafe import Markup

from app.services import cards, tables
from app.services.card_links import to_reference
from app.services.games import Seen
from app.services.refusals import translated
from app.services.tables import ShownTable
from app.settings import LANGUAGES
from rules import SYSTEMS, content, get_system
from rules.core.search import Hit

MOST_HITS = 400


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of the reference. ``langs`` are the languages that are searched and shown, in order."""

    q: str = ""
    system: str | None = None
    kind: str | None = None
    tag: str | None = None
    langs: tuple[str, ...] = LANGUAGES[:1]
    game: str = ""  # the id of the game that the reference was opened from

    @property
    def query(self) -> str:
        """The same as the query of an address, empty where there is nothing to say."""
        said = {
            "q": self.q,
            "system": self.system,
            "kind": self.kind,
            "tag": self.tag,
            "langs": ",".join(self.langs),
            "game": self.game,
        }
        return "?" + urlencode({name: value for name, value in said.items() if value})


@dataclass(frozen=True, slots=True)
class Option:
    """A value that narrows the list, with the number of cards that it would leave."""

    value: str
    words: str
    count: int
    on: bool


@dataclass(frozen=True, slots=True)
class Facet:
    name: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card of the list; ``other`` is its title in the second language, ``of`` its game where several are shown."""

    system: str
    key: str
    kind: str
    title: str
    other: str
    summary: str
    snippet: Markup
    of: str = ""


@dataclass(frozen=True, slots=True)
class FoundCards:
    total: int
    hits: tuple[FoundCard, ...]
    facets: tuple[Facet, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """A card in one language."""

    lang: str
    title: str
    html: Markup


@dataclass(frozen=True, slots=True)
class ShownCard:
    """One card with its faces; ``lines`` are the first and last lines of the source that it tells."""

    system: str
    key: str
    kind: str
    title: str
    tags: tuple[str, ...]
    faces: tuple[Face, ...]
    related: tuple[tuple[str, str], ...]
    document: str
    heading: str
    heading_language: str
    lines: tuple[tuple[int, int], ...]
    is_blank: bool


def wanted(q: str, system: str, kind: str, tag: str, langs: str, language: str, game: str = "") -> Wanted:
    """What an address asks for; what it says wrongly is as if it said nothing."""
    chosen = tuple(dict.fromkeys(lang for lang in langs.split(",") if lang in LANGUAGES)) or (language,)
    return Wanted(q.strip(), system if system in SYSTEMS else None, kind or None, tag or None, chosen, game)


def find(ask: Wanted) -> FoundCards:
    """The cards that fit, and how many each filter would leave."""
    found = content.index().find(ask.q, system=ask.system, kind=ask.kind, tag=ask.tag, langs=ask.langs, limit=MOST_HITS)
    return FoundCards(found.total, tuple(_found(hit, ask) for hit in found.items), _facets(ask))


def show(system: str, key: str, ask: Wanted) -> ShownCard:
    """The card in the languages asked for; raises Problem ``unknown-card`` or ``unknown-system``."""
    with translated(system, ask.langs[0]):
        faces = [content.get_card(system, lang, key) for lang in ask.langs]
    card, data = faces[0], get_system(system).data
    titles = {source["document"]: source["title"] for source in data.sources}
    return ShownCard(
        system=system,
        key=key,
        kind=card.kind,
        title=card.title,
        tags=tuple(tag_words(system, tag, card.lang) for tag in card.tags),
        faces=tuple(Face(face.lang, face.title, to_reference(cards.html(face), system, ask.query)) for face in faces),
        related=tuple((other, content.title(system, card.lang, other) or other) for other in card.related),
        document=titles.get(card.source.document, card.source.document),
        heading=card.source.heading,
        heading_language=cards.foreign(card.source.heading, card.lang),
        lines=card.source.lines,
        is_blank=card.status != "complete",
    )


def opened_in(card: ShownCard, seen: Seen | None, language: str) -> tuple[ShownCard, ShownTable | None]:
    """The card as a game has it that it was opened from, with its table to fill in where that is blank."""
    written = seen.view["tables"].get(card.key, {}) if seen is not None else {}
    table = tables.shown(card.system, language, card.key, written) if seen is not None else None
    if seen is None or table is None or seen.system != card.system:
        return card, None
    faces = tuple(replace(face, html=Markup(tables.without_table(face.html))) for face in card.faces)
    return replace(card, faces=faces), table


def tag_words(system: str, tag: str, language: str) -> str:
    return content.words(system, language).word("tags", tag) or tag.replace("-", " ")


def _found(hit: Hit, ask: Wanted) -> FoundCard:
    card = hit.card
    other = next((lang for lang in ask.langs if lang != card.lang), None)
    return FoundCard(
        card.system,
        card.key,
        card.kind,
        card.title,
        (content.title(card.system, other, card.key) or "") if other else "",
        card.summary,
        Markup(hit.snippet) if ask.q else Markup(""),  # the search answers safe HTML
        "" if ask.system else content.name(card.system, ask.langs[0]),
    )


def _facets(ask: Wanted) -> tuple[Facet, ...]:
    by_system = dict(_counts(replace(ask, system=None), "system"))
    by_kind = _counts(replace(ask, kind=None), "kind")
    by_tag = _counts(replace(ask, tag=None), "tag")
    kinds = tuple(Option(kind, kind, count, kind == ask.kind) for kind, count in by_kind)
    tags = tuple(Option(tag, _tag(ask, tag), count, tag == ask.tag) for tag, count in by_tag)
    systems = [(key, content.name(key, ask.langs[0]), by_system.get(key, 0)) for key in SYSTEMS]
    games = tuple(Option(key, name, count, key == ask.system) for key, name, count in systems if count)
    return Facet("system", games), Facet("kind", kinds), Facet("tag", tags)


def _counts(ask: Wanted, name: str) -> Sequence[tuple[str, int]]:
    found = content.index().find(ask.q, system=ask.system, kind=ask.kind, tag=ask.tag, langs=ask.langs, limit=0)
    return list(found.facets[name].items())


def _tag(ask: Wanted, tag: str) -> str:
    systems = [ask.system] if ask.system else list(SYSTEMS)
    words = (content.words(system, ask.langs[0]).word("tags", tag) for system in systems)
    return next((word for word in words if word), tag.replace("-", " "))


def first_system() -> str:
    """The game whose colours a page has that belongs to none."""
    return next(iter(SYSTEMS))


def system_name(system: str | None, language: str) -> str:
    """The game's name; of all games, where none is chosen."""
    return ", ".join(content.name(key, language) for key in SYSTEMS if system in (None, key))
