"""An adversary made up from a few words: "improvise tier 2 bruiser", "импровизация ранг 2 громила"."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from rules.core.say import load_words
from rules.core.stems import fold, stem
from rules.daggerheart.improvise import adversary

WORDS = Path(__file__).parent / "words"
LONGEST = 200
MOST_NAME = 120
LEAST_LETTERS = 3  # of a role that is not typed to the end
TIERS = ("1", "2", "3", "4")
NOISE = frozenset(["a", "an", "of", "the", "и"])
STANDARD = "standard"


@dataclass(slots=True)
class _Asked:
    """What the words ask for; ``rest`` are those that say nothing known."""

    keyword: bool = False
    tier: int | None = None
    role: str | None = None
    roles: Mapping[str, str] = field(default_factory=dict)  # what they are called in the language that was typed
    rest: list[str] = field(default_factory=list)


def improvised(text: str) -> dict[str, Any] | None:
    """A creature as ``add_creature`` takes it, of the role and the tier (1 where none is named) in ``text``.

    None if the text is about something else: without the word "improvise" every word must be a role, a tier or its
    number; with it, all others are the name.
    """
    asked = _Asked()
    for word in text[:LONGEST].split():
        _hear(asked, word)
    if not asked.keyword and (asked.role is None or asked.rest):
        return None
    if any(word.isdecimal() for word in asked.rest):  # no such tier
        return None
    return _creature(asked)


def _hear(asked: _Asked, word: str) -> None:
    plain = fold(word).strip(",.:;!()")
    meaning, roles = _known().get(stem(plain), ("", {}))
    if meaning == "keyword":
        asked.keyword, asked.roles = True, asked.roles or roles
    elif plain in TIERS and asked.tier is None:
        asked.tier = int(plain)
    elif plain not in NOISE and meaning != "tier":
        role = _role(plain)
        if role is None or asked.role is not None:
            asked.rest.append(word)
        else:
            asked.role, asked.roles = role


def _role(plain: str) -> tuple[str, Mapping[str, str]] | None:
    """The role that a word means, in any language, and what all are called there."""
    for roles in _roles():
        for role, called in roles.items():
            if _means(plain, fold(called)):
                return role, roles
    return None


def _means(typed: str, word: str) -> bool:
    """Whether ``typed`` is the word, its beginning, or the word with another ending."""
    if len(typed) < LEAST_LETTERS:
        return False
    other_ending = typed.startswith(word[:-1]) and len(typed) <= len(word) + 2
    return word.startswith(typed) or other_ending or stem(typed) == stem(word)


def _creature(asked: _Asked) -> dict[str, Any]:
    tier, role = asked.tier or 1, asked.role or STANDARD
    made = adversary(tier, role)
    about = {"kind": "about", "name": "", "facts": {"tier": tier, "type": role}}
    name = " ".join(asked.rest)[:MOST_NAME] or asked.roles.get(role) or made["name"]
    return {**made, "name": name, "features": {"about": about, **made["features"], **_trait(made, asked.roles)}}


def _trait(made: Mapping[str, Any], roles: Mapping[str, str]) -> dict[str, Any]:
    """What makes a Minion a Minion, by its word in the language that was typed."""
    trait = made["features"].get("minion")
    return {"minion": {**trait, "name": f"{roles['minion']} ({trait['facts']['minion']})"}} if trait and roles else {}


@cache
def _roles() -> tuple[Mapping[str, str], ...]:
    return tuple(words.sections.get("roles", {}) for words in load_words(WORDS).values())


@cache
def _known() -> Mapping[str, tuple[str, Mapping[str, str]]]:
    """What the other words mean, by stem: ``keyword`` asks for a made-up one, ``tier`` comes before its number.

    With what the roles are called in the language of the word.
    """
    found = {}
    for words in load_words(WORDS).values():
        for meaning in ("keyword", "tier"):
            for word in (words.word("improvise", meaning) or "").split():
                found[stem(fold(word))] = meaning, words.sections.get("roles", {})
    return found
