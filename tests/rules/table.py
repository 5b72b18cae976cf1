"""A game in memory for tests: a hand that sends commands, with dice and ids that repeat."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import msgspec

from rules.core import history, log
from rules.core.decide import Source
from rules.core.history import Game, Hand, Played
from rules.core.project import GM_VIEWER, PUBLIC_VIEWER, Viewer
from rules.core.state import Creature
from rules.core.view import view
from rules.registry import get_system

BEGIN = datetime(2026, 1, 31, 19, 0, tzinfo=UTC)


class Table:
    """One game, played command by command; ``pause_s`` passes between two of them."""

    def __init__(self, system: str = "daggerheart", *, seed: int = 1, pause_s: float = 5.0, **settings: Any) -> None:
        self.dice, self.ids = Random(seed), Random(f"ids {seed}")
        self.now, self.pause_s = BEGIN, pause_s
        self.game: Game = history.new_game(get_system(system), "Mill at dusk", settings, self.hand())

    def hand(self, by: str = "gm") -> Hand:
        return Hand(by, self.now, Source(lambda sides: self.dice.randint(1, sides), self._id))

    def _id(self) -> str:
        return f"{self.ids.getrandbits(64):016x}"

    def do(self, type_: str, *, by: str = "gm", **fields: Any) -> Played:
        return self.send({"type": type_, **fields}, by=by)

    def send(self, *raws: Mapping[str, Any], by: str = "gm") -> Played:
        self.now += timedelta(seconds=self.pause_s)
        played = history.play(self.game, raws, self.hand(by))
        self.game = played.game
        return played

    def adjust(self, tracker: str, by: int, creature: str | None = None, hand: str = "gm") -> Played:
        """Change a tracker of a creature, or of the game."""
        owner = {"creature": creature} if creature else {}
        return self.send({"type": "adjust_tracker", "tracker": tracker, "by": by, **owner}, by=hand)

    def fear(self, by: int) -> Played:
        return self.adjust("fear", by)

    def preview(self, type_: str, **fields: Any) -> Played:
        return history.play(self.game, [{"type": type_, **fields}], self.hand(), preview=True)

    def undo(self, by: str = "gm", **how: Any) -> Played:
        self.now += timedelta(seconds=self.pause_s)
        played = history.undo(self.game, self.hand(by), **how)
        self.game = played.game
        return played

    def redo(self, by: str = "gm", **how: Any) -> Played:
        played = history.redo(self.game, self.hand(by), **how)
        self.game = played.game
        return played

    def rewind(self, to: int) -> Played:
        played = history.rewind(self.game, self.hand(), to)
        self.game = played.game
        return played

    def add(self, name: str, *, by: str = "gm", **fields: Any) -> str:
        """Add a creature; its id."""
        before = set(self.game.state.creatures)
        self.do("add_creature", by=by, creature={"name": name, **fields})
        (new,) = set(self.game.state.creatures) - before
        return new

    def pc(self, name: str = "Oro", **fields: Any) -> str:
        return self.add(name, kind="pc", **fields)

    def creature(self, id: str) -> Creature:
        return self.game.state.creatures[id]

    def value(self, tracker: str, owner: str = "table") -> Any:
        found = self.game.state.trackers(owner)[tracker]
        return getattr(found, "value", getattr(found, "on", found))

    def conditions(self, id: str) -> list[str]:
        return sorted(condition.key for condition in self.creature(id).conditions.values())

    def see(self, viewer: Viewer = GM_VIEWER) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(view(self.game, viewer))
        return found

    def public(self) -> dict[str, Any]:
        return self.see(PUBLIC_VIEWER)

    def codes(self, viewer: Viewer = GM_VIEWER) -> list[str]:
        return [line.code for line in log.lines(self.game, viewer)]

    @property
    def active(self) -> str | None:
        return self.game.state.order.active
