"""A stat block is pasted into the library or onto the board, and what was not understood of it is said first."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from app.services import library
from app.services.shelf import ID
from tests.app.pages.evenings import Evening

WIDOW = """Marsh Widow
Solo
Tier
2
Difficulty
16
FEATURES
ACTIONS
Net Cast
Mark a Stress to throw a net.
HP & STRESS
MINOR
1 HP
14
MAJOR
2 HP
28
SEVERE
HP:
8
STRESS:
6
LIKED (12)
"""


def look(browser: TestClient, text: str, system: str = "daggerheart") -> str:
    answer = browser.post("/library/pasted", data={"system": system, "pasted": text})
    assert answer.status_code == 200
    return str(answer.text)


def names(game: Evening, account: str) -> list[str]:
    found = game.house.shelf.find(game.house.database, account, None)
    return [one.name for one in library.several(game.house.database, account, [h.card.facts[ID] for h in found.items])]


def test_what_is_understood_is_shown_before_anything_is_stored(
    browser: TestClient, game: Evening, account: str
) -> None:
    shown = look(browser, WIDOW)
    for words in ("Marsh Widow", '<b class="num">28</b>', "Net Cast", "LIKED (12)"):
        assert words in shown
    assert names(game, account) == []


@pytest.mark.parametrize(
    ("text", "system", "why"),
    [
        ("just words", "daggerheart", "no format that is known"),
        ("Rat\nArmor Class 12\nHit Points 3", "daggerheart", "armor class"),
        (WIDOW, "generic", "It belongs to Daggerheart"),
    ],
)
def test_what_cannot_be_read_says_why(browser: TestClient, game: Evening, text: str, system: str, why: str) -> None:
    assert why in look(browser, text, system)


def test_nothing_pasted_is_nothing_wrong(browser: TestClient, game: Evening) -> None:
    assert 'class="err"' not in look(browser, " \n")
    assert browser.post("/library/pasted", data={"system": "none", "pasted": "x"}).status_code == 404


def test_the_drawer_puts_it_into_the_library_and_onto_the_board(
    browser: TestClient, game: Evening, account: str
) -> None:
    assert 'name="pasted"' in browser.get(f"{game.base}/drawers/paste").text
    fields = {"pasted": WIDOW, "_board": "1", "_hidden": "true", "_close": "across"}
    answer = browser.post(f"{game.base}/paste", data=fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    widow = list(game.view()["creatures"].values())[-1]
    assert (widow["name"], widow["hidden"], widow["numbers"]["major"]) == ("Marsh Widow", True, 14)
    assert names(game, account) == ["Marsh Widow"]


def test_where_the_board_is_full_it_is_in_the_library_all_the_same(
    browser: TestClient, game: Evening, account: str
) -> None:
    crowd = {"type": "add_creatures", "creature": {"name": "Moth"}, "count": 99}
    game.do(*[crowd] * 5)
    answer = browser.post(f"{game.base}/paste", data={"pasted": WIDOW, "_board": "1"}, headers={"HX-Request": "true"})
    said = json.loads(answer.headers["hx-trigger"])["shirma:toast"]["text"]
    assert said.startswith("In the library: Marsh Widow. ")
    assert "500" in said
    assert (answer.status_code, names(game, account)) == (200, ["Marsh Widow"])


def test_it_can_go_into_the_library_alone(browser: TestClient, game: Evening, account: str) -> None:
    before = len(game.view()["board"])
    answer = browser.post(f"{game.base}/paste", data={"pasted": WIDOW}, headers={"HX-Request": "true"})
    assert json.loads(answer.headers["hx-trigger"])["shirma:toast"]["text"] == "In the library: Marsh Widow"
    assert (names(game, account), len(game.view()["board"])) == (["Marsh Widow"], before)


def test_another_of_the_same_name_is_kept_beside_it_or_replaced_as_one_says(
    browser: TestClient, game: Evening, account: str
) -> None:
    other = WIDOW.replace("28", "30")
    browser.post("/library/paste", data={"system": "daggerheart", "pasted": WIDOW})
    assert "The library has it already." in look(browser, WIDOW)
    assert "The library has another creature with this name." in look(browser, other)
    browser.post("/library/paste", data={"system": "daggerheart", "pasted": other, "clash": "keep"})
    assert names(game, account) == ["Marsh Widow", "Marsh Widow"]
    browser.post("/library/paste", data={"system": "daggerheart", "pasted": other, "clash": "replace"})
    assert len(names(game, account)) == 2


def test_the_library_page_says_what_came_of_it(browser: TestClient, game: Evening) -> None:
    page = browser.post("/library/paste", data={"system": "daggerheart", "pasted": WIDOW})
    assert page.status_code == 200
    assert "LIKED (12)" in page.text
    refused = browser.post("/library/paste", data={"system": "daggerheart", "pasted": "just words"})
    assert refused.status_code == 422
    assert "no format that is known" in refused.text
