"""Every page in every state: it is drawn in both languages, and lives under the policy."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from app.services.templating import render

spec = importlib.util.spec_from_file_location("page_fixtures", Path(__file__).with_name("fixtures.py"))
assert spec is not None
assert spec.loader is not None
fixtures = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fixtures)
PAGES: dict[str, tuple[str, dict[str, Any]]] = fixtures.PAGES


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_lives_under_the_policy(name: str, language: str) -> None:
    template, values = PAGES[name]
    drawn = render(template, language, **values)
    assert f'<html lang="{language}"' in drawn
    assert not re.search(r"<[^>]*\s(?:style|on\w+)\s*=", drawn)
    assert not re.search(r"<script(?![^>]*\ssrc=)", drawn)
    assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", drawn)
    assert "hx-on" not in drawn
    assert 'hx-vals="js:' not in drawn


@pytest.mark.parametrize("name", PAGES)
def test_an_id_stands_once(name: str) -> None:
    template, values = PAGES[name]
    counted = Counter(re.findall(r'\sid="([^"]*)"', render(template, "en", **values)))
    assert [id for id, times in counted.items() if times > 1] == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_something_else_in_russian(name: str) -> None:
    template, values = PAGES[name]
    russian = re.sub(r"<[^>]+>", " ", render(template, "ru", **values))
    assert re.search(r"[а-яё]{3,}", russian)


def test_a_hostile_name_stays_text() -> None:
    template, values = PAGES["join"]
    drawn = render(template, "en", **(values | {"name": "<script>alert(1)</script>"}))
    assert "<script>alert" not in drawn
