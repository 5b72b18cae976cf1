"""What follows from a command: events, or a refusal, or a question; and nothing has happened until it answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.core import derived, events, settling, turns
from rules.core.amending import AmendRoll, amend_roll
from rules.core.audience import GM_ONLY, Audience
from rules.core.chance import Chance
from rules.core.commands import play
from rules.core.commands.attention import ALWAYS
from rules.core.commands.base import Command, Id, Rolling, read_command, type_name, type_of
from rules.core.commands.encounter import BeginTurn, EndTurn
from rules.core.commands.table import CORE_COMMANDS, Handler
from rules.core.commands.trackers import AdjustTracker, SetTracker
from rules.core.draft import GM, Draft
from rules.core.due_answers import SettleDue, answer_due, settle_due
from rules.core.errors import Fault, InvalidInput, Need, RuleError
from rules.core.orders import Choose
from rules.core.rolling import Roll, roll
from rules.core.state import State
from rules.core.stored import readable
from rules.core.system import System

SEAT_COMMANDS = frozenset(
    {"roll", "set_tracker", "adjust_tracker", "suggest", "answer", "begin_turn", "end_turn", "amend_roll", *ALWAYS}
)


class Answer(Rolling, frozen=True, kw_only=True, tag_field="type", tag=type_name):
    """The answer to a stored question; ``given`` is whatever the question's schema asks."""

    id: Id
    given: Mapping[str, Any] = msgspec.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Source:
    """Where dice and ids come from: ``draw`` answers a face from 1 to the sides; None draws nothing."""

    draw: Callable[[int], int] | None
    new_id: Callable[[], str]

    def chance(self, command: Command) -> Chance:
        return Chance(self.draw, *_dice_of(command), self.new_id)


def _dice_of(command: Command) -> tuple[Mapping[str, Any], bool]:
    """The faces that a command gives, and whether the rest is asked for."""
    return (command.dice, command.physical) if isinstance(command, Rolling) else ({}, False)


@dataclass(frozen=True, slots=True)
class Decided:
    """The events of one request, who may read each, and in a preview the odds of what was not rolled."""

    events: tuple[events.Event, ...]
    audiences: tuple[Audience, ...]
    odds: tuple[Mapping[str, Any], ...]
    state: State


def handlers(system: System) -> dict[type[Command], Handler]:
    """Every command of a game and what carries it out."""
    own: dict[type[Command], Handler] = {
        Answer: _answer,
        play.Suggest: _suggest,
        play.Accept: _accept,
        Roll: roll,
        AmendRoll: amend_roll,
        SettleDue: settle_due,
    }
    return {**CORE_COMMANDS, **own, **system.commands}


def known_commands(system: System) -> dict[str, type[Command]]:
    """The command types of a game by name."""
    return {type_of(command): command for command in handlers(system)}


def decide(
    system: System, state: State, raws: Sequence[Any], by: str, source: Source, *, preview: bool = False
) -> Decided:
    """The events of these commands, all or none.

    Raises InvalidInput, RuleError, or Need, where there are several with ``command``, the index, in each ask.
    """
    source = Source(None, source.new_id) if preview else source
    draft = Draft(system, state, by, source.chance(_NOTHING), preview=preview)
    table, known = handlers(system), known_commands(system)
    for n, raw in enumerate(raws):
        if draft.seat is not None and draft.chance.drawn:
            # What fails after a draw takes it back: a player could send a roll again until it brought enough.
            raise RuleError("dice-come-last")
        at = f"/commands/{n}" if len(raws) > 1 else ""
        try:
            command = _read(known, raw, at)
            _run(draft, table, command, source)
        except Need as need:
            raise (Need([{**ask, "command": n} for ask in need.asks]) if len(raws) > 1 else need) from None
        except InvalidInput as error:
            raise _placed(error, at) from None
    return _finished(draft)


def _placed(error: InvalidInput, at: str) -> InvalidInput:
    """Faults that a handler found, pointing into the request."""
    return InvalidInput(
        [f if f.pointer.startswith(at) else Fault(at + f.pointer, f.code, f.facts) for f in error.errors]
    )


def _read(known: Mapping[str, type[Command]], raw: Any, at: str) -> Command:
    if isinstance(raw, Mapping) and raw.get("type") == "answer":
        fixed = {"type", "id", "dice", "physical", "parameters"}
        given = {key: value for key, value in raw.items() if key not in fixed}
        raw = {**{key: value for key, value in raw.items() if key in fixed}, "given": given}
    return read_command(known, raw, at=at)


def _run(draft: Draft, table: Mapping[type[Command], Handler], command: Command, source: Source) -> None:
    draft.chance, draft.hands_over = source.chance(command), False
    if draft.seat is not None and not _seat_may(draft, command):
        return
    before, begun = draft.state, len(draft.events)
    table[type(command)](draft, command)
    if draft.seat is not None and draft.hands_over and not draft.chance.drawn:
        draft.take_back(begun, before)
        _ask_the_gm(draft, command)
        return
    draft.chance.check_used()
    decided = len(draft.events)
    settle(draft, before)
    if draft.hands_over:
        draft.withhold(decided)


