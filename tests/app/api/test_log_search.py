"""What of the log is looked for over the API: by kind, hand, creature, place in the story and words."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.app.playing import BEAR, LURKER, ORO, Link, Playing, code, note, problem_free, tap


@pytest.fixture
def play(admin: TestClient) -> Playing:
    return Playing(admin)


def evening(play: Playing) -> dict[str, str]:
    """Two scenes, a fight of two rounds, a roll, damage, a condition and a note; who is there by name."""
    play.do({"type": "begin_session"})
    play.do({"type": "begin_scene", "title": "The drowned ferry"})
    ids = {creature["name"]: play.add(creature) for creature in (ORO, BEAR, LURKER)}
    play.do({"type": "start_encounter", "policy": "numeric"})
    play.do({"type": "roll", "roll": "action", "creature": ids["Oro"], "parameters": {"difficulty": 5}})
    play.do({"type": "next_round"})
    play.do({"type": "add_condition", "creature": ids["Bear"], "condition": "vulnerable"})
    play.do({"type": "add_condition", "creature": ids["Lurker"], "condition": "restrained"})
    play.do({"type": "end_encounter"})
    play.do({"type": "begin_scene", "title": "The mill"})
    play.do(note("A lantern in the reeds"))
    return ids


def found(at: Playing | Link, **asked: Any) -> list[dict[str, Any]]:
    """All pages of what is looked for, by the GM or through a link."""
    get = at.admin.get if isinstance(at, Playing) else at.client.get
    items: list[dict[str, Any]] = []
    after: dict[str, str] = {}
    while True:
        page = problem_free(get(f"{at.path}/events", params={"limit": 3, **asked, **after}))
        items += page["items"]
        if page["next"] is None:
            return items
        after = {"after": page["next"]}


def types(events: list[dict[str, Any]]) -> set[str]:
    return {event["type"] for event in events}


def test_entries_of_one_kind_are_found_page_by_page(play: Playing) -> None:
    ids = evening(play)
    assert types(found(play, kind="rolls")) == {"rolled"}
    assert [event["creature"] for event in found(play, kind="conditions")] == [ids["Bear"], ids["Lurker"]]
    assert [event["text"] for event in found(play, kind="notes")] == ["A lantern in the reeds"]
    order = found(play, kind="order")
    assert types(order) >= {"encounter_began", "round_began", "encounter_ended"}
    assert order == [event for event in play.log() if event["id"] in {one["id"] for one in order}]


def test_entries_of_one_scene_and_one_round_are_found(play: Playing) -> None:
    ids = evening(play)
    assert any(event["text"] == "A lantern in the reeds" for event in found(play, scene="The mill"))
    conditions = found(play, scene="The drowned ferry", round=2, kind="conditions")
    assert [event["creature"] for event in conditions] == [ids["Bear"], ids["Lurker"]]
    assert found(play, round=1, kind="conditions") == []
    assert found(play, session=7) == []
    assert len(found(play, session=1)) > 5


def test_entries_by_or_about_somebody_are_found(play: Playing) -> None:
    ids = evening(play)
    assert "rolled" in types(found(play, who=ids["Oro"]))
    assert "rolled" not in types(found(play, who=ids["Bear"]))
    problem_free(play.link("seat", ids["Oro"]).send(tap(ids["Oro"], "stress")))
    assert [event["by"] for event in found(play, who="players")] == [f"seat:{ids['Oro']}"]
    assert all(not event["by"].startswith("seat:") for event in found(play, who="gm"))


def test_words_are_sought_in_the_language_of_the_answer(play: Playing) -> None:
    evening(play)
    assert [event["text"] for event in found(play, q="reeds LANTERN")] == ["A lantern in the reeds"]
    assert found(play, q="lantern", kind="rolls") == []
    assert found(play, q="Уязвимый") == []
    (event,) = found(play, q="уязвимый", lang="ru")
    assert event["type"] == "condition_set"


@pytest.mark.parametrize(
    "asked",
    [{"kind": "songs"}, {"session": "x"}, {"session": -1}, {"round": 10**9}, {"q": "x" * 101}, {"who": "c" * 65}],
)
def test_what_cannot_be_looked_for_is_refused(play: Playing, asked: dict[str, Any]) -> None:
    assert code(play.admin.get(f"{play.path}/events", params=asked)) == (422, "invalid-input")


@pytest.mark.parametrize("role", ["watch", "seat"])
def test_no_search_tells_a_link_of_what_it_may_not_see(play: Playing, role: str) -> None:
    ids = evening(play)
    link = play.link(role, ids["Oro"] if role == "seat" else None)
    whole = found(link)
    asks: list[dict[str, Any]] = [{"who": ids["Lurker"]}, {"kind": "secrets"}, {"q": "lurker"}, {"kind": "notes"}]
    assert [found(link, **asked) for asked in asks] == [[], [], [], []]
    assert [event["creature"] for event in found(link, kind="conditions")] == [ids["Bear"]]
    every = found(link, session=1)
    assert [event for event in whole if event["id"] in {one["id"] for one in every}] == every


def test_those_who_came_in_one_step_stand_in_one_text(play: Playing) -> None:
    answer = play.do({"type": "add_creatures", "creature": {"name": "Goblin"}, "count": 3})
    assert answer["text"] == ["On the board: Goblin 1, Goblin 2, Goblin 3"]
    assert types(answer["events"]) == {"creature_added"}
    assert len({event["text"] for event in answer["events"]}) == 3
    told = play.admin.get(f"{play.path}/log?format=markdown").text
    assert "On the board: Goblin 1, Goblin 2, Goblin 3" in told
    assert told.count("Goblin 2") == 1
