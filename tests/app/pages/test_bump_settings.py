"""The settings of Bump d20: readings are chosen by words."""

from __future__ import annotations

import re

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from tests.app.pages.evenings import Evening, demo_of
from tests.app.pages.test_bump import NAMES


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    return demo_of(app, account, "bump", NAMES)


@pytest.mark.parametrize(("language", "words"), [("en", ("No", "Yes")), ("ru", ("Нет", "Да"))])
def test_what_is_on_or_off_is_said_in_words(
    browser: TestClient, game: Evening, language: str, words: tuple[str, str]
) -> None:
    page = browser.get(f"{game.base}/settings", headers={"Accept-Language": language}).text
    seen = re.sub(r"<[^>]+>", "\n", page.partition("<main")[2])
    assert not re.search(r"^\s*(?:true|false)\s*$", seen, re.MULTILINE)
    for word in words:
        assert re.search(rf"^\s*{word}\s*$", seen, re.MULTILINE)
