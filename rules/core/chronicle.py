"""The log as a story: where each entry stands in session, scene and round, and which entries are of one kind."""

from collections.abc import Iterable, Iterator
from heapq import merge

import msgspec

from rules.core import events as e
from rules.core import log
from rules.core.audience import is_gm_only
from rules.core.history import Entry, Game
from rules.core.project import Viewer
from rules.core.state import TABLE
from rules.core.system import System

KINDS = ("rolls", "damage", "conditions", "order", "notes", "secrets")
HANDS = ("gm", "players")


class Where(msgspec.Struct, frozen=True):
    """A place in the story: the session, the scene's title, the round of a fight (0 outside of one)."""

    session: int = 0
    scene: str = ""
    round: int = 0


class Wanted(msgspec.Struct, frozen=True):
    """Which entries are looked for; what is left empty lets all through.

    ``kind`` is one of KINDS; ``who`` one of HANDS or a creature, as the hand or as the one it is about.
    """

    kind: str = ""
    who: str = ""
    session: int | None = None
    scene: str = ""
    round: int | None = None

    @property
    def is_anything(self) -> bool:
        return self == Wanted()


def placed(game: Game, viewer: Viewer, entries: Iterable[Entry] | None = None) -> Iterator[tuple[Entry, Where]]:
    """The entries that the viewer may read, each with its place, oldest first; by what this viewer read alone."""
    here = Where(_first_session(game))
    for entry in game.entries if entries is None else entries:
        if log.may_read(game, viewer, entry):
            if entry.step not in game.undone:
                here = moved(here, entry.event)
            yield entry, here


def places(game: Game) -> list[tuple[int, Where]]:
    """Where the log has been, as the GM reads it, each place with the number of the entry that led to it."""
    here = Where(_first_session(game))
    found = [(0, here)]
    for entry in merge(game.landmarks.moments, game.landmarks.rounds, key=lambda entry: entry.number):
        if entry.step not in game.undone:
            here = moved(here, entry.event)
            found.append((entry.number, here))
    return found


def newest_placed(game: Game) -> Iterator[tuple[Entry, Where]]:
    """The entries as the GM reads them, each with its place, the newest first: as far back as somebody asks."""
    left = places(game)
    for entry in reversed(game.entries):
        while left[-1][0] > entry.number:
            left.pop()
        yield entry, left[-1][1]


def _first_session(game: Game) -> int:
    """The number of the first evening where nobody began it: it was counted when it ended."""
    for entry in game.landmarks.moments:
        if isinstance(entry.event, e.MomentPassed) and entry.step not in game.undone:
            if entry.event.name == "session":
                break
            if entry.event.name == "counted":
                return entry.event.time.session
    return 0


def moved(here: Where, event: e.Event) -> Where:
    """The place after an event."""
    match event:
        case e.MomentPassed(time=time):
            return Where(time.session or here.session, time.scene, here.round)
        case e.RoundBegan(round=number):
            return Where(here.session, here.scene, number)
        case e.EncounterBegan() | e.EncounterEnded():
            return Where(here.session, here.scene)
    return here


def fits(system: System, wanted: Wanted, entry: Entry, here: Where) -> bool:
    """Whether an entry in this place is looked for."""
    return (
        wanted.session in (None, here.session)
        and wanted.scene in ("", here.scene)
        and wanted.round in (None, here.round)
        and (not wanted.kind or is_of(system, wanted.kind, entry))
        and (not wanted.who or _is_by(wanted.who, entry))
    )


def is_of(system: System, kind: str, entry: Entry) -> bool:
    """Whether an entry is one of KINDS."""
    event = entry.event
    match kind:
        case "rolls":
            return isinstance(event, e.Rolled)
        case "damage":
            return _is_damage(system, event)
        case "conditions":
            tells = isinstance(event, e.Told) and event.code in ("became", "no_longer")
            return tells or isinstance(event, e.ConditionSet | e.ConditionEnded)
        case "order":
            turns = e.EncounterBegan | e.EncounterEnded | e.RoundBegan | e.TurnBegan
            return isinstance(event, turns)
        case "notes":
            return isinstance(event, e.Told) and event.code in ("note", "session_ended")
        case "secrets":
            return is_gm_only(entry.audience) and not isinstance(event, log.NOT_FOR_PLAYERS)
    return False


def _is_damage(system: System, event: e.Event) -> bool:
    """What hurts and what heals: told, or done to the tracker of health."""
    if isinstance(event, e.Told):
        return event.code in (*system.data.report.damage, *system.data.report.downs, "healed")
    return isinstance(event, e.TrackerSet) and event.owner != TABLE and event.key == system.data.health


def _is_by(who: str, entry: Entry) -> bool:
    if who in HANDS:
        return entry.by.startswith("seat:") == (who == "players")
    return entry.by == f"seat:{who}" or who in log.roles_of(entry.event).values()
