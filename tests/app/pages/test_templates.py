"""Every page in every state: it is drawn in both languages, and lives under the policy."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from app.services.templating import render
from tests.app.pages import fixtures

pytestmark = pytest.mark.quick

NAMES = fixtures.NAMES


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("name", NAMES)
def test_a_page_lives_under_the_policy(name: str, language: str) -> None:
    drawn = fixtures.page(name, language)
    assert f'<html lang="{language}"' in drawn
    assert not re.search(r"<[^>]*\s(?:style|on\w+)\s*=", drawn)
    assert not re.search(r"<script(?![^>]*\ssrc=)", drawn)
    assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", drawn)
    assert "hx-on" not in drawn
    assert 'hx-vals="js:' not in drawn


@pytest.mark.parametrize("name", NAMES)
def test_an_id_stands_once(name: str) -> None:
    counted = Counter(re.findall(r'\sid="([^"]*)"', fixtures.page(name, "en")))
    assert [id for id, times in counted.items() if times > 1] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_page_says_something_else_in_russian(name: str) -> None:
    russian = re.sub(r"<[^>]+>", " ", fixtures.page(name, "ru"))
    assert re.search(r"[а-яё]{3,}", russian)


def test_a_hostile_name_stays_text() -> None:
    drawn = render("join.html", "en", **fixtures.join("en", name="<script>alert(1)</script>"))
    assert "<script>alert" not in drawn
