"""One evening of Daggerheart through the API alone: the same on SQLite and Postgres, and again from its export."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.settings import Settings
from tests.app.playing import API, Command, Link, Playing, problem_free, tap

pytestmark = pytest.mark.quick

TOLD = Path(__file__).parent / "evening.txt"  # its log, line by line
PARTY: list[Command] = [
    {
        "name": name,
        "kind": "pc",
        "numbers": {"evasion": evasion, "agility": 1, "armor_major": 6, "armor_severe": 13},
        "trackers": {"hit_points": {"max": 6}, "armor_slots": {"max": 3}},
        "features": {"blade": {"kind": "weapon", "name": "Blade", "facts": {"trait": "agility", "dice": "d8"}}},
    }
    for name, evasion in (("Ilka", 11), ("Oro", 9), ("Vesna", 13), ("Tamsin", 10))
]
REVENANT: Command = {
    "name": "Revenant",
    "numbers": {"difficulty": 13, "major": 8, "severe": 15, "attack_modifier": 3},
    "trackers": {"hit_points": {"max": 7}, "stress": {"max": 3}},
    "features": {"attack": {"kind": "attack", "name": "Oar", "facts": {"dice": "2d8", "modifier": 3}}},
}
HOUND: Command = {
    "name": "Hound",
    "numbers": {"difficulty": 12, "major": 5, "severe": 9},
    "trackers": {"hit_points": {"max": 3}},
}
LANTERN: Command = {"name": "Zq303 Lantern", "hidden": True, "numbers": {"difficulty": 14}}
FERRY: Command = {"name": "The drowned ferry", "kind": "environment", "numbers": {"difficulty": 14}}


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "data", database_url=database_url, secret="a secret for tests")


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    yield TestClient(app, follow_redirects=False)
    app.state.database.close()


class Evening(Playing):
    """The evening, act by act; every die is given, so that it goes the same way each time."""

    def __init__(self, admin: TestClient) -> None:
        super().__init__(admin, "The salt road")
        self.door: Any = None
        self.ilka, self.oro, self.vesna, self.tamsin = (self.add(one) for one in PARTY)
        self.revenant, self.hound, self.lantern, self.ferry = (
            self.add(one) for one in (REVENANT, HOUND, LANTERN, FERRY)
        )

    def player(self, creature: str) -> Link:
        """A phone that scanned the code and tapped a character."""
        self.door = self.door or self.share("join")
        seated = problem_free(self.admin.post(f"{API}/shared/{self.door['token']}/seat", json={"creature": creature}))
        return Link(self.admin, seated["token"])

    def opening(self) -> None:
        self.do({"type": "begin_session"}, {"type": "begin_scene", "title": "The drowned ferry"}, tap(None, "fear", 4))
        clock = {"name": "The ferry sinks", "size": 6, "kind": "countdown", "ticks": "action_roll"}
        self.do({"type": "add_clock", **clock})

    def thirteen_with_fear(self) -> Any:
        against = {"difficulty": 13, "modifier": 1}
        roll = {"type": "roll", "roll": "action", "creature": self.ilka, "parameters": against}
        return self.do({**roll, "dice": {"hope": 5, "fear": 7}})["rolls"][0]

    def announced(self) -> Any:
        roll = {"type": "roll", "roll": "action", "creature": self.vesna, "parameters": {"difficulty": 13}}
        return self.do({**roll, "announced": {"with": "fear", "total": 13}})["rolls"][0]

    def revenant_strikes(self) -> Any:
        roll = {"type": "roll", "roll": "adversary_attack", "creature": self.revenant, "targets": [self.oro]}
        attack = self.do({**roll, "dice": {"d20": [14]}})["rolls"][0]
        damage = self.do({**attack["targets"][0]["then"], "dice": {"dice": [5, 5]}})["rolls"][0]
        return damage["targets"][0]["then"]

    def rest(self) -> Any:
        awake = (self.ilka, self.oro, self.vesna)
        choices = [{"creature": id, "move": move} for id in awake for move in ("tend_to_wounds", "clear_stress")]
        choices[0]["target"] = self.tamsin
        return self.do({"type": "rest", "kind": "long", "choices": choices, "dice": {"fear": [3]}})

    def standing(self) -> dict[str, Any]:
        """What stands at the end, by name: ids and times are another evening's."""
        view = self.view()
        creatures = {
            c["name"]: (c["trackers"], [q["key"] for q in c["conditions"]], c["numbers"], c["hidden"])
            for c in view["creatures"].values()
        }
        clocks = {c["name"]: (c["value"], c["size"]) for c in view["clocks"].values()}
        return {"creatures": creatures, "clocks": clocks, "trackers": view["trackers"], "time": view["time"]}

    def told(self) -> list[str]:
        return [event["text"] for event in self.log()]


