"""The menu of the screen: the evening as a whole, and the language of this device."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tests.app.pages.evenings import Evening

BEGIN, END = "Begin a session", 'data-drawer="end"'


def offered(browser: TestClient, game: Evening) -> tuple[bool, bool]:
    """Whether the menu offers to begin a session, and to end one."""
    page = browser.get(game.base).text
    return BEGIN in page, END in page


def test_the_menu_offers_to_begin_or_to_end_a_session_and_never_both(browser: TestClient, game: Evening) -> None:
    assert offered(browser, game) == (True, False)
    game.do({"type": "begin_session"})
    assert offered(browser, game) == (False, True)
    game.do({"type": "end_session"})
    assert offered(browser, game) == (True, False)


def test_a_first_evening_that_nobody_began_can_be_ended_once_something_was_played(
    browser: TestClient, game: Evening
) -> None:
    game.do({"type": "roll", "roll": "dice", "parameters": {"expression": "1d6"}})
    assert offered(browser, game) == (False, True)


def test_the_language_is_kept_and_the_page_comes_back(client: TestClient) -> None:
    answer = client.post("/language", data={"to": "ru", "back": "/reference?q=fear"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/reference?q=fear")
    assert '<html lang="ru"' in client.get("/reference").text


def test_an_unknown_language_changes_nothing(client: TestClient) -> None:
    assert "set-cookie" not in client.post("/language", data={"to": "xx"}).headers


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x", "/a\nb"])
def test_nobody_is_sent_to_another_place(client: TestClient, back: str) -> None:
    assert client.post("/language", data={"to": "ru", "back": back}).headers["location"] == "/"
