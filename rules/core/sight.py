"""What players may know of a creature, by its side and by field: a game's defaults, and what a GM set otherwise.

The settings are ``seen/<side>/<field>``. A field is a tracker, a number of the sheet, or one of the fields below.
"""

from collections.abc import Mapping

from rules.core.state import Creature, State
from rules.core.system import System, TrackerSpec

SIDES = ("pc", "ally", "foe")
TRACKER = ("public", "own", "vague", "gm")
NUMBER = ("public", "gm")
NAME, HEALTH, NUMBERS, CONDITIONS = "name", "health", "numbers", "conditions"
FIELDS: Mapping[str, tuple[str, ...]] = {
    NAME: ("known", "number"),
    HEALTH: ("exact", "words", "none"),
    NUMBERS: ("none", "against", "all"),
    CONDITIONS: ("all", "names", "none"),
}
PLAIN = {NAME: "known", NUMBERS: "none", CONDITIONS: "all"}  # where neither a setting nor the game says anything


def side_of(creature: Creature) -> str:
    return side_of_kind(creature.kind)


def side_of_kind(kind: str) -> str:
    return kind if kind in ("pc", "ally") else "foe"


def options(system: System, field: str) -> tuple[str, ...]:
    """What a setting of this field may be; nothing where the game has no such field."""
    found = FIELDS.get(field, ())
    if field in system.data.trackers:
        return found + TRACKER
    return found or (NUMBER if field in system.data.numbers else ())


def is_sight(key: str, value: object) -> bool:
    """Whether this setting says what players know: of a field that every game has, or of a tracker's marks."""
    head, _, rest = key.partition("/")
    side, _, field = rest.partition("/")
    return head == "seen" and side in SIDES and value in FIELDS.get(field, ("public", "own", "vague", "gm"))


def sight(system: System, state: State, side: str, field: str) -> str:
    """What players see of ``name``, ``health``, ``numbers`` or ``conditions`` of a side."""
    return chosen(system, state.settings, side, field)


def chosen(system: System, settings: Mapping[str, object], side: str, field: str) -> str:
    """As `sight`, by these settings of the game."""
    setting = settings.get(f"seen/{side}/{field}")
    if setting in FIELDS[field]:
        return str(setting)
    if field == HEALTH and (own := _health_of_tracker(system, settings, side)):
        return own
    return default(system, side, field)


def default(system: System, side: str, field: str) -> str:
    """What a game says of a side where no setting does."""
    spec = next((found for name, found in system.data.seen.items() if name == side), None)
    stated = getattr(spec, field) if spec is not None else None
    if stated is not None:
        return str(stated)
    if field == HEALTH:
        key = system.data.health
        tracker = system.data.trackers.get(key) if key else None
        return _as_health(side, default_of(tracker, side) if tracker else "vague")
    return PLAIN[field]


def _health_of_tracker(system: System, settings: Mapping[str, object], side: str) -> str | None:
    """What was set of the tracker that tells the health, as a word for the health."""
    setting = settings.get(f"seen/{side}/{system.data.health}")
    return _as_health(side, str(setting)) if setting in TRACKER else None


def _as_health(side: str, how: str) -> str:
    if how == "public":
        return "exact"
    return "none" if side == "pc" and how != "vague" else "words"


def seen(system: System, state: State, creature: Creature, key: str) -> str:
    """Who sees a tracker of this creature: ``public``, ``own``, ``vague`` or ``gm``; a setting may say otherwise."""
    side = side_of(creature)
    how = _tracker_seen(system, state, creature, side, key)
    if key != system.data.health:
        return how
    if sight(system, state, side, HEALTH) == "exact":
        return "public"
    return how if how != "public" else "own" if side == "pc" else "vague"


def _tracker_seen(system: System, state: State, creature: Creature, side: str, key: str) -> str:
    setting = state.settings.get(f"seen/{side}/{key}")
    if setting in TRACKER:
        return str(setting)
    if key in creature.own:
        where = creature.own[key].where
        return "public" if where == "players" else "own" if where == "own" and creature.kind == "pc" else "gm"
    spec = system.data.trackers.get(key)
    return default_of(spec, side) if spec is not None else "gm"


def is_the_gms(creature: Creature, key: str) -> bool:
    """Whether this is a tracker that the GM keeps on a creature, unknown to its player too."""
    return key in creature.own and creature.own[key].where == "gm"


def default_of(spec: TrackerSpec, side: str) -> str:
    """Who sees a tracker of this side as the game declares it; of an ally as of a character."""
    if isinstance(spec.seen, str):
        return spec.seen
    return spec.seen.get(side, spec.seen.get("pc", "gm") if side == "ally" else "gm")


def number_seen(system: System, state: State, creature: Creature, key: str) -> bool:
    """Whether all players see this number of a creature's sheet."""
    side = side_of(creature)
    setting = state.settings.get(f"seen/{side}/{key}")
    if setting in NUMBER:
        return bool(setting == "public")
    spec = system.data.numbers.get(key)
    how = sight(system, state, side, NUMBERS)
    return spec is not None and how in (("all", "against") if spec.against else ("all",))


def conditions_seen(system: System, state: State, creature: Creature) -> str:
    """What all players see of a creature's conditions: ``all``, their ``names``, or ``none``."""
    return sight(system, state, side_of(creature), CONDITIONS)


def table_seen(system: System, state: State, key: str) -> bool:
    """Whether players see one of the game's own trackers."""
    if key in state.own:
        return state.own[key].where == "players"
    setting = state.settings.get(f"{key}_shown")
    if setting is not None:
        return bool(setting)
    spec = system.data.table.get(key)
    return spec is not None and spec.seen == "public"
