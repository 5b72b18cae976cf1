"""The report over the API: for the GM, for players, through a link, by session, as Markdown."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from tests.app.playing import API, BEAR, LURKER, ORO, Playing, code, note, problem_free, tap


@pytest.fixture
def evening(admin: TestClient) -> Playing:
    """A session in which Oro strikes a bear, and something hidden strikes Oro."""
    game = Playing(admin)
    oro, bear, lurker = (game.add(creature) for creature in (ORO, BEAR, LURKER))
    game.do({"type": "begin_session"})
    game.do({"type": "begin_turn", "creature": oro})
    game.do(
        {
            "type": "roll",
            "roll": "action",
            "creature": oro,
            "parameters": {"difficulty": 10},
            "dice": {"hope": 9, "fear": 4},
        }
    )
    game.do(
        {"type": "take_damage", "creature": bear, "sources": [{"amount": 9, "types": ["physical"]}], "attacker": oro}
    )
    game.do(
        {
            "type": "take_damage",
            "creature": oro,
            "sources": [{"amount": 8, "types": ["physical"]}],
            "attacker": lurker,
            "ask": False,
        }
    )
    game.do(tap(None, "fear", 2))
    game.do(note("zq303"))
    return game


def report(game: Playing, query: str = "") -> Any:
    return problem_free(game.admin.get(f"{game.path}/report{query}"))


def by_name(found: Any) -> dict[str, Any]:
    return {one["name"]: one for one in found["creatures"]}


def test_the_gm_reads_who_did_what(evening: Playing) -> None:
    found = report(evening)
    people = by_name(found)
    assert [one["name"] for one in found["creatures"]] == ["Oro", "Bear", "Lurker"]
    assert (people["Oro"]["turns"], people["Oro"]["damage_dealt"], people["Oro"]["damage_taken"]) == (1, 9, 8)
    assert (people["Bear"]["health_lost"], people["Lurker"]["damage_dealt"]) == (2, 8)
    assert found["game"]["currencies"]["fear"]["gained"] == 2
    # 13 on two d12: 66 of 144 fall below it, 12 on it
    assert people["Oro"]["luck"] == {"fraction": "0", "value": 0.0}
    assert (people["Oro"]["rolls"], found["total"]["weighed"]) == (1, 1)
    assert found["sittings"][0]["session"] in (None, found["sessions"][0] - 1, found["sessions"][0])


def test_players_read_what_they_may(evening: Playing) -> None:
    link = evening.link("watch")
    for found in (report(evening, "?for=players"), problem_free(link.get("/report"))):
        people = by_name(found)
        assert set(people) == {"Oro", "Bear"}
        assert (people["Bear"]["damage_taken"], people["Bear"]["health_lost"]) == (9, 0)
        assert people["Oro"]["damage_taken"] == 8
        assert "Lurker" not in str(found)
        assert "number" not in found


def test_one_session_or_the_whole_game(evening: Playing) -> None:
    first = report(evening)["sessions"][-1]
    evening.do({"type": "begin_session"})
    evening.do(tap(None, "fear", -1))
    assert report(evening, f"?session={first}")["game"]["currencies"]["fear"] == {"gained": 2, "spent": 0}
    assert report(evening, f"?session={first + 1}")["game"]["currencies"]["fear"] == {"gained": 0, "spent": 1}
    assert report(evening)["game"]["currencies"]["fear"] == {"gained": 2, "spent": 1}
    assert code(evening.admin.get(f"{evening.path}/report?session=77")) == (404, "not-found")


def test_as_markdown_in_the_callers_language(evening: Playing) -> None:
    answer = evening.admin.get(f"{evening.path}/report?format=markdown&lang=ru")
    assert answer.headers["content-type"].startswith("text/markdown")
    assert "| Oro | 1 |" in answer.text
    assert "Нанесено урона" in answer.text
    assert "Страх" in answer.text


def test_a_name_is_no_markup(admin: TestClient) -> None:
    game = Playing(admin, "Mill | <b>*dusk*</b>")
    oro = game.add({**ORO, "name": "O|ro\u2028[x](y)"})
    game.do({"type": "begin_turn", "creature": oro})
    text = game.admin.get(f"{game.path}/report?format=markdown").text
    assert "O\\|ro" in text
    assert "<b>" not in text
    assert "\\[x\\](y)" in text


@pytest.mark.parametrize("query", ["?for=nobody", "?session=0", "?session=x", "?format=pdf"])
def test_what_cannot_be_answered_is_refused(evening: Playing, query: str) -> None:
    assert evening.admin.get(f"{evening.path}/report{query}").status_code == 422


def test_a_seat_and_the_tables_screen_may_look_and_a_door_may_not(evening: Playing) -> None:
    oro = next(iter(evening.view()["creatures"]))
    assert problem_free(evening.link("seat", oro).get("/report"))["creatures"]
    assert problem_free(evening.link("screen").get("/report"))["creatures"]
    assert code(evening.link("join").get("/report")) == (404, "not-found")


def test_a_game_without_a_log_has_an_empty_report(admin: TestClient) -> None:
    found = report(Playing(admin))
    assert (found["creatures"], found["seconds"], found["sittings"]) == ([], 0, [])


def test_a_pack_has_a_report_too(admin: TestClient) -> None:
    made = problem_free(admin.post(f"{API}/games", json={"name": "Mill", "system": "generic"}))
    path = f"{API}/games/{made['id']}"

    def do(*commands: dict[str, Any]) -> Any:
        return problem_free(admin.post(f"{path}/commands", json={"commands": list(commands)}))

    hp = {"trackers": {"hp": {"value": 5, "max": 5}}}
    ann = do({"type": "add_creature", "creature": {"name": "Ann", "kind": "pc", **hp}})["events"][0]["data"][
        "creature"
    ]["id"]
    do({"type": "take_damage", "creature": ann, "amount": 6}, {"type": "heal", "creature": ann, "amount": 2})
    (found,) = problem_free(admin.get(f"{path}/report"))["creatures"]
    assert (found["damage_taken"], found["downs"]) == (6, 1)
    assert {one["key"] for one in found["conditions"]} >= {"bloodied"}


def test_no_report_is_kept_of_a_session_that_was_not(evening: Playing, app: FastAPI) -> None:
    for session in (70, 71, 72):
        assert code(evening.admin.get(f"{evening.path}/report?session={session}")) == (404, "not-found")
    kept = app.state.house.look(evening.id).made
    assert [name for name in kept if name[0] == "report"] == [("report", "gm")]
