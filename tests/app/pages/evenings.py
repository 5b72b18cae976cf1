"""A game with a party and those who stand against it, for the tests of its pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from fastapi import FastAPI
from httpx2 import Response
from starlette.testclient import TestClient

from app.services import demo, desk, games, play
from app.services.access import Access
from app.services.house import House
from app.services.play import Ask

ORO = {
    "name": "Oro",
    "kind": "pc",
    "numbers": {"level": 1, "evasion": 9, "armor_major": 8, "armor_severe": 17, "agility": 2},
    "trackers": {"hit_points": {"value": 4, "max": 7}, "stress": {"max": 6}, "armor_slots": {"max": 3}},
    "features": {
        "calling": {"kind": "calling", "name": "Guardian"},
        "experience-1": {"kind": "experience", "name": "Sailor", "facts": {"modifier": 2}},
        "axe": {"kind": "weapon", "name": "Axe", "facts": {"dice": "d8", "trait": "agility", "types": ["physical"]}},
    },
}
ILKA = {"name": "Ilka", "kind": "pc", "trackers": {"hit_points": {"max": 6}, "stress": {"value": 6, "max": 6}}}
REVENANT = {
    "name": "Revenant",
    "numbers": {"difficulty": 15, "major": 9, "severe": 17, "attack_modifier": 3},
    "trackers": {"hit_points": {"value": 3, "max": 7}, "stress": {"max": 4}},
    "features": {
        "about": {"kind": "about", "name": "", "facts": {"tier": 2, "type": "leader"}},
        "attack": {
            "kind": "attack",
            "name": "Oar",
            "facts": {"range": "very_close", "dice": "2d8", "modifier": 3, "types": ["physical"]},
        },
        "toll": {"kind": "feature", "name": "Toll", "facts": {"text": "The deck shakes.", "cost": {"fear": 1}}},
    },
}
LANTERN = {"name": "Zq-Lantern", "hidden": True, "numbers": {"difficulty": 14}, "trackers": {"hit_points": {"max": 4}}}
FERRY = {
    "name": "The ferry",
    "kind": "environment",
    "numbers": {"difficulty": 13},
    "features": {"water": {"kind": "feature", "name": "Black water", "facts": {"cost": {"fear": 2}}}},
}


@dataclass(frozen=True)
class Evening:
    """One game, its GM's way in, and its creatures by name."""

    app: FastAPI
    access: Access
    ids: Mapping[str, str]

    @property
    def base(self) -> str:
        return f"/games/{self.access.game_id}"

    @property
    def house(self) -> House:
        found: House = self.app.state.house
        return found

    def do(self, *commands: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out commands as the GM, past the pages."""
        return play.play(self.house, Ask(self.access, "en"), [dict(command) for command in commands]).answer

    def view(self) -> Mapping[str, Any]:
        return games.see(self.house, self.access, "en").view

    def creature(self, name: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.view()["creatures"][self.ids[name]]
        return found

    def pool(self, name: str, tracker: str) -> int:
        return int(self.creature(name)["trackers"][tracker]["value"])

    def post(self, client: TestClient, command: Mapping[str, Any], **fields: Any) -> Response:
        """A form sent as the screen sends it."""
        base = msgspec.json.encode(command).decode()
        return client.post(f"{self.base}/commands", data={"command": base, **fields}, headers={"HX-Request": "true"})


def evening(app: FastAPI, account: str) -> Evening:
    """A game of Oro and Ilka against the Revenant on the ferry, with a lantern that nobody sees."""
    commands: list[dict[str, Any]] = [
        {"type": "add_creature", "creature": one} for one in (ORO, ILKA, REVENANT, LANTERN, FERRY)
    ]
    commands.append({"type": "adjust_tracker", "tracker": "fear", "by": 3})
    house: House = app.state.house
    game = house.database.write(
        lambda db: games.create(db, account, "gm", "The Salt Road", "daggerheart", None, commands)
    )
    access = games.as_gm(house, account, game)
    creatures = house.look(game).game.state.creatures.values()
    return Evening(app, access, {creature.name: creature.id for creature in creatures})


def demo_of(app: FastAPI, account: str, system: str, names: Sequence[str], language: str = "en") -> Evening:
    """The game to look around in of a system, its creatures by these short names."""
    house: House = app.state.house
    made = house.database.write(lambda db: demo.create(db, account, system, language))
    ids = dict(zip(names, house.look(made.id).game.state.creatures, strict=True))
    return Evening(app, games.as_gm(house, account, made.id), ids)


def all_drawn(browser: TestClient, game: Evening, language: str, ids: Iterable[str] = ()) -> str:
    """The screen, once every drawer has been opened for each of these creatures, else for all; no id stands twice."""
    headers = {"Accept-Language": language}
    page = browser.get(game.base, headers=headers)
    assert page.status_code == 200
    found = re.findall(r'\sid="([^"]+)"', page.text)
    assert len(found) == len(set(found)), {id for id in found if found.count(id) > 1}
    for id in tuple(ids) or game.ids.values():
        assert browser.get(f"{game.base}/sheets/{id}", headers=headers).status_code == 200
        for noun in sorted(desk.DRAWERS):
            answer = browser.get(f"{game.base}/drawers/{noun}?creature={id}", headers=headers)
            assert answer.status_code in (200, 404), (noun, answer.text)
    return page.text


def drawer(browser: TestClient, game: Evening, noun: str, who: str = "", language: str = "en", **fields: Any) -> str:
    """The HTML of a drawer that opens."""
    params = {**({"creature": game.ids[who]} if who else {}), **fields}
    answer = browser.get(f"{game.base}/drawers/{noun}", params=params, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    return answer.text
