"""What one viewer may see of a game: projected first, computed after, put into types without secret fields."""

from collections.abc import Collection, Iterator, Mapping
from hashlib import blake2b
from typing import Any

import msgspec

from rules.core import events as e
from rules.core import log, seen
from rules.core.blanks import written
from rules.core.creature_view import gm_creature, own_names, own_of, seen_creature
from rules.core.draft import GM
from rules.core.due import due_now
from rules.core.history import Game, undoable_steps
from rules.core.orders import POLICIES, Begin, Choose, line, why_now
from rules.core.project import GM_VIEWER, Viewer, can_see, noted, project
from rules.core.state import ROW, Pending, State
from rules.core.system import System
from rules.core.turns import entry_id
from rules.core.withheld import seen_by

View = seen.GmView | seen.PlayerView
LOOKED_AT = 50  # rolls that a player may read, through which the newest of each creature is looked for


def view(game: Game, viewer: Viewer) -> View:
    """The game as the viewer may see it."""
    game = seen_by(game, viewer)
    state = project(game.system, game.state, viewer)
    return _gm_view(game, state) if viewer.is_gm else _player_view(game, state, viewer)


def version(game: Game, viewer: Viewer, shown: View, key: bytes) -> str:
    """Changes when, and only when, what this viewer sees changes: a keyed hash of the view and of its newest log."""
    text = msgspec.json.encode((shown, log.newest_ids(game, viewer)), order="deterministic")
    return "v_" + blake2b(text, key=key, digest_size=12).hexdigest()


def _gm_view(game: Game, state: State) -> seen.GmView:
    system = game.system
    board = [c for c in state.creatures.values() if not c.gone and c.kind != ROW]
    return seen.GmView(
        settings=dict(state.settings),
        trackers=dict(state.table),
        own=own_of(state.own),
        creatures={c.id: gm_creature(system, state, c) for c in board},
        board=tuple(c.id for c in board),
        clocks={id: msgspec.structs.asdict(clock) for id, clock in state.clocks.items()},
        order=_order(system, state),
        time=msgspec.structs.asdict(state.time),
        asks=(*_stored(game, state, GM_VIEWER), *_owed(system, state)),
        due=due_now(system, state),
        inbox=tuple(_proposal(state, p.id, p.data) for p in state.pending.values() if p.kind == "proposal"),
        can={"undo": bool(undoable_steps(game, most=1)), "redo": bool(game.undone)},
        rolls=tuple(_roll(r) for r in state.rolls.values()),
        tables=written(system, state),
        shown=state.shown,
        held=state.held,
    )


def _proposal(state: State, id: str, data: Mapping[str, Any]) -> dict[str, Any]:
    creature = state.creatures.get(data.get("creature") or "")
    return {
        "id": id,
        "by": creature.name if creature else "",
        "creature": data.get("creature"),
        "text": data.get("text", ""),
        "commands": [raw for raw in data.get("commands", ()) if isinstance(raw.get("type"), str)],
    }


def _stored(game: Game, state: State, viewer: Viewer) -> Iterator[seen.Ask]:
    """The stored questions of a projected state, each with what it tells this viewer."""
    for pending in state.pending.values():
        tells = game.system.tells.get(pending.kind, _as_stored)
        data = tells(game.state, viewer, pending) if pending.kind != "proposal" else None
        if data is not None:
            schema = game.system.questions.get(pending.kind, {})
            yield seen.Ask(id=pending.id, kind=pending.kind, by=pending.by, data=data, schema=schema)


def _as_stored(state: State, viewer: Viewer, pending: Pending) -> Mapping[str, Any]:
    return {key: value for key, value in pending.data.items() if not key.startswith("_")}


def _owed(system: System, state: State) -> tuple[seen.Ask, ...]:
    """What a player owes by the state alone, such as a death move: asked like a stored question."""
    return tuple(
        seen.Ask(
            id=d["id"], kind=d["what"], by=d["by"], data=d.get("tells", {}), schema=system.questions.get(d["what"], {})
        )
        for d in due_now(system, state)
        if d.get("by")
    )


def _roll(record: Any, *, dice: bool = True, secret: bool = True) -> seen.SeenRoll:
    off = {"off": list(record.command.get("off", ()))} if secret else {}
    facts = {**record.facts, **(record.secret if secret else {}), **off}
    return seen.SeenRoll(
        id=record.id,
        roll=record.roll,
        creature=record.who.get("by"),
        total=record.facts.get("total"),
        outcome=record.facts.get("outcome"),
        dice=record.dice if dice else None,
        visibility=record.visibility,
        amended=record.amended,
        facts=facts if secret else {},
    )


def _order(system: System, state: State) -> seen.SeenOrder:
    order = state.order
    policy = POLICIES.get(order.policy)
    is_on = order.started or order.policy == "spotlight"
    following = policy.next(system, state) if policy and is_on and order.active is None else None
    ids = [id for id in line(state) if state.creatures[id].here]
    return seen.SeenOrder(
        policy=order.policy,
        encounter={"name": order.name} if order.started else None,
        side=order.memory.get("side"),
        phase=order.memory.get("phase"),
        round=order.round,
        active=order.active,
        why=why_now(policy, state) if policy and order.active is not None else None,
        next=_next_ids(following),
        entries=tuple(_entry(state, id) for id in ids),
        trail=tuple(id for id, _ in order.trail if id in state.creatures and state.creatures[id].here),
        memory={**order.memory, "asked": _asked(state)},
    )


