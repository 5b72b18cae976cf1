"""The library: brought in from a file, found as you type."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from tests.app.pages.evenings import Evening

HOUND: dict[str, Any] = {
    "name": "Drowned Hound",
    "tier": "1",
    "type": "Skulk",
    "description": "It remembers the ferry.",
    "difficulty": "12",
    "thresholds": "5/9",
    "hp": "3",
    "stress": "2",
    "atk": "+1",
    "attack": "Bite",
    "range": "Melee",
    "damage": "1d8+2 phy",
    "feats": [],
}


def bring(browser: TestClient, content: bytes | list[dict[str, Any]]) -> Response:
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    answer: Response = browser.post("/library/import", files={"file": ("hounds.json", raw, "application/json")})
    return answer


def test_an_empty_library_says_what_to_do(browser: TestClient) -> None:
    assert "Nothing yet" in browser.get("/library").text


def test_a_search_in_an_empty_library_says_that_it_is_empty_and_how_to_fill_it(browser: TestClient) -> None:
    for address in ("/library/found?q=wolf", "/library?q=wolf"):
        page = browser.get(address).text
        assert "your library of this game is empty" in page
        for way in ("file", "paste"):
            assert f"&amp;import={way}" in page
    opened = re.findall(r'<details class="read import"( open)?>', browser.get("/library?import=paste").text)
    assert opened == ["", " open"]


def test_a_search_that_finds_nothing_in_a_library_that_is_not_empty_says_just_that(browser: TestClient) -> None:
    bring(browser, [HOUND])
    page = browser.get("/library/found?q=zzz").text
    assert "Nothing found" in page
    assert "is empty" not in page


def test_the_drawer_that_adds_says_that_the_library_is_empty(browser: TestClient, game: Evening) -> None:
    address = f"{game.base}/drawers/add"
    for said in ("", "wolf"):
        page = browser.get(address, params={"_said": said}).text
        assert "Your library is empty" in page
        assert f"{game.base}/drawers/paste" in page
    assert "Your library is empty" not in browser.get(address, params={"kind": "pc"}).text
    russian = browser.get(address, headers={"accept-language": "ru"}).text
    assert "Библиотека пуста" in russian
    bring(browser, [HOUND])
    assert "Your library is empty" not in browser.get(address).text


def test_a_file_is_brought_in_and_stands_in_the_table(browser: TestClient) -> None:
    answer = bring(browser, [HOUND])
    assert answer.status_code == 200
    assert "New: 1." in answer.text
    page = browser.get("/library").text
    assert "Drowned Hound" in page
    assert "5 / 9" in page
    assert "hounds.json" in page


def test_bringing_it_in_again_changes_nothing(browser: TestClient) -> None:
    bring(browser, [HOUND])
    assert "New: 0. As before: 1." in bring(browser, [HOUND]).text


def test_a_hound_is_found_by_a_few_letters_of_its_name(browser: TestClient) -> None:
    bring(browser, [HOUND, HOUND | {"name": "Marsh Lantern"}])
    found = browser.get("/library/found", params={"q": "houn"}).text
    assert "Drowned Hound" in found
    assert "Marsh Lantern" not in found


def test_the_kind_narrows_the_table(browser: TestClient) -> None:
    bring(browser, [HOUND])
    assert "Drowned Hound" not in browser.get("/library/found", params={"kind": "environment"}).text


def test_an_entry_is_taken_out(browser: TestClient) -> None:
    bring(browser, [HOUND])
    id = browser.get("/api/v1/library").json()["items"][0]["id"]
    answer = browser.post(f"/library/{id}/remove", data={"q": "", "system": "daggerheart", "kind": ""})
    assert "Removed: Drowned Hound" in answer.text
    assert "<b>Drowned Hound</b>" not in answer.text
    assert browser.post(f"/library/{id}/remove").status_code == 404


def test_what_was_taken_out_comes_back_as_it_was(browser: TestClient) -> None:
    bring(browser, [HOUND])
    before = browser.get("/api/v1/library").json()["items"][0]
    answer = browser.post(f"/library/{before['id']}/remove")
    field = re.search(r'name="entry" value="([^"]*)"', answer.text)
    assert field is not None
    fields = {"of": "daggerheart", "entry": html.unescape(field[1]), "source": "hounds.json"}
    assert "<b>Drowned Hound</b>" in browser.post("/library/bring-back", data=fields).text
    after = browser.get("/api/v1/library").json()["items"][0]
    kept = ("key", "name", "tier", "type", "summary", "tags", "source")
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}


@pytest.mark.parametrize(
    "entry", ["", "{}", "nonsense", '{"spec": {}, "tags": []}', '{"spec": {"name": 5}, "tags": []}']
)
def test_what_is_no_entry_is_not_brought_back(browser: TestClient, entry: str) -> None:
    answer = browser.post("/library/bring-back", data={"of": "daggerheart", "entry": entry})
    assert 400 <= answer.status_code < 500


@pytest.mark.parametrize("content", [b"", b"nonsense", b"[]", b'{"a": 1}', b"\xff\xfe\x00"])
def test_what_is_no_file_of_creatures_is_refused_in_words(browser: TestClient, content: bytes) -> None:
    answer = bring(browser, content)
    assert 400 <= answer.status_code < 500
    assert 'class="err"' in answer.text


def test_a_form_without_a_file_is_refused(browser: TestClient) -> None:
    assert browser.post("/library/import").status_code == 422


def test_the_library_is_not_for_strangers(client: TestClient) -> None:
    assert client.get("/library").headers["location"] == "/signin?next=/library"
    assert bring(client, [HOUND]).status_code == 401


def test_a_library_that_a_game_opened_leads_back_to_it(browser: TestClient, game: Evening) -> None:
    id, back = game.access.game_id, f'<a class="btn" href="{game.base}">'
    address = f"/library?system=daggerheart&amp;game={id}"
    assert f'href="{address}"' in browser.get(game.base).text
    assert f'href="{address}&amp;import=file"' in browser.get(f"{game.base}/drawers/add").text
    page = browser.get(f"/library?system=daggerheart&game={id}").text
    assert back in page
    assert page.count(f'<input type="hidden" name="game" value="{id}">') == 3
    files = {"file": ("hounds.json", json.dumps([HOUND]).encode(), "application/json")}
    assert back in browser.post("/library/import", files=files, data={"game": id}).text
    assert back in browser.post("/library/paste", data={"pasted": "Rat", "game": id}).text


def test_who_comes_to_bring_a_file_finds_the_field_for_it_open(browser: TestClient) -> None:
    bring(browser, [HOUND])
    assert '<details class="read import">' in browser.get("/library").text
    assert '<details class="read import" open>' in browser.get("/library?import=file").text


@pytest.mark.parametrize("other", ["", "g_nothing", "<b>"])
def test_a_library_that_no_game_of_ones_own_opened_leads_to_none(browser: TestClient, other: str) -> None:
    page = browser.get("/library", params={"game": other})
    assert page.status_code == 200
    assert "Open the screen" not in page.text
    assert 'name="game"' not in page.text
