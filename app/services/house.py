"""What every use case of games stands on, and the games that this process has in memory.

What is kept in memory is never trusted by itself: each look compares it with the newest event in the database, which
costs one query, and loads only what is missing.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC
from typing import Any

from sqlmodel import Session

from app.errors import NotFound
from app.live.hub import Hub
from app.services.idempotency import InFlight
from app.services.shelf import Shelf
from app.settings import Settings
from app.storage import games
from app.storage.database import Database
from app.storage.games import Head, Row
from rules import SYSTEMS
from rules.core import codec, history
from rules.core.apply import fold
from rules.core.events import SCHEMA, Redone, Undone
from rules.core.history import Entry, Game
from rules.core.landmarks import carried

MOST_GAMES = 200
MOST_STANDINGS = 8  # of one game: enough for a stream that missed a few changes


@dataclass(frozen=True, slots=True)
class Standing:
    """One game at one number. ``made`` keeps what was worked out of it, for as long as it is kept itself."""

    head: Head
    game: Game
    made: dict[tuple[str, ...], Any] = field(default_factory=dict, compare=False, repr=False)

    def once(self, name: tuple[str, ...], make: Callable[[], Any]) -> Any:
        """What ``make`` answers, made once. Two threads may make it twice; then one of the two is kept."""
        found = self.made.get(name)
        return self.made.setdefault(name, make()) if found is None else found


class Memory:
    """The newest standings of the games that were looked at last."""

    def __init__(self, most: int = MOST_GAMES) -> None:
        self._most = most
        self._games: OrderedDict[str, deque[Standing]] = OrderedDict()
        self._lock = threading.Lock()

    def newest(self, game_id: str) -> Standing | None:
        with self._lock:
            kept = self._games.get(game_id)
            if kept is None:
                return None
            self._games.move_to_end(game_id)
            return kept[-1]

    def put(self, standing: Standing) -> Standing:
        """Keep it as the newest; answers the one that was kept before where that is the very same."""
        with self._lock:
            kept = self._games.setdefault(standing.head.id, deque(maxlen=MOST_STANDINGS))
            if kept and kept[-1].head == standing.head:
                return kept[-1]
            kept.append(standing)
            for older in tuple(kept)[:-2]:
                older.made.clear()  # streams compare the newest two; of the others only the log is of use
            if len(self._games) > self._most:
                self._games.popitem(last=False)
            return standing

    def kept(self, game_id: str) -> Sequence[Standing]:
        """What is kept of a game, the newest first."""
        with self._lock:
            return tuple(reversed(self._games.get(game_id, ())))

    def forget(self, game_id: str) -> None:
        with self._lock:
            self._games.pop(game_id, None)


@dataclass(frozen=True, slots=True)
class House:
    """One server's games: where they are stored, who hears of changes, and what is in memory."""

    settings: Settings
    database: Database
    hub: Hub
    in_flight: InFlight
    memory: Memory = field(default_factory=Memory)
    shelf: Shelf = field(default_factory=Shelf)
    looking: dict[Any, Any] = field(default_factory=dict)  # the looks that streams wait for together

    def look(self, game_id: str) -> Standing:
        """How the game stands now; raises NotFound where there is none, or it lies in the bin."""
        return self.database.read(lambda db: stand(self, db, game_id))


def stand(house: House, db: Session, game_id: str, *, in_bin: bool = False) -> Standing:
    """How the game stands in this transaction; raises NotFound, also where it lies in the bin and may not."""
    head = games.head(db, game_id)
    if head is None or (head.deleted_at is not None and not in_bin):
        raise NotFound
    kept = house.memory.newest(game_id)
    if kept is not None and kept.head == head:
        return kept
    return house.memory.put(Standing(head, _game(db, head, kept)))


def _game(db: Session, head: Head, kept: Standing | None) -> Game:
    if kept is not None and kept.head.number <= head.number:
        rows = games.rows(db, head.id, kept.head.number)
        if rows and rows[0].id == kept.head.event:  # a restored database may have other events under these numbers
            return extended(kept.game, [entry_of(row) for row in rows[1:]])
    return _loaded(db, head)


def _loaded(db: Session, head: Head) -> Game:
    entries = [entry_of(row) for row in games.rows(db, head.id)]
    snapshot = games.snapshot(db, head.id, SCHEMA)
    system = SYSTEMS.get(head.system)
    if system is None:  # its pack is not here any more
        raise NotFound("unknown-system", system=head.system)
    if snapshot is None:
        return history.load_game(system, entries)
    number, body = snapshot
    return history.load_game(system, entries, codec.load_state(body), number)


def extended(game: Game, entries: Sequence[Entry]) -> Game:
    """The game with more of its log. An undo or a redo among it makes the state anew."""
    every = (*game.entries, *entries)
    if any(isinstance(entry.event, Undone | Redone) for entry in entries):
        return history.load_game(game.system, every)
    grown = replace(game, entries=every, state=fold((entry.event for entry in entries), game.state))
    return carried(grown, game, entries)


def entry_of(row: Row) -> Entry:
    """A stored event as the rules know it."""
    seen = tuple(row.seen.split()) if row.seen else ()
    return Entry(row.number, row.step, row.by, row.at.astimezone(UTC), row.id, codec.load_event(row.body), seen)


def row_of(entry: Entry) -> Row:
    """An event of the rules as it is stored."""
    body = codec.dump_event(entry.event)
    kind = type(entry.event).__struct_config__.tag
    return Row(entry.number, entry.id, entry.step, entry.by, entry.at, str(kind), body, " ".join(entry.audience))
