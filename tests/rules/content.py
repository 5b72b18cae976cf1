"""Which cards do the systems ship, how are they found, and what are their terms called in another language?"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from rules.core import cards
from rules.core.cards import Card, Cards, ContentError
from rules.core.search import SearchIndex
from rules.registry import SYSTEMS

GAMES = Path(__file__).parents[2] / "docs" / "games"
GLOSSARIES = {path.name.removesuffix("-glossary.toml"): path for path in sorted(GAMES.glob("*-glossary.toml"))}


@cache
def cards_of(key: str) -> Mapping[str, Cards]:
    """The cards of the system ``key`` by language; fails the test with the list of faults."""
    try:
        return cards.cards_of(SYSTEMS[key])
    except ContentError as error:
        pytest.fail(f"{len(error.faults)} faults\n{error}", pytrace=False)


def each_card(key: str) -> Iterator[Card]:
    """Every card of the system in every language."""
    for of_language in cards_of(key).values():
        yield from of_language.values()


def text_of(card: Card) -> str:
    return f"{card.title}\n{card.summary}\n{card.body}"


@cache
def index_of(key: str) -> SearchIndex:
    """The search over the cards of one system."""
    return SearchIndex(each_card(key))


def found(key: str, lang: str, q: str, most: int) -> list[str]:
    """The keys of the first cards that are found."""
    return [hit.card.key for hit in index_of(key).find(q, langs=(lang,), limit=most).items]


@cache
def terms_of(key: str) -> list[tuple[str, str]]:
    """Each English term of the system's glossary with its Russian one, the longest first."""
    sections = tomllib.loads(GLOSSARIES[key].read_text("utf-8")).values()
    return sorted((pair for section in sections for pair in section.items()), key=lambda pair: -len(pair[0]))


def assert_none(faults: Iterable[str]) -> None:
    """Fails with the list of ``faults``, one a line."""
    every = list(faults)
    if every:
        pytest.fail("\n".join([f"{len(every)} faults", *every]), pytrace=False)