def play(evening: Evening) -> None:
    """The whole evening, checked as it goes."""
    evening.opening()
    ilka, oro = evening.player(evening.ilka), evening.player(evening.oro)

    roll = evening.thirteen_with_fear()
    assert (roll["total"], roll["outcome"], roll["text"]) == (13, "success_fear", "13 with Fear: success")
    assert evening.value("fear") == 5
    assert evening.announced()["text"].startswith("13 with Fear")
    assert evening.value("fear") == 6

    blow = evening.revenant_strikes()
    assert (blow["type"], blow["creature"]) == ("take_damage", evening.oro)
    evening.do(blow)
    assert evening.value("hit_points", evening.oro) == 0, "nothing is marked before the player answers"
    (ask,) = problem_free(oro.get())["view"]["asks"]
    assert ask["kind"] == "armor_slot"
    problem_free(oro.send({"type": "answer", "id": ask["id"], "use": True}))
    assert evening.value("armor_slots", evening.oro) == 1
    assert evening.value("hit_points", evening.oro) == 1

    for phone in (ilka, oro):
        assert "Zq303" not in phone.get().text + phone.get("/events").text
    problem_free(oro.send(tap(evening.oro, "stress")))
    problem_free(oro.undo())
    assert evening.value("stress", evening.oro) == 0
    evening.do(tap(evening.hound, "hit_points"))
    problem_free(evening.undo())
    assert evening.value("hit_points", evening.hound) == 0

    evening.do({"type": "set_tracker", "creature": evening.tamsin, "tracker": "hit_points", "value": 6})
    assert "death_move" in [due["what"] for due in evening.view()["due"]]
    death = {"type": "death_move", "creature": evening.tamsin, "move": "avoid_death", "dice": {"hope": [1]}}
    evening.do(death)
    assert "unconscious" in [c["key"] for c in evening.view()["creatures"][evening.tamsin]["conditions"]]

    evening.rest()
    assert evening.value("hit_points", evening.tamsin) == 0
    evening.do({"type": "end_session", "note": "Ask the ferryman his name."})


def test_the_evening_goes_through_the_api_alone(admin: TestClient) -> None:
    evening = Evening(admin)
    play(evening)
    assert any("Ask the ferryman his name." in line for line in evening.told())


@pytest.mark.case("GM-050")
def test_the_evening_is_the_same_again_from_its_export(admin: TestClient) -> None:
    evening = Evening(admin)
    play(evening)
    document = problem_free(admin.get(f"{evening.path}/export"))
    again = problem_free(admin.post(f"{API}/games/import", json=document))
    copy = object.__new__(Evening)
    copy.admin, copy.id, copy.path = admin, again["id"], f"{API}/games/{again['id']}"
    assert copy.standing() == evening.standing()
    assert copy.told() == evening.told()


def test_both_databases_tell_the_same_evening(admin: TestClient) -> None:
    evening = Evening(admin)
    play(evening)
    assert evening.told() == TOLD.read_text("utf-8").splitlines()
