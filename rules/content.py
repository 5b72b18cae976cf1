"""What does the reference hold, in which words? Everything is read when it is first asked for, and then kept."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from rules.core import say as words_of_the_core
from rules.core.cards import Card, Cards, cards_of
from rules.core.errors import RuleError
from rules.core.say import Titles, Words, load_words
from rules.core.search import SearchIndex
from rules.core.system import System
from rules.registry import SYSTEMS, get_system

T = TypeVar("T")
CORE_WORDS = Path(words_of_the_core.__file__).parent / "words"
DEFAULT = "en"


class _Shelf:
    """Values that are made once each, however many threads ask at the same moment."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._made: dict[tuple[str, ...], Any] = {}

    def get(self, name: tuple[str, ...], make: Callable[[], T]) -> T:
        if name not in self._made:
            with self._lock:
                if name not in self._made:
                    self._made[name] = make()
        found: T = self._made[name]
        return found


_shelf = _Shelf()


def words(system: str, lang: str) -> Words:
    """What log lines, rolls and refusals of a game say in ``lang``, in English where nobody has words in it.

    A game that has none in ``lang`` names its own things in the first of its languages.
    """
    found = _all_words(system)
    return found.get(lang) or found[DEFAULT]


def name(system: str, lang: str) -> str:
    """What a game is called in ``lang``: as its words say, else by its one name."""
    return words(system, lang).word("system", "name") or get_system(system).name


def _all_words(system: str) -> Mapping[str, Words]:
    return _shelf.get(("words", system), lambda: _read_words(get_system(system)))


def _read_words(system: System) -> Mapping[str, Words]:
    folder, (first, *_) = system.folder / "words", system.data.languages
    found, own = load_words(CORE_WORDS, folder), load_words(folder)
    lent = own.get(first)
    return {lang: _lent(known, lent) if lent and lang not in own else known for lang, known in found.items()}


def _lent(known: Words, lent: Words) -> Words:
    """``known``, with words of another language for what it does not name."""
    sections = {name: {**texts, **known.sections.get(name, {})} for name, texts in lent.sections.items()}
    return replace(known, sections={**known.sections, **sections}, nouns={**lent.nouns, **known.nouns})


def cards(system: str) -> Mapping[str, Cards]:
    """The cards of a game by language and key, in the order of its source."""
    return _shelf.get(("cards", system), lambda: cards_of(get_system(system)))


def find_card(system: str, lang: str, key: str) -> Card | None:
    """The card in ``lang``, in the first language of the game where it has no such."""
    by_language = cards(system)
    found = by_language.get(lang) or by_language[get_system(system).data.languages[0]]
    return found.get(key)


def get_card(system: str, lang: str, key: str) -> Card:
    """As `find_card`; raises RuleError ``unknown-card``."""
    found = find_card(system, lang, key)
    if found is None:
        raise RuleError("unknown-card", card=key[:60])
    return found


def title(system: str, lang: str, key: str) -> str | None:
    """The title of a card; the conditions of a game have cards of the same key."""
    found = find_card(system, lang, key)
    return found.title if found else None


def titles(system: str, lang: str) -> Titles:
    """The titles of a game's cards, as texts ask for them."""
    return lambda key: title(system, lang, key)


def index() -> SearchIndex:
    """The search over the cards of every game. Building it takes a moment; the second call answers at once."""
    return _shelf.get(("index",), _build_index)


def _build_index() -> SearchIndex:
    every = (card for key in SYSTEMS for by_key in cards(key).values() for card in by_key.values())
    return SearchIndex(every)


def has_demo(system: str, lang: str) -> bool:
    """Whether the game brings a game to look around in, told in this language."""
    return _told(system, lang).exists()


def demo(system: str, lang: str) -> tuple[str, list[dict[str, Any]]]:
    """The name of a game to look around in, and the commands that set it up; raises RuleError ``no-demo``."""
    said = _told(system, lang)
    if not said.exists():
        raise RuleError("no-demo", system=system)
    words_of_it = tomllib.loads(said.read_text("utf-8"))
    commands = tomllib.loads((said.parent / "commands.toml").read_text("utf-8"))["commands"]
    return str(words_of_it["game"]), [_spoken(command, words_of_it) for command in commands]


def _told(system: str, lang: str) -> Path:
    return get_system(system).folder / "demo" / f"{lang}.toml"


def _spoken(value: Any, words_of_it: Mapping[str, str]) -> Any:
    """The value with its words in place: ``{key}`` is a whole text."""
    if isinstance(value, str):
        return words_of_it[value[1:-1]] if value.startswith("{") else value
    if isinstance(value, Mapping):
        return {key: _spoken(inner, words_of_it) for key, inner in value.items()}
    return [_spoken(inner, words_of_it) for inner in value] if isinstance(value, list) else value
