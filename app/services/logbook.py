"""The GM's log as a page tells it: one item a step, the newest first, and what stands written in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from itertools import groupby
from operator import is_
from typing import Any

from app.services.wording import Wording, is_told
from rules.core import chronicle, log
from rules.core import events as e
from rules.core.chronicle import Wanted
from rules.core.history import Entry, Game, is_change, of_step, undoable_steps
from rules.core.log import Line
from rules.core.project import GM_VIEWER

MOST_ENTRIES = 400
MOST_ITEMS = 80
MOST_FOUND = 40
MOST_NOTES = 30
MOST_TOLD = 5_000  # steps whose words are remembered
MOST_LOOKED_AT = 600
CHUNK = 10  # steps that are drawn together, so that a new one does not send the whole log again


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence of the log; ``name`` is the creature that it begins with, or empty."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """What one step brought about. ``seat`` is the name of the creature whose player did it."""

    step: int
    number: int
    at: str
    seat: str
    said: tuple[Said, ...]
    undone: bool
    fixed: bool  # cannot be undone: the game's beginning
    moment: str = ""  # in UTC, for the page to tell in the viewer's own time

    @property
    def text(self) -> str:
        return ". ".join(f"{said.name}{said.text}" for said in self.said)


@dataclass(frozen=True, slots=True)
class Note:
    """A note as it was written."""

    id: str
    text: str
    at: str
    scene: str
    shown: bool  # to players


def items(game: Game, wording: Wording, most: int = MOST_ITEMS) -> list[Item]:
    """The newest steps that say something, the newest first; the oldest chunk of them is whole, so that it stays."""
    found: list[Item] = []
    for step in _steps(game.entries[-MOST_ENTRIES:]):
        if len(found) >= most and step[0].step // CHUNK != found[-1].step // CHUNK:
            break
        item = _item(game, step, wording)
        if item is not None:
            found.append(item)
    return found


def is_more(game: Game, shown: Sequence[Item], most: int = MOST_ITEMS) -> bool:
    """Whether the log may say more than these, its newest steps."""
    is_cut = len(shown) >= most or len(game.entries) > MOST_ENTRIES
    return is_cut and (not shown or shown[-1].step > game.entries[0].step)


def found(
    game: Game, wording: Wording, wanted: Wanted, text: str = "", before: int | None = None, most: int = MOST_FOUND
) -> tuple[list[Item], int | None]:
    """The steps that are looked for, the newest first, and the step before which the next of them would be.

    One look goes through so many steps at most: in a very long log the rest is asked for.
    """
    heard = text.casefold().split()
    items: list[Item] = []
    matching = _matching(game, wanted, before)
    for looked, (step, entries) in enumerate(matching, 1):
        item = _item(game, entries, wording)
        if item is not None and all(word in item.text.casefold() for word in heard):
            items.append(item)
        if len(items) >= most or looked >= MOST_LOOKED_AT:
            return items, step
    return items, None


def _matching(game: Game, wanted: Wanted, before: int | None) -> Iterator[tuple[int, list[Entry]]]:
    """The steps with an entry that is looked for, the newest first."""
    for step, own in groupby(chronicle.newest_placed(game), lambda placed: placed[0].step):
        if before is None or step < before:
            several = list(own)[::-1]
            if wanted.is_anything or any(chronicle.fits(game.system, wanted, *placed) for placed in several):
                yield step, [entry for entry, _ in several]


def undo_item(game: Game, by: str, wording: Wording) -> Item | None:
    """The step that an undo of this hand would take back."""
    steps = undoable_steps(game, by, most=1)
    if not steps:
        return None
    entries = of_step(game, steps[0])
    return _item(game, entries, wording) or Item(steps[0], entries[-1].number, "", "", (), False, False)


def chunks(found: Sequence[Item]) -> list[tuple[int, tuple[Item, ...]]]:
    """The items in chunks that stay the same when steps are added, the newest chunk first."""
    return [(number, tuple(inside)) for number, inside in groupby(found, lambda item: item.step // CHUNK)]


def notes(game: Game, most: int = MOST_NOTES) -> list[Note]:
    """The newest notes that were written and not undone, the newest first."""
    scenes = [entry for entry in game.landmarks.moments if _names_scene(game, entry)]
    found: list[Note] = []
    for entry in reversed(game.landmarks.notes):
        if len(found) == most:
            break
        if entry.step not in game.undone:
            while scenes and scenes[-1].number > entry.number:
                scenes.pop()
            found.append(_note(entry, scenes[-1] if scenes else None))
    return found


def _names_scene(game: Game, entry: Entry) -> bool:
    event = entry.event
    return isinstance(event, e.MomentPassed) and event.name in ("scene", "renamed") and entry.step not in game.undone


def _note(entry: Entry, scene: Entry | None) -> Note:
    assert isinstance(entry.event, e.Told)
    facts = entry.event.facts
    here = scene.event.time.scene if scene is not None and isinstance(scene.event, e.MomentPassed) else ""
    return Note(entry.id, str(facts.get("text", "")), _clock(entry), here, not facts.get("hidden", True))


def last_evening(game: Game) -> tuple[str, bool]:
    """What was left for the next session, and whether that session is still to begin."""
    begun = False
    for entry in reversed(game.landmarks.moments):
        if entry.step in game.undone:
            continue
        if isinstance(entry.event, e.MomentPassed) and entry.event.name == "session":
            begun = True
        if isinstance(entry.event, e.Told):
            return str({**entry.event.facts, **entry.event.secret}.get("text", "")), not begun
    return "", False


def is_over(game: Game) -> bool:
    """Whether the evening has ended and the next one is still to begin."""
    return last_evening(game)[1]


def is_evening(game: Game) -> bool:
    """Whether an evening goes on: one that was begun, or a first one in which something was played already."""
    if is_over(game):
        return False
    played = (entry for entries in (game.landmarks.rolls, game.landmarks.rounds) for entry in entries)
    return game.state.time.session > 0 or any(entry.step not in game.undone for entry in played)


def newest_roll(game: Game) -> str | None:
    """The id of the newest roll that was not undone."""
    return next((entry.event.id for entry in _rolled(game) if isinstance(entry.event, e.Rolled)), None)


def newest_own(game: Game, creature: str) -> list[Entry]:
    """The newest roll of this creature that was not undone, where its own player made it."""
    own = (entry for entry in _rolled(game) if isinstance(entry.event, e.Rolled))
    newest = next((one for one in own if getattr(one.event, "who", {}).get("by") == creature), None)
    return [newest] if newest is not None and newest.by == f"seat:{creature}" else []


def _rolled(game: Game) -> Iterator[Entry]:
    """The entries of the last rolls that were not undone, the newest first."""
    for entry in reversed(game.entries[-MOST_ENTRIES:]):
        if isinstance(entry.event, e.Rolled) and entry.step not in game.undone:
            yield entry


def _after(game: Game, roll: str) -> Iterator[e.Event]:
    """What happened after this roll and was not undone, the newest first."""
    for entry in reversed(game.entries[-MOST_ENTRIES:]):
        if isinstance(entry.event, e.Rolled) and entry.event.id == roll:
            break
        if entry.step not in game.undone:
            yield entry.event


def stepped_in(game: Game, roll: str) -> dict[str, str]:
    """Who takes what follows from this roll in place of whom, by the id of the one it was meant for."""
    told = [event for event in _after(game, roll) if isinstance(event, e.Told) and "instead" in event.secret]
    return {str(event.secret["instead"]): str(event.who["by"]) for event in reversed(told)}


def struck_since(game: Game, roll: str, health: str | None) -> set[str]:
    """Who was hurt, healed or asked about it after this roll: what followed from it has been dealt with.

    A question that was dropped has brought nothing.
    """
    found, dropped = set[str](), set[str]()
    for event in _after(game, roll):  # the newest first
        if isinstance(event, e.TrackerSet) and event.key == health:
            found.add(event.owner)
        elif isinstance(event, e.PendingEnded) and event.how == "dropped":
            dropped.add(event.id)
        elif isinstance(event, e.PendingSet) and event.pending.id not in dropped:
            found.add(event.pending.by)
    return found


def left_over(game: Game, health: str | None) -> list[Mapping[str, Any]]:
    """What still follows from the roll before the newest one, where that is of the same creature and at nobody.

    The die of a mishap that somebody rolls after a blow must not take the blow's damage out of sight.
    """
    rolled = [
        entry.event
        for entry in game.entries[-MOST_ENTRIES:]
        if isinstance(entry.event, e.Rolled) and entry.step not in game.undone
    ]
    newest, before = (rolled[-1], rolled[-2]) if len(rolled) > 1 else (None, None)
    if newest is None or before is None or newest.who != {"by": before.who.get("by")}:
        return []
    done = struck_since(game, before.id, health)
    thens = [one["then"] for one in before.secret.get("targets", ()) if one["creature"] not in done]
    return [then for then in thens if then]


def _steps(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The entries by step, the newest step first, each in its own order."""
    for _, own in groupby(reversed(entries), lambda entry: entry.step):
        yield list(own)[::-1]


