"""What one viewer may see of a game: projected first, computed after, put into types without secret fields."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import msgspec

from rules.core import derived, log, moments, seen
from rules.core import events as e
from rules.core.audience import seen as tracker_seen
from rules.core.due import due_now
from rules.core.history import Game, undoable_steps
from rules.core.orders import POLICIES, Begin, Choose, line
from rules.core.project import Viewer, can_see, project
from rules.core.state import ROW, Condition, Creature, State
from rules.core.system import System
from rules.core.trackers import Pool, Score
from rules.core.turns import entry_id

View = seen.GmView | seen.PlayerView
LOOKED_AT = 200  # entries that a player may read, through which its newest rolls are looked for


def view(game: Game, viewer: Viewer) -> View:
    """The game as the viewer may see it."""
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
        asks=(*(_ask(system, p) for p in state.pending.values() if p.kind != "proposal"), *_owed(system, state)),
        due=due_now(system, state),
        inbox=tuple(_proposal(state, p.id, p.data) for p in state.pending.values() if p.kind == "proposal"),
        can={"undo": bool(undoable_steps(game, most=1)), "redo": bool(game.undone)},
        rolls=tuple(_roll(r) for r in state.rolls.values()),
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


def _ask(system: System, pending: Any) -> seen.Ask:
    data = {key: value for key, value in pending.data.items() if not key.startswith("_")}
    schema = system.questions.get(pending.kind, {})
    return seen.Ask(id=pending.id, kind=pending.kind, by=pending.by, data=data, schema=schema)


def _owed(system: System, state: State) -> tuple[seen.Ask, ...]:
    """What a player owes by the state alone, such as a death move: asked like a stored question."""
    return tuple(
        seen.Ask(id=d["id"], kind=d["what"], by=d["by"], data={}, schema=system.questions.get(d["what"], {}))
        for d in due_now(system, state)
        if d.get("by")
    )


def _roll(record: Any, *, dice: bool = True, secret: bool = True) -> seen.SeenRoll:
    facts = {**record.facts, **(record.secret if secret else {})}
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


def gm_creature(system: System, state: State, creature: Creature) -> seen.GmCreature:
    """Everything of one creature, with what is derived from its sheet."""
    return seen.GmCreature(
        id=creature.id,
        name=creature.name,
        alias=creature.alias,
        kind=creature.kind,
        hidden=creature.hidden,
        hidden_until=creature.hidden_until,
        score=creature.score,
        card=creature.card,
        wave=creature.wave,
        note=creature.note,
        portrait=creature.portrait,
        features=features_of(creature),
        by_hand=tuple(derived.by_hand(system, creature)),
        numbers=derived.numbers(system, creature),
        trackers=trackers_of(system, state, creature),
        conditions=gm_conditions(system, state, creature),
        health=health(system, state, creature),
        own=own_of(creature.own),
    )


def own_of(own: Mapping[str, Any]) -> dict[str, Any]:
    """Own trackers by key: name, kind, where they show, what refreshes them."""
    return {key: msgspec.structs.asdict(tracker) for key, tracker in own.items()}


def own_names(own: Mapping[str, Any], shown: Mapping[str, Any]) -> dict[str, str]:
    """The names of own trackers, of those that are shown."""
    return {key: tracker.name for key, tracker in own.items() if key in shown}


def features_of(creature: Creature) -> dict[str, Any]:
    return {key: msgspec.structs.asdict(feature) for key, feature in creature.features.items()}


def trackers_of(system: System, state: State, creature: Creature) -> dict[str, Any]:
    """The trackers but the sheet's numbers, pools with the maximum that really bounds them."""
    found: dict[str, Any] = {}
    for key, tracker in creature.trackers.items():
        if isinstance(tracker, Pool):
            found[key] = seen.Maximum(tracker.value, derived.maximum(system, state, creature.id, key))
        elif not isinstance(tracker, Score):
            found[key] = tracker
    return found


def grouped(system: System, state: State, creature: Creature) -> dict[tuple[str, str | None], list[Condition]]:
    """The effective conditions by key and detail; each group stands once in a view."""
    groups: dict[tuple[str, str | None], list[Condition]] = {}
    for condition in derived.effective(system, state, creature):
        groups.setdefault((condition.key, condition.detail), []).append(condition)
    return groups


def gm_conditions(system: System, state: State, creature: Creature) -> tuple[seen.GmCondition, ...]:
    found = []
    for (key, detail), group in grouped(system, state, creature).items():
        stored = [c for c in group if derived.is_stored(c)]
        newest = stored[-1] if stored else None
        reasons = tuple(_reason(state, c) for c in group)
        found.append(
            seen.GmCondition(
                id=newest.id if newest else None,
                key=key,
                value=_highest(group),
                detail=detail,
                source=newest.source if newest else None,
                towards=newest.towards if newest else None,
                reasons=reasons,
                until=moments.left_of(state, newest.until) if newest else None,
            )
        )
    return tuple(found)