def _seat_may(draft: Draft, command: Command) -> bool:
    """Whether a player's command is carried out now; refuses what is no seat's, keeps what the GM must answer."""
    name = type_of(type(command))
    if name not in SEAT_COMMANDS | draft.system.seat_commands:
        raise RuleError("not-for-a-seat", type=name)
    owner = getattr(command, "creature", None)
    if isinstance(command, BeginTurn | EndTurn):
        return _seat_turn(draft, command)
    if (isinstance(command, SetTracker | AdjustTracker) or owner is not None) and owner != draft.seat:
        raise RuleError("unknown-creature", creature=owner or "table")
    return True


def _seat_turn(draft: Draft, command: BeginTurn | EndTurn) -> bool:
    """A seat never takes a turn or passes it on: it asks; the order answers at once, or else the GM.

    Whether its turn runs is what it sees: a hidden one that covers it must not show. Nor must one that is next: then
    the GM is asked, who may just not have answered yet.
    """
    seat = draft.seat or ""
    asked = turns.creature_of(draft.state, command.creature) if command.creature else seat
    if asked != seat:
        raise RuleError("unknown-creature", creature=command.creature)
    active, seen = draft.state.order.active, draft.seen_order.active
    if isinstance(command, EndTurn) and seen == seat and command.next is None:
        return True
    if isinstance(command, BeginTurn) and active is seen is None and draft.state.order.started:
        following = turns.policy_next(draft)
        if isinstance(following, Choose) and seat in following.options:
            return True
    _ask_the_gm(draft, command)
    return False


def _ask_the_gm(draft: Draft, command: Command) -> None:
    """Put a seat's own command before the GM."""
    raw = {key: value for key, value in msgspec.to_builtins(command).items() if value is not None}
    draft.ask("proposal", GM, creature=draft.seat, commands=[raw], text="")


def _suggest(draft: Draft, command: play.Suggest) -> None:
    """Put commands before the GM; raises what reading them raises, so that each can be shown and decided."""
    known = known_commands(draft.system)
    for n, raw in enumerate(command.commands):
        _read(known, raw, f"/commands/{n}")
    play.suggest(draft, command)


def _accept(draft: Draft, command: play.Accept) -> None:
    """Decide a suggestion anew against the present state, as the GM."""
    pending = play.proposal(draft, command.suggestion)
    draft.emit(events.PendingEnded(pending.id, "accepted"))
    table, known = handlers(draft.system), known_commands(draft.system)
    with readable("unreadable-question", id=pending.id):
        raws = [dict(raw) for raw in pending.data["commands"]]
    for raw in raws:
        inner = _read(known, raw, "")
        if isinstance(inner, play.Accept):
            raise RuleError("not-an-option", name="commands", options=[])
        draft.chance = draft.chance.anew(*_dice_of(inner))
        table[type(inner)](draft, inner)
        draft.chance.check_used()


def _answer(draft: Draft, command: Answer) -> None:
    """Continue a question, stored or due. The GM may answer any, a seat its own."""
    given = {**command.given, "parameters": command.parameters}
    if (due := draft.due(command.id)) is not None:
        answer_due(draft, due, given)
        return
    pending = draft.state.pending.get(command.id)
    if pending is None or (draft.seat is not None and pending.by != draft.seat) or pending.kind == "proposal":
        raise RuleError("unknown-question", id=command.id)
    handler = draft.system.answers.get(pending.kind)
    draft.emit(events.PendingEnded(pending.id, "answered"))
    if handler is None:
        draft.tell("question_dropped", kind=pending.kind)
        return
    with readable("unreadable-question", id=command.id):
        handler(draft, pending, given)


def settle(draft: Draft, before: State) -> None:
    """After every command, the core's own too: clamps, the game's consequences, and what came and went by itself."""
    settling.settle(draft, before)
    _tell_implied(draft, before)


def _tell_implied(draft: Draft, before: State) -> None:
    """Say which implied conditions came and went, now: told on reading it would change when a rule is corrected."""
    for id, creature in list(draft.state.creatures.items()):
        old = before.creatures.get(id)
        if old is creature:
            continue
        was = {key for key, _ in derived.implied(draft.system, before, old)} if old else set()
        now = {key for key, _ in derived.implied(draft.system, draft.state, creature)}
        for key in sorted(now - was):
            draft.tell("became", {"target": id}, condition=key)
        for key in sorted(was - now):
            draft.tell("no_longer", {"target": id}, condition=key)


def _finished(draft: Draft) -> Decided:
    """The events of a draft; a later round that a hidden turn opens stays unsaid until players see a turn in it."""
    audiences = list(draft.audiences)
    said: set[int] = set()
    for n, event in enumerate(draft.events):
        if isinstance(event, events.RoundBegan) and event.round > 1:
            following = (m for m in range(n, len(draft.events)) if isinstance(draft.events[m], events.TurnBegan))
            first = next(following, None)
            if event.round in said or (first is not None and audiences[first] != ("public",)):
                audiences[n] = GM_ONLY
            else:
                said.add(event.round)
    return Decided(tuple(draft.events), tuple(audiences), tuple(draft.odds), draft.state)


class _Nothing(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag="nothing"):
    """Stands where a draft has no command yet."""


_NOTHING = _Nothing()
