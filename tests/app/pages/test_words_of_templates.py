"""Every word that a person reads can be said in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from app.settings import ROOT

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SAID = ("aria-label", "title", "placeholder", "alt", "aria-valuetext", "aria-description")
# Names and keys that are the same in every language.
NAMES = {"Shirma", "Enter", "EN", "RU", "GM", "d6", "d12", "JSON", "OpenAPI", "Esc", "Ctrl", "QR", "API"}
PATH = re.compile(r"/[\w/.-]+")
WORD = re.compile(r"[^\W\d_]{2,}")
# A block that names a class, and everything that is not drawn as it stands.
JINJA = re.compile(r"\{% block cls %\}.*?\{% endblock %\}|\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
TRANSLATED = re.compile(r"\b(?:_|ngettext|pgettext)\((?:[^()]|\([^()]*\))*\)")
SENTENCE = re.compile(r"""(?<![\w(])(['"])([A-Z][a-z]+(?: [^'"]*)?)\1""")


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
    visible.feed(JINJA.sub(" ", template))
    texts = (PATH.sub(" ", text) for text in visible.texts)
    return [word for text in texts for word in WORD.findall(text) if word not in NAMES]


def bare_sentences(template: str) -> list[str]:
    """Texts inside expressions that are not said through a catalogue."""
    expressions = re.findall(r"\{\{.*?\}\}|\{%(?!-?\s*(?:import|include|extends)).*?%\}", template, re.DOTALL)
    return [
        match[2]
        for expression in expressions
        for match in SENTENCE.finditer(TRANSLATED.sub("", expression))
        if match[2] not in NAMES
    ]


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


def said() -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """Every text that templates and pages take from the catalogue, with its context."""
    keywords: dict[str, tuple[int, ...] | tuple[tuple[int, str], int] | None] = {
        "_": None,
        "gettext": None,
        "ngettext": (1, 2),
        "pgettext": ((1, "c"), 2),
    }
    options = {
        "jinja2": {"newstyle_gettext": "true", "trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
    }
    method_map = [("python", "app/**.py"), ("jinja2.ext:babel_extract", "templates/**.html")]
    options_map = {"templates/**.html": {**options["jinja2"], "extensions": "jinja2.ext.do"}}
    for folder in ("app", "templates"):
        maps = [
            (method, pattern.removeprefix(f"{folder}/")) for method, pattern in method_map if pattern.startswith(folder)
        ]
        found = extract_from_dir(
            ROOT / folder, maps, {p.removeprefix("templates/"): o for p, o in options_map.items()}, keywords
        )
        for _, _, message, _, context in found:
            yield message, context


def test_every_text_of_the_pages_has_russian_words(russian: Catalog) -> None:
    missing = [text for text, context in set(said()) if not _complete(russian, text, context)]
    assert missing == []


def test_russian_keeps_the_places_for_values(russian: Catalog) -> None:
    places = re.compile(r"%\(\w+\)s")
    for message in russian:
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, (list, tuple)) else (message.id,)
        strings = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
        assert {tuple(sorted(places.findall(text or ""))) for text in strings} == {
            tuple(sorted(places.findall(ids[-1])))
        }


def _complete(catalogue: Catalog, text: str | tuple[str, ...], context: str | None) -> bool:
    found = catalogue.get(text if isinstance(text, str) else text[0], context)
    if found is None:
        return False
    return all(found.string) if isinstance(found.string, tuple) else bool(found.string)
