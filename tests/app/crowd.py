"""A fight as large as fights get, with a long evening behind it, put into the store at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from app.services import games
from app.storage.database import Database
from rules import get_system
from rules.core import history
from rules.core.history import Game

PARTY, FOES, CLOCKS, CONDITIONS, ENTRIES = 5, 55, 40, 40, 5_000
Command = dict[str, Any]
HERO: Command = {
    "kind": "pc",
    "numbers": {"evasion": 10, "armor_major": 7, "armor_severe": 14},
    "trackers": {"hit_points": {"max": 6}, "stress": {"max": 6}, "armor_slots": {"max": 3}},
}
FOE: Command = {
    "numbers": {"difficulty": 12, "major": 6, "severe": 12, "attack_modifier": 1},
    "trackers": {"hit_points": {"max": 9}, "stress": {"max": 3}},
}


@dataclass(frozen=True)
class Crowd:
    """The game, and who is in it."""

    game_id: str
    heroes: tuple[str, ...]
    foes: tuple[str, ...]


def crowd(database: Database, account: str, entries: int = ENTRIES, system: str = "daggerheart") -> Crowd:
    """A stored game of 60 creatures, 40 clocks and 40 conditions, whose log has so many entries."""
    game = evening_of(gathered(system), entries)
    id = database.write(lambda db: games.store_new(db, account, game))
    return Crowd(id, tuple(_of_kind(game, "pc")), tuple(_of_kind(game, "adversary")))


def gathered(system: str) -> Game:
    """Everybody and everything on the board, and the fight begun."""
    game = history.new_game(get_system(system), "The long siege", {}, games.hand("gm"))
    game = _played(game, *({"type": "add_creature", "creature": {"name": f"Hero {n}", **HERO}} for n in range(PARTY)))
    game = _played(game, {"type": "add_creatures", "creature": {"name": "Goblin", **FOE}, "count": FOES})
    clocks = ({"type": "add_clock", "name": f"Clock {n}", "size": 8, "hidden": n % 2 == 0} for n in range(CLOCKS))
    game = _played(game, *clocks)
    vulnerable = {"type": "add_condition", "condition": "vulnerable"}
    game = _played(game, *({**vulnerable, "creature": id} for id in _of_kind(game, "adversary")[:CONDITIONS]))
    return _played(game, {"type": "start_encounter"})


def evening_of(game: Game, entries: int) -> Game:
    """The game after an evening of taps, notes and turns that ends as full as it began."""
    for command in _deeds(game):
        if game.number >= entries:
            break
        game = _played(game, command)
    return game


def _deeds(game: Game) -> Iterator[Command]:
    foes = _of_kind(game, "adversary")
    for n in count():
        id = foes[n % len(foes)]
        if n % 10 == 9:
            yield {"type": "note", "text": f"The wall holds, hour {n}."}
        elif n % 10 == 5:
            yield {"type": "begin_turn", "creature": id}
        else:
            marked = 1 + n // len(foes) % 3
            yield {"type": "set_tracker", "creature": id, "tracker": "hit_points", "value": marked}


def _played(game: Game, *commands: Command) -> Game:
    return history.play(game, commands, games.hand("gm")).game


def _of_kind(game: Game, kind: str) -> list[str]:
    return [creature.id for creature in game.state.creatures.values() if creature.kind == kind]