def _reason(state: State, condition: Condition) -> seen.Reason:
    id = condition.id if derived.is_stored(condition) else None
    return seen.Reason(id, condition.reason, moments.left_of(state, condition.until))


def _highest(group: list[Condition]) -> int | None:
    values = [c.value for c in group if c.value is not None]
    return max(values) if values else None


def health(system: System, state: State, creature: Creature) -> str | None:
    """How hurt one is, in a word: unhurt, hurt, half, nearly_down, down; None where nothing tells."""
    key = system.data.health
    pool = creature.trackers.get(key) if key else None
    if key is None or not isinstance(pool, Pool):
        return None
    top = derived.maximum(system, state, creature.id, key)
    if not top:
        return None
    marked = pool.value if system.data.trackers[key].counts == "marked" else top - pool.value
    if marked <= 0:
        return "unhurt"
    if marked >= top:
        return "down"
    if marked * 4 >= top * 3:
        return "nearly_down"
    return "half" if marked * 2 >= top else "hurt"


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
        why=policy.why if policy and order.active is not None else None,
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
    order = _order(system, state)
    return seen.PlayerView(
        trackers=dict(state.table),
        own=own_names(state.own, state.table),
        creatures={c.id: _seen_creature(game, state, viewer, c) for c in board},
        board=tuple(c.id for c in board),
        clocks={id: _seen_clock(clock) for id, clock in state.clocks.items()},
        order=_public_order(game, viewer, order),
        time=msgspec.structs.asdict(state.time),
        asks=(
            *(_ask(system, p) for p in state.pending.values()),
            *(ask for ask in _owed(system, state) if ask.by == viewer.creature),
        ),
        rolls=tuple(_player_rolls(game, viewer)),
        shown=state.shown,
    )


def _public_order(game: Game, viewer: Viewer, order: seen.SeenOrder) -> seen.SeenOrder:
    """Scores and the policy's memory are the GM's; a seat knows its own score from its sheet."""
    entries = tuple(msgspec.structs.replace(entry, score=None) for entry in order.entries)
    memory = {key: value for key, value in order.memory.items() if key in ("phase", "side", "tokens")}
    asked = [id for id in _asked(game.state) if can_see(game.state, viewer, id)]
    return msgspec.structs.replace(order, entries=entries, memory={**memory, "asked": asked})


def _asked(state: State) -> list[str]:
    """Whose hand is up: those whose players have asked for the turn and wait for the GM."""
    waiting = [p for p in state.pending.values() if p.kind == "proposal"]
    return [
        str(p.data.get("creature")) for p in waiting if [c.get("type") for c in p.data["commands"]] == ["begin_turn"]
    ]


def _seen_clock(clock: Any) -> seen.SeenClock:
    return seen.SeenClock(
        id=clock.id, name=clock.name, kind=clock.kind, value=clock.value, size=clock.size, shape_only=clock.shape_only
    )


def _seen_creature(game: Game, state: State, viewer: Viewer, creature: Creature) -> Any:
    system = game.system
    conditions = tuple(
        seen.SeenCondition(key=key, value=_highest(group), detail=detail)
        for (key, detail), group in grouped(system, state, creature).items()
    )
    if creature.id == viewer.creature:
        return seen.OwnCreature(
            id=creature.id, name=creature.public_name, kind=creature.kind, conditions=conditions,
            trackers=trackers_of(system, state, creature), own=own_names(creature.own, creature.trackers),
            numbers=derived.numbers(system, creature),
            by_hand=tuple(derived.by_hand(system, creature)), features=features_of(creature), score=creature.score,
            card=creature.card,
        )  # fmt: skip
    shown = {k: t for k, t in trackers_of(system, state, creature).items() if _is_public(game, creature, k)}
    if creature.kind == "pc":
        return seen.SeenPc(
            id=creature.id, name=creature.public_name, kind="pc", trackers=shown, conditions=conditions,
            own=own_names(creature.own, shown),
        )  # fmt: skip
    other = seen.SeenOther(
        id=creature.id, name=creature.public_name, kind=creature.kind, conditions=conditions,
        health=health(system, state, creature),
    )  # fmt: skip
    if not shown:
        return other
    return {**msgspec.structs.asdict(other), "trackers": shown, "own": own_names(creature.own, shown)}


def _is_public(game: Game, creature: Creature, key: str) -> bool:
    return tracker_seen(game.system, game.state, creature, key) == "public"


def _player_rolls(game: Game, viewer: Viewer) -> list[seen.SeenRoll]:
    """The newest rolls that players may read: who sees one was fixed when it was made, and is checked again now."""
    found: dict[str, seen.SeenRoll] = {}
    for entry in log.readable(game, viewer, LOOKED_AT):
        event = entry.event
        if isinstance(event, e.Rolled) and event.who.get("by", "") not in found:
            by = event.who.get("by")
            if by is not None and not can_see(game.state, viewer, by):
                continue
            is_open = event.visibility == "open" or (viewer.creature is not None and by == viewer.creature)
            found[by or ""] = _roll(event, dice=is_open, secret=False)
    return list(found.values())[::-1]
