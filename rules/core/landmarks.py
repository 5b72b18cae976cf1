"""The entries of a log that are looked for from afar, kept together: a long log takes no longer to look through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rules.core import events as e

if TYPE_CHECKING:
    from rules.core.history import Entry, Game


class Landmarks(NamedTuple):
    """Rolls; moments that passed, with ends of sessions; notes; checkpoints; rounds, and where fights begin and end.

    Each the oldest first, the undone ones too.
    """

    rolls: tuple[Entry, ...] = ()
    moments: tuple[Entry, ...] = ()
    notes: tuple[Entry, ...] = ()
    checkpoints: tuple[Entry, ...] = ()
    rounds: tuple[Entry, ...] = ()

    def extended(self, entries: Iterable[Entry]) -> Landmarks:
        """With those among more entries."""
        more: dict[str, list[Entry]] = {kind: [] for kind in self._fields}
        for entry in entries:
            kind = _kind(entry.event)
            if kind:
                more[kind].append(entry)
        return Landmarks(*(own + tuple(new) if new else own for own, new in zip(self, more.values(), strict=True)))


def _kind(event: e.Event) -> str:
    match event:
        case e.Rolled():
            return "rolls"
        case e.MomentPassed() | e.Told(code="session_ended"):
            return "moments"
        case e.Told(code="note"):
            return "notes"
        case e.SettingSet(key=key) if key.startswith(e.CHECKPOINT):
            return "checkpoints"
        case e.RoundBegan() | e.EncounterBegan() | e.EncounterEnded():
            return "rounds"
    return ""


def landmarks_of(game: Game) -> Landmarks:
    """The entries of a game that are looked for from afar."""
    return Landmarks().extended(game.entries)


def carried(made: Game, before: Game, added: Sequence[Entry]) -> Game:
    """The game that came of another one by these entries, with the landmarks that were known before."""
    if "landmarks" in vars(before):
        vars(made)["landmarks"] = before.landmarks.extended(added)
    return made
