"""A new game's party: the words that its system knows, and what the rules make of what was typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from app.services.arms import ArmWords
from app.services.games import hand
from app.services.language import catalogue
from app.services.party import Character, Field, Vocabulary, command_of, read_party
from app.services.templating import signed
from app.services.wording import wording
from app.settings import LANGUAGES
from rules import content, get_system
from rules.core import history
from rules.core.errors import InvalidInput, RuleError
from rules.core.history import Game
from rules.core.project import GM_VIEWER
from rules.core.system import SystemData
from rules.core.view import view

HIGHEST_TRACKER = 9999
MOST_DICE = 40


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in one place of the sheet; ``guessed``: the rules say so and nobody else. Empty: asked later."""

    words: str
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class PartyRow:
    """One line of the party as it was understood. ``more`` is what the columns have no place for, in words."""

    name: str
    calling: str
    level: Cell | None
    cells: tuple[Cell, ...]
    unclear: tuple[str, ...]
    more: tuple[str, ...] = ()


@cache
def vocabulary(system: str) -> Vocabulary:
    """The words of the party field, as the system's own data give them."""
    data = get_system(system).data
    said: Mapping[str, Any] = data.screen.get("party", {})
    words = {word: field_of(data, key) for key, known in said.get("words", {}).items() for word in known}
    for kind, part in said.get("parts", {}).items():
        words |= {word: Field(part["fact"], least=0, most=part.get("most", 99), part=kind) for word in part["words"]}
    pair = said.get("pair")
    level = said.get("level", "level")
    return Vocabulary(
        words=words,
        pair=(field_of(data, pair[0]), field_of(data, pair[1])) if pair else None,
        pair_words=frozenset(said.get("pair_words", ())),
        signed=said.get("signed"),
        callings=frozenset(said.get("callings", ())),
        level=field_of(data, level) if level in data.numbers else None,
        ranked=said.get("ranked"),
        ranks=frozenset(said.get("ranks", ())),
        rank=Field(**{"key": "rank", "least": 1, "most": 9, **said.get("rank", {})}),
        armed=(said.get("armed") or {}).get("pc"),
        kinds=_types_by_word(system),
        arms=_words_of_arms(said.get("arms", {})),
    )


def _words_of_arms(said: Mapping[str, Any]) -> ArmWords:
    """What the game's data says that weapons are typed with."""
    plain = {key: said[key] for key in ("percent", "times", "more") if key in said}
    numbers = {word: fact for fact, known in said.get("numbers", {}).items() for word in known}
    named = [(fact, value, known) for fact, values in said.get("words", {}).items() for value, known in values.items()]
    return ArmWords(**plain, numbers=numbers, words={w: (fact, value) for fact, value, known in named for w in known})


def _types_by_word(system: str) -> dict[str, str]:
    """The types of damage of a system by their words in any language."""
    every = [content.words(system, language).sections.get("types", {}) for language in LANGUAGES]
    return {word.casefold(): key for words in every for key, word in words.items()}


def field_of(data: SystemData, key: str) -> Field:
    if key in data.trackers:
        spec, is_dice = data.trackers[key], data.trackers[key].kind == "dice"
        count = spec.counts == "left" and spec.max is None and not spec.start and f"{key}_max" not in data.numbers
        most = MOST_DICE if is_dice else HIGHEST_TRACKER
        return Field(key, tracker=True, dice=is_dice, count=count and not is_dice, least=1, most=most)
    number = data.numbers[key]
    return Field(key, least=number.least, most=number.most)


def commands(system: str, text: str) -> list[dict[str, Any]]:
    """The commands that add the characters of a party to a game.

    A line that is not understood in full stays as it was typed in the GM's note of its character.
    """
    return [_added(tried.character, vocabulary(system)) for tried in _tried(system, text)]


def _added(character: Character, known: Vocabulary) -> dict[str, Any]:
    command = command_of(character, known)
    if character.unclear:
        command["creature"]["note"] = character.text
    return command


def columns(system: str, language: str) -> list[str]:
    """What the table of the preview shows besides name, class and level, in words."""
    words = wording(system, language).words
    return [
        words.word("numbers", "+".join(keys)) or " / ".join(_name(words, key) for key in keys)
        for keys in _columns(system)
    ]


