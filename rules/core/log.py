"""The log as one viewer may read it: which entries, and what of each."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import msgspec

from rules.core import events as e
from rules.core import parked, sight
from rules.core.audience import is_open
from rules.core.history import Entry, Game
from rules.core.project import Viewer, can_see
from rules.core.state import ROW, TABLE, State
from rules.core.trackers import DicePool, Grid, Score, Track
from rules.core.withheld import waits_for

NOT_FOR_PLAYERS = (e.TurnEnded, e.SlotSet, e.OrderNoted, e.PendingSet, e.PendingEnded)


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One log entry before it is put into words: a code, names by role, and facts."""

    id: str
    at: str
    by: str
    type: str
    code: str
    roles: Mapping[str, str]
    facts: Mapping[str, Any]
    creature: str | None = None
    undone: bool = False
    number: int | None = None
    step: int | None = None
    data: Mapping[str, Any] = msgspec.field(default_factory=dict)
    quiet: bool = False  # it only keeps the books


def may_read(game: Game, viewer: Viewer, entry: Entry) -> bool:
    """Whether the viewer may read this entry: by who could when it was written, and by what is hidden now."""
    if viewer.is_gm:
        return True
    if isinstance(entry.event, NOT_FOR_PLAYERS) or entry.step in game.undone:
        return False
    if isinstance(entry.event, e.Undone | e.Redone) or waits_for(game, viewer, entry):
        return False
    if not could_read(viewer, entry) or not is_open(game.system, game.state, viewer.creature, entry.event):
        return False
    unseen = entry.event.unseen if isinstance(entry.event, e.Told | e.Rolled) else ()
    named = {role: id for role, id in roles_of(entry.event).items() if role not in unseen}
    return all(_known(game.state, viewer, id) for id in named.values())


def could_read(viewer: Viewer, entry: Entry) -> bool:
    """Whether the viewer could read this entry when it was written."""
    return viewer.is_gm or "public" in entry.audience or viewer.creature in entry.audience


def _known(state: State, viewer: Viewer, id: str) -> bool:
    """Whether a line may name this creature now: one that left openly may still be named."""
    creature = state.creatures.get(id)
    if creature is None:
        return False
    return can_see(state, viewer, id) or (creature.gone and not creature.hidden)


def roles_of(event: e.Event) -> Mapping[str, str]:
    """The creatures that an event is about, by role."""
    match event:
        case e.Told(who=who) | e.Rolled(who=who):
            return who
        case e.CreatureAdded(creature=creature):
            return {"target": creature.id}
        case e.CreatureChanged(id=id) | e.CreatureRemoved(id=id) | e.TurnBegan(id=id) | e.TurnEnded(id=id):
            return {"target": id}
        case e.SlotSet(id=id):
            return {"target": id}
        case e.TrackerSet(owner=owner) | e.ConditionSet(owner=owner) | e.ConditionEnded(owner=owner):
            return {} if owner == TABLE else {"target": owner}
    return {}


def lines(game: Game, viewer: Viewer, entries: tuple[Entry, ...] | None = None) -> Iterator[Line]:
    """The entries that the viewer may read, oldest first."""
    for entry in game.entries if entries is None else entries:
        if may_read(game, viewer, entry):
            yield line(game, viewer, entry)


def readable(game: Game, viewer: Viewer, most: int, entries: Sequence[Entry] | None = None) -> Iterator[Entry]:
    """The newest entries, of all or of these, that the viewer may read, the newest first, as far back as it takes.

    A bound on all entries would let those that the viewer may not read push out those that it may.
    """
    every = reversed(game.entries if entries is None else entries)
    return islice((entry for entry in every if may_read(game, viewer, entry)), most)


def newest(game: Game, viewer: Viewer, most: int = 50) -> list[Line]:
    """The newest lines that the viewer may read, oldest first."""
    return [line(game, viewer, entry) for entry in readable(game, viewer, most)][::-1]


def newest_ids(game: Game, viewer: Viewer, most: int = 50) -> list[str]:
    return [entry.id for entry in readable(game, viewer, most)]


def line_of(game: Game, viewer: Viewer, event: e.Event) -> Line:
    """What an event says that did not happen yet: it has no place in the log, and nobody's hand."""
    return line(game, viewer, Entry(0, 0, viewer.role, datetime.min.replace(tzinfo=UTC), "", event))


