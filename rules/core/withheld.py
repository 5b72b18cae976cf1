"""What the end of a turn brought and players learn later, since a turn that they do not see followed it.

To players the turn before a hidden one still runs. A condition that ends with it, or a countdown that falls then, would
tell that it is over and that somebody acts whom they do not see. So these entries wait, in the log and in all that is
worked out for players, until the next turn in sight begins, the fight or the scene is over, a player ends the turn that
they see, or the same thing changes again. The GM sees everything at once, and so does the player of a hidden character
in its own turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rules.core import events as e
from rules.core import refold
from rules.core.audience import LATER, PUBLIC, is_hidden
from rules.core.keys import keys
from rules.core.project import Viewer
from rules.core.state import State

if TYPE_CHECKING:
    from rules.core.history import Entry, Game

OF_THE_ORDER = (e.TurnBegan, e.TurnEnded, e.RoundBegan, e.SlotSet, e.OrderNoted, e.PendingSet, e.PendingEnded)
OPENS_ANEW = ("scene", "session")  # moments after which nobody thinks of the turn before


def seen_by(game: Game, viewer: Viewer) -> Game:
    """The game as this viewer knows it."""
    return game if viewer.is_gm or _acts_itself(game, viewer) else game.in_sight


def waits_for(game: Game, viewer: Viewer, entry: Entry) -> bool:
    """Whether this viewer does not know the entry yet."""
    return entry.number in game.withheld and not viewer.is_gm and not _acts_itself(game, viewer)


def _acts_itself(game: Game, viewer: Viewer) -> bool:
    return viewer.creature is not None and _newest(game.state) == viewer.creature


def _newest(state: State) -> str | None:
    """Whose turn is the newest."""
    return state.order.active or (state.order.trail[-1][0] if state.order.trail else None)


def numbers(game: Game) -> frozenset[int]:
    """The numbers of the entries that players do not know yet."""
    newest = _newest(game.state)
    if newest is None or not is_hidden(game.state, newest):
        return frozenset()
    waiting: list[Entry] = []
    changed = _Changed()
    for entry in _since_players_saw_a_turn(game):
        if LATER not in entry.audience:
            changed.add(entry)
        elif not changed.again(entry):
            waiting.append(entry)
    return frozenset(entry.number for entry in waiting)


def _since_players_saw_a_turn(game: Game) -> Iterator[Entry]:
    """The live entries since players saw a turn begin or end, a fight or a scene; the newest first."""
    for entry in reversed(game.entries):
        if entry.step not in game.undone:
            if _is_seen_to_pass(game.state, entry):
                return
            yield entry


def _is_seen_to_pass(state: State, entry: Entry) -> bool:
    """Whether players see that the turn that they saw is over."""
    match entry.event:
        case e.TurnBegan(id=id, marker=None) | e.TurnEnded(id=id, marker=None) if is_hidden(state, id):
            return entry.by.startswith("seat:")  # who ended the turn in sight, while a hidden one ran
        case e.TurnBegan():
            return entry.audience == PUBLIC
        case e.EncounterBegan(switched=switched):
            return not switched
        case e.MomentPassed(name=name):
            return name in OPENS_ANEW
    return isinstance(entry.event, e.EncounterEnded)


class _Changed:
    """What has changed since: the paths, and those that lie above them."""

    def __init__(self) -> None:
        self._paths: set[str] = set()
        self._above: set[str] = set()

    def add(self, entry: Entry) -> None:
        for key in keys(entry.event):
            self._paths.add(key)
            self._above.update(_above(key))

    def again(self, entry: Entry) -> bool:
        """Whether something of what the entry changed has changed since: what it shows would not fit what was."""
        return any(self._holds(key) for key in keys(entry.event))

    def _holds(self, key: str) -> bool:
        return key in self._paths or key in self._above or not self._paths.isdisjoint(_above(key))


def _above(key: str) -> list[str]:
    """The paths in which this one lies: of ``c/x/trackers/hp`` these are ``c``, ``c/x`` and ``c/x/trackers``."""
    parts = key.split("/")
    return ["/".join(parts[:n]) for n in range(1, len(parts))]


def in_sight(game: Game) -> Game:
    """The game as it is to players: the state without what they do not know yet. It is its own ``in_sight``."""
    if not game.withheld:
        return game
    known = tuple(entry for entry in game.entries if entry.number not in game.withheld)
    state, _ = refold.folded(known, game.undone, refold.before(game.kept, min(game.withheld)))
    made = replace(game, state=state)
    vars(made).update(withheld=game.withheld, in_sight=made, landmarks=game.landmarks)
    return made
