"""A party typed as text, a line per character: what is understood of it, and what is not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from app.services.arms import Arm, ArmWords, gathered, read_arm
from app.services.files.text import CONTROL
from app.services.pieces import Unit, pieces_of

MOST_LINES = 60
LONGEST_NAME = 120
LINKS = frozenset({"the", "a", "an", "is", "as"})  # between a name and a calling: "Tobias the warrior"
ARTICLES = frozenset({"a", "an"})  # before a bare number the end of a name: "Ana a 2"

_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_PARTS = re.compile(r"[,;|\t()\[\]]|\s[-–—]\s|(?<=[^\W\d])(?:\s+[–—]|[–—]\s+|\s-|-\s)(?=[^\W\d])")
_DASH = re.compile(r"(?<=[^\W\d])[–—](?=([^\W\d]+)\.?(?:\s+(\S+))?)")
_PLAYED = re.compile(r"(?:(?:is )?played by|player|играет|игрок)\s*:?\s+\S.*", re.IGNORECASE)
_AS_WELL = re.compile(r"(?<=\w)\s+(?=(?:(?:is )?played by|играет)\s+[^\W\d])", re.IGNORECASE)
_AFTER_NAME = re.compile(r"^([^,;|\t()\[\]:–—\d]+):\s")
_DICE = re.compile(r"\d{0,3}[dкд]\d{1,3}(?:[+−-]\d{1,3})?(?!\w)", re.IGNORECASE)  # in Russian a die is к8 or д8
_TOKEN = re.compile(
    rf"(?<!\w){_DICE.pattern}|[+−-]?\d+(?:\s*/\s*[+−-]?\d+)?|[^\W\d_](?:[\w'’.\-]|[–—](?=[^\W\d]))*|\S",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[+−-]?\d+")
_JOINED = re.compile(r"(?<![\w'’-])([^\W\d_]+)(?=\d)")


@dataclass(frozen=True, slots=True)
class Field:
    """A place of the sheet that a word stands for: a number, the maximum of a tracker, or the ``dice`` of a pool.

    ``count`` is a tracker that has no maximum, so what is left of it is said. ``part`` is the kind of feature that it
    makes instead, and ``key`` the fact in it that the number is.
    """

    key: str
    tracker: bool = False
    dice: bool = False
    count: bool = False
    least: int = 0
    most: int = 9999
    part: str = ""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one system, lower case, any language; one that ends in ``*`` stands for its beginning.

    ``pair`` are the two numbers of "7/14" without a word; ``signed`` is the kind of feature that an unknown word with a
    sign before its number stands for ("Sailor +2"), ``ranked`` with a bare number ("Stealth 2"), of the words of
    ``ranks`` alone where there are any, with the fact that the number is in ``rank``; ``callings`` are words
    that follow a name without a comma, with a capital where the game writes one. A system whose characters have no
    level has no ``level``. ``armed`` is the kind of feature that a word with a die stands for ("broadsword 1d8"),
    ``kinds`` the keys of the types of damage by their words, and ``arms`` what else is said of a weapon.
    """

    words: Mapping[str, Field]
    pair: tuple[Field, Field] | None = None
    pair_words: frozenset[str] = frozenset()
    signed: str | None = None
    callings: frozenset[str] = frozenset()
    level: Field | None = Field("level", least=1, most=30)
    ranked: str | None = None
    ranks: frozenset[str] = frozenset()
    rank: Field = Field("rank", least=1, most=9)
    armed: str | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    arms: ArmWords = field(default_factory=ArmWords)


@dataclass(frozen=True, slots=True)
class Character:
    """One line as it was understood. ``unclear`` holds the pieces that were not, ``noted`` who plays it, as typed."""

    text: str
    name: str
    calling: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)
    trackers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    features: tuple[tuple[str, int], ...] = ()
    ranks: tuple[tuple[str, int], ...] = ()
    arms: tuple[Arm, ...] = ()
    parts: tuple[tuple[Field, int], ...] = ()
    noted: str = ""
    unclear: tuple[str, ...] = ()


def read_party(text: str, vocabulary: Vocabulary) -> list[Character]:
    """A character for each line that is not blank, at most ``MOST_LINES``. What no name can hold is left out."""
    lines = (_BULLET.sub("", CONTROL.sub("", line)).strip() for line in text.splitlines())
    return [read_character(line, vocabulary) for line in lines if line][:MOST_LINES]


