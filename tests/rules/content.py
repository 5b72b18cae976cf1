"""Which systems ship cards, and what are they?"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.core.cards import Card, Cards, ContentError, Effects, load_cards

FOLDERS = {path.parent.name: path for path in sorted(Path(__file__).parents[2].glob("rules/*/content"))}
LANGUAGES = ("en", "ru")


@cache
def cards_of(key: str) -> Mapping[str, Cards]:
    """The cards of the system ``key`` by language; fails the test with the list of faults."""
    try:
        return load_cards(FOLDERS[key], key, LANGUAGES, _effects(key), document_of(key))
    except ContentError as error:
        pytest.fail(f"{len(error.faults)} faults\n{error}", pytrace=False)


def document_of(key: str) -> str:
    """The name of the document that the system ``key`` was made from."""
    return str(_data(key)["document"])


def _effects(key: str) -> Effects:
    return {name: condition.get("effects", ()) for name, condition in _data(key).get("conditions", {}).items()}


def _data(key: str) -> Mapping[str, Any]:
    return tomllib.loads((FOLDERS[key].parent / "system.toml").read_text(encoding="utf-8"))


def each_card(key: str) -> Iterator[Card]:
    """Every card of the system in every language."""
    for cards in cards_of(key).values():
        yield from cards.values()


def assert_none(faults: Iterable[str]) -> None:
    """Fails with the list of ``faults``, one a line."""
    found = list(faults)
    if found:
        pytest.fail("\n".join([f"{len(found)} faults", *found]), pytrace=False)
