"""A game as its log: entries, live and undone steps, undo by keys, redo, rewind."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import takewhile
from typing import Any

from rules.core import events as e
from rules.core import refold
from rules.core.apply import fold
from rules.core.audience import PUBLIC, Audience
from rules.core.commands.attention import NAMELESS, X_CARD
from rules.core.decide import Decided, Source, decide
from rules.core.errors import RuleError
from rules.core.keys import clash, keys
from rules.core.landmarks import carried, landmarks_of
from rules.core.project import seat_viewer
from rules.core.state import State
from rules.core.system import System, new_tracker
from rules.core.withheld import in_sight, numbers

JOIN_S = 2.0  # quick taps of one hand on one tracker within these seconds are one step
SEAT_UNDO_S = 60.0


@dataclass(frozen=True, slots=True)
class Entry:
    """One event in its place: ``number`` from 1, the step it belongs to, by whom, when, and who may read of it."""

    number: int
    step: int
    by: str
    at: datetime
    id: str
    event: e.Event
    audience: Audience = PUBLIC


@dataclass(frozen=True)
class Game:
    """One game: its log and what it leads to. Every change is a new value."""

    system: System
    entries: tuple[Entry, ...]
    state: State
    undone: frozenset[int] = frozenset()
    kept: refold.Kept = field(default=(), compare=False, repr=False)
    landmarks = cached_property(landmarks_of)
    withheld = cached_property(numbers)  # what players do not know yet
    in_sight = cached_property(in_sight)

    @property
    def number(self) -> int:
        return self.entries[-1].number if self.entries else 0

    @property
    def last_step(self) -> int:
        return self.entries[-1].step if self.entries else 0

    @cached_property
    def live_rewinds(self) -> frozenset[int]:
        """The steps of rewinds that were not taken back; only the newest of them ever is."""
        live: list[int] = []
        seen = 0
        for entry in self.entries:
            if isinstance(entry.event, e.Undone | e.Redone) and entry.event.rewind and entry.step != seen:
                seen = entry.step
                if entry.event.rewind == "to":
                    live.append(seen)
                elif live:
                    live.pop()
        return frozenset(live)


@dataclass(frozen=True, slots=True)
class Played:
    """A game after a request, the entries that it added, and in a preview the odds of what was not rolled."""

    game: Game
    added: tuple[Entry, ...]
    odds: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Hand:
    """Who asks, when, and where dice and ids come from. ``by`` is gm, gm:<name>, token:<name> or seat:<creature>."""

    by: str
    at: datetime
    source: Source

    @property
    def is_seat(self) -> bool:
        return self.by.startswith("seat:")


def new_game(system: System, name: str, settings: Mapping[str, Any], hand: Hand) -> Game:
    """A game at event 1, with every setting written out."""
    table = {key: new_tracker(spec) for key, spec in system.data.table.items()}
    began = e.GameBegan(system.key, name, {**system.default_settings(), **settings}, table, system.data.order.policy)
    return _append(Game(system, (), State()), hand, [began], [PUBLIC], step=1).game


def load_game(system: System, entries: Sequence[Entry], state: State | None = None, upto: int = 0) -> Game:
    """The game of a stored log; ``state`` is a snapshot after number ``upto`` with nothing undone since."""
    undone = undone_steps(entries)
    found, kept = refold.folded(tuple(entries), undone, ((upto, state),) if state is not None else ())
    return Game(system, tuple(entries), found, undone, kept)


def undone_steps(entries: Iterable[Entry], before: frozenset[int] = frozenset()) -> frozenset[int]:
    """The steps that do not live after these entries; ``before`` are those that did not before them."""
    undone = set(before)
    for entry in entries:
        if isinstance(entry.event, e.Undone):
            undone |= set(entry.event.steps)
        elif isinstance(entry.event, e.Redone):
            undone -= set(entry.event.steps)
    return frozenset(undone)


def play(game: Game, raws: Sequence[Any], hand: Hand, *, preview: bool = False) -> Played:
    """Carry out these commands as one step; raises InvalidInput, RuleError, or Need, and then nothing has happened."""
    decided = decide(game.system, game.state, raws, hand.by, hand.source, preview=preview)
    if X_CARD in [raw.get("type") for raw in raws]:
        hand = replace(hand, by=NAMELESS)
    step = _joined_step(game, decided, raws, hand) or game.last_step + 1
    played = _append(game, hand, decided.events, decided.audiences, step=step, state=decided.state)
    return replace(played, odds=decided.odds)


def _append(
    game: Game,
    hand: Hand,
    events: Sequence[e.Event],
    audiences: Sequence[Audience],
    *,
    step: int,
    state: State | None = None,
) -> Played:
    added = tuple(
        Entry(game.number + n, step, hand.by, hand.at, "e_" + hand.source.new_id(), event, audience)
        for n, (event, audience) in enumerate(zip(events, audiences, strict=True), 1)
    )
    if state is None:
        state = fold(events, game.state)
    kept = refold.keep(game.kept, game.number + len(added), state)
    grown = replace(game, entries=game.entries + added, state=state, kept=kept)
    return Played(carried(grown, game, added), added)


def _joined_step(game: Game, decided: Decided, raws: Sequence[Any], hand: Hand) -> int | None:
    """The newest step, where this is one more quick tap of the same hand on the same tracker."""
    if len(raws) != 1 or raws[0].get("type") not in ("adjust_tracker", "set_tracker") or not game.entries:
        return None
    last = game.entries[-1]
    is_quick = last.by == hand.by and (hand.at - last.at).total_seconds() <= JOIN_S
    if not is_quick or not isinstance(last.event, e.TrackerSet) or last.step in game.undone:
        return None
    first = decided.events[0] if decided.events else None
    if not isinstance(first, e.TrackerSet) or keys(first) != keys(_first_of(game, last.step)):
        return None
    return last.step


def _first_of(game: Game, step: int) -> e.Event:
    return of_step(game, step)[0].event


def of_step(game: Game, step: int) -> list[Entry]:
    """The entries of a step, oldest first; a joined burst's are not one after another."""
    found = []
    for entry in reversed(game.entries):
        if entry.step == step:
            found.append(entry)
        elif entry.step < step and found:
            break
    return found[::-1]


