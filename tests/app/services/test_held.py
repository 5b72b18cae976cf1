"""The game that players look at while their view is held is kept safely, however many look at once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.services import games
from rules.core.history import Game
from tests.rules.table import Table


class Slow(dict[str, Game]):
    """Games that are kept, in which every look through takes so long that another thread comes in between."""

    def __iter__(self) -> Iterator[str]:
        found = super().__iter__()
        time.sleep(0.02)
        return found


def held(seed: int) -> Game:
    table = Table(seed=seed)
    table.pc("Oro")
    table.do("hold_view", on=True)
    table.pc("Mira")
    return table.game


def test_many_held_games_are_looked_at_at_once_and_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Slow()
    monkeypatch.setattr(games, "_HELD", kept)
    monkeypatch.setattr(games, "MOST_HELD", 1)
    every = [held(seed) for seed in range(12)]
    with ThreadPoolExecutor(12) as pool:
        shown = list(pool.map(games._as_held, every))
    for game in shown:
        assert [creature.name for creature in game.state.creatures.values()] == ["Oro"]
    assert len(kept) == 1
    assert len({game.entries[0].id for game in shown}) == len(every)
