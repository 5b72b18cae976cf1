"""The reveal log: for the GM alone, in the GM's language, by kind, each entry with the step that undoes it."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.app.playing import LURKER, ORO, Playing, code, problem_free


@pytest.fixture
def play(admin: TestClient) -> Playing:
    return Playing(admin)


def reveals(play: Playing, query: str = "") -> list[Any]:
    found: list[Any] = problem_free(play.admin.get(f"{play.path}/reveals{query}"))["items"]
    return found


def test_what_players_learned_stands_with_its_moment_and_the_step_that_takes_it_back(play: Playing) -> None:
    lurker = play.add(LURKER)
    play.do({"type": "reveal", "creature": lurker})
    play.do({"type": "show", "card": "vulnerable"})
    play.do({"type": "show", "text": "A bell rings. " * 20})
    shown, card, creature = reveals(play)
    assert creature["text"] == "Lurker is seen"
    assert card["text"] == "Shown: Vulnerable"
    assert shown["text"].startswith("Shown: A bell rings.")
    assert len(shown["text"]) < 140
    assert [one["kind"] for one in reveals(play, "?kind=creature")] == ["creature"]
    assert [one["kind"] for one in reveals(play, "?limit=1")] == ["shown"]
    assert [one["text"] for one in reveals(play, "?kind=creature&lang=ru")] == ["Lurker: теперь на виду"]
    problem_free(play.undo(step=creature["step"]))
    assert reveals(play, "?kind=creature") == []
    assert lurker not in play.link("watch").get().json()["view"]["creatures"]


def test_while_the_view_is_held_nothing_is_learned_yet(play: Playing) -> None:
    play.do({"type": "hold_view", "on": True})
    play.do({"type": "show", "text": "soon"})
    assert reveals(play)[0]["at"] is None
    play.do({"type": "hold_view", "on": False})
    assert reveals(play)[0]["at"] is not None


def test_the_list_is_the_gms_alone(play: Playing, client: TestClient) -> None:
    seat = play.link("seat", play.add(ORO))
    assert code(seat.get("/reveals")) == (404, "not-found")
    assert code(client.get(f"{play.path}/reveals")) == (401, "sign-in-required")
    assert play.admin.get(f"{play.path}/reveals?kind=x").status_code == 422


def test_the_drawer_lists_it_by_kind_with_an_undo(play: Playing, browser: TestClient) -> None:
    lurker = play.add(LURKER)
    play.do({"type": "reveal", "creature": lurker})
    play.do({"type": "show", "text": "A bell rings"})
    drawer = f"/games/{play.id}/drawers/learned"
    every = browser.get(drawer).text
    assert every.index("A bell rings") < every.index("Lurker is seen")
    names = browser.get(f"{drawer}?kind=creature").text
    assert "Lurker is seen" in names
    assert "A bell rings" not in names
    assert f"/games/{play.id}/undo" in names
