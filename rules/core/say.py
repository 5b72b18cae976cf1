"""What a code with its roles and facts says in a language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Section = Mapping[str, str]
Variant = tuple[frozenset[str], str]  # what has to be there, and the template
Titles = Callable[[str], str | None]

PLACE = re.compile(r"\{(?P<name>[\w.]+)(?:\|(?P<noun>[\w-]+)|!(?P<section>[\w-]+)|(?P<signed>:\+))?\}")
UNKNOWN = "?"
MINUS = "\N{MINUS SIGN}"


def no_titles(key: str) -> str | None:
    """No title: where no cards are at hand."""
    return None


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language: templates by section and code, and nouns with their plural forms.

    In a template ``{name}`` is a role or a fact, ``{n|noun}`` a counted noun, ``{key!cards}`` the title of a card,
    ``{key!section}`` the words under that key in a section, ``{n:+}`` a number with its sign.
    A code may have variants, ``damage+by``, for what is there besides: the fullest that fits is said.
    """

    language: str
    sections: Mapping[str, Section] = field(default_factory=dict)
    nouns: Mapping[str, Section] = field(default_factory=dict)
    _by_code: dict[str, dict[str, list[Variant]]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def variants(self, section: str, code: str) -> Sequence[Variant]:
        """The templates of a code, the one with the most conditions first."""
        if section not in self._by_code:  # a long log asks for thousands: each section is looked through once
            self._by_code[section] = _by_code(self.sections.get(section, {}))
        return self._by_code[section].get(code, ())

    def word(self, section: str, key: str) -> str | None:
        """The plain words under ``key``, None where there are none."""
        return self.sections.get(section, {}).get(key)


def load_words(*folders: Path) -> dict[str, Words]:
    """The words of every language by its code, from ``<language>.toml``; a later folder adds to an earlier one."""
    read: dict[str, dict[str, dict[str, Any]]] = {}
    for folder in folders:
        for path in sorted(folder.glob("*.toml")):
            language = read.setdefault(path.stem, {})
            for section, entries in tomllib.loads(path.read_text("utf-8")).items():
                language.setdefault(section, {}).update(entries)
    return {code: _words(code, sections) for code, sections in read.items()}


def say(
    words: Words,
    code: str,
    roles: Mapping[str, str],
    facts: Mapping[str, Any],
    *,
    section: str = "log",
    titles: Titles = no_titles,
) -> str:
    """The text of ``code``. A fact that is missing shows as "?", a code without words as itself: it never fails."""
    known: dict[str, Any] = {**facts, **roles}
    template = _template(words, section, code, known)
    return PLACE.sub(lambda match: _said(words, match, known, titles), template)


def plural(language: str, number: int) -> str:
    """The plural form of a counted noun: ``one`` or ``other`` in English, ``one``, ``few`` or ``many`` in Russian."""
    number = abs(number)
    if language != "ru":
        return "one" if number == 1 else "other"
    if number % 10 == 1 and number % 100 != 11:
        return "one"
    return "few" if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else "many"


def counted(words: Words, noun: str, number: Any) -> str:
    """``number`` with its noun in the right form: "1 Hit Point", "5 Hit Points"."""
    forms = words.nouns.get(noun, {})
    is_number = isinstance(number, int)
    form = forms.get(plural(words.language, number) if is_number else "other") or forms.get("many") or "{n}"
    return form.replace("{n}", _number(number) if is_number else _text(number))


def _words(language: str, sections: Mapping[str, Mapping[str, Any]]) -> Words:
    return Words(
        language=language,
        sections={name: entries for name, entries in sections.items() if name != "nouns"},
        nouns=sections.get("nouns", {}),
    )


def _template(words: Words, section: str, code: str, known: Mapping[str, Any]) -> str:
    present = {name for name, value in known.items() if _is_there(value)}
    fitting = (template for needed, template in words.variants(section, code) if needed <= present)
    return next(fitting, code)


def _by_code(entries: Section) -> dict[str, list[Variant]]:
    """The templates of a section under each code that they are variants of."""
    found: dict[str, list[Variant]] = {}
    for key in sorted(entries, key=lambda key: (-key.count("+"), key)):
        code, *needed = key.split("+")
        for place in range(len(needed) + 1):
            found.setdefault("+".join([code, *needed[:place]]), []).append((frozenset(needed), entries[key]))
    return found


def _is_there(value: Any) -> bool:
    return value is not None and value is not False and value != "" and value != () and value != []


def _said(words: Words, match: re.Match[str], known: Mapping[str, Any], titles: Titles) -> str:
    value = known.get(match["name"])
    if match["noun"]:
        return counted(words, match["noun"], value)
    if match["section"]:
        return _listed(value, lambda key: _named(words, match["section"], key, titles))
    if match["signed"] and isinstance(value, int):
        return _number(value) if value < 0 else f"+{value}"
    return _listed(value, _text)


def _listed(value: Any, say_one: Callable[[Any], str]) -> str:
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(say_one(one) for one in value) or UNKNOWN
    return say_one(value)


def _named(words: Words, section: str, key: Any, titles: Titles) -> str:
    if key is None:
        return UNKNOWN
    found = titles(str(key)) if section == "cards" else words.word(section, str(key))
    if found is None and section == "trackers":
        found = words.word("numbers", str(key))  # a number of the sheet is a tracker in the log
    if found is None and section == "fields":
        found = words.word("kinds", str(key)) or words.word("fields", "features")  # a feature without a name
    return found or str(key)


def _text(value: Any) -> str:
    if value is None:
        return UNKNOWN
    return _number(value) if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"{MINUS}{-value}"
