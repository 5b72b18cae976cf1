"""Turns and rounds as they pass: what begins, what ends, and who is next."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from rules.core import events as e
from rules.core import moments, naming
from rules.core.apply import TRAIL
from rules.core.audience import is_hidden
from rules.core.commands.clocks import tick
from rules.core.draft import Draft
from rules.core.due import (
    DELAYED,
    ROUND_LEFT,
    ROUND_MISSED,
    ROUND_SETTLED,
    SETTLED,
    TURN_LEFT,
    left_at_the_end,
    left_by_the_turn,
    missing_in,
    noted_ids,
    turn_left,
)
from rules.core.errors import RuleError
from rules.core.orders import POLICIES, Begin, Choose, EndRound, Note, here_in_line, line
from rules.core.orders.policy import KEPT, LET_GO
from rules.core.state import Creature, Slot, State

READIED = "readied"  # what the order remembers: who waits for what
MOST_STEPS = 2000  # a bound on what one command may run through
MOST_BITS = 200  # of a place in the order, however often another is put between two


def policy_next(draft: Draft) -> Begin | Choose | Note | EndRound:
    return POLICIES[draft.state.order.policy].next(draft.system, draft.state)


def begin_turn(draft: Draft, id: str) -> None:
    """Begin the turn of ``id``; one that is open ends first, with all that hangs on its end."""
    order = draft.state.order
    if order.active == id:
        return
    if order.active is not None:
        close_turn(draft)
    _show_itself(draft, id)
    slot = draft.state.creatures[id].slot or Slot(last_place(draft.state))
    was_put_off = id in (draft.state.order.memory.get(DELAYED) or ())
    if was_put_off:
        slot = _come_in(draft, id, slot)
    slot = replace(slot, turns=slot.turns + 1, last_round=draft.state.order.round)
    trail = _newest(draft, (*draft.state.order.trail, (id, draft.state.order.round)))
    _say_round(draft, id)
    draft.emit(e.TurnBegan(id, draft.state.order.round, slot, trail, *_marker(draft, id)))
    if draft.state.creatures[id].here or is_hidden(draft.state, id):  # of one who left only the place comes by
        draft.next_begins(hidden=is_hidden(draft.state, id))
    if draft.state.order.memory.get(SETTLED):
        draft.emit(e.OrderNoted(SETTLED, ()))
    forget_missed(draft, id)
    _keep_what_was_seen(draft, id)
    POLICIES[draft.state.order.policy].opened(draft, id)
    if was_put_off:  # its start has passed already
        return
    _forget_ready(draft, id)
    moments.pass_edge(draft, "turn_start", id)
    if draft.state.creatures[id].here:
        draft.system.turn_start(draft, id)


def _newest(draft: Draft, trail: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """The newest turns in sight and the newest out of sight: else hidden ones would push out what players remember.

    One who acts again after a hidden turn counts once, as in what players see.
    """
    out_of_sight = [at for at, (id, _) in enumerate(trail) if is_hidden(draft.state, id)]
    in_sight = [at for at in range(len(trail)) if at not in out_of_sight]
    runs = [list(run) for _, run in groupby(in_sight, lambda at: trail[at])]
    kept = [at for run in runs[-TRAIL:] for at in run[-TRAIL:]] + out_of_sight[-TRAIL:]
    return tuple(trail[at] for at in sorted(kept))


def _say_round(draft: Draft, id: str) -> None:
    """Tell players of a round that a hidden turn opened, now that they see a turn in it: its absence would tell.

    The first they have seen: it begins with the encounter, whoever acts in it.
    """
    order = draft.state.order
    began_unseen = bool(order.trail) and order.trail[-1][1] == order.round > max(1, order.marker_round)
    if began_unseen and not is_hidden(draft.state, id):
        draft.emit(e.RoundBegan(order.round))


def _keep_what_was_seen(draft: Draft, id: str) -> None:
    """Keep what players saw of the policy's memory before this request, for as long as they see no further turn."""
    order, before = draft.state.order, draft.before.order
    kept: Mapping[str, Any] | None = None
    if is_hidden(draft.state, id):
        remembered = {key: before.memory[key] for key in POLICIES[order.policy].remembers if key in before.memory}
        kept = _first_known(order.memory.get(KEPT), before.memory.get(KEPT), remembered)
    if order.memory.get(KEPT) != kept:
        draft.emit(e.OrderNoted(KEPT, kept))