def rows(system: str, text: str, language: str) -> list[PartyRow]:
    """What was understood, line by line, with what the rules fill in."""
    return [_row(system, tried, language) for tried in _tried(system, text)]


def _columns(system: str) -> Sequence[Sequence[str]]:
    found: Sequence[Sequence[str]] = get_system(system).data.screen.get("party", {}).get("columns", ())
    return found


def _name(words: Any, key: str) -> str:
    return str(words.word("trackers", key) or words.word("numbers", key) or key.replace("_", " "))


@dataclass(frozen=True, slots=True)
class _Tried:
    """A character, and its sheet as the rules make it."""

    character: Character
    sheet: Mapping[str, Any]


def _tried(system: str, text: str) -> list[_Tried]:
    game = history.new_game(get_system(system), "-", {}, hand("gm"))
    return [_try(game, system, character) for character in read_party(text, vocabulary(system))]


def _try(game: Game, system: str, character: Character) -> _Tried:
    """What the rules refuse of a line is told as not understood; its name always stands."""
    try:
        return _Tried(character, _sheet(game, command_of(character, vocabulary(system))))
    except (InvalidInput, RuleError):
        rest = character.text.partition(character.name)[2].strip(" ,;") or character.text
        plain = replace(character, numbers={}, trackers={}, features=(), ranks=(), arms=(), parts=(), unclear=(rest,))
        return _Tried(plain, _sheet(game, command_of(plain, vocabulary(system))))


def _sheet(game: Game, command: Mapping[str, Any]) -> Mapping[str, Any]:
    played = history.play(game, [command], hand("gm"))
    creature = next(iter(view(played.game, GM_VIEWER).creatures.values()))
    maxima = {key: getattr(tracker, "max", None) for key, tracker in creature.trackers.items()}
    return {**maxima, **creature.numbers}


def _row(system: str, tried: _Tried, language: str) -> PartyRow:
    character = tried.character
    spot = vocabulary(system).level
    cells = tuple(_cell(tried, keys) for keys in _columns(system))
    more = (*_more(system, character, wording(system, language).words), *_noted(character, language))
    level = _cell(tried, [spot.key]) if spot else None
    return PartyRow(character.name, character.calling, level, cells, character.unclear, more)


def _more(system: str, character: Character, words: Any) -> Iterator[str]:
    """What was understood and has no column: traits, features, further trackers."""
    numbers = get_system(system).data.numbers
    level = vocabulary(system).level
    shown = {level.key if level else "", *(key for keys in _columns(system) for key in keys)}
    for key, value in _said(character).items():
        if key not in shown:
            is_trait = key in numbers and numbers[key].group == "traits"
            yield f"{_name(words, key)} {signed(value) if is_trait else value}"
    yield from (f"{name} {signed(bonus)}" for name, bonus in character.features)
    yield from (f"{name} {rank}" for name, rank in character.ranks)
    yield from (" ".join(filter(None, (a.name, a.figures, a.type, a.said))) for a in character.arms)
    yield from (f"{words.word('kinds', spot.part) or spot.part} {number}" for spot, number in character.parts)


def _noted(character: Character, language: str) -> Iterator[str]:
    """Who plays the character, which stands in the GM's note."""
    if character.noted:
        yield catalogue(language).gettext("in the note: %(words)s") % {"words": character.noted}


def _said(character: Character) -> dict[str, int]:
    return {**character.numbers, **{key: _most(value) for key, value in character.trackers.items()}}


def _most(tracker: Mapping[str, Any]) -> int:
    """The maximum of a tracker, of dice how many there are."""
    value = tracker.get("max", tracker.get("value"))
    return sum(value.values()) if isinstance(value, Mapping) else int(value or 0)


def _cell(tried: _Tried, keys: Sequence[str]) -> Cell:
    said = _said(tried.character)
    values = [said.get(key, tried.sheet.get(key)) for key in keys]
    if any(value is None for value in values):
        return Cell("")
    return Cell(" / ".join(map(str, values)), guessed=any(key not in said for key in keys))


def example(system: str, language: str) -> str:
    """A line to type after, in the words of the system."""
    return wording(system, language).words.word("system", "party_example") or ""
