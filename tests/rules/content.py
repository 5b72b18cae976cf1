"""Which systems ship cards, and what are they?"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from rules.core.cards import Card, Cards, ContentError, load_cards

FOLDERS = {path.parent.name: path for path in sorted(Path(__file__).parents[2].glob("rules/*/content"))}
LANGUAGES = ("en", "ru")


@cache
def cards_of(key: str) -> Mapping[str, Cards]:
    """The cards of the system ``key`` by language; fails the test with the list of faults."""
    try:
        return load_cards(FOLDERS[key], key, LANGUAGES, {}, key)
    except ContentError as error:
        pytest.fail(f"{len(error.faults)} faults\n{error}", pytrace=False)


def each_card(key: str) -> Iterator[Card]:
    """Every card of the system in every language."""
    for cards in cards_of(key).values():
        yield from cards.values()


def assert_none(faults: Iterable[str]) -> None:
    """Fails with the list of ``faults``, one a line."""
    found = list(faults)
    if found:
        pytest.fail("\n".join([f"{len(found)} faults", *found]), pytrace=False)
