"""Every word that a person reads can be said in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po
from jinja2 import Environment

from app.settings import ROOT

pytestmark = pytest.mark.quick

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SAID = ("aria-label", "title", "placeholder", "alt", "aria-valuetext", "aria-description")
# Names and keys that are the same in every language.
NAMES = {
    "Shirma",
    "Enter",
    "EN",
    "RU",
    "GM",
    "d6",
    "d12",
    "JSON",
    "OpenAPI",
    "Esc",
    "Ctrl",
    "QR",
    "API",
    "Markdown",
    "CSV",
}
ATTRIBUTE = re.compile(r"""[\w:-]+=(["']).*?\1""", re.DOTALL)  # of a macro that writes the inside of a tag
PATH = re.compile(r"/[\w/.-]+")
WORD = re.compile(r"[^\W\d_]{2,}")
PLACE = re.compile(r"%\(\w+\)s")
BONE = re.compile(r"\bкост(?:ь|и|ью|ей|ям|ями|ях)\b", re.IGNORECASE)
CLASS_BLOCK = re.compile(r"\{% block cls %\}.*?\{% endblock %\}", re.DOTALL)
SAYING = {"_", "gettext", "ngettext", "pgettext"}
SENTENCE = re.compile(r"[A-Z][a-z]+(?: .*)?")


class Visible(HTMLParser):
    """Collects what stands in text and in attributes that are read out."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style")
        self.texts += [value or "" for name, value in attrs if name in SAID]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append(data)


def bare_words(template: str) -> list[str]:
    visible = Visible()
    visible.feed(drawn_as_it_stands(template))
    texts = (PATH.sub(" ", ATTRIBUTE.sub(" ", text)) for text in visible.texts)
    return [word for text in texts for word in WORD.findall(text) if word not in NAMES]


def drawn_as_it_stands(template: str) -> str:
    """The template without its expressions and without the names of classes in blocks."""
    tokens = Environment().lex(CLASS_BLOCK.sub(" ", template))
    return "".join(text if kind == "data" else "\n" if kind == "variable_begin" else "" for _, kind, text in tokens)


def bare_sentences(template: str) -> list[str]:
    """Texts inside expressions that are not said through a catalogue."""
    found, depth, saying = [], 0, 0
    name = ""
    for _, kind, text in Environment().lex(template):
        if kind == "operator" and text in "([{":
            depth += 1
            saying = saying or (depth if name in SAYING and text == "(" else 0)
        elif kind == "operator" and text in ")]}":
            saying = 0 if saying == depth else saying
            depth -= 1
        elif kind == "string" and not saying and SENTENCE.fullmatch(text[1:-1]):
            found += [text[1:-1]] if set(WORD.findall(text)) - NAMES else []
        if kind != "whitespace":
            name = text if kind == "name" else ""
    return found


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_a_template_says_nothing_past_the_catalogue(path: Path) -> None:
    text = path.read_text("utf-8")
    assert bare_words(text) == []
    assert bare_sentences(text) == []


@pytest.mark.parametrize(
    "text, found",
    [
        ("<b>Hello</b>", ["Hello"]),
        ('<b aria-label="Hello there">{{ x }}</b>', ["Hello", "there"]),
        ("<b>{{ _('Hello') }}</b> Shirma", []),
    ],
)
def test_the_check_finds_bare_words(text: str, found: list[str]) -> None:
    assert bare_words(text) == found


def test_the_check_finds_sentences_in_expressions() -> None:
    assert bare_sentences("{{ 'Taken by you' if x else _('Free') }}") == ["Taken by you"]


@pytest.fixture(scope="module")
def russian() -> Catalog:
    with (ROOT / "app" / "locale" / "ru" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale="ru")


KEYWORDS: dict[str, Any] = {"_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
OPTIONS = {"newstyle_gettext": "true", "trim_blocks": "true", "lstrip_blocks": "true", "extensions": "jinja2.ext.do"}


def said() -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """Every text that templates and pages take from the catalogue, with its context."""
    files = [("jinja2.ext:babel_extract", path) for path in TEMPLATES]
    files += [("python", path) for path in (ROOT / "app").rglob("*.py")]
    for method, path in files:
        with path.open("rb") as file:
            for _, message, _, context in extract(method, file, KEYWORDS, options=OPTIONS):
                yield message, context


def test_every_text_of_the_pages_has_russian_words(russian: Catalog) -> None:
    texts = set(said())
    assert ("Your games", None) in texts
    assert ("A name has at most 120 characters.", None) in texts
    assert [text for text, context in texts if not _complete(russian, text, context)] == []


def test_russian_keeps_the_places_for_values(russian: Catalog) -> None:
    for message in russian:
        ids, strings = _several(message.id), [text for text in _several(message.string) if text]
        if message.id and strings:
            places = set[str]().union(*(PLACE.findall(text) for text in strings))
            assert places == set(PLACE.findall(ids[-1])), ids


def test_russian_calls_a_die_by_one_word(russian: Catalog) -> None:
    ours = {str(message.id): " ".join(_several(message.string)) for message in russian if message.id}
    ours |= {path.name: path.read_text("utf-8") for path in (ROOT / "app" / "locale" / "ru").glob("*.toml")}
    assert ours["Your dice"] == "Твои кубики"
    assert [key for key, text in ours.items() if BONE.search(text)] == []


def _several(texts: object) -> list[str]:
    """The texts of a message: one, or one for each plural form."""
    return [str(text) for text in texts] if isinstance(texts, (list, tuple)) else [str(texts or "")]


def _complete(catalogue: Catalog, text: str | tuple[str, ...], context: str | None) -> bool:
    found = catalogue.get(text if isinstance(text, str) else text[0], context)
    if found is None:
        return False
    return all(found.string) if isinstance(found.string, tuple) else bool(found.string)