def line(game: Game, viewer: Viewer, entry: Entry) -> Line:
    """One entry for one viewer, names as they are public now."""
    event = entry.event
    unseen = event.unseen if isinstance(event, e.Told | e.Rolled) and not viewer.is_gm else ()
    who = {role: id for role, id in roles_of(event).items() if role not in unseen}
    code, facts = saying(game, viewer, event)
    creature = who.get("target") or who.get("by")
    return Line(
        id=entry.id,
        at=entry.at.isoformat().replace("+00:00", "Z"),
        by=_by(game, viewer, entry),
        type=e.type_of(event),
        code=code,
        roles={role: _name_in(game, viewer, id) for role, id in who.items()},
        facts=facts,
        creature=creature if creature and (viewer.is_gm or can_see(game.state, viewer, creature)) else None,
        undone=entry.step in game.undone,
        number=entry.number if viewer.is_gm else None,
        step=entry.step if viewer.is_gm else None,
        data=data_of(game, viewer, event, unseen),
        quiet=isinstance(event, e.TrackerSet) and _is_quiet(game, event),
    )


def _is_quiet(game: Game, event: e.TrackerSet) -> bool:
    """Whether a tracker only keeps the books: by its data, or where it gets the boxes that it begins with."""
    data = game.system.data
    if isinstance(event.value, Track) and isinstance(event.was, Track) and not event.was.size:
        return True
    spec = (data.table if event.owner == TABLE else data.trackers).get(event.key)
    return spec is not None and spec.quiet


def about(game: Game, viewer: Viewer, event: e.Event) -> set[str]:
    """Whom a line is about, as far as the viewer may know it."""
    unseen = event.unseen if isinstance(event, e.Told | e.Rolled) and not viewer.is_gm else ()
    who = {id for role, id in roles_of(event).items() if role not in unseen}
    return who if viewer.is_gm else {id for id in who if can_see(game.state, viewer, id)}


def _by(game: Game, viewer: Viewer, entry: Entry) -> str:
    """Whose hand it was; players know seats only, and only those whose creature they may know of."""
    if viewer.is_gm:
        return entry.by
    seat = entry.by.removeprefix("seat:") if entry.by.startswith("seat:") else None
    return entry.by if seat and _known(game.state, viewer, seat) else "gm"


def _name_in(game: Game, viewer: Viewer, id: str) -> str:
    """The name in a line. The GM also reads of creatures whose coming was undone."""
    if id in game.state.creatures or not viewer.is_gm:
        return name_for(game.state, viewer, id)
    added = (entry.event.creature for entry in game.entries if isinstance(entry.event, e.CreatureAdded))
    return next((creature.name for creature in added if creature.id == id), "?")


def name_for(state: State, viewer: Viewer, id: str) -> str:
    creature = state.creatures.get(id)
    if creature is None:
        return "?"
    return creature.name if viewer.is_gm else creature.public_name


def saying(game: Game, viewer: Viewer, event: e.Event) -> tuple[str, Mapping[str, Any]]:
    """The code and the facts of the words for an event."""
    match event:
        case e.Told(code=code, facts=facts, secret=secret):
            return code, {**facts, **secret} if viewer.is_gm else facts
        case e.Rolled():
            return f"rolled_{event.roll}", {
                **event.facts,
                "outcome": event.facts.get("outcome"),
                "amended": event.amended,
            }
        case e.TrackerSet():
            return _tracker_saying(game, event)
        case e.ConditionSet():
            return "condition_set", _of_condition(game, viewer, event)
        case e.ConditionEnded(key=key, why=why):
            return f"condition_ended_{why}" if why in ("recovered", "healed") else "condition_ended", {"condition": key}
        case e.ClockSet(clock=clock, was=was):
            name = "" if clock.shape_only and not viewer.is_gm else clock.name
            code = "clock_made" if was is None else "clock_set"
            return code, {"name": name, "value": clock.value, "size": clock.size, "was": was}
        case e.ClockRemoved():
            return "clock_removed", {}
        case e.CreatureChanged(id=id, changes=changes):
            return _change_saying(changes, knows_sheet=viewer.is_gm or viewer.creature == id)
    return _order_saying(game, viewer, event)


