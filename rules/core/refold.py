"""The state of a log in which steps were taken back, without going through all of it: states are kept on the way."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.core.apply import fold
from rules.core.state import State

if TYPE_CHECKING:
    from rules.core.history import Entry

EVERY = 200
Kept = tuple[tuple[int, State], ...]  # states after numbers of the log, the oldest first


def keep(kept: Kept, number: int, state: State) -> Kept:
    """What is kept when the log has grown to that number."""
    newest = kept[-1][0] if kept else 0
    return (*kept, (number, state)) if number - newest >= EVERY else kept


def before(kept: Kept, number: int) -> Kept:
    """What still holds when something changes from that number on."""
    return tuple(one for one in kept if one[0] < number)


def folded(entries: Sequence["Entry"], undone: frozenset[int], kept: Kept = ()) -> tuple[State, Kept]:
    """The state after the live entries, on top of the newest that is kept; and what is kept then."""
    start, state = kept[-1] if kept else (0, State())
    for place in range(start, len(entries), EVERY):
        chunk = entries[place : place + EVERY]
        state = fold((entry.event for entry in chunk if entry.step not in undone), state)
        kept = keep(kept, place + len(chunk), state)
    return state, kept