def is_change(entry: Entry) -> bool:
    """Whether an entry is part of a step that can be undone: no undo, no redo, not the game's beginning."""
    if isinstance(entry.event, e.Undone | e.Redone):
        return entry.event.rewind == "to"
    return not isinstance(entry.event, e.GameBegan)


def undoable_steps(game: Game, by: str | None = None, most: int = 50) -> list[int]:
    """The newest live steps that an undo may name, newest first; of one hand if ``by`` is given."""
    found: list[int] = []
    for entry in reversed(game.entries):
        if len(found) >= most:
            break
        if is_change(entry) and _is_live(game, entry) and by in (None, entry.by) and entry.step not in found:
            found.append(entry.step)
    return found


def _is_live(game: Game, entry: Entry) -> bool:
    if isinstance(entry.event, e.Undone | e.Redone):
        return entry.step in game.live_rewinds
    return entry.step not in game.undone


def steps_in_the_way(game: Game, step: int, knows: Callable[[Entry], bool] = lambda entry: True) -> list[int]:
    """Later live steps that touch what this one touched: compared by the events' numbers, not the steps'.

    Only entries that the caller ``knows`` count: a refusal by any other would tell that it is there.
    """
    mine = [(entry.number, key) for entry in of_step(game, step) for key in keys(entry.event)]
    first = min((number for number, _ in mine), default=game.number)
    found: set[int] = set()
    for entry in reversed(game.entries):
        if entry.number <= first:
            break
        if entry.step != step and entry.step not in game.undone and entry.step not in found and knows(entry):
            theirs = keys(entry.event)
            if any(entry.number > number and clash(key, other) for number, key in mine for other in theirs):
                found.add(entry.step)
    return sorted(found)


