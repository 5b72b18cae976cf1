"""The lines of a stat block in another language, with the labels, ranges and types that the reader of blocks knows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from app.services.files.blocks import SYSTEM
from app.settings import LANGUAGES
from rules import content, get_system

MAIN = "en"
LONGEST = 120  # of a line that may be about the type, or about damage
FEATURE_TYPES = ("action", "reaction", "passive", "fear")

_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_DICE = re.compile(r"(?<!\w)(\d*)[кд](?=\d)", re.IGNORECASE)  # in Russian a die is к8 or д8
_DAMAGE = re.compile(r"(?P<dice>\d*d\d+(?:\s*[+−–-]\s*\d+)?|\d+)\s+(?P<types>[^\W\d][^|]*)", re.IGNORECASE)


def as_known(line: str) -> str:
    """The line as an English block would have it; what is not known of it stays. English lines are left alone."""
    if not _CYRILLIC.search(line):
        return line
    if made := _made(line):
        tier, type_ = made
        return f"Tier {tier} {type_.capitalize()}"
    return " | ".join(_piece(piece) for piece in re.split(r"\s*[|;]\s*", line)) if _is_of_values(line) else line


def name_of_type(line: str) -> str:
    """What a line about type and tier calls the creature, where nothing else does."""
    made = get_system(SYSTEM).improvise(line) if len(line) <= LONGEST else None
    return str(made["name"]) if made else ""


def _is_of_values(line: str) -> bool:
    return len(line) <= LONGEST or _label(line) is not None or _typed_feature(line) != line


def _made(line: str) -> tuple[int, str] | None:
    """The tier and the type that a line is about, as "Громила ранга 1"."""
    if len(line) > LONGEST or not re.search(r"\d", line):
        return None
    made = get_system(SYSTEM).improvise(line)
    facts = made["features"]["about"]["facts"] if made else {}
    return (facts["tier"], facts["type"]) if facts.get("type") else None


def _piece(piece: str) -> str:
    """One piece between strokes: a label with its value, a range behind a name, damage with its type, or a type."""
    found = _label(piece)
    if found is not None:
        label, value = found
        return f"{label}: {_value(label, value)}" if value else label
    name, colon, band = piece.rpartition(":")
    if colon and (known := _keys("range").get(_plain(band))):
        return f"{name}: {known}"
    return _typed_feature(_value("", piece))


def _value(label: str, value: str) -> str:
    plain = _plain(value)
    if label == "type":
        return _types().get(plain, value)
    if plain in _labels() and _labels()[plain] == "none":
        return "none"
    known = _keys("range").get(plain) or _keys("type").get(plain) or (_types().get(plain) if not label else None)
    return known or _damage(value)


def _damage(text: str) -> str:
    """Dice with the type of their damage, in the words of an English block; any other text as it is."""
    plain = _DICE.sub(r"\1d", text)
    found = _DAMAGE.fullmatch(plain.strip())
    types = (
        [_keys("type").get(_plain(word)) for word in re.split(r"[\s/,]+|\sи\s|\sили\s", found["types"])]
        if found
        else []
    )
    if found and types and all(types):
        return f"{found['dice']} {'/'.join(map(str, types))}"
    return plain if re.fullmatch(r"[+−–-]?\s*\d*d\d+(?:\s*[+−–-]\s*\d+)?", plain.strip(), re.IGNORECASE) else text


def _typed_feature(text: str) -> str:
    """ "Рывок - Действие: ..." with the word for its type as a block has it."""
    found = re.match(r"(.{1,80}?\s[-–—]\s)([^\W\d]+(?:\s[^\W\d]+)?)(?=\s*[:.(]|$)", text)
    label = _labels().get(_plain(found[2])) if found else None
    return f"{found[1]}{label.capitalize()}{text[found.end() :]}" if found and label in FEATURE_TYPES else text


def _label(piece: str) -> tuple[str, str] | None:
    """The label at the beginning of a piece in the words that the reader knows, and its value.

    Without a colon only a number or nothing may follow.
    """
    for said, label in _labels().items():
        found = re.match(rf"{re.escape(said)}(?!\w)\s*(?P<colon>:?)\s*(?P<value>.*)", piece, re.IGNORECASE)
        if (
            found
            and label != "none"
            and (found["colon"] or not found["value"] or re.match(r"[+−–-]?\d", found["value"]))
        ):
            return _SPELLED.get(label, label), found["value"].strip()
    return None


_SPELLED = {"attack": "standard attack", "potential_adversaries": "potential adversaries", "fear": "fear features"}


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .")


@cache
def _labels() -> Mapping[str, str]:
    """What a block calls its parts in other languages than English, the longest first."""
    told = [content.words(SYSTEM, language).sections.get("pasted", {}) for language in LANGUAGES if language != MAIN]
    every = [(said.strip(), label) for words in told for label, text in words.items() for said in text.split(",")]
    return dict(sorted(every, key=lambda one: -len(one[0])))


@cache
def _types() -> Mapping[str, str]:
    """The types of adversaries and environments by what they are called."""
    return dict(_called("roles")) | dict(_called("environment_types"))


def _called(section: str) -> Iterator[tuple[str, str]]:
    for language in LANGUAGES:
        for key, word in content.words(SYSTEM, language).sections.get(section, {}).items():
            yield word.casefold(), key.capitalize()


@cache
def _keys(part: str) -> Mapping[str, str]:
    """The ranges or types of damage by their words, as the line of a creature has them."""
    told: Mapping[str, Any] = get_system(SYSTEM).data.screen["strike"][part]
    known = {word.rstrip("*"): key.replace("_", " ") for key, words in told.items() for word in words}
    return known | {word: key.lower().replace("_", " ") for word, key in _called(f"{part}s")}
