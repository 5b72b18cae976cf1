"""The log on the screen: looked through page by page, and gone back in after a preview."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from tests.app.pages.evenings import Evening

HTMX = {"HX-Request": "true"}
STEP = re.compile(r'id="past-step-(\d+)"')


def steps(html: str) -> list[int]:
    return [int(step) for step in STEP.findall(html)]


def note(game: Evening, text: str) -> int:
    step: int = game.do({"type": "note", "text": text})["events"][0]["step"]
    return step


def test_the_log_is_read_page_by_page_without_a_gap(browser: TestClient, game: Evening) -> None:
    made = [note(game, f"note {n}") for n in range(100)]
    html, seen = browser.get(f"{game.base}/log").text, list[int]()
    while True:
        seen += steps(html)
        more = re.search(r'hx-get="([^"]*before=[^"]*)"', html)
        if more is None:
            break
        html = browser.get(more[1].replace("&amp;", "&")).text
    assert seen == sorted(seen, reverse=True)
    assert set(made) <= set(seen)
    assert len(seen) == len(set(seen))


def test_older_entries_are_offered_only_where_there_are_some(browser: TestClient, game: Evening) -> None:
    assert "Older entries" not in browser.get(game.base).text
    for n in range(120):
        note(game, f"note {n}")
    assert "Older entries" in browser.get(game.base).text


def test_a_page_that_shows_more_is_asked_for_as_much_again(browser: TestClient, game: Evening) -> None:
    for n in range(90):
        note(game, f"note {n}")
    assert len(steps(browser.get(f"{game.base}/log").text)) == 40
    assert len(steps(browser.get(f"{game.base}/log?most=40&most=40").text)) == 80
    assert browser.get(f"{game.base}/log?most=999999999&before=-4&round=x").status_code == 200


def test_it_is_looked_through_by_what_by_whom_and_by_words(browser: TestClient, game: Evening) -> None:
    oro = game.ids["Oro"]
    written = note(game, "The ledger is in the hold")
    rolled = game.do({"type": "roll", "roll": "action", "creature": oro, "parameters": {"difficulty": 9}})["events"][0][
        "step"
    ]
    chilled = game.do({"type": "add_condition", "creature": oro, "condition": "restrained"})["events"][0]["step"]

    def found(query: str) -> list[int]:
        return steps(browser.get(f"{game.base}/log?{query}").text)

    assert found("q=LEDGER+hold") == [written]
    assert found("kind=notes") == [written]
    assert found("kind=rolls") == [rolled]
    assert chilled in found("kind=conditions")
    assert {rolled, chilled} <= set(found(f"who={oro}"))
    assert written not in found(f"who={oro}")
    assert written in found("kind=secrets")
    assert found("q=nothing+like+this") == []
    assert found("who=players") == []


def test_it_is_looked_through_by_session_scene_and_round(browser: TestClient, game: Evening) -> None:
    game.do({"type": "begin_session"})
    game.do({"type": "begin_scene", "title": "The hold"})
    inside = note(game, "inside")
    game.do({"type": "begin_scene", "title": "The deck"})
    outside = note(game, "outside")
    assert inside in steps(browser.get(f"{game.base}/log?scene=The+hold").text)
    assert outside not in steps(browser.get(f"{game.base}/log?scene=The+hold").text)
    drawer = browser.get(f"{game.base}/drawers/past").text
    assert "<option>The hold</option>" in drawer
    session = game.view()["time"]["session"]
    assert {inside, outside} <= set(steps(browser.get(f"{game.base}/log?session={session}").text))
    assert steps(browser.get(f"{game.base}/log?session={session + 7}").text) == []


def test_a_step_is_taken_back_from_its_line_whatever_else_came_since(browser: TestClient, game: Evening) -> None:
    fear = game.do({"type": "set_tracker", "tracker": "fear", "value": 5})["events"][0]["step"]
    note(game, "later")
    assert browser.post(f"{game.base}/undo", data={"step": fear, "_past": "past-"}, headers=HTMX).status_code == 200
    assert game.view()["trackers"]["fear"]["value"] == 3


def test_a_step_that_is_held_fast_says_so_at_its_own_line(browser: TestClient, game: Evening) -> None:
    fear = game.do({"type": "set_tracker", "tracker": "fear", "value": 5})["events"][0]["step"]
    note(game, "between")
    game.do({"type": "set_tracker", "tracker": "fear", "value": 9})
    answer = browser.post(f"{game.base}/undo", data={"step": fear, "_past": '"><b>'}, headers=HTMX)
    assert f'hx-target="#past-inway-{fear}"' in answer.text


def test_a_checkpoint_is_set_and_gone_back_to_after_a_preview(browser: TestClient, game: Evening) -> None:
    game.post(browser, {"type": "set_checkpoint", "name": "before the bridge"})
    (mark,) = game.house.look(game.access.game_id).game.state.checkpoints
    game.do({"type": "set_tracker", "tracker": "fear", "value": 9})
    game.do({"type": "add_condition", "creature": game.ids["Oro"], "condition": "restrained"})
    assert "before the bridge" in browser.get(f"{game.base}/drawers/rewind").text
    preview = browser.get(f"{game.base}/drawers/rewind?to={mark}").text
    assert "2 steps are taken back" in preview
    assert "Fear 3 of 12" in preview
    assert game.view()["trackers"]["fear"]["value"] == 9
    to = re.search(r'name="to" value="(\d+)"', preview)
    assert to is not None
    answer = browser.post(f"{game.base}/rewind", data={"to": to[1], "_close": "across"}, headers=HTMX)
    assert '<hx-partial hx-target="#across" hx-swap="innerHTML"></hx-partial>' in answer.text
    assert game.view()["trackers"]["fear"]["value"] == 3
    browser.post(f"{game.base}/undo", headers=HTMX)
    assert game.view()["trackers"]["fear"]["value"] == 9


@pytest.mark.parametrize("to", ["0", "99999999999999", "b_nothing", "x" * 400, "-1"])
def test_back_to_nowhere_is_refused_in_words(browser: TestClient, game: Evening, to: str) -> None:
    answer = browser.get(f"{game.base}/drawers/rewind", params={"to": to})
    assert answer.status_code == 200
    assert 'class="err"' in answer.text