def _of_condition(game: Game, viewer: Viewer, event: e.ConditionSet) -> dict[str, Any]:
    """What a line tells of a condition: where players see names alone, its name."""
    condition, bearer = event.condition, game.state.creatures.get(event.owner)
    knows_all = viewer.is_gm or viewer.creature == event.owner or bearer is None
    if bearer is not None and not knows_all and sight.conditions_seen(game.system, game.state, bearer) != "all":
        return {"condition": condition.key, "value": None, "detail": None}
    return {"condition": condition.key, "value": condition.value, "detail": condition.detail}


def _tracker_saying(game: Game, event: e.TrackerSet) -> tuple[str, Mapping[str, Any]]:
    value, was = event.value, event.was
    if (kind := _special_saying(event)) is not None:
        own = game.state.own_trackers(event.owner).get(event.key)
        return kind[0], {"tracker": own.name if own else event.key, **kind[1]}
    now = getattr(value, "value", getattr(value, "on", None))
    before = getattr(was, "value", getattr(was, "on", None))
    top = getattr(value, "max", None)
    if top is None and event.owner != TABLE and event.owner in game.state.creatures:
        from rules.core import derived

        top = derived.maximum(game.system, game.state, event.owner, event.key)
    own = game.state.own_trackers(event.owner).get(event.key)  # one that people made has a name of its own
    facts = {"tracker": own.name if own else event.key, "value": now, "was": before, "max": top}
    if isinstance(now, bool):
        return ("flag_on" if now else "flag_off"), facts
    if now is None or before is None:
        taken = "tracker_taken" if isinstance(was, Score) else "tracker_gone"
        return "tracker_given" if now is not None else taken, facts
    return ("tracker_set_of" if top is not None else "tracker_set"), facts


def _special_saying(event: e.TrackerSet) -> tuple[str, Mapping[str, Any]] | None:
    """What is told of trackers that are no single number: boxes, dice, a place on a grid; None of the others."""
    match event.value:
        case Track() as track:
            marks = {name: track.count(mark) or None for mark, name in (("/", "slashes"), ("X", "crosses"))}
            return "tracker_track", {"value": track.marked, "max": track.size, **marks}
        case DicePool() as dice:
            every = dice.ready + dice.spent + dice.exhausted + dice.depleted
            return "tracker_dice", {"value": dice.ready, "max": every}
        case Grid() as grid:
            return "tracker_grid", {"x": grid.x + 1, "y": grid.y + 1, "above": grid.y}
    return None


def _change_saying(changes: Mapping[str, Any], *, knows_sheet: bool) -> tuple[str, Mapping[str, Any]]:
    """Which fields changed is for those who know the sheet: others would read of what they do not see."""
    if "hidden" in changes:
        return ("hidden" if changes["hidden"] else "revealed"), {}
    if set(changes) == {"wave"} and (name := parked.name_in(changes["wave"])) is not None:
        return "put_away", {"name": name}
    if set(changes) == {"alias"}:
        return ("name_known" if changes["alias"] is None else "alias_set"), {}
    if set(changes) == {"wave"}:
        return "wave_came" if changes["wave"] is None else "wave_set", {"wave": changes["wave"]}
    if set(changes) == {"note"}:
        return "note_changed", {}
    if set(changes) == {"score"} and changes["score"] is not None and knows_sheet:
        return "score_set", {"score": changes["score"]}
    return "creature_changed", _changed_fields(changes) if knows_sheet else {}


def _changed_fields(changes: Mapping[str, Any]) -> dict[str, list[str]]:
    """What changed of a sheet: names as somebody typed them; of what has none its kind, or the key of its words."""
    fields, names = [], []
    for field, value in sorted(changes.items()):
        place, _, _ = field.partition("/")
        name = value.get("name") if isinstance(value, Mapping) else None
        if name:
            names.append(str(name))
        else:
            kind = value.get("kind") if isinstance(value, Mapping) else None
            fields.append(f"no_{place}" if value is None else str(kind or place))
    return {"fields": list(dict.fromkeys(fields)), "names": names}