def _next_ids(following: Any) -> tuple[str, ...]:
    if isinstance(following, Begin):
        return (following.who,)
    return following.options if isinstance(following, Choose) else ()


def _entry(state: State, id: str) -> seen.OrderEntry:
    creature = state.creatures[id]
    is_row = creature.kind == ROW
    last = creature.slot.last_round if creature.slot else 0
    return seen.OrderEntry(
        id=entry_id(id),
        creature=None if is_row else id,
        label=creature.name if is_row else None,
        score=creature.score,
        acted=state.order.round > 0 and last >= state.order.round,
    )


def _player_view(game: Game, state: State, viewer: Viewer) -> seen.PlayerView:
    system = game.system
    board = [c for c in state.creatures.values() if c.kind != ROW]
    order = _order(system, noted(system, state))
    return seen.PlayerView(
        trackers=dict(state.table),
        own=own_names(state.own, state.table),
        creatures={c.id: seen_creature(game.system, game.state, state, viewer, c) for c in board},
        board=tuple(c.id for c in board),
        clocks={id: _seen_clock(clock) for id, clock in state.clocks.items()},
        order=_public_order(game, viewer, order, [c.id for c in board]),
        time=msgspec.structs.asdict(state.time),
        asks=(
            *_stored(game, state, viewer),
            *(ask for ask in _owed(system, state) if ask.by == viewer.creature),
        ),
        waits=tuple(_waiting(game, viewer)),
        rolls=tuple(_player_rolls(game, viewer)),
        shown=_shown(game),
    )


def _shown(game: Game) -> Mapping[str, Any] | None:
    """What everybody is shown; a card whose table this game has filled in, with that."""
    shown = game.state.shown
    if shown is None or "card" not in shown:
        return shown
    cells = written(game.system, game.state).get(str(shown["card"]))
    return {"card": shown["card"], **({"cells": cells} if cells else {})}


def _public_order(game: Game, viewer: Viewer, order: seen.SeenOrder, board: Collection[str]) -> seen.SeenOrder:
    """Scores and the policy's memory are the GM's; a seat knows its own score from its sheet."""
    entries = tuple(msgspec.structs.replace(entry, score=None) for entry in order.entries)
    memory = {key: value for key, value in order.memory.items() if key in ("phase", "side", "tokens")}
    asked = [id for id in _asked(game.state) if can_see(game.state, viewer, id)]
    own = _own_notes(game, viewer)
    memory |= game.system.open_memory(order.memory, board)
    return msgspec.structs.replace(order, entries=entries, memory={**memory, **own, "asked": asked})


def _own_notes(game: Game, viewer: Viewer) -> dict[str, dict[str, Any]]:
    """What the order remembers of this seat's own creature, such as whom it waits to help, where it may know of it."""
    found: dict[str, dict[str, Any]] = {}
    for key in sorted(game.system.own_notes):
        note = (game.state.order.memory.get(key) or {}).get(viewer.creature)
        names_one = isinstance(note, str) and note in game.state.creatures
        if note is not None and (not names_one or can_see(game.state, viewer, note)):
            found[key] = {viewer.creature or "": note}
    return found


def _asked(state: State) -> list[str]:
    """Whose hand is up: those whose players have asked for the turn and wait for the GM."""
    waiting = [p for p in state.pending.values() if p.kind == "proposal"]
    return [
        str(p.data.get("creature")) for p in waiting if [c.get("type") for c in p.data["commands"]] == ["begin_turn"]
    ]


def _waiting(game: Game, viewer: Viewer) -> Iterator[dict[str, Any]]:
    """What this seat itself has sent and the GM has to answer: nothing but what it sent is in it."""
    for pending in game.state.pending.values() if viewer.role == "seat" else ():
        own = pending.by == GM and pending.data.get("creature") == viewer.creature
        if own and pending.kind in ("difficulty", "proposal", "hand"):
            dice = pending.data.get("command", {}).get("dice") or None
            yield {"id": pending.id, "kind": pending.kind, "dice": dice}


def _seen_clock(clock: Any) -> seen.SeenClock:
    return seen.SeenClock(
        id=clock.id, name=clock.name, kind=clock.kind, value=clock.value, size=clock.size, shape_only=clock.shape_only
    )


def _with_the_dice(system: System, event: e.Rolled) -> dict[str, Any]:
    """What of a roll's facts whoever sees its dice may read."""
    kind, more = system.rolls.get(event.roll), event.facts.get("more") or {}
    found = {key: more[key] for key in kind.shown if key in more} if kind is not None else {}
    return {"more": found} if found else {}


def _player_rolls(game: Game, viewer: Viewer) -> list[seen.SeenRoll]:
    """The newest rolls that players may read: who sees one was fixed when it was made, and is checked again now."""
    found: dict[str, seen.SeenRoll] = {}
    for entry in log.readable(game, viewer, LOOKED_AT, game.landmarks.rolls):
        event = entry.event
        if isinstance(event, e.Rolled) and event.who.get("by", "") not in found:
            by = event.who.get("by")
            if by is not None and not can_see(game.state, viewer, by):
                continue
            is_open = event.visibility == "open" or (viewer.creature is not None and by == viewer.creature)
            plain = _roll(event, dice=is_open, secret=False)
            found[by or ""] = (
                msgspec.structs.replace(plain, facts=_with_the_dice(game.system, event)) if is_open else plain
            )
    return list(found.values())[::-1]
