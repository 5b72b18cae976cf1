"""Commands to a game, undo, redo and rewind: decided, stored in one transaction, and then made known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from sqlmodel import Session

from app.errors import Conflict, Problem
from app.services import idempotency, library, pictures
from app.services.access import Access
from app.services.games import Seen, hand, must_fit, seen_in, version_in
from app.services.house import House, Standing, row_of, stand
from app.services.idempotency import Answer, Once
from app.services.refusals import translated
from app.services.wording import DERIVED, Wording, rolls_of, shown_in_words, texts_of, wording
from app.storage import games
from app.storage.database import announce
from rules.core import codec, history, log
from rules.core.between import events_between
from rules.core.commands.attention import ALWAYS
from rules.core.events import SCHEMA, PendingSet, Redone, Undone, type_of
from rules.core.history import Entry, Game, Hand, Played

Decide = Callable[[Session, Game, Hand], Played]
SNAPSHOT_EVERY = 500
TRIES = 5
GONE = ("id", "number", "step")


@dataclass(frozen=True, slots=True)
class Ask:
    """A request to change a game: whose, in which language it is answered, and on which conditions.

    ``match`` is an If-Match header, ``once`` makes a retry safe, a ``preview`` changes nothing; ``at`` is the place
    of the commands in the request's body; ``always``: it goes through while the view is held.
    """

    access: Access
    language: str
    match: str | None = None
    once: Once | None = None
    preview: bool = False
    at: str = ""
    always: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a request. ``kept`` has the bytes to send; a repeated one answers the very same.

    ``seen`` is the caller's view after it.
    """

    kept: Answer
    seen: Seen

    @property
    def answer(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(self.kept.body)
        return found


def play(house: House, ask: Ask, commands: Sequence[Any]) -> Done:
    """Carry out the commands as one step; raises Problem, and then nothing has happened.

    What a creature's card says of it is filled in first; only a GM's library is looked into.
    """
    always = all(isinstance(raw, Mapping) and raw.get("type") in ALWAYS for raw in commands)
    return play_made(house, replace(ask, always=always and bool(commands)), lambda _: commands)


def play_made(house: House, ask: Ask, make: Callable[[Session], Sequence[Any]]) -> Done:
    """As `play`, with commands that are made in the same transaction, with what they are made of stored or not."""

    def decide(db: Session, game: Game, by: Hand) -> Played:
        return history.play(game, _filled(db, ask, game, make(db)), by, preview=ask.preview)

    return _carry_out(house, ask, decide)


def _filled(db: Session, ask: Ask, game: Game, commands: Sequence[Any]) -> Sequence[Any]:
    """The commands with what cards say. A second connection would be waited for by all who wait for this one."""
    if not ask.access.is_gm:
        return commands
    pictures.must_be_there(db, ask.access, commands)
    return library.fill(db, ask.access.account, game.system.key, commands)


def undo(house: House, ask: Ask, step: int | None = None, any_hand: bool = False) -> Done:
    """Take back the caller's newest step, or the named one."""
    return _carry_out(house, ask, lambda _, game, by: history.undo(game, by, step=step, any_hand=any_hand))


def undo_together(house: House, ask: Ask, steps: Sequence[int]) -> Done:
    """Take back all of these steps, in this order, or none."""

    def decide(_: Session, game: Game, by: Hand) -> Played:
        added: tuple[Entry, ...] = ()
        for step in steps:
            played = history.undo(game, by, step=step)
            game, added = played.game, added + played.added
        return Played(game, added)

    return _carry_out(house, ask, decide)


def redo(house: House, ask: Ask, step: int | None = None) -> Done:
    """Bring back what the caller's last undo took, or the named step."""
    return _carry_out(house, _of_gm(ask, "redo"), lambda _, game, by: history.redo(game, by, step=step))


def rewind(house: House, ask: Ask, to: str | int) -> Done:
    """Back to the state after that entry, named by its id, its number, or a checkpoint's id."""
    return _carry_out(house, _of_gm(ask, "rewind"), lambda _, game, by: history.rewind(game, by, number_of(game, to)))


def _of_gm(ask: Ask, what: str) -> Ask:
    if not ask.access.is_gm:
        raise Problem("not-for-a-seat", type=what)
    return ask


def number_of(game: Game, to: str | int) -> int:
    """The number of an entry; 0 where there is none."""
    if isinstance(to, int):
        return to
    if to in game.state.checkpoints:
        return history.checkpoints(game)[to].number
    return next((entry.number for entry in game.entries if entry.id == to), 0)


def _carry_out(house: House, ask: Ask, decide: Decide) -> Done:
    ask.access.must_act()
    if ask.preview:
        return house.database.read(lambda db: _foresee(house, db, ask, decide))
    with house.in_flight.claim(ask.once):
        return _write(house, ask, decide)


def _write(house: House, ask: Ask, decide: Decide) -> Done:
    """One write. Another process that wrote first makes it decide again, on what is there then."""
    for left in reversed(range(TRIES)):
        try:
            after, kept = house.database.write(lambda db: _decide_and_store(house, db, ask, decide))
        except Conflict:
            if not left:
                raise
            continue
        if after is not None:
            after = house.memory.put(after)
            house.hub.publish(ask.access.game_id)
        standing = after or house.look(ask.access.game_id)
        return Done(kept, seen_in(standing, ask.access, ask.language))
    raise AssertionError("unreachable")


def _decide_and_store(house: House, db: Session, ask: Ask, decide: Decide) -> tuple[Standing | None, Answer]:
    """The standing after it (None where nothing new happened), and the answer."""
    after: Standing | None = None

    def change(db: Session) -> Answer:
        nonlocal after
        games.lock(db, ask.access.game_id)
        before = stand(house, db, ask.access.game_id)
        must_fit(before, ask.access, ask.match)
        played = _decided(db, before, ask, decide)
        after = _stored(db, before, played) if played.added else None
        return _answer(before, after or before, ask, played)

    kept = idempotency.within(db, ask.once, change)
    return after, kept


def _decided(db: Session, before: Standing, ask: Ask, decide: Decide) -> Played:
    game = before.game
    if game.state.held and not ask.access.is_gm and not ask.always:
        raise Problem("view-held")  # any other answer would tell of what has happened since
    with translated(game.system.key, ask.language, gm_game=game if ask.access.is_gm else None, at=ask.at):
        return decide(db, game, hand(ask.access.by, draws=not ask.preview))


def _stored(db: Session, before: Standing, played: Played) -> Standing:
    """Add the events of this transaction, and what follows from them for the game's row and its snapshots."""
    game, head = played.game, before.head
    games.append(db, head.id, game.state.name, [row_of(entry) for entry in played.added])
    behind = _first_undone(game, played.added)
    if behind is not None:
        games.drop_snapshots(db, head.id, behind)
    elif game.number // SNAPSHOT_EVERY > head.number // SNAPSHOT_EVERY:
        games.put_snapshot(db, head.id, game.number, SCHEMA, codec.dump_state(game.state))
    announce(db, head.id)
    return Standing(head._replace(name=game.state.name, number=game.number, event=game.entries[-1].id), game)


def _first_undone(game: Game, added: Sequence[Entry]) -> int | None:
    """The number of the first event that these undos and redos reach back to; None where there are none."""
    steps = {step for entry in added if isinstance(entry.event, Undone | Redone) for step in entry.event.steps}
    return min((entry.number for entry in game.entries if entry.step in steps), default=None) if steps else None


def _answer(before: Standing, after: Standing, ask: Ask, played: Played) -> Answer:
    shown = answer_of(before.game, after, ask.access, ask.language, played)
    headers = {"ETag": f'"{shown["version"]}"', "Content-Language": ask.language}
    return Answer(200, msgspec.json.encode(shown), headers)


def answer_of(before: Game, after: Standing, access: Access, language: str, played: Played) -> dict[str, Any]:
    """What a request answers to this caller: what it brought, and what a player learns by it of the time before."""
    said = wording(played.game.system.key, language)
    learned = [entry for entry in before.entries if entry.number in before.withheld - played.game.withheld]
    shown = _happened(played.game, access, [*([] if access.is_gm else learned), *played.added], said)
    number = {"number": after.head.number} if access.is_gm else {}
    waiting = {} if access.is_gm else {"waiting": _waits(played.added)}
    return {**number, "version": version_in(after, access.viewer), **shown, **waiting}


def _waits(added: Sequence[Entry]) -> bool:
    """Whether what a player asked for waits for the GM: it did so itself, so it is told."""
    return any(isinstance(entry.event, PendingSet) and entry.event.pending.by == "gm" for entry in added)


def _happened(game: Game, access: Access, added: Sequence[Entry], said: Wording) -> dict[str, Any]:
    lines = list(log.lines(game, access.viewer, tuple(added)))
    events = shown_in_words(game, access.viewer, lines, said)
    texts = texts_of(lines, [event["text"] for event in events], said)
    return {"rolls": rolls_of(access.viewer, game, added, said), "events": events, "text": texts}


def _foresee(house: House, db: Session, ask: Ask, decide: Decide) -> Done:
    """What would happen: shaped as the answer, without what only a real event has."""
    before = stand(house, db, ask.access.game_id)
    must_fit(before, ask.access, ask.match)
    played = _decided(db, before, ask, decide)
    shown = answer_of(before.game, before, ask.access, ask.language, played)
    shown["rolls"] = [_without(roll, ("id",)) for roll in shown["rolls"]]
    shown["events"] = [_without(event, GONE) for event in shown["events"]]
    if ask.access.is_gm and any(isinstance(entry.event, Undone | Redone) for entry in played.added):
        shown["changes"] = _changes(before.game, played.game, ask)
    shown["odds"] = [odds_in_words(found, played.game.system.key, ask.language) for found in played.odds]
    seen = seen_in(before, ask.access, ask.language)
    headers = {"ETag": f'"{seen.version}"', "Content-Language": ask.language}
    return Done(Answer(200, msgspec.json.encode(shown), headers), seen)


def _changes(before: Game, after: Game, ask: Ask) -> list[dict[str, Any]]:
    """What would be otherwise than it is now, of what people can see."""
    said = wording(after.system.key, ask.language)
    found = []
    for event in events_between(before.state, after.state):
        if type_of(event) not in DERIVED:
            line = log.line_of(after, ask.access.viewer, event)
            found.append({"type": line.type, "creature": line.creature, "text": said.line(line)})
    return found


def _without(shown: Mapping[str, Any], fields: Sequence[str]) -> dict[str, Any]:
    return {key: value for key, value in shown.items() if key not in fields}


def odds_in_words(found: Mapping[str, Any], system: str, language: str) -> dict[str, Any]:
    """The odds of a roll in a game as the API shows them: every modifier with its reason."""
    said = wording(system, language)
    targets = [{"creature": target["creature"], **_written(target["odds"])} for target in found["targets"]]
    return {
        "roll": found["roll"],
        **_written(found["odds"]),
        "filled": found["filled"],
        "modifiers": said.modifiers(found["modifiers"]),
        "targets": targets,
    }


def _written(odds: Any) -> dict[str, Any]:
    return dict(odds.answer())