def changed_beneath(game: Game, step: int) -> list[int]:
    """Earlier clashing steps that are not live or undone as they were when this one was decided."""
    mine = of_step(game, step)
    first = mine[0].number
    toggled = {s for s in game.undone ^ _undone_before(game, first) if s < step}
    if not toggled:
        return []
    own_keys = [key for entry in mine for key in keys(entry.event)]
    found, lowest = set(), min(toggled)
    for entry in takewhile(lambda entry: entry.step >= lowest, reversed(game.entries)):
        if entry.step in toggled and any(clash(key, other) for key in own_keys for other in keys(entry.event)):
            found.add(entry.step)
    return sorted(found)


def _undone_before(game: Game, number: int) -> set[int]:
    """The steps that did not live before this entry: what came since is turned back."""
    then = set(game.undone)
    for entry in takewhile(lambda entry: entry.number >= number, reversed(game.entries)):
        if isinstance(entry.event, e.Undone):
            then -= set(entry.event.steps)
        elif isinstance(entry.event, e.Redone):
            then |= set(entry.event.steps)
    return then


def undo(game: Game, hand: Hand, *, step: int | None = None, any_hand: bool = False) -> Played:
    """Take a step back: the named one, else the newest live one of this hand, or of anyone.

    Raises RuleError ``nothing-to-undo`` or ``steps-in-the-way``. A seat undoes its own newest step, for 60 seconds.
    """
    if hand.is_seat and (step is not None or any_hand):
        raise RuleError("not-for-a-seat", type="undo")
    if step is None:
        newest = undoable_steps(game, None if any_hand else hand.by, most=1)
        if not newest:
            raise RuleError("nothing-to-undo")
        step = newest[0]
    entries = of_step(game, step)
    if not entries or not all(is_change(x) for x in entries) or not any(_is_live(game, x) for x in entries):
        raise RuleError("nothing-to-undo")
    if hand.is_seat and (hand.at - entries[-1].at).total_seconds() > SEAT_UNDO_S:
        raise RuleError("nothing-to-undo")
    if isinstance(entries[0].event, e.Undone | e.Redone):
        return _take_rewind_back(game, hand, entries)
    if not hand.is_seat:
        _refuse(steps_in_the_way(game, step))
        return _toggle(game, hand, [e.Undone((step,))])
    burst = _burst(game, hand, step)
    _refuse(sorted({way for one in burst for way in steps_in_the_way(game, one, _known_to(game, hand))} - {*burst}))
    return _toggle(game, hand, [e.Undone(tuple(sorted(burst)))])


def _known_to(game: Game, hand: Hand) -> Callable[[Entry], bool]:
    """What this player knows of the log: what it may read, and that a question was answered."""
    from rules.core.log import may_read

    viewer = seat_viewer(hand.by.removeprefix("seat:"))
    return lambda entry: isinstance(entry.event, e.PendingEnded) or may_read(game, viewer, entry)


def _burst(game: Game, hand: Hand, step: int) -> list[int]:
    """The steps of a player's quick taps up to this one: what lay between them unseen must not part them."""
    found = [step]
    newest = of_step(game, step)[0]
    seat = hand.by.removeprefix("seat:")
    for entry in reversed(game.entries[: newest.number - 1]):
        if entry.by != hand.by and (entry.number in game.withheld or not {"public", seat} & {*entry.audience}):
            continue
        is_tap = isinstance(entry.event, e.TrackerSet) and keys(entry.event) == keys(newest.event)
        is_quick = (newest.at - entry.at).total_seconds() <= JOIN_S
        if entry.by != hand.by or not is_tap or not is_quick or entry.step in game.undone:
            break
        newest = entry
        found += [entry.step] if entry.step not in found else []
    return found


def _refuse(steps: list[int]) -> None:
    if steps:
        raise RuleError("steps-in-the-way", steps=steps)


def _take_rewind_back(game: Game, hand: Hand, entries: list[Entry]) -> Played:
    last = entries[-1].number
    _refuse(sorted({x.step for x in game.entries if x.number > last and is_change(x) and _is_live(game, x)}))
    return _toggle(game, hand, [_opposite(entry.event, "back") for entry in entries])


