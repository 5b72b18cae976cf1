"""Who plays: the party in one field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

PARTY = "Ilka, Sorcerer 3, ev 11, 7/14, hp 6, armor 3\nОро, Страж 3, укл 9, хиты 7, 9/18\nVesna, hp 900"


@pytest.fixture
def game(browser: TestClient) -> str:
    made = browser.post("/games/new", data={"name": "The Salt Road", "system": "daggerheart"})
    return made.headers["location"].removesuffix("/party")


def creatures(browser: TestClient, game: str) -> dict[str, dict[str, object]]:
    view = browser.get(f"/api/v1{game}").json()["view"]
    return {creature["name"]: creature for creature in view["creatures"].values()}


def test_the_page_asks_who_plays(browser: TestClient, game: str) -> None:
    page = browser.get(f"{game}/party").text
    assert 'name="party"' in page
    assert "Evasion" in page or "What was understood appears here" in page


def test_what_is_typed_is_read_at_once_and_nothing_is_stored(browser: TestClient, game: str) -> None:
    understood = browser.post("/games/new/preview", data={"system": "daggerheart", "party": PARTY}).text
    assert "<b>Ilka</b>" in understood
    assert "7 / 14" in understood
    assert "hp 900" in understood
    assert creatures(browser, game) == {}


def test_the_rules_fill_in_what_was_left_out_and_it_is_marked(browser: TestClient) -> None:
    understood = browser.post("/games/new/preview", data={"system": "daggerheart", "party": "Tamsin, level 3"}).text
    assert "3 / 6 ?" in understood


def test_the_party_stands_on_the_board_with_what_was_said(browser: TestClient, game: str) -> None:
    answer = browser.post(f"{game}/party", data={"party": PARTY})
    assert (answer.status_code, answer.headers["location"]) == (303, game)
    party = creatures(browser, game)
    assert set(party) == {"Ilka", "Оро", "Vesna"}
    ilka = party["Ilka"]
    assert ilka["kind"] == "pc"
    assert ilka["numbers"]["evasion"] == 11  # type: ignore[index]
    assert ilka["trackers"]["armor_slots"]["max"] == 3  # type: ignore[index]
    assert party["Оро"]["numbers"]["severe"] == 18  # type: ignore[index]


def test_the_party_is_one_step_to_undo(browser: TestClient, game: str) -> None:
    browser.post(f"{game}/party", data={"party": PARTY})
    assert browser.post(f"/api/v1{game}/undo", json={}).status_code == 200
    assert creatures(browser, game) == {}


def test_what_no_name_can_hold_is_left_out_of_what_was_pasted(browser: TestClient, game: str) -> None:
    party = "O\0ro, ev 10\n\0\nMira \x1b"
    assert browser.post("/games/new/preview", data={"system": "daggerheart", "party": party}).status_code == 200
    assert browser.post(f"{game}/party", data={"party": party}).status_code == 303
    assert [one["name"] for one in creatures(browser, game).values()] == ["Oro", "Mira"]


@pytest.mark.parametrize("party", ["", "   \n\n", "\0"])
def test_nobody_is_nobody(browser: TestClient, game: str, party: str) -> None:
    assert browser.post(f"{game}/party", data={"party": party}).status_code == 303
    assert creatures(browser, game) == {}


@pytest.mark.parametrize(
    "send",
    [
        lambda browser, game: browser.post("/games/new/preview", data={"system": "none", "party": "x"}),
        lambda browser, game: browser.post("/games/new/preview", data={"system": "daggerheart", "party": "x" * 20_001}),
        lambda browser, game: browser.post("/games/g_none/party", data={"party": "x"}),
    ],
)
def test_what_cannot_be_is_refused(browser: TestClient, game: str, send: Callable[..., object]) -> None:
    assert send(browser, game).status_code in (404, 422)  # type: ignore[attr-defined]


def test_only_the_one_who_runs_the_game_sets_it_up(client: TestClient, game: str) -> None:
    assert client.get(f"{game}/party").headers["location"].startswith("/signin")


def sent(browser: TestClient, game: str, party: str, then: str) -> Any:
    return browser.post(f"{game}/party", data={"party": party, "then": then})


def test_the_button_says_how_many_lines_go_on_as_they_stand(browser: TestClient) -> None:
    def shown(party: str) -> str:
        data = {"system": "daggerheart", "game": "g_1", "party": party}
        return browser.post("/games/new/preview", data=data).text

    assert "Open the screen (1 line not fully read)" in shown(PARTY)
    assert "Open the screen (2 lines not fully read)" in shown(PARTY + "\nKay, wibble 900")
    assert "Open the screen" in shown("Ilka, Sorcerer 3")


def test_lines_that_are_not_understood_are_shown_before_the_screen_opens(browser: TestClient, game: str) -> None:
    answer = sent(browser, game, PARTY, "screen")
    assert answer.status_code == 422
    assert "Vesna, hp 900</textarea>" in answer.text
    assert "Open the screen (1 line not fully read)" in answer.text
    assert creatures(browser, game) == {}


def test_a_line_that_goes_on_as_it_stands_is_kept_in_the_note_of_its_character(browser: TestClient, game: str) -> None:
    assert sent(browser, game, PARTY, "as_they_stand").status_code == 303
    notes = {name: creature["note"] for name, creature in creatures(browser, game).items()}
    assert notes == {"Ilka": "", "Оро": "", "Vesna": "Vesna, hp 900"}


def test_a_party_that_is_understood_opens_the_screen_at_once(browser: TestClient, game: str) -> None:
    assert sent(browser, game, "Ilka, Sorcerer 3", "screen").status_code == 303
    assert set(creatures(browser, game)) == {"Ilka"}