def _first_known(*several: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    return next((one for one in several if one is not None), None)


def _show_itself(draft: Draft, id: str) -> None:
    """One that was hidden until its turn is seen when it comes."""
    creature = draft.state.creatures[id]
    if creature.here and creature.hidden and creature.hidden_until == "turn":
        draft.emit(e.CreatureChanged(id, naming.shown(draft, creature)))


def put_off(draft: Draft, id: str) -> None:
    """Close a turn that is to be taken later this round: its start has passed, its end has not."""
    slot = draft.state.creatures[id].slot
    if slot is None:
        raise RuleError("not-in-the-order", creature=id)
    draft.emit(e.SlotSet(id, replace(slot, turns=slot.turns - 1)))
    draft.emit(e.OrderNoted(DELAYED, (*(draft.state.order.memory.get(DELAYED) or ()), id)))
    draft.emit(e.TurnEnded(id, *_marker_after(draft, id)))


def _come_in(draft: Draft, id: str, slot: Slot) -> Slot:
    """The place of one who waited: directly behind the one who acted last; it keeps that place."""
    waiting = tuple(other for other in draft.state.order.memory.get(DELAYED) or () if other != id)
    draft.emit(e.OrderNoted(DELAYED, waiting))
    last = next((other for other, _ in reversed(draft.state.order.trail) if other != id), None)
    others = [other for other in line(draft.state) if other != id]
    if last not in others:
        return slot
    return replace(slot, place=str(place_for(draft, others, others.index(last))), by_hand=True)


def _forget_ready(draft: Draft, id: str) -> None:
    waiting = draft.state.order.memory.get(READIED) or {}
    if id in waiting:
        draft.emit(e.OrderNoted(READIED, {key: value for key, value in waiting.items() if key != id}))


def _lapse_delayed(draft: Draft) -> None:
    """Those who waited the whole round have let their turn go by: its end passes now."""
    for id in draft.state.order.memory.get(DELAYED) or ():
        _lapse(draft, id)
    if draft.state.order.memory.get(DELAYED):
        draft.emit(e.OrderNoted(DELAYED, ()))


def _lapse(draft: Draft, id: str) -> None:
    slot = draft.state.creatures[id].slot if id in draft.state.creatures else None
    if slot is not None:
        draft.emit(e.SlotSet(id, replace(slot, turns=slot.turns + 1)))
    moments.pass_edge(draft, "turn_end", id)


def make_up(draft: Draft, id: str) -> None:
    """Take a turn that one missed in the last round, besides the one of this round."""
    slot = draft.state.creatures[id].slot
    begin_turn(draft, id)
    now = draft.state.creatures[id].slot
    if slot is not None and now is not None and slot.last_round < now.last_round:
        draft.emit(e.SlotSet(id, replace(now, last_round=slot.last_round)))


def forget_missed(draft: Draft, id: str) -> None:
    """Nobody waits any more for the turn that one missed."""
    known = noted_ids(draft.state, ROUND_MISSED)
    if id in known:
        draft.emit(e.OrderNoted(ROUND_MISSED, tuple(other for other in known if other != id)))


def let_go(draft: Draft, id: str) -> None:
    """Let one's turn of this round go by: of one who put it off its end passes now, another just has none."""
    waiting = draft.state.order.memory.get(DELAYED) or ()
    if id in waiting:
        draft.emit(e.OrderNoted(DELAYED, tuple(other for other in waiting if other != id)))
        _lapse(draft, id)
    else:
        draft.emit(e.OrderNoted(LET_GO, (*(draft.state.order.memory.get(LET_GO) or ()), id)))
    if draft.state.order.active is None:
        go_on(draft)


def switch(draft: Draft, policy: str) -> None:
    """Another policy in the same encounter. Nothing ends and nothing begins: only who is next may change.

    So all that was noted is kept, what is owed or readied and what a game noted, but what the old policy itself did.
    """
    order = draft.state.order
    slots = {id: c.slot for id, c in draft.state.creatures.items() if c.slot is not None}
    own = (*POLICIES[order.policy].remembers, KEPT)
    kept = {key: value for key, value in order.memory.items() if key not in own}
    draft.emit(e.EncounterBegan(policy, order.name, kept, slots, switched=True))
    draft.emit(e.RoundBegan(max(1, order.round)))
    POLICIES[policy].round_began(draft)
    if order.active is not None and (slot := slots.get(order.active)):
        draft.emit(e.TurnBegan(order.active, max(1, order.round), slot, order.trail, order.marker, order.marker_round))
        _keep_what_was_seen(draft, order.active)
        POLICIES[policy].opened(draft, order.active)


def close_turn(draft: Draft) -> None:
    """End the open turn and what hangs on its end, once; nobody is active afterwards."""
    id = draft.state.order.active
    if id is None:
        return
    draft.end_begins()
    if id in draft.state.creatures and draft.state.creatures[id].here:
        draft.system.turn_end(draft, id)
    POLICIES[draft.state.order.policy].ended(draft, id)
    moments.pass_edge(draft, "turn_end", id)
    _keep_what_is_due(draft)
    draft.emit(e.TurnEnded(id, *_marker_after(draft, id)))
    tick(draft, "turn", seen=not is_hidden(draft.state, id))


def _keep_what_is_due(draft: Draft) -> None:
    """Note what the turn brought and nobody has settled: a turn that is passed on in haste loses nothing."""
    left = left_by_the_turn(draft.system, draft.state)
    if left != turn_left(draft.state):
        draft.emit(e.OrderNoted(TURN_LEFT, left))


def _marker_after(draft: Draft, id: str) -> tuple[str | None, int]:
    """What players see once the turn of ``id`` is over: nobody, or while it was hidden what they saw before."""
    order = draft.state.order
    return (order.marker if is_hidden(draft.state, id) else None), order.marker_round


def _marker(draft: Draft, id: str) -> tuple[str | None, int]:
    """What players see while ``id`` acts: its own turn, or for a hidden one what they saw before this request."""
    if not is_hidden(draft.state, id):
        return id, draft.state.order.round
    before = draft.before.order
    if before.active is not None and is_hidden(draft.before, before.active):
        return before.marker, before.marker_round
    if before.active is None and before.trail and is_hidden(draft.before, before.trail[-1][0]):
        return before.marker, before.marker_round
    return before.active, before.round


def go_on(draft: Draft) -> None:
    """Let the policy name who is next, past the last a new round, until someone acts or someone must choose."""
    ended = 0  # rounds in which nobody could act
    for _ in range(MOST_STEPS):
        match policy_next(draft):
            case Begin(who):
                begin_turn(draft, who)
                if draft.state.creatures[who].here:
                    return
                close_turn(draft)  # the place of one who left: its edges pass, nothing else
            case Choose():
                return
            case Note(memory):
                for key, value in memory.items():
                    draft.emit(e.OrderNoted(key, value))
            case EndRound():
                if ended or not here_in_line(draft.state):
                    return  # a further round would bring nobody either
                next_round(draft)
                ended += 1


def next_round(draft: Draft) -> None:
    """End the round and begin the next; both edges pass once."""
    number = draft.state.order.round
    if number:
        draft.end_begins()
        _lapse_delayed(draft)
        moments.lapse(draft)
        draft.system.round_end(draft)
        moments.pass_edge(draft, "round_end")
        tick(draft, "round")
        _close_round(draft)
    draft.emit(e.RoundBegan(number + 1))
    POLICIES[draft.state.order.policy].round_began(draft)
    moments.pass_edge(draft, "round_start")


def _close_round(draft: Draft) -> None:
    """Keep what this round's end brought and nobody has settled, and forget what was noted for this round alone."""
    left, missed = left_at_the_end(draft.system, draft.state), missing_in(draft.system, draft.state)
    notes = {ROUND_LEFT: left, ROUND_MISSED: missed, ROUND_SETTLED: (), LET_GO: ()}
    for key, value in notes.items():
        if tuple(draft.state.order.memory.get(key) or ()) != value:
            draft.emit(e.OrderNoted(key, value))


def start(
    draft: Draft, policy: str, name: str | None, scores: Mapping[str, int | None], memory: Mapping[str, Any]
) -> None:
    """Begin an encounter: all on the board enter, the highest score first, ties by the game's setting."""
    for id, score in scores.items():
        if draft.creature(id).score != score:
            draft.emit(e.CreatureChanged(id, {"score": score}))
    ids = [c.id for c in draft.state.creatures.values() if c.here]
    ids.sort(key=lambda id: sort_key(draft.state, draft.state.creatures[id]))
    slots = {id: Slot(str(n)) for n, id in enumerate(ids, 1)}
    draft.emit(e.EncounterBegan(policy, name, memory, slots))
    if policy != "spotlight" or draft.system.data.order.rounds:
        next_round(draft)
    if POLICIES[policy].names_first:
        go_on(draft)


def sort_key(state: State, creature: Creature) -> tuple[int, int]:
    """Higher scores first, none last; ties by the setting ``ties``, players first unless it says otherwise."""
    score = -creature.score if creature.score is not None else 10**6
    first = ("pc", "ally") if state.settings.get("ties", "players") == "players" else ("adversary", "environment")
    return score, 0 if creature.kind in first else 1


def join(draft: Draft, id: str) -> None:
    """Give a creature its place by its score; it acts this round only if that place is still to come."""
    place = _place_by_score(draft, id)
    state = draft.state
    active = state.creatures.get(state.order.active or "")
    is_past = active is not None and active.slot is not None and place <= active.slot.at
    is_past = is_past or (active is None and _all_have_acted(state))
    old = state.creatures[id].slot
    last = old.last_round if old else (state.order.round if is_past else max(0, state.order.round - 1))
    draft.emit(e.SlotSet(id, Slot(str(place), turns=old.turns if old else 0, last_round=last)))


def _all_have_acted(state: State) -> bool:
    slots = [c.slot for c in state.creatures.values() if c.slot is not None and c.here]
    return bool(slots) and all(slot.last_round >= state.order.round for slot in slots)


def _place_by_score(draft: Draft, id: str) -> Fraction:
    """Directly behind the last one not moved by hand that precedes it, to the very front where there is none."""
    state = draft.state
    mine = sort_key(state, state.creatures[id])
    others = [other for other in line(state) if other != id]
    behind = -1
    for n, other in enumerate(others):
        slot = state.creatures[other].slot
        if slot is not None and not slot.by_hand and sort_key(state, state.creatures[other]) <= mine:
            behind = n
    return place_for(draft, others, behind)


def place_for(draft: Draft, others: list[str], behind: int) -> Fraction:
    """As `place_between`; where places have come to lie too close, all are counted anew first."""
    place = place_between(draft.state, others, behind)
    if max(place.numerator.bit_length(), place.denominator.bit_length()) <= MOST_BITS:
        return place
    for n, id in enumerate(line(draft.state), 1):
        slot = draft.state.creatures[id].slot
        if slot is not None:
            draft.emit(e.SlotSet(id, replace(slot, place=str(n))))
    return place_between(draft.state, others, behind)


def place_between(state: State, others: list[str], behind: int) -> Fraction:
    """An exact place after the ``behind``-th of ``others`` (-1: before all)."""
    places = [slot.at for other in others if (slot := state.creatures[other].slot)]
    if not places:
        return Fraction(1)
    if behind < 0:
        return places[0] - 1
    if behind >= len(places) - 1:
        return places[-1] + 1
    return (places[behind] + places[behind + 1]) / 2


def last_place(state: State) -> str:
    ids = line(state)
    slot = state.creatures[ids[-1]].slot if ids else None
    return str(slot.at + 1) if slot else "1"


def entry_id(id: str) -> str:
    """The id of a creature's entry in the order."""
    return "o_" + id.partition("_")[2]


def creature_of(state: State, id: str) -> str:
    """The creature that an id of a creature or of an entry in the order means; raises ``unknown-creature``."""
    if id in state.creatures:
        return id
    for creature in state.creatures.values():
        if creature.slot is not None and entry_id(creature.id) == id:
            return creature.id
    raise RuleError("unknown-creature", creature=id)