_ITEMS: dict[tuple[str, str], tuple[tuple[object, ...], Item | None]] = {}  # what steps said last


def _item(game: Game, entries: Sequence[Entry], wording: Wording) -> Item | None:
    """What a step says. Most steps of a log say what they said a moment ago."""
    key = (entries[-1].id, wording.words.language)
    hangs_on = _hangs_on(game, entries)
    known = _ITEMS.get(key)
    if known is not None and len(known[0]) == len(hangs_on) and all(map(is_, known[0], hangs_on)):
        return known[1]
    if len(_ITEMS) > MOST_TOLD:
        _ITEMS.clear()
    made = _made_item(game, entries, wording)
    _ITEMS[key] = (hangs_on, made)
    return made


def _hangs_on(game: Game, entries: Sequence[Entry]) -> tuple[object, ...]:
    """All that the words of a step hang on: its entries, whether it lives, and those whom it names as they are now."""
    creatures = game.state.creatures
    named = [creatures.get(id) for entry in entries for id in log.roles_of(entry.event).values()]
    seat = creatures.get(entries[-1].by.removeprefix("seat:"))
    return (*entries, entries[-1].step in game.undone, game.state.own, seat, *named)


def _made_item(game: Game, entries: Sequence[Entry], wording: Wording) -> Item | None:
    lines = [line for line in log.lines(game, GM_VIEWER, tuple(entries)) if is_told(line)]
    lines = [line for line in lines if line.type not in ("undone", "redone") or line.code.endswith("_rewind")]
    if not lines:
        return None
    last = entries[-1]
    seat = last.by.removeprefix("seat:") if last.by.startswith("seat:") else ""
    return Item(
        step=last.step,
        number=last.number,
        at=_clock(last),
        seat=log.name_for(game.state, GM_VIEWER, seat) if seat else "",
        said=tuple(_sentences(_last_of_each(lines), wording)),
        undone=last.step in game.undone,
        fixed=not all(map(is_change, entries)),
        moment=f"{last.at.astimezone(UTC):%Y-%m-%dT%H:%MZ}",
    )


def _last_of_each(lines: Sequence[Line]) -> list[Line]:
    """The lines, but of one tracker that was tapped several times only where it came to stand."""
    newest: dict[object, Line] = {}
    for line in lines:
        is_tap = line.type == "tracker_set"
        newest[(line.creature, line.facts.get("tracker")) if is_tap else line.id] = line
    return list(newest.values())


def _sentences(lines: Sequence[Line], wording: Wording) -> Iterator[Said]:
    """What the lines say; those who came to the board one after another stand in one sentence."""
    for is_coming, own in groupby(lines, lambda line: line.code == "creature_added"):
        several = list(own)
        if is_coming and len(several) > 1:
            yield Said("", wording.together(several))
        else:
            yield from (_said(line, wording) for line in several)


def _said(line: Line, wording: Wording) -> Said:
    text = wording.line(line)
    names = sorted(line.roles.values(), key=len, reverse=True)
    name = next((name for name in names if text.startswith(name)), "")
    return Said(name, text[len(name) :])


def _clock(entry: Entry) -> str:
    return f"{entry.at.astimezone():%H:%M}"