def _opposite(event: e.Event, rewind: str) -> e.Event:
    assert isinstance(event, e.Undone | e.Redone)
    return (e.Redone if isinstance(event, e.Undone) else e.Undone)(event.steps, rewind)


def _toggle(game: Game, hand: Hand, events: list[e.Event]) -> Played:
    """Append undos and redos, and fold the log anew without the steps that do not live, from the first of them on."""
    played = _append(game, hand, events, [PUBLIC] * len(events), step=game.last_step + 1, state=game.state)
    undone = undone_steps(played.added, game.undone)
    toggled = of_step(game, min(step for event in events for step in getattr(event, "steps", ())))
    kept = refold.before(game.kept, toggled[0].number if toggled else 0)
    state, kept = refold.folded(played.game.entries, undone, kept)
    made = replace(played.game, undone=undone, state=state, kept=kept)
    return replace(played, game=carried(made, game, played.added))


def redo(game: Game, hand: Hand, *, step: int | None = None) -> Played:
    """Bring back what the caller's last undo took, or a named undone step that still fits.

    Raises RuleError ``nothing-to-redo`` or ``steps-in-the-way``.
    """
    if step is None:
        return _redo_last(game, hand)
    if step not in game.undone or not of_step(game, step):
        raise RuleError("nothing-to-redo")
    _refuse(sorted({*steps_in_the_way(game, step), *changed_beneath(game, step)}))
    return _toggle(game, hand, [e.Redone((step,))])


def _redo_last(game: Game, hand: Hand) -> Played:
    for entry in reversed(game.entries):
        if entry.by != hand.by:
            continue
        event = entry.event
        if isinstance(event, e.Undone | e.Redone) and event.rewind == "back":
            return _rewind_again(game, hand, of_step(game, entry.step))
        if isinstance(event, e.Undone) and event.rewind == "" and event.steps[0] in game.undone:
            return redo(game, hand, step=event.steps[0])
        if not isinstance(event, e.Undone | e.Redone):
            break
        if event.rewind == "to":
            break
    raise RuleError("nothing-to-redo")


def _rewind_again(game: Game, hand: Hand, entries: list[Entry]) -> Played:
    """Make a rewind anew that was taken back: all that it undid, and all that it brought back."""
    for entry in entries:
        assert isinstance(entry.event, e.Undone | e.Redone)
        undone = game.undone & set(entry.event.steps)
        if undone != (set(entry.event.steps) if isinstance(entry.event, e.Undone) else set()):
            raise RuleError("nothing-to-redo")
    return _toggle(game, hand, [_opposite(entry.event, "to") for entry in entries])


def checkpoints(game: Game) -> dict[str, Entry]:
    """The entry that each checkpoint names, by its id, oldest first."""
    found: dict[str, Entry] = {}
    for entry in game.landmarks.checkpoints if game.state.checkpoints else ():
        if isinstance(entry.event, e.SettingSet):
            id = entry.event.key.removeprefix(e.CHECKPOINT)
            if id in game.state.checkpoints and entry.step not in game.undone:
                found.setdefault(id, entry)
    return found


def rewind(game: Game, hand: Hand, to: int) -> Played:
    """Back to the state after entry ``to``: one step, which undo takes back. Raises ``nothing-to-undo``."""
    if not 1 <= to <= game.number:
        raise RuleError("unknown-entry", number=to)
    then = undone_steps(entry for entry in game.entries if entry.number <= to)
    early = {entry.step for entry in game.entries if entry.number <= to}
    all_steps = {entry.step for entry in game.entries if _is_foldable(entry)}
    wanted = {step for step in early if step not in then}
    gone = sorted(step for step in all_steps if step not in wanted and step not in game.undone)
    back = sorted(step for step in all_steps if step in wanted and step in game.undone)
    if not gone and not back:
        raise RuleError("nothing-to-undo")
    events: list[e.Event] = [e.Undone(tuple(gone), "to")] if gone else []
    if back:
        events.append(e.Redone(tuple(back), "to"))
    return _toggle(game, hand, events)


def _is_foldable(entry: Entry) -> bool:
    return not isinstance(entry.event, e.Undone | e.Redone)
