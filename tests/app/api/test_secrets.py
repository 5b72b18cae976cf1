"""With or without hidden creatures, players get the same bytes from every call.

Two servers play the same open commands; on one of them something hidden lurks and acts in between. Dice and times
depend only on a command's place, and random ids are compared by where they come first: all else must be equal.
"""

from __future__ import annotations

import random
import re
import secrets
import shutil
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from app.main import create_app
from app.services import accounts, games, play, tokens
from app.services.access import Access
from app.services.changes import Changes
from app.settings import Settings
from rules.core.decide import Source
from rules.core.history import Hand
from rules.core.project import PUBLIC_VIEWER, seat_viewer
from tests.app.playing import BEAR, LURKER, MIRA, ORO, Command, Direct, Playing, note, tap

BEGIN = datetime(2026, 1, 31, 19, tzinfo=UTC)
ID = re.compile(r"\b[a-z]_[0-9a-f]{12,24}\b")
MARKS = (b"Lurker", b"zq303", b"zq404")
PATHS = (
    "",
    "/events?limit=200",
    "?lang=ru",
    "/events?limit=200&lang=ru",
    "/report",
    "/report?format=markdown&lang=ru",
    "/log?format=markdown",
    "/log?format=csv&lang=ru",
    "/log?format=json",
)


class World:
    """One server with one game, its two links, and two streams that follow it."""

    now: World

    def __init__(
        self, server: Direct, system: str = "daggerheart", creatures: Sequence[Command] = (ORO, MIRA, BEAR)
    ) -> None:
        World.now, self.place = self, 0
        self.app = server.app
        self.gm = Playing(server, "Mill", system)
        self.oro, self.mira, self.bear = (self.gm.add(creature) for creature in creatures)
        self.links = (self.gm.link("watch"), self.gm.link("seat", self.oro))
        ways = (
            Access(self.gm.id, "watch", PUBLIC_VIEWER, "a"),
            Access(self.gm.id, "seat", seat_viewer(self.oro), "b", f"seat:{self.oro}"),
        )
        self.streams = [Changes(self.app.state.house, way, "en") for way in ways]
        self.told: list[bytes] = []
        self._known: dict[str, str] = {}
        self.hear()

    def hand(self, by: str, *, draws: bool = True) -> Hand:
        """A hand whose dice and time depend on the command's place alone."""
        dice = random.Random(self.place)
        source = Source((lambda sides: dice.randint(1, sides)) if draws else None, lambda: secrets.token_hex(6))
        return Hand(by, BEGIN + timedelta(seconds=9 * self.place), source)

    def hear(self) -> int:
        """How many messages the streams had for the change just made."""
        standing = self.app.state.house.look(self.gm.id)
        heard = [message for stream in self.streams if (message := stream(standing)) is not None]
        self.told += heard
        return len(heard)

    def play(self, place: int, who: str, command: Command) -> None:
        """One command of the GM, or of the seat, whose answer counts as told."""
        World.now, self.place = self, place
        if who == "gm":
            self.gm.send(command)
        else:
            answer = self.links[1].send(command)
            self.told.append(b"%d %b" % (answer.status_code, answer.content))
        self.hear()

    def shown(self, *paths: str) -> list[bytes]:
        """What the two links answer now."""
        return [link.get(path).content for link in self.links for path in paths]

    def transcript(self) -> list[str]:
        """All that was told, each random id and version by the order in which they came."""
        return [ID.sub(self._named, text.decode()) for text in self.told]

    def _named(self, match: re.Match[str]) -> str:
        return self._known.setdefault(match[0], f"{match[0][0]}#{len(self._known)}")


def hand_now(by: str, *, draws: bool = True) -> Hand:
    return World.now.hand(by, draws=draws)


