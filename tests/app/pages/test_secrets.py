"""With or without hidden creatures, clocks, rows and rolls, a link's pages and streams are the same, in every game.

As `tests/app/api/test_secrets.py`, which has the worlds: one of two servers plays something hidden in between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from app.pages.shared import draw
from app.pages.stream import Fragments
from app.services.access import Access
from rules.core.project import PUBLIC_VIEWER, seat_viewer
from rules.registry import SYSTEMS
from tests.app.api.test_secrets import MARKS, PATHS, World, place_hands, two_servers
from tests.app.playing import API, Command, Direct, note

pytestmark = pytest.mark.slow
PEOPLE = (
    {"name": "Oro", "kind": "pc", "score": 12},
    {"name": "Mira", "kind": "pc", "score": 3},
    {"name": "Bear", "score": 8},
)
LURKER = {"name": "Lurker", "hidden": True, "note": "zq303", "score": 9}
TABS = {
    "seat": ("/me", "/roll", "/table", "/drawers/damage", "/drawers/turn"),
    "watch": ("",),
    "screen": ("",),
    "join": ("",),
}
STEPS = 14
CODE = re.compile(r'd="M4 4\.5h7[^"]*"')  # the code to join: it is the address, drawn


class Pages(World):
    """A server with one game, all kinds of links to it, and a page's stream for each."""

    def __init__(self, server: Direct, system: str) -> None:
        super().__init__(server, system, PEOPLE)
        self.system = system
        shares = [
            ("seat", self.gm.share("seat", self.oro)),
            *((role, self.gm.share(role)) for role in ("watch", "screen", "join")),
        ]
        self.tokens = {role: share["token"] for role, share in shares}
        self.names = {share["token"]: role for role, share in shares} | {share["id"]: "share" for _, share in shares}
        self.names[self.gm.id] = "game"
        self.anybody = server.anonymous()
        self.streams += [self._page(role, share) for role, share in shares]
        self.hear()

    def _page(self, role: Any, share: dict[str, Any]) -> Any:
        viewer = seat_viewer(self.oro) if role == "seat" else PUBLIC_VIEWER
        way = Access(self.gm.id, role, viewer, role, share=share["id"], token=share["token"])
        house = self.app.state.house
        return Fragments(lambda standing: draw(house, standing, way, "ru"), None)

    def look(self, *more: str) -> None:
        """All pages of all links, and what a program reads through them."""
        for role, token in self.tokens.items():
            every = [f"/s/{token}{tab}" for tab in TABS[role]] + [f"{API}/shared/{token}"]
            every += [f"{API}/shared/{token}{path}" for path in more if role != "join"]
            for path in every:
                answer = self.anybody.get(path)
                self.told.append(
                    b"%d %b %b" % (answer.status_code, answer.headers.get("etag", "").encode(), answer.content)
                )

    def transcript(self) -> list[str]:
        found = super().transcript()
        for told, name in self.names.items():
            found = [text.replace(told, name) for text in found]
        return [CODE.sub("", text) for text in found]


def open_command(world: Pages, luck: Random) -> tuple[str, Command]:
    """Something that is played in both worlds, in whatever game."""
    oro, mira, bear = world.oro, world.mira, world.bear
    who, conditions = luck.choice((oro, mira, bear)), [*_conditions(world)]
    dice = {"type": "roll", "roll": "dice", "creature": who, "parameters": {"expression": "1d20"}}
    every: list[tuple[str, Command]] = [
        *[("gm", {"type": "begin_turn", "creature": who})] * 4,
        *[("gm", {"type": "add_condition", "creature": who, "condition": luck.choice(conditions), "value": 1})] * 2,
        ("gm", dice),
        ("gm", {**dice, "visibility": "result"}),
        ("gm", {"type": "add_creature", "creature": {"name": "Bear", "score": 5}}),
        ("gm", {"type": "add_clock", "name": "Dawn", "size": 4, "hidden": False, "ticks": "scene"}),
        ("gm", {"type": "begin_scene", "title": "Mill"}),
        ("gm", {"type": "pass_time", "minutes": 10}),
        ("gm", {"type": "note", "text": "for all", "hidden": False}),
        ("gm", {"type": "show", "text": "A letter"}),
        ("gm", {"type": "change_creature", "creature": bear, "changes": {"alias": "Beast"}}),
        ("gm", {"type": "add_row", "label": "Lair", "score": 20}),
        ("seat", {**dice, "creature": oro}),
        ("seat", {"type": "begin_turn", "creature": oro}),
        ("seat", {"type": "raise_hand"}),
        ("seat", {"type": "reveal", "creature": bear}),
    ]
    return luck.choice(every)


def _conditions(world: Pages) -> Iterator[str]:
    yield from (key for key, spec in SYSTEMS[world.system].data.conditions.items() if spec.offered)


def hidden_command(world: Pages, luck: Random) -> Command:
    """Something that no player may notice."""
    lurker = next((id for id, one in world.gm.view()["creatures"].items() if one["note"] == "zq303"), "")
    if not lurker:
        return {"type": "add_creature", "creature": LURKER}
    dice = {"type": "roll", "roll": "dice", "parameters": {"expression": "2d6"}}
    tracker = {"key": "zq404", "name": "zq404", "kind": "pool", "max": 3, "where": "gm"}
    every: list[Command] = [
        *[{"type": "begin_turn", "creature": lurker}] * 4,
        {
            "type": "add_condition",
            "creature": lurker,
            "condition": luck.choice([*_conditions(world)]),
            "reason": "zq404",
        },
        {**dice, "creature": lurker},
        {**dice, "creature": world.oro, "visibility": "gm"},
        {"type": "add_clock", "name": "zq404", "size": 4, "ticks": luck.choice(("turn", "round", "scene", "minutes"))},
        {"type": "add_creature", "creature": {"name": "Bear", "hidden": True, "note": "zq404"}},
        {"type": "add_creature", "creature": {"name": "Wolf", "wave": "zq404"}},
        {"type": "add_row", "label": "zq404", "hidden": True, "score": 15},
        {"type": "add_tracker", "creature": world.bear, "tracker": tracker},
        {"type": "add_tracker", "tracker": tracker},
        {"type": "ready", "creature": lurker, "trigger": "zq404"},
        {"type": "set_checkpoint", "name": "zq404"},
        note("zq404"),
    ]
    return luck.choice(every)


servers = pytest.fixture(scope="module")(two_servers)
placed_hands = pytest.fixture(autouse=True)(place_hands)


@pytest.mark.case("GM-002")
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_hidden_changes_a_byte_of_any_page(servers: tuple[Direct, Direct], system: str, seed: int) -> None:
    worlds = plain, lurking = Pages(servers[0], system), Pages(servers[1], system)
    orders = SYSTEMS[system].data.order.policies or ("spotlight",)
    for world in worlds:
        world.play(0, "gm", {"type": "start_encounter", "policy": orders[seed % len(orders)]})
    lurking.gm.send(hidden_command(lurking, Random()))
    for place in range(1, STEPS + 1):
        luck = Random(f"{seed} {place}")
        if luck.random() < 0.5:
            World.now, lurking.place = lurking, 100 + place
            lurking.gm.send(hidden_command(lurking, luck))
            assert lurking.hear() == 0
            continue
        state = luck.getstate()
        for world in worlds:
            luck.setstate(state)
            world.play(place, *open_command(world, luck))
            world.look()
    for world in worlds:
        world.look(*PATHS)
    assert lurking.transcript() == plain.transcript()
    assert not any(mark in text for mark in MARKS for text in lurking.told)