def read_character(line: str, vocabulary: Vocabulary) -> Character:
    """What one line says: a name alone is enough; the order after it is free."""
    parts = _parts(line, vocabulary)
    noted = [part for part in parts[1:] if _PLAYED.fullmatch(part)]
    parts = gathered([part for part in parts if part not in noted], vocabulary.arms if vocabulary.armed else None)
    arms = [arm for part in parts[1:] if (arm := _arm(part, vocabulary))]
    plain = parts[:1] + [part for part in parts[1:] if _arm(part, vocabulary) is None]
    tokens = [_TOKEN.findall(_spaced(part, vocabulary)) for part in plain] or [[line]]
    name, rest = _take_name(tokens[0], vocabulary)
    name, calling = _without_calling(name, vocabulary)
    name = (_without_link(name, rest) if rest else name) or name
    named = name[:LONGEST_NAME].strip() or line[:LONGEST_NAME]
    unclear = tuple(arm.rest for arm in arms if arm.rest)
    found = Character(text=line, name=named, calling=calling, arms=tuple(arms), noted=", ".join(noted), unclear=unclear)
    for piece in sorted(([rest] if rest else []) + tokens[1:], key=lambda piece: not _says_what(piece, vocabulary)):
        found = _read_piece(found, piece, vocabulary)
    return found


def _parts(line: str, vocabulary: Vocabulary) -> list[str]:
    """The pieces between commas and what stands for one; a dash without a space only before a word that is known."""
    whole = _joined(_without_colon(_AS_WELL.sub(", ", line), vocabulary), vocabulary)
    whole = _DASH.sub(lambda dash: ", " if _is_led_to(dash[1], dash[2] or "", vocabulary) else dash[0], whole)
    return [part for part in (piece.strip() for piece in _PARTS.split(whole)) if part]


def _is_led_to(word: str, following: str, vocabulary: Vocabulary) -> bool:
    """Whether a word behind a dash is a calling, with or without a linking word, or has a number of the sheet."""
    called = following if word in LINKS else word
    has_number = spot_of(word, vocabulary) is not None and _is_number(following)
    return has_number or _matches(called.rstrip(",;"), vocabulary.callings)