def open_command(world: World, which: int) -> tuple[str, Command]:
    """One of the things that are played in both worlds."""
    oro, mira, bear = world.oro, world.mira, world.bear
    roll: Command = {"type": "roll", "roll": "action", "creature": oro, "targets": [bear]}
    every: list[tuple[str, Command]] = [
        ("gm", tap(oro, "hit_points")),
        ("gm", tap(bear, "hit_points", 2)),
        ("gm", tap(None, "fear")),
        ("gm", {"type": "take_damage", "creature": bear, "sources": [{"amount": 9}]}),
        ("gm", {"type": "take_damage", "creature": oro, "sources": [{"amount": 9}], "ask": True}),
        ("gm", {"type": "add_condition", "creature": oro, "condition": "restrained", "reason": "a net"}),
        ("gm", {"type": "end_condition", "creature": oro, "condition": "restrained"}),
        ("gm", {"type": "begin_turn", "creature": oro}),
        ("gm", {"type": "begin_turn", "creature": bear}),
        ("gm", roll),
        ("gm", {"type": "roll", "roll": "adversary_attack", "creature": bear, "targets": [mira]}),
        ("gm", {"type": "add_creature", "creature": {**BEAR}}),
        ("gm", {"type": "add_clock", "name": "Dawn", "size": 4, "hidden": False}),
        ("gm", {"type": "begin_scene", "title": "The mill"}),
        ("gm", {"type": "pass_time", "minutes": 10}),
        ("gm", {"type": "note", "text": "for all", "hidden": False}),
        ("seat", tap(oro, "stress")),
        ("seat", tap(bear, "stress")),
        ("seat", roll),
        ("seat", {**roll, "targets": []}),
        ("seat", {**roll, "targets": ["c_0123456789ab"]}),
        ("seat", {"type": "set_tracker", "creature": oro, "tracker": "hope", "value": 3}),
        ("seat", {"type": "suggest", "commands": [tap(bear, "hit_points")], "text": "Hit it"}),
        ("seat", {"type": "answer", "id": "p_0123456789ab"}),
        ("seat", {"type": "reveal", "creature": bear}),
        ("seat", {"type": "request_spotlight", "creature": oro}),
        ("seat", {"type": "mark_stress", "creature": oro}),
        ("seat", {"type": "spend_hope", "creature": oro}),
        ("gm", {"type": "show", "text": "A letter"}),
        ("gm", {"type": "begin_session"}),
    ]
    return every[which % len(every)]


def hidden_command(world: World, which: int) -> Command:
    """Something that no player may notice."""
    lurker = next((id for id, one in world.gm.view()["creatures"].items() if one["note"] == "zq303"), "")
    if not lurker:
        return {"type": "add_creature", "creature": LURKER}
    every: list[Command] = [
        tap(lurker, "hit_points"),
        tap(lurker, "stress"),
        {"type": "begin_turn", "creature": lurker},
        {"type": "add_condition", "creature": lurker, "condition": "vulnerable", "reason": "zq404"},
        note("zq404"),
        {"type": "change_creature", "creature": lurker, "changes": {"name": "Lurker of the tide"}},
        {
            "type": "take_damage",
            "creature": lurker,
            "sources": [{"amount": 6}],
            "parameters": {"major": 5, "severe": 9},
        },
        {"type": "roll", "roll": "adversary_attack", "creature": lurker, "parameters": {"evasion": 10, "modifier": 1}},
        {"type": "add_clock", "name": "zq404", "size": 4},
        {"type": "add_creature", "creature": {**BEAR, "hidden": True, "note": "zq404"}},
        {"type": "add_creature", "creature": {"name": "Wolf", "wave": "zq404"}},
        {"type": "change_creature", "creature": world.bear, "changes": {"note": "zq404"}},
    ]
    return every[which % len(every)]


def two_servers(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Direct, Direct]]:
    """Two servers, each with a database of its own."""
    made = [_server(tmp_path_factory.mktemp("world"), sqlite_template) for _ in range(2)]
    yield made[0], made[1]
    for server in made:
        server.close()
        server.app.state.database.close()


servers = pytest.fixture(scope="module")(two_servers)


def _server(folder: Path, template: Path) -> Direct:
    shutil.copy(template, folder / "shirma.sqlite3")
    app = create_app(Settings(data=folder, secret="a secret for tests"))
    account = app.state.database.write(lambda db: accounts.ensure_owner(db).id)
    secret = app.state.database.write(lambda db: tokens.create(db, account, "gm", "admin")[1])
    return Direct(app, {"Authorization": f"Bearer {secret}"})


def place_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let dice and times depend only on a command's place."""
    monkeypatch.setattr(games, "hand", hand_now)
    monkeypatch.setattr(play, "hand", hand_now)


placed_hands = pytest.fixture(autouse=True)(place_hands)


MOVES = st.lists(st.tuples(st.booleans(), st.integers(0, 200)), min_size=4, max_size=12)


@pytest.mark.case("GM-002")
@pytest.mark.case("GM-038")
@pytest.mark.slow
@given(MOVES)
@examples(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_hidden_creature_changes_no_byte_of_what_players_get(
    servers: tuple[Direct, Direct], moves: list[tuple[bool, int]]
) -> None:
    worlds = plain, lurking = World(servers[0]), World(servers[1])
    for place, (is_open, which) in enumerate(moves, 1):
        if is_open:
            for world in worlds:
                world.play(place, *open_command(world, which))
                world.told += world.shown("")
        else:
            before = lurking.shown(*PATHS[:2])
            World.now, lurking.place = lurking, 100 + place
            lurking.gm.send(hidden_command(lurking, which))
            assert lurking.hear() == 0
            assert lurking.shown(*PATHS[:2]) == before
    for world in worlds:
        world.told += world.shown(*PATHS)
    assert lurking.transcript() == plain.transcript()
    assert not any(mark in text for mark in MARKS for text in lurking.told)
