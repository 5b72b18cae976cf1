"""A creature made up from a few words: "improvise tier 2 bruiser", "громила ранга 2", "tier 1 traversal"."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from rules.core.say import Words, load_words
from rules.core.stems import fold, stem
from rules.daggerheart.improvise import HARM, adversary, environment

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
    place: Words | None = None  # an environment is asked for, in a language with these words
    type: str | None = None  # of an environment
    rest: list[str] = field(default_factory=list)


def improvised(text: str) -> dict[str, Any] | None:
    """A creature as ``add_creature`` takes it, of the role and the tier (1 where none is named) in ``text``.

    A type of environment, or the word for one, makes an environment. None if the text is about something else: without
    the word "improvise" every word must be a role or type, a tier or its number; with it, all others are the name.
    """
    asked = _Asked()
    for word in text[:LONGEST].split():
        _hear(asked, word)
    if asked.place and asked.role:
        _settle(asked)
    is_known = asked.role is not None or asked.type is not None or (asked.place is not None and asked.tier is not None)
    if not asked.keyword and (not is_known or asked.rest):
        return None
    if any(word.isdecimal() for word in asked.rest):  # no such tier
        return None
    return _place(asked, asked.place) if asked.place else _creature(asked)


def _settle(asked: _Asked) -> None:
    """A word that is both a role and a type of environment is the type where one is asked for; a role alone is none."""
    if asked.type is None and asked.role in _types(asked.place):
        asked.type, asked.role = asked.role, None
    else:
        asked.rest.append(str(asked.role))


def _hear(asked: _Asked, word: str) -> None:
    plain = fold(word).strip(",.:;!()")
    meaning, roles = _known().get(stem(plain), ("", {}))
    if meaning == "keyword":
        asked.keyword, asked.roles = True, asked.roles or roles
    elif plain in TIERS and asked.tier is None:
        asked.tier = int(plain)
    elif plain not in NOISE and meaning != "tier":
        role, place = _role(plain), _environment(plain)
        if role is not None and asked.role is None:
            asked.role, asked.roles = role
        elif role is None and place is not None and (asked.type is None or place[1] is None):
            asked.place, asked.type = asked.place or place[0], place[1] or asked.type
        else:
            asked.rest.append(word)


def _environment(plain: str) -> tuple[Words, str | None] | None:
    """The words of the language in which a word means a type of environment, and the type; None: any of them."""
    for words in load_words(WORDS).values():
        for type_, called in _types(words).items():
            if _means(plain, fold(called)):
                return words, type_
        if any(stem(plain) == stem(fold(said)) for said in (words.word("improvise", "place") or "").split()):
            return words, None
    return None


def _types(words: Words | None) -> Mapping[str, str]:
    return words.sections.get("environment_types", {}) if words else {}


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


def _place(asked: _Asked, words: Words) -> dict[str, Any]:
    """An environment, with what it deals as a feature in the language that was typed."""
    tier = asked.tier or 1
    made = environment(tier, asked.type)
    said = _types(words).get(asked.type) if asked.type else (words.word("improvise", "place") or "").split()[0]
    least, most = HARM[tier - 1]
    text = (words.word("improvise", "harm_text") or "{least} – {most}").format(least=least, most=most)
    harm = {"kind": "feature", "name": words.word("improvise", "harm") or "", "facts": {"type": "action", "text": text}}
    name = " ".join(asked.rest)[:MOST_NAME] or str(said or made["name"])
    return {**made, "name": name[:1].upper() + name[1:], "features": {**made["features"], "harm": harm}}


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
