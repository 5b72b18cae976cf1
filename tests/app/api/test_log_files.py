"""The log as a file: what is in it for whom, and that nothing in it is carried out."""

from __future__ import annotations

import csv
import io
import json

import pytest
from starlette.testclient import TestClient

from tests.app.playing import BEAR, LURKER, ORO, Playing, code, note, tap

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "\n=1"]


@pytest.fixture
def play(admin: TestClient) -> Playing:
    game = Playing(admin)
    for creature in (ORO, BEAR, LURKER):
        game.add(creature)
    game.do({"type": "begin_session"})
    game.do({"type": "begin_scene", "title": "The drowned ferry"})
    game.do(tap(None, "fear", 2))
    game.do(note("zq303, the ledger"))
    return game


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_markdown_tells_the_story_by_session_and_scene(play: Playing) -> None:
    answer = play.admin.get(f"{play.path}/log?format=markdown")
    assert answer.headers["content-type"].startswith("text/markdown")
    assert answer.headers["content-disposition"] == 'attachment; filename="mill-at-dusk.log.md"'
    assert "### The drowned ferry" in answer.text
    assert "zq303, the ledger" in answer.text
    play.undo()
    assert "zq303" not in play.admin.get(f"{play.path}/log").text
    assert "Страх" in play.admin.get(f"{play.path}/log?lang=ru").text


def test_csv_has_a_row_for_each_entry(play: Playing) -> None:
    found = rows(play.admin.get(f"{play.path}/log?format=csv").text)
    last = found[-1]
    told = (last["text"], last["scene"], last["type"], last["undone"])
    assert told == ("zq303, the ledger", "The drowned ferry", "told", "0")
    assert int(last["number"]) == play.game()["number"]
    play.undo()
    after = rows(play.admin.get(f"{play.path}/log?format=csv").text)
    assert [row["undone"] for row in after if row["text"].startswith("zq303")] == ["1"]


@pytest.mark.case("GM-051")
@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_is_a_formula(admin: TestClient, text: str) -> None:
    game = Playing(admin, "Mill")
    game.do(note(text))
    game.add({**ORO, "name": text})
    for row in rows(game.admin.get(f"{game.path}/log?format=csv").text):
        for cell in row.values():
            assert not cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r", "\n")), cell
    assert any("'" + text in row["text"] for row in rows(game.admin.get(f"{game.path}/log?format=csv").text))


def test_json_has_the_entries_as_the_api_shows_them(play: Playing) -> None:
    found = json.loads(play.admin.get(f"{play.path}/log?format=json").text)
    assert (found["name"], found["language"]) == ("Mill at dusk", "en")
    known = {event["id"]: event for event in play.log()}
    assert found["items"]
    for item in found["items"]:
        place = {key: item.pop(key) for key in ("session", "scene", "round")}
        assert item == known[item["id"]]
    assert place["scene"] == "The drowned ferry"


@pytest.mark.parametrize("format", ["markdown", "csv", "json"])
def test_a_link_gets_what_it_may_read(play: Playing, format: str) -> None:
    for link in (play.link("watch"), play.link("seat", next(iter(play.view()["creatures"])))):
        text = link.get(f"/log?format={format}").text
        assert "Bear" in text
        assert "Lurker" not in text
        assert "zq303" not in text
        assert "token:" not in text
    assert code(play.link("join").get("/log")) == (404, "not-found")


def test_an_unknown_format_is_refused(play: Playing) -> None:
    assert play.admin.get(f"{play.path}/log?format=pdf").status_code == 422


def test_a_name_is_no_markup_in_markdown(admin: TestClient) -> None:
    game = Playing(admin, "Mill")
    game.do(note("<script>x</script> [a](b) # *c*\n\n## d"))
    text = game.admin.get(f"{game.path}/log").text
    assert "<script" not in text.replace("\\<", "")
    assert "\n## d" not in text


def test_the_dice_of_a_roll_stand_in_the_files_as_they_fell(play: Playing) -> None:
    oro = next(id for id, one in play.view()["creatures"].items() if one["name"] == "Oro")
    roll = {"type": "roll", "roll": "action", "creature": oro, "parameters": {"difficulty": 12}}
    play.do({**roll, "dice": {"hope": 9, "fear": 4}})
    assert "(Hope Die: 9; Fear Die: 4)" in play.admin.get(f"{play.path}/log").text
    found = rows(play.admin.get(f"{play.path}/log?format=csv").text)
    assert [row["dice"] for row in found if row["dice"]] == ["Hope Die: 9; Fear Die: 4"]