def _order_saying(game: Game, viewer: Viewer, event: e.Event) -> tuple[str, Mapping[str, Any]]:
    match event:
        case e.CreatureAdded(creature=creature):
            if creature.wave is not None:
                return "creature_waits", {"wave": creature.wave}
            code = "row_added" if creature.kind == ROW else "creature_added"
            return code, {"hidden": creature.hidden} if viewer.is_gm else {}
        case e.RoundBegan(round=number):
            return "round_began", {"round": number}
        case e.MomentPassed(name=name, time=time):
            clock = clock_time(time.minute)
            return f"moment_{name}", {"session": time.session, "scene": time.scene, "day": time.day, "clock": clock}
        case e.EncounterBegan(switched=True, policy=policy):
            return "order_changed", {"policy": policy}
        case e.EncounterBegan(name=name):
            return ("encounter_began_named" if name else "encounter_began"), {"name": name}
        case e.SettingSet(key=key, value=value):
            return _setting_saying(key, value)
        case e.Undone(steps=steps, rewind=rewind) | e.Redone(steps=steps, rewind=rewind):
            kind = e.type_of(event)
            return (f"{kind}_rewind" if rewind else kind), {"steps": len(steps), "what": ""}
        case e.GameBegan(name=name):
            return "game_began", {"name": name}
        case e.OrderNoted(key=key, value=value):
            return "order_noted", {"key": key, "value": value}
        case e.PendingSet(pending=pending):
            code = {"proposal": "suggested", "hand": "hand", "x_card": "x_card"}.get(pending.kind, "asked")
            return code, {"kind": pending.kind}
        case e.PendingEnded(how=how):
            return f"question_{how}", {}
    return e.type_of(event), {}


def _setting_saying(key: str, value: Any) -> tuple[str, Mapping[str, Any]]:
    """What is told of a setting: of what players see, a checkpoint, a cell of a table, the game itself, all others."""
    if sight.is_sight(key, value):
        _, side, field = key.split("/", 2)
        is_field = field in sight.FIELDS
        how = f"{field}_{value}" if is_field else f"marks_{value}"
        return ("sight_set" if is_field else "marks_set"), {"side": side, "field": field, "how": how}
    if key.startswith(e.CHECKPOINT):
        return ("checkpoint_removed" if value is None else "checkpoint_set"), {"name": value}
    if key.startswith(e.CELL):
        card, _, _ = key.removeprefix(e.CELL).partition("/")
        return ("cell_emptied" if value is None else "cell_filled"), {"card": card, "value": value}
    of_game = {
        "game/name": "game_renamed",
        "game/shown": "shown" if value else "taken_away",
        "game/held": "held" if value else "let_go",
    }
    return of_game.get(key, "setting_set"), {"key": key, "value": str(value)}


def clock_time(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def data_of(game: Game, viewer: Viewer, event: e.Event, unseen: tuple[str, ...]) -> dict[str, Any]:
    """An event's own fields under the API's names; for players only what their view shows."""
    plain: dict[str, Any] = {key: value for key, value in msgspec.to_builtins(event).items() if key != "t"}
    if isinstance(event, e.TrackerSet):
        return _tracker_data(event)
    if isinstance(event, e.Undone | e.Redone):
        return {"steps": list(event.steps)}
    if viewer.is_gm:
        return plain
    return _player_data(game, viewer, event, unseen)


def _tracker_data(event: e.TrackerSet) -> dict[str, Any]:
    def short(tracker: Any) -> Any:
        plain = msgspec.to_builtins(tracker)
        return plain.get("value", plain) if isinstance(plain, dict) else plain

    return {"tracker": event.key, "value": short(event.value), "was": short(event.was)}


def _player_data(game: Game, viewer: Viewer, event: e.Event, unseen: tuple[str, ...]) -> dict[str, Any]:
    """Built up from what is public; nothing is deleted from a copy."""
    match event:
        case e.ConditionSet():
            return _of_condition(game, viewer, event)
        case e.ConditionEnded(key=key):
            return {"condition": key}
        case e.ClockSet(clock=clock, was=was):
            return {"clock": clock.id, "value": clock.value, "size": clock.size, "was": was}
        case e.RoundBegan(round=number):
            return {"round": number}
        case e.Rolled():
            return player_roll(event, viewer)
    return {}


def player_roll(event: e.Rolled, viewer: Viewer) -> dict[str, Any]:
    """A roll as players see it: its dice unless only the result is open."""
    shown = {"roll": event.roll, "total": event.facts.get("total"), "outcome": event.facts.get("outcome")}
    own = viewer.creature is not None and viewer.creature == event.who.get("by")
    return {**shown, "dice": event.dice} if event.visibility == "open" or own else shown
