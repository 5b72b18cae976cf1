"""The viewer's language: which one, and the catalogue of the pages' words in it."""

from __future__ import annotations

import gettext
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from pathlib import Path

from app.settings import LANGUAGES, ROOT

LOCALE = ROOT / "app" / "locale"
NAMES = {"en": "English", "ru": "Русский"}
COOKIE = "lang"


def chosen(cookie: str | None, accept: str | None) -> str:
    """The language of a viewer: what the cookie says, else the first that the browser asks for, else English."""
    if cookie in LANGUAGES:
        return str(cookie)
    return next((tag for tag in _wanted(accept or "") if tag in LANGUAGES), LANGUAGES[0])


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The words of the pages in ``language``. Without a compiled catalogue that is up to date, from its source."""
    source, compiled = _files(language)
    if not source.exists():
        return gettext.NullTranslations()
    if _is_fresh(source, compiled):
        return gettext.GNUTranslations(BytesIO(compiled.read_bytes()))
    return gettext.GNUTranslations(BytesIO(_compile(source, language)))


def compile_catalogues(languages: Iterable[str] = LANGUAGES) -> list[Path]:
    """The compiled catalogues that were out of date and have been written anew."""
    written = []
    for language in languages:
        source, compiled = _files(language)
        if source.exists() and not _is_fresh(source, compiled):
            compiled.write_bytes(_compile(source, language))
            written.append(compiled)
    return written


def _files(language: str) -> tuple[Path, Path]:
    folder = LOCALE / language / "LC_MESSAGES"
    return folder / "messages.po", folder / "messages.mo"


def _is_fresh(source: Path, compiled: Path) -> bool:
    return compiled.exists() and compiled.stat().st_mtime_ns >= source.stat().st_mtime_ns


def _compile(source: Path, language: str) -> bytes:
    # Babel is imported only here: a server whose catalogues are compiled starts without it.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    target = BytesIO()
    with source.open("rb") as text:
        write_mo(target, read_po(text, locale=language))
    return target.getvalue()


def _wanted(accept: str) -> list[str]:
    """The primary tags of an Accept-Language header, the most wanted first."""
    weighed = []
    for place, item in enumerate(accept.split(",")[:20]):
        tag, _, parameters = item.strip().partition(";")
        weighed.append((-_quality(parameters), place, tag.split("-")[0].lower()))
    return [tag for quality, _, tag in sorted(weighed) if tag and quality < 0]


def _quality(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
