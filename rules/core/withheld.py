"""What the end of a turn brought and players learn later, since a turn that they do not see followed it.

To players the turn before a hidden one still runs. A condition that ends with it, or a countdown that falls then, would
tell that it is over and that somebody acts whom they do not see. So these entries wait, in the log and in all that is
worked out for players, until the next turn in sight begins, the fight or the scene is over, or the same thing changes
again. The GM sees everything at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rules.core import events as e
from rules.core import refold
from rules.core.audience import LATER, PUBLIC, is_hidden
from rules.core.keys import clash, keys

if TYPE_CHECKING:
    from rules.core.history import Entry, Game

OF_THE_ORDER = (e.TurnBegan, e.TurnEnded, e.RoundBegan, e.SlotSet, e.OrderNoted, e.PendingSet, e.PendingEnded)


def numbers(game: Game) -> frozenset[int]:
    """The numbers of the entries that players do not know yet."""
    order = game.state.order
    newest = order.active or (order.trail[-1][0] if order.trail else None)
    if newest is None or not is_hidden(game.state, newest):
        return frozenset()
    since = [*_since_players_saw_a_turn(game)][::-1]
    waiting = [entry for entry in since if LATER in entry.audience]
    return frozenset(entry.number for entry in waiting if not _changed_again(entry, since))


def _since_players_saw_a_turn(game: Game) -> Iterator[Entry]:
    """The live entries since players saw a turn, a fight or a scene begin or end, the newest first."""
    for entry in reversed(game.entries):
        if entry.step in game.undone:
            continue
        if isinstance(entry.event, e.TurnBegan) and entry.audience == PUBLIC:
            return
        if isinstance(entry.event, e.EncounterBegan | e.EncounterEnded | e.MomentPassed):
            return
        yield entry


def _changed_again(waiting: Entry, since: list[Entry]) -> bool:
    """Whether a later entry, which does not wait itself, changed the same: what it shows would not fit what was."""
    mine = keys(waiting.event)
    later = (entry for entry in since if entry.number > waiting.number and LATER not in entry.audience)
    return bool(mine) and any(clash(key, other) for entry in later for other in keys(entry.event) for key in mine)


def in_sight(game: Game) -> Game:
    """The game as it is to players: the state without what they do not know yet. It is its own ``in_sight``."""
    if not game.withheld:
        return game
    known = tuple(entry for entry in game.entries if entry.number not in game.withheld)
    state, _ = refold.folded(known, game.undone, refold.before(game.kept, min(game.withheld)))
    made = replace(game, state=state)
    vars(made).update(withheld=game.withheld, in_sight=made, landmarks=game.landmarks)
    return made