def _says_what(piece: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Whether a piece has a calling that is known, or names the level: no other word stands in their place then."""
    spots = [spot_of(token, vocabulary) for token in piece]
    has_level = vocabulary.level is not None and vocabulary.level in spots
    return has_level or any(_matches(token, vocabulary.callings) for token in piece)


def _arm(part: str, vocabulary: Vocabulary) -> Arm | None:
    """The weapon that a piece is, where the system has such a field; the name of a place of the sheet is none."""
    arm = read_arm(part, vocabulary.arms) if vocabulary.armed else None
    return None if arm is None or spot_of(arm.name, vocabulary) else arm


def command_of(character: Character, vocabulary: Vocabulary) -> dict[str, Any]:
    """The command that adds the character to a game."""
    features: dict[str, Any] = {}
    if character.calling:
        features["calling"] = {"kind": "calling", "name": character.calling, "facts": {}}
    for place, (name, bonus) in enumerate(character.features, start=1):
        features[f"{vocabulary.signed}-{place}"] = {
            "kind": vocabulary.signed,
            "name": name,
            "facts": {"modifier": bonus},
        }
    for place, (name, rank) in enumerate(character.ranks, start=1):
        features[f"{vocabulary.ranked}-{place}"] = {
            "kind": vocabulary.ranked,
            "name": name,
            "facts": {vocabulary.rank.key: rank},
        }
    for place, arm in enumerate(character.arms, start=1):
        facts = dict(arm.facts)
        if kind := vocabulary.kinds.get(str(facts.get("type", "")).casefold()):
            facts["type"] = kind
        features[f"{vocabulary.armed}-{place}"] = {"kind": vocabulary.armed, "name": arm.name, "facts": facts}
    for spot, number in character.parts:
        features[spot.part] = {"kind": spot.part, "name": "", "facts": {spot.key: number}}
    creature = {"name": character.name, "kind": "pc", "numbers": dict(character.numbers)}
    creature["trackers"] = {key: dict(value) for key, value in character.trackers.items()}
    creature |= {"note": character.noted} if character.noted else {}
    return {"type": "add_creature", "creature": {**creature, "features": features}}


def _without_colon(line: str, vocabulary: Vocabulary) -> str:
    """The line with a comma for the colon after the name ("Ilka: Sorcerer 3"); that of "ev: 11" stays."""
    begin = _AFTER_NAME.match(line)
    if begin is None or spot_of(begin[1].split()[-1] if begin[1].split() else "", vocabulary) is not None:
        return line
    return f"{begin[1]}, {line[begin.end() :]}"


def _joined(line: str, vocabulary: Vocabulary) -> str:
    """The line with a place of several words as one word: "armour_training"."""
    for words in vocabulary.words:
        if " " in words:
            line = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", words.replace(" ", "_"), line, flags=re.IGNORECASE)
    return line


def _spaced(part: str, vocabulary: Vocabulary) -> str:
    """The piece with a space between a word of the sheet and its number ("EV10")."""
    return _JOINED.sub(lambda found: f"{found[1]} " if found[1].lower() in vocabulary.words else found[1], part)


def _take_name(tokens: Sequence[str], vocabulary: Vocabulary) -> tuple[str, list[str]]:
    """The words before the first number or known word, and what comes after them; "Henry the 8" is a name."""
    end = 1
    while end < len(tokens) and spot_of(tokens[end], vocabulary) is None:
        if _is_number(tokens[end]) and not (tokens[end - 1] == "the" and tokens[end].isdecimal()):
            break
        end += 1
    return " ".join(tokens[:end]), list(tokens[end:])


def _without_calling(name: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """A name, and the calling that stands behind it without a comma ("Bryn guardian 1", "Bryn the guardian")."""
    before, _, last = name.rpartition(" ")
    own = _without_link(before)
    is_named = not LINKS.issuperset(own.lower().split())  # "The Warrior" is all name
    return (own, spelled(last, vocabulary)) if is_named and _matches(last, vocabulary.callings) else (name, "")


def _without_link(name: str, following: Sequence[str] = ()) -> str:
    """The words without those at their end that only lead on to what follows; what has a capital is of the name."""
    words = name.split()
    links = LINKS - ARTICLES if following and _is_number(following[0]) else LINKS
    while words and words[-1] in links:
        words.pop()
    return " ".join(words)


def spelled(calling: str, vocabulary: Vocabulary) -> str:
    """The calling as the game itself writes it, without an article ("the warrior"); one that it does not know stays."""
    *before, last = calling.split()
    plain = last.rstrip(".:")
    for known in vocabulary.callings if LINKS.issuperset(word.lower() for word in before) else ():
        if _matches(plain, frozenset({known})):
            begins = known.rstrip("*")
            return plain if known.islower() else begins + plain[len(begins) :].lower()
    return calling


def _read_piece(found: Character, tokens: Sequence[str], vocabulary: Vocabulary) -> Character:
    for piece in _split(tokens, vocabulary):
        found = _place(found, piece, vocabulary)
    return found


def _split(tokens: Sequence[str], vocabulary: Vocabulary) -> Iterator[list[str]]:
    """Cut a piece without commas ("ev 11 hp 6") where a word with its number ends."""
    kinds = [(_kind(token, vocabulary), token) for token in tokens if token not in "=:."]
    runs = (list(run) for _, run in groupby(kinds, key=lambda kind: kind[0]))
    return pieces_of([unit for run in runs for unit in _units(run)])


def _kind(token: str, vocabulary: Vocabulary) -> tuple[str, Field | None]:
    """The letter of `app.services.pieces` for a token, and the place that a known word stands for."""
    if _is_number(token):
        return "p" if "/" in token else "s" if token[0] in "+-−" else "n", None
    spot = spot_of(token, vocabulary)
    return ("k", spot) if spot else ("x" if _matches(token, vocabulary.pair_words) else "w", None)


def _units(run: Sequence[tuple[tuple[str, Field | None], str]]) -> Iterator[Unit]:
    """Words of one kind are one thing; each number is one by itself."""
    letter = run[0][0][0]
    tokens = tuple(token for _, token in run)
    yield from (Unit(letter, (token,)) for token in tokens) if letter in "nsp" else (Unit(letter, tokens),)


def _place(found: Character, tokens: Sequence[str], vocabulary: Vocabulary) -> Character:
    words = [t for t in tokens if not _is_number(t) and t not in "=:."]
    numbers = [t for t in tokens if _is_number(t)]
    if len(numbers) > 1:
        return _unclear(found, tokens)
    number = numbers[0] if numbers else ""
    if _is_pair(number):
        return _place_pair(found, words, number, vocabulary) or _unclear(found, tokens)
    known = [(word, spot) for word in words if (spot := spot_of(word, vocabulary)) is not None]
    others = [word for word in words if spot_of(word, vocabulary) is None]
    if number and known:
        placed = _set(found, known[0][1], _value(number))
        return _call(placed, others, vocabulary) if placed else _unclear(found, tokens)
    if any(word.lower() in vocabulary.words for word in words):  # the name of a place, and nothing for it
        return _unclear(found, tokens)
    return _place_unknown(found, words, number, vocabulary) or _unclear(found, tokens)


def _place_unknown(found: Character, words: Sequence[str], number: str, vocabulary: Vocabulary) -> Character | None:
    """What no word of the sheet names: an own feature, the level, the calling. Dice are none of these."""
    if any(map(_is_dice, words)):
        return None
    if number and words and number[0] in "+-−" and vocabulary.signed:
        return replace(found, features=(*found.features, (" ".join(words), _value(number))))
    if number and words and _is_ranked(words[0], _value(number), vocabulary):
        return replace(found, ranks=(*found.ranks, (" ".join(words)[:LONGEST_NAME], _value(number))))
    is_free = not (words and found.calling)  # else the number belongs to a word that nobody knows
    if number and vocabulary.level and is_free and vocabulary.level.key not in found.numbers:
        leveled = _set(found, vocabulary.level, _value(number))
        return _call(leveled, words, vocabulary) if leveled else None
    return _call(found, words, vocabulary) if words and not number and not found.calling else None


def _is_ranked(word: str, number: int, vocabulary: Vocabulary) -> bool:
    """Whether a word with its number is a skill: one that the game names, where it names any."""
    is_one = not vocabulary.ranks or _matches(word, vocabulary.ranks)
    return bool(vocabulary.ranked) and is_one and vocabulary.rank.least <= number <= vocabulary.rank.most


def _place_pair(found: Character, words: Sequence[str], number: str, vocabulary: Vocabulary) -> Character | None:
    """ "hp 2/6" is a tracker with its maximum; "7/14" are the two numbers that stand as a pair."""
    first, second = (_value(half) for half in number.split("/"))
    spot = next((spot for word in words if (spot := spot_of(word, vocabulary)) is not None), None)
    if spot is not None and spot.tracker:
        return _set(found, spot, second, value=first) if 0 <= first <= second else None
    paired = not words or all(_matches(word, vocabulary.pair_words) for word in words)
    if not paired or vocabulary.pair is None or first > second:
        return None
    lower = _set(found, vocabulary.pair[0], first)
    return _set(lower, vocabulary.pair[1], second) if lower else None


def _set(found: Character, spot: Field, number: int, value: int | None = None) -> Character | None:
    """``found`` with the number in its place, or None where it cannot stand there or one stands already."""
    if spot.part and spot.least <= number <= spot.most and all(spot.part != other.part for other, _ in found.parts):
        return replace(found, parts=(*found.parts, (spot, number)))
    if spot.part:
        return None
    if not spot.least <= number <= spot.most or spot.key in found.numbers or spot.key in found.trackers:
        return None
    if not spot.tracker:
        return replace(found, numbers={**found.numbers, spot.key: number})
    return replace(found, trackers={**found.trackers, spot.key: _tracker(spot, number, value)})


def _tracker(spot: Field, number: int, value: int | None) -> dict[str, Any]:
    """A tracker with its maximum; of dice so many are ready, the others of them spent."""
    if spot.dice:
        ready = number if value is None else value
        return {"value": {"ready": ready, "spent": number - ready}}
    if value is None:
        return {"value": number} if spot.count else {"max": number}
    return {"value": value, "max": number}


def _call(found: Character, words: Sequence[str], vocabulary: Vocabulary) -> Character:
    """``found`` with these words as its calling (class, people, trade), where it has none."""
    if not words:
        return found
    if found.calling:
        return _unclear(found, words)
    return replace(found, calling=spelled(" ".join(words), vocabulary)[:LONGEST_NAME])


def _unclear(found: Character, tokens: Sequence[str]) -> Character:
    return replace(found, unclear=(*found.unclear, " ".join(tokens).replace("_", " ")))


def spot_of(word: str, vocabulary: Vocabulary) -> Field | None:
    """The place that ``word`` stands for."""
    plain = word.lower().rstrip(".:")
    for said in (plain, plain.replace("_", " ")):
        if said in vocabulary.words:
            return vocabulary.words[said]
    begun = (stem for stem in vocabulary.words if stem.endswith("*") and plain.startswith(stem[:-1]))
    best = max(begun, key=len, default=None)
    return None if best is None else vocabulary.words[best]


def _matches(word: str, known: frozenset[str]) -> bool:
    plain = word.lower().rstrip(".:")
    return any(plain.startswith(said.lower()[:-1]) if said.endswith("*") else plain == said.lower() for said in known)


def _is_number(token: str) -> bool:
    return _NUMBER.match(token) is not None and not _is_dice(token)


def _is_dice(token: str) -> bool:
    return _DICE.fullmatch(token) is not None


def _is_pair(token: str) -> bool:
    return "/" in token and _is_number(token)


def _value(token: str) -> int:
    return int(token.replace("−", "-").replace(" ", "")[:6])
