"""Who may ever read of an event: fixed when it is written, by what was hidden then.

The answer is a tuple: ``("public",)``, or the ids of the creatures whose seats may read it, or nothing for the GM
alone. Reading checks again what is hidden by then (`view`): a creature's secret past stays secret when it is
revealed, and its public past goes when it is hidden again.
"""

from collections.abc import Mapping

from rules.core import events as e
from rules.core import sight
from rules.core.sight import seen as seen
from rules.core.sight import table_seen as table_seen
from rules.core.state import TABLE, Clock, Condition, Creature, State
from rules.core.system import System
from rules.core.trackers import Score

Audience = tuple[str, ...]
PUBLIC: Audience = ("public",)
GM_ONLY: Audience = ()
LATER = "later"  # before the others in an audience: not until players see the next turn (`withheld`)
GM_FIELDS = {"note", "card", "score", "wave"}
NAMES = {"name", "alias"}
SHOWN_FIELDS = {"hidden", "kind", "wave", *NAMES}  # what all who see a creature see of it


def is_hidden(state: State, id: str) -> bool:
    """Whether players do not see this creature: hidden, or not on the board."""
    creature = state.creatures.get(id)
    return creature is not None and (creature.hidden or creature.wave is not None)


def _has_left(state: State, id: str) -> bool:
    """Whether only the place of one who is gone comes by in the order."""
    creature = state.creatures.get(id)
    return creature is None or creature.gone


def is_gm_only(audience: Audience) -> bool:
    """Whether no player may ever read what has this audience."""
    return audience in (GM_ONLY, (LATER,))


