"""Which cards do the systems ship?"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import pytest

from rules.core import cards
from rules.core.cards import Card, Cards, ContentError
from rules.registry import SYSTEMS


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


def assert_none(faults: Iterable[str]) -> None:
    """Fails with the list of ``faults``, one a line."""
    found = list(faults)
    if found:
        pytest.fail("\n".join([f"{len(found)} faults", *found]), pytrace=False)
