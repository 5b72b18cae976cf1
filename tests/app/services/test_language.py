"""The viewer's language and the catalogue of the pages' words."""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.services import language


@pytest.mark.parametrize(
    "cookie, accept, wanted",
    [
        (None, None, "en"),
        (None, "", "en"),
        (None, "ru-RU,ru;q=0.9,en;q=0.8", "ru"),
        (None, "en-GB,ru;q=0.9", "en"),
        (None, "de,ru;q=0.4,en;q=0.3", "ru"),
        (None, "de,fr", "en"),
        (None, "ru;q=0,en", "en"),
        (None, "ru;q=oops,en;q=0.1", "en"),
        ("ru", "en", "ru"),
        ("en", "ru", "en"),
        ("xx", "ru", "ru"),
    ],
)
def test_the_cookie_decides_and_then_the_browser(cookie: str | None, accept: str | None, wanted: str) -> None:
    assert language.chosen(cookie, accept) == wanted


def test_a_hostile_header_is_only_a_header() -> None:
    assert language.chosen(None, "," * 100_000 + "ru") == "en"


def test_russian_counts_in_three_forms() -> None:
    ru = language.catalogue("ru")
    said = [ru.ngettext("%(num)s card", "%(num)s cards", n) % {"num": n} for n in (1, 2, 5, 11, 21)]
    assert said == ["1 карточка", "2 карточки", "5 карточек", "11 карточек", "21 карточка"]


def test_english_is_what_the_templates_say() -> None:
    assert language.catalogue("en").ngettext("%(num)s card", "%(num)s cards", 1) == "%(num)s card"


@pytest.fixture
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "ru" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (folder / "messages.po").write_text(head + 'msgid "Menu"\nmsgstr "Меню"\n', "utf-8")
    monkeypatch.setattr(language, "LOCALE", tmp_path)
    language.catalogue.cache_clear()
    yield folder
    language.catalogue.cache_clear()


def test_a_catalogue_needs_no_compiling(locale: Path) -> None:
    assert language.catalogue("ru").gettext("Menu") == "Меню"
    assert not (locale / "messages.mo").exists()


def test_compiling_writes_what_is_out_of_date_and_nothing_else(locale: Path) -> None:
    compiled = locale / "messages.mo"
    assert language.compile_catalogues() == [compiled]
    assert language.compile_catalogues() == []
    with compiled.open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Menu") == "Меню"


def test_a_stale_compiled_catalogue_is_not_believed(locale: Path) -> None:
    language.compile_catalogues()
    source = locale / "messages.po"
    source.write_text(source.read_text("utf-8").replace("Меню", "Ещё"), "utf-8")
    os.utime(locale / "messages.mo", (0, 0))
    assert language.catalogue("ru").gettext("Menu") == "Ещё"
