"""Encounters are prepared on a page of their own, and started, put away and cleared on the screen."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from app.services import encounters, fights, library
from app.services.encounters import Prepared
from app.services.games import see
from tests.app.pages.evenings import Evening

HOUND: dict[str, Any] = {
    "name": "Drowned Hound",
    "numbers": {"difficulty": 12, "major": 5, "severe": 9},
    "trackers": {"hit_points": {"max": 3}},
    "features": {"about": {"kind": "about", "name": "", "facts": {"tier": 1, "type": "skulk"}}},
}
HTMX = {"HX-Request": "true"}


@pytest.fixture
def hounds(game: Evening, account: str) -> str:
    """The id of an entry of the library."""
    return game.house.database.write(lambda db: library.create(db, account, "daggerheart", HOUND, [], "", "en").id)


def prepared(game: Evening) -> list[Prepared]:
    return game.house.database.read(lambda db: encounters.listed(db, game.access))


def save(browser: TestClient, game: Evening, **fields: str) -> Prepared:
    data = {"name": "Ford", "lines": "2 hound\nFerryman hidden wave 2", **fields}
    assert browser.post(f"{game.base}/encounters/save", data=data).status_code == 303
    return prepared(game)[-1]


def do(browser: TestClient, game: Evening, what: str, **fields: str) -> Any:
    return browser.post(f"{game.base}/encounters/{what}", data=fields, headers=HTMX)


def on_board(game: Evening) -> list[str]:
    view = game.view()
    return [view["creatures"][id]["name"] for id in view["board"] if view["creatures"][id]["wave"] is None]


def test_the_lines_are_understood_while_they_are_typed(browser: TestClient, game: Evening, hounds: str) -> None:
    fields = {"lines": "3 hound\n2 Nobody as Shade hidden, blue", "adjustments": "harder"}
    shown = browser.post(f"{game.base}/encounters/preview", data=fields).text
    assert "Drowned Hound" in shown
    assert "not in the library: comes as a name only" in shown
    assert "Shade" in shown
    assert "blue" in shown
    assert "Battle Points" in shown
    assert prepared(game) == []


def test_what_is_saved_is_read_again_as_it_was_typed(browser: TestClient, game: Evening, hounds: str) -> None:
    made = save(browser, game, note="at dusk")
    assert [(row.name, row.count, row.card, row.wave) for row in made.rows] == [
        ("Drowned Hound", 2, hounds, None),
        ("Ferryman", 1, None, "2"),
    ]
    page = browser.get(f"{game.base}/encounters/{made.id}").text
    assert "2 Drowned Hound\nFerryman, hidden, wave 2</textarea>" in page
    assert "at dusk" in page
    browser.post(f"{game.base}/encounters/save", data={"encounter": made.id, "name": "Mill", "lines": "Drowned Hound"})
    assert [(one.name, len(one.rows)) for one in prepared(game)] == [("Mill", 1)]


def test_an_encounter_without_a_name_is_asked_for_one(browser: TestClient, game: Evening) -> None:
    answer = browser.post(f"{game.base}/encounters/save", data={"name": " ", "lines": "3 rat"})
    assert answer.status_code == 422
    assert "An encounter needs a name." in answer.text
    assert "3 rat</textarea>" in answer.text
    assert prepared(game) == []


def test_saved_and_started_at_once(browser: TestClient, game: Evening) -> None:
    answer = browser.post(f"{game.base}/encounters/save", data={"name": "Rats", "lines": "2 rat", "then": "start"})
    assert answer.headers["location"] == game.base
    assert on_board(game)[-2:] == ["rat 1", "rat 2"]


def test_the_drawer_starts_a_fight_and_says_so_with_an_undo(browser: TestClient, game: Evening, hounds: str) -> None:
    made = save(browser, game)
    drawer = browser.get(f"{game.base}/drawers/prepared").text
    assert "2 Drowned Hound, Ferryman (wave 2)" in drawer
    answer = do(browser, game, f"{made.id}/start", _close="across")
    assert on_board(game)[-2:] == ["Drowned Hound 1", "Drowned Hound 2"]
    said = json.loads(answer.headers["hx-trigger"])["shirma:toast"]
    assert "/undo?steps=" in said["undo"]
    assert "Bring on" in answer.text
    assert "⇧W" in answer.text


def test_a_fight_that_was_started_is_started_whatever_was_to_open_after_it(browser: TestClient, game: Evening) -> None:
    made = save(browser, game, lines="rat")
    assert do(browser, game, f"{made.id}/start", _begins="nothing").status_code == 200
    assert on_board(game)[-1] == "rat"


def test_dice_that_were_typed_count_the_others_are_rolled(browser: TestClient, game: Evening) -> None:
    made = save(browser, game, lines="d4 rat")
    do(browser, game, f"{made.id}/start", **{"dice/0": "3"})
    assert on_board(game)[-3:] == ["rat 1", "rat 2", "rat 3"]
    game.do({"type": "clear_enemies"})
    do(browser, game, f"{made.id}/start", **{"dice/0": ""})
    assert on_board(game)[-1].startswith("rat")
    refused = do(browser, game, f"{made.id}/start", **{"dice/0": "9"})
    assert refused.status_code == 422
    assert "shirma:refused" in refused.headers["hx-trigger"]


def test_a_fight_is_put_away_and_brought_back_on_the_screen(browser: TestClient, game: Evening) -> None:
    made = save(browser, game, lines="rat")
    answer = do(browser, game, f"{made.id}/park", _reopen="prepared", _slot="across")
    assert on_board(game) == ["Oro", "Ilka"]
    assert "Put away: Ford" in answer.text
    assert "Resume" in browser.get(f"{game.base}/drawers/prepared").text
    do(browser, game, f"{made.id}/resume", _close="across")
    assert on_board(game) == ["Oro", "Ilka", "Revenant", "Zq-Lantern", "The ferry"]


def test_the_board_is_kept_as_an_encounter(browser: TestClient, game: Evening) -> None:
    answer = do(browser, game, "keep", name="Ferry fight", _reopen="prepared", _slot="across")
    (made,) = prepared(game)
    assert [(row.name, row.kind, row.hidden) for row in made.rows] == [
        ("Revenant", "adversary", False),
        ("Zq-Lantern", "adversary", True),
        ("The ferry", "environment", False),
    ]
    assert json.loads(answer.headers["hx-trigger"])["shirma:toast"] == {
        "target": "body",
        "text": "Kept: Ferry fight",
        "undo": "",
    }
    assert on_board(game)[2] == "Revenant"
    do(browser, game, "keep", name="Later", _park="1")
    assert on_board(game) == ["Oro", "Ilka"]


def test_a_board_that_cannot_be_put_away_is_not_kept_either(browser: TestClient, game: Evening) -> None:
    game.do({"type": "park", "name": "Before", "creatures": []})
    assert on_board(game) == ["Oro", "Ilka"]
    before = game.view()
    refused = browser.post(
        f"{game.base}/encounters/keep", data={"name": "Later", "_park": "1"}, headers={"HX-Request": "true"}
    )
    assert "shirma:refused" in refused.headers["hx-trigger"]
    assert (prepared(game), game.view()) == ([], before)


def test_a_board_that_is_kept_and_put_away_is_brought_back_from_what_was_kept(
    browser: TestClient, game: Evening
) -> None:
    do(browser, game, "keep", name="Later", _park="1")
    (made,) = prepared(game)
    assert (made.body.label, len(made.rows)) == ("Later", 3)
    do(browser, game, f"{made.id}/resume", _close="across")
    assert on_board(game)[2:] == ["Revenant", "Zq-Lantern", "The ferry"]


def test_an_encounter_is_thrown_away_and_brought_back(browser: TestClient, game: Evening, hounds: str) -> None:
    made = save(browser, game)
    gone = do(browser, game, f"{made.id}/remove").text
    assert "Removed: Ford" in gone
    assert prepared(game) == []
    body = encounters.Body(rows=made.rows, adjustments=made.body.adjustments)
    entry = msgspec.json.encode({"name": "Ford", "body": body}).decode()
    assert "Ford" in do(browser, game, "bring-back", entry=entry).text
    assert prepared(game)[0].rows == made.rows
    assert do(browser, game, "bring-back", entry='{"name": 3}').status_code == 400


@pytest.mark.case("GM-069")
def test_a_library_that_has_changed_is_said_and_brought_in_on_request(
    browser: TestClient, game: Evening, account: str, hounds: str
) -> None:
    made = save(browser, game)
    patch = {"trackers": {"hit_points": {"max": 9}}}
    game.house.database.write(lambda db: library.change(db, account, hounds, "en", creature=patch))
    page = browser.get(f"{game.base}/encounters/{made.id}").text
    assert "The library has changed since: Drowned Hound" in page
    assert browser.post(f"{game.base}/encounters/{made.id}/update").status_code == 303
    assert prepared(game)[0].rows[0].creature["trackers"] == patch["trackers"]
    assert "The library has changed" not in browser.get(f"{game.base}/encounters/{made.id}").text


def test_pages_of_encounters_are_their_gm_s_alone(client: TestClient, browser: TestClient, game: Evening) -> None:
    made = save(browser, game)
    for path in ("", "/new", f"/{made.id}"):
        assert browser.get(f"{game.base}/encounters{path}").status_code == 200
        assert client.get(f"{game.base}/encounters{path}").status_code == 303
    assert browser.get(f"{game.base}/encounters/n_none").status_code == 404
    assert browser.get(f"/games/g_none/encounters/{made.id}").status_code == 404


def test_a_wounded_hound_is_prepared_unhurt(game: Evening) -> None:
    rows = fights.from_board(game.house, game.access, see(game.house, game.access, "en"))
    revenant = next(row for row in rows if row.name == "Revenant")
    assert revenant.creature["trackers"]["hit_points"] == {"max": 7}


def test_a_fight_saved_while_names_are_numbers_keeps_the_names_alone(browser: TestClient, game: Evening) -> None:
    game.do({"type": "change_setting", "key": "seen/foe/name", "value": "number"})
    assert "Reveal the name" in browser.get(f"{game.base}/drawers/more?creature={game.ids['Revenant']}").text
    browser.post(f"{game.base}/encounters/keep", data={"name": "Again"}, headers={"HX-Request": "true"})
    (kept,) = browser.get(f"/api/v1{game.base}/encounters").json()["items"]
    assert [row["alias"] for row in kept["rows"]] == [None] * len(kept["rows"])