def unseen_roles(state: State, who: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(role for role, id in who.items() if is_hidden(state, id))


def audience_of(system: System, before: State, after: State, event: e.Event) -> Audience:
    """Who may read of ``event``, which led from ``before`` to ``after``."""
    match event:
        case e.CreatureAdded(creature=creature):
            return _of_creature(after, creature.id)
        case e.CreatureChanged(id=id, changes=changes):
            return _of_change(before, after, id, set(changes))
        case e.CreatureRemoved(id=id):
            return _of_creature(before, id)
        case e.TurnBegan(id=id, round=number):
            return GM_ONLY if _acts_already(before, id, number) or _has_left(before, id) else _of_creature(before, id)
        case e.TrackerSet(owner=owner, key=key):
            return _of_tracker(system, after, owner, key)
        case e.ConditionSet(owner=owner, condition=condition):
            return _of_condition(system, before, after, owner, condition)
        case e.ConditionEnded(owner=owner, id=id):
            stored = before.creatures[owner].conditions.get(id) if owner in before.creatures else None
            return _of_condition(system, before, before, owner, stored)
        case e.ClockSet(clock=clock):
            return GM_ONLY if clock.hidden or _looks_the_same(before.clocks.get(clock.id), clock) else PUBLIC
        case e.ClockRemoved(id=id):
            return GM_ONLY if id not in before.clocks or before.clocks[id].hidden else PUBLIC
        case e.Rolled() | e.Told():
            return _of_line(system, after, event)
        case e.GameBegan() | e.EncounterBegan() | e.EncounterEnded() | e.RoundBegan() | e.MomentPassed():
            return PUBLIC
        case e.SettingSet(key="game/shown") | e.SettingSet(key="game/name"):
            return PUBLIC
        case _:
            return GM_ONLY


def _looks_the_same(old: Clock | None, new: Clock) -> bool:
    """Whether players see nothing change of a clock: its note, what it ticks with and links are the GM's."""
    if old is None or old.hidden != new.hidden:
        return False

    def seen(clock: Clock) -> tuple[object, ...]:
        return clock.kind, clock.value, clock.size, clock.shape_only, "" if clock.shape_only else clock.name

    return seen(old) == seen(new)


def _of_creature(state: State, id: str) -> Audience:
    if not is_hidden(state, id):
        return PUBLIC
    creature = state.creatures.get(id)
    return (id,) if creature is not None and creature.kind == "pc" and creature.wave is None else GM_ONLY


def _acts_already(state: State, id: str, number: int) -> bool:
    """Whether players see this one act since before a hidden turn: that it begins anew would tell of that turn.

    One whose turn of this round is still to come, as after a missed one that was made up for, begins another.
    """
    order, slot = state.order, state.creatures[id].slot
    last = order.active or (order.trail[-1][0] if order.trail else "")
    has_acted = slot is not None and slot.last_round == number
    return has_acted and is_hidden(state, last) and (order.marker, order.marker_round) == (id, number)


def _of_change(before: State, after: State, id: str, fields: set[str]) -> Audience:
    if all(field in GM_FIELDS or _is_the_gms(before, after, id, field) for field in fields):
        return GM_ONLY
    if "hidden" in fields and is_hidden(before, id) and is_hidden(after, id):
        return _of_creature(after, id)
    if "hidden" in fields and is_hidden(after, id):
        return GM_ONLY  # to players it is simply gone
    if public_fields(before, after, id, fields):
        return _of_creature(after, id)
    return (id,) if id in after.creatures and after.creatures[id].kind == "pc" else GM_ONLY


def _is_the_gms(before: State, after: State, id: str, field: str) -> bool:
    """Whether the field is an own tracker that the GM keeps to themselves, before and after."""
    creatures = [state.creatures[id] for state in (before, after) if id in state.creatures]
    places = {_where(creature, field) for creature in creatures} - {""}
    return field.startswith("own/") and places == {"gm"}


def public_fields(before: State, after: State, id: str, fields: set[str]) -> set[str]:
    """Which of these changed fields every player sees change: no name behind an alias, and nothing of the sheet."""
    old, new = before.creatures.get(id), after.creatures.get(id)
    if old is None or new is None:
        return set()
    unseen = NAMES if old.public_name == new.public_name else set()
    own = {f for f in fields if f.startswith("own/") and "players" in (_where(old, f), _where(new, f))}
    return own | ((fields & SHOWN_FIELDS) - unseen)


def _where(creature: Creature, field: str) -> str:
    own = creature.own.get(field.removeprefix("own/"))
    return own.where if own else ""


def _of_tracker(system: System, state: State, owner: str, key: str) -> Audience:
    if owner == TABLE:
        return PUBLIC if table_seen(system, state, key) else GM_ONLY
    creature = state.creatures.get(owner)
    if creature is None:
        return GM_ONLY
    if isinstance(creature.trackers.get(key), Score):
        is_open = sight.number_seen(system, state, creature, key)
        return _of_creature(state, owner) if is_open else _own(creature)
    how = seen(system, state, creature, key)
    if how == "public":
        return _of_creature(state, owner)
    return (owner,) if how == "own" else GM_ONLY


def _own(creature: Creature) -> Audience:
    """For the seat of a character alone; of others for the GM."""
    return (creature.id,) if creature.kind == "pc" else GM_ONLY


def _of_condition(system: System, before: State, state: State, owner: str, condition: Condition | None) -> Audience:
    if condition is not None and condition.data.get("secret"):
        return GM_ONLY
    creature = state.creatures.get(owner)
    how = sight.conditions_seen(system, state, creature) if creature is not None else "all"
    if creature is not None and (how == "none" or (how == "names" and _is_known(before, state, owner, condition))):
        return _own(creature)
    return _of_creature(state, owner)


def _is_known(before: State, after: State, owner: str, condition: Condition | None) -> bool:
    """Whether a condition of this name was there before, so that only its value or a reason changes."""
    known = before.creatures.get(owner)
    if before is after or known is None or condition is None:
        return False
    return any(stored.key == condition.key for stored in known.conditions.values())


TELLS_CONDITION = ("became", "no_longer")


def _of_line(system: System, state: State, event: e.Rolled | e.Told) -> Audience:
    """A hidden ``by`` leaves a line that names somebody else too; any other hidden role makes it the GM's.

    A line that is about nobody but the hidden ``by`` would tell of it by being there.
    """
    if isinstance(event, e.Rolled) and event.visibility == "gm":
        return GM_ONLY
    if isinstance(event, e.Told) and event.facts.get("hidden"):
        return GM_ONLY
    if isinstance(event, e.Told) and event.code in TELLS_CONDITION:
        bearer = state.creatures.get(event.who.get("target", ""))
        if bearer is not None and sight.conditions_seen(system, state, bearer) == "none":
            return _own(bearer)
    names_others = isinstance(event, e.Told) and set(event.who) > set(event.unseen)
    lost = [role for role in event.unseen if role != "by" or not names_others]
    if not lost:
        return PUBLIC
    seats = tuple(event.who[role] for role in lost)
    own = all(id in state.creatures and state.creatures[id].kind == "pc" for id in seats)
    return seats if own else GM_ONLY


def is_open(system: System, state: State, viewer: str | None, event: e.Event) -> bool:
    """Whether what the event tells of a creature is still one of the things that players may know by the settings.

    ``viewer`` is the creature of a seat: of its own it may know all the same.
    """
    match event:
        case e.TrackerSet(owner=owner, key=key) if key not in state.trackers(owner):
            return True  # there is none any more
        case e.TrackerSet(owner=owner, key=key) if owner == TABLE:
            return table_seen(system, state, key)
        case e.TrackerSet(owner=owner, key=key) if owner != viewer:
            return _tracker_is_open(system, state, state.creatures[owner], key)
        case e.ConditionSet(owner=owner) | e.ConditionEnded(owner=owner) if owner != viewer:
            return _conditions_are_open(system, state, owner)
        case e.Told(code=code, who=who) if code in TELLS_CONDITION and who.get("target") != viewer:
            return _conditions_are_open(system, state, who.get("target", ""))
    return True


def _tracker_is_open(system: System, state: State, creature: Creature, key: str) -> bool:
    if key in system.data.numbers:
        return sight.number_seen(system, state, creature, key)
    return seen(system, state, creature, key) == "public"


def _conditions_are_open(system: System, state: State, owner: str) -> bool:
    creature = state.creatures.get(owner)
    return creature is None or sight.conditions_seen(system, state, creature) != "none"
