"""Creatures come, change, hide, and go."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from rules.core import derived, events, turns
from rules.core.commands.base import Command, Count, Id, Name, Number, Rolling, Text, type_name
from rules.core.commands.features import (
    FeatureKey,
    FeatureParts,
    GivenFeature,
    check_features,
    features_from,
    with_parts,
)
from rules.core.draft import Draft
from rules.core.errors import Fault, InvalidInput, RuleError
from rules.core.naming import free_alias, free_name, is_mask, is_masked, mask, public_number, shown, unmasked
from rules.core.read import wrong_type
from rules.core.state import Creature
from rules.core.system import NumberSpec, TrackerSpec, new_tracker
from rules.core.trackers import Pool, Score, Tracker

MOST_CREATURES = 500
Kind = Annotated[str, msgspec.Meta(pattern="^(pc|ally|adversary|environment)$")]
HiddenUntil = Annotated[str, msgspec.Meta(pattern="^turn$")]
Dice = Annotated[str, msgspec.Meta(pattern=r"^([1-9]\d?)?d[1-9]\d{0,2}([+-]\d{1,2})?$")]
MOST_AT_ONCE = 100
MaxNumber = Annotated[int, msgspec.Meta(ge=0, le=9999)]


class GivenTracker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a tracker of a new creature starts; a ``value`` that is no number is the whole tracker."""

    value: Annotated[int, msgspec.Meta(ge=0, le=9999)] | Mapping[str, Any] | None = None
    max: MaxNumber | None = None


class GivenCreature(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A creature as a command describes it: a name is enough, the rest starts as the game says."""

    name: Name
    kind: Kind = "adversary"
    hidden: bool = False
    hidden_until: HiddenUntil | None = None  # hidden now, and seen by itself when that comes
    alias: Name | None = None
    score: Number | None = None
    numbers: Mapping[str, Number] = {}
    trackers: Mapping[str, GivenTracker] = {}
    features: Mapping[FeatureKey, GivenFeature] = {}
    card: Annotated[str, msgspec.Meta(max_length=120)] | None = None
    wave: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] | None = None
    note: Text = ""


class AddCreature(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    creature: GivenCreature


class AddCreatures(Rolling, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    """Several at once: ``count`` of one, or as many as the dice of ``amount`` say; or a list."""

    creature: GivenCreature | None = None
    count: Count = 1
    amount: Dice | None = None
    creatures: Annotated[tuple[GivenCreature, ...], msgspec.Meta(max_length=100)] = ()


class CreatureChanges(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What of a creature may be changed; what is left out stays.

    A feature in ``features`` takes the place of the one that was; ``parts`` changes single parts of one.
    """

    name: Name | msgspec.UnsetType = msgspec.UNSET
    kind: Kind | msgspec.UnsetType = msgspec.UNSET
    hidden_until: HiddenUntil | msgspec.UnsetType | None = msgspec.UNSET
    alias: Name | msgspec.UnsetType | None = msgspec.UNSET
    score: Number | msgspec.UnsetType | None = msgspec.UNSET
    numbers: Mapping[str, Number | None] | msgspec.UnsetType = msgspec.UNSET
    features: Mapping[FeatureKey, GivenFeature | None] | msgspec.UnsetType = msgspec.UNSET
    parts: Mapping[FeatureKey, FeatureParts] | msgspec.UnsetType = msgspec.UNSET
    card: Annotated[str, msgspec.Meta(max_length=120)] | msgspec.UnsetType | None = msgspec.UNSET
    wave: Annotated[str, msgspec.Meta(max_length=60)] | msgspec.UnsetType | None = msgspec.UNSET
    note: Text | msgspec.UnsetType = msgspec.UNSET
    portrait: Annotated[str, msgspec.Meta(max_length=200)] | msgspec.UnsetType | None = msgspec.UNSET


class ChangeCreature(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    creature: Id
    changes: CreatureChanges


class RemoveCreature(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    creature: Id


class Reveal(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    creature: Id | None = None
    clock: Id | None = None


class Hide(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    creature: Id | None = None
    clock: Id | None = None


class BringWave(Command, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type", tag=type_name):
    wave: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


def add_creature(draft: Draft, command: AddCreature) -> None:
    add(draft, command.creature, free_name(draft, command.creature.name), "/creature")


def add_creatures(draft: Draft, command: AddCreatures) -> None:
    if (command.creature is None) == (not command.creatures):
        raise InvalidInput([Fault("/creature", "one-of", {"fields": ["creature", "creatures"]})])
    for n, given in enumerate(command.creatures):
        add(draft, given, free_name(draft, given.name), f"/creatures/{n}")
    if command.creature is not None:
        count = command.count if command.amount is None else _rolled_count(draft, command.creature.name, command.amount)
        for _ in range(count):
            name = free_name(draft, command.creature.name, plain_is_free=count == 1)
            add(draft, command.creature, name, "/creature")


def _rolled_count(draft: Draft, name: str, amount: str) -> int:
    """How many the dice say, none in a preview that has none; at most as many as may come at once."""
    if draft.foresees:
        return 0
    number, _, rest = amount.partition("d")
    sides, _sign, more = rest.replace("-", "+-").partition("+")
    faces = draft.chance.roll("amount", int(sides), int(number or 1))
    total = min(MOST_AT_ONCE, max(0, sum(faces) + int(more or 0)))
    draft.tell("amount_rolled", name=name, amount=amount, total=total, hidden=True)
    return total


def add(draft: Draft, given: GivenCreature, name: str, at: str) -> str:
    """Put a described creature on the board, or in its wave; answers its id."""
    if sum(not c.gone for c in draft.state.creatures.values()) >= MOST_CREATURES:
        raise RuleError("too-many-creatures", most=MOST_CREATURES)
    hidden = given.hidden or given.hidden_until is not None
    creature = Creature(
        id="c_" + draft.chance.id(), name=name, kind=given.kind, hidden=hidden, score=given.score,
        hidden_until=given.hidden_until, alias=_alias(draft, given, name, hidden),
        card=given.card, wave=given.wave, note=given.note, features=features_from(given.features, f"{at}/features"),
        trackers=new_trackers(draft, given, at),
    )  # fmt: skip
    draft.emit(events.CreatureAdded(creature))
    draft.system.added(draft, creature)
    if draft.state.order.started and creature.wave is None:
        turns.join(draft, creature.id)
    return creature.id


def _alias(draft: Draft, given: GivenCreature, name: str, hidden: bool) -> str | None:
    """What players call it: its alias, numbered among those that they see, or the number that they count."""
    seen = not hidden and given.wave is None
    if is_mask(given.alias) or (given.alias is None and is_masked(draft, given.kind)):
        return mask(draft, seen=seen)
    if not seen:
        return given.alias
    return free_alias(draft, given.alias) if given.alias else public_number(draft, given.name, name)


def new_trackers(draft: Draft, given: GivenCreature, at: str) -> dict[str, Tracker]:
    """All trackers of a new creature: as given, else as the game starts them."""
    data = draft.system.data
    trackers: dict[str, Tracker] = {}
    for key, spec in data.numbers.items():
        if spec.start is not None and spec.formula is None and given.kind in spec.of:
            trackers[key] = Score(spec.start)
    for key, value in given.numbers.items():
        trackers[key] = Score(checked_number(data.numbers, key, value, f"{at}/numbers/{key}"))
    trackers |= _as_others(draft, given, trackers)
    for key in given.trackers:
        if key not in data.trackers:
            raise InvalidInput([Fault(f"{at}/trackers/{key}", "unknown-tracker", {})])
    for key, tracker_spec in data.trackers.items():
        if given.kind in tracker_spec.of or key in given.trackers:
            trackers[key] = given_tracker(draft, given, key, tracker_spec, trackers, at)
    return trackers


def _as_others(draft: Draft, given: GivenCreature, known: Mapping[str, Tracker]) -> dict[str, Tracker]:
    """The numbers that a new creature starts with as others of it are, but for those that were given."""
    specs = draft.system.data.numbers.items()
    alike = {key: spec.starts_as for key, spec in specs if spec.starts_as and given.kind in spec.of}
    made = Creature("", given.name, given.kind, trackers=dict(known))
    worked_out = derived.numbers(draft.system, made) if alike else {}
    found = {key: worked_out.get(other) for key, other in alike.items() if key not in given.numbers}
    return {key: Score(value) for key, value in found.items() if value is not None}


def checked_number(specs: Mapping[str, NumberSpec], key: str, value: int, at: str) -> int:
    spec = specs.get(key)
    if spec is None:
        raise InvalidInput([Fault(at, "unknown-number", {})])
    if not spec.least <= value <= spec.most:
        raise InvalidInput([Fault(at, "out-of-range", {"least": spec.least, "most": spec.most})])
    return value


def given_tracker(
    draft: Draft, given: GivenCreature, key: str, spec: TrackerSpec, known: Mapping[str, Tracker], at: str
) -> Tracker:
    asked = given.trackers.get(key, GivenTracker())
    if spec.kind != "pool":
        return new_tracker(spec, value=asked.value)
    if isinstance(asked.value, Mapping):
        raise wrong_type(f"{at}/trackers/{key}/value", asked.value, "integer")
    most = spec.most.get(given.kind, 9999)
    own_max = asked.max if asked.max is not None else spec.max
    if own_max is not None and own_max > most:
        raise InvalidInput([Fault(f"{at}/trackers/{key}/max", "out-of-range", {"least": 0, "most": most})])
    cap = derived_maximum(draft, given, key, known)
    bound = min(x for x in (own_max, cap, most) if x is not None)
    pool: Any = new_tracker(spec, maximum=bound if own_max is not None or cap is not None else None)
    value = asked.value if asked.value is not None else pool.value
    if value > bound:
        raise InvalidInput([Fault(f"{at}/trackers/{key}/value", "out-of-range", {"least": 0, "most": bound})])
    return Pool(value, own_max)


def derived_maximum(draft: Draft, given: GivenCreature, key: str, known: Mapping[str, Tracker]) -> int | None:
    sketch = Creature("c_", given.name, kind=given.kind, trackers=dict(known))
    return derived.numbers(draft.system, sketch).get(f"{key}_max")


def change_creature(draft: Draft, command: ChangeCreature) -> None:
    creature = draft.creature(command.creature)
    changes = {f: v for f, v in msgspec.structs.asdict(command.changes).items() if v is not msgspec.UNSET}
    numbers, features = changes.pop("numbers", {}), changes.pop("features", {})
    features = {**features, **with_parts(creature.features, changes.pop("parts", {}), "/changes/parts")}
    for key, feature in features.items():
        plain = None if feature is None else msgspec.to_builtins(feature)
        changes[f"features/{key}"] = plain
    changed = {f: v for f, v in changes.items() if getattr(creature, f, msgspec.UNSET) != v}
    if changed:
        draft.emit(events.CreatureChanged(creature.id, changed))
        check_features(draft.state.creatures[creature.id].features, "/changes/features")
    for key, value in numbers.items():
        set_number(draft, creature.id, key, value)
    if "score" in changed and draft.state.order.started and creature.slot is not None:
        turns.join(draft, creature.id)
    if changed.get("wave", ...) is None and draft.state.order.started and creature.slot is None:
        turns.join(draft, creature.id)


def set_number(draft: Draft, id: str, key: str, value: int | None) -> None:
    """Set a number of the sheet; None gives a derived one back to its formula."""
    if value is None:
        if key not in draft.system.formulas:
            raise InvalidInput([Fault(f"/changes/numbers/{key}", "not-derived", {})])
        draft.put(id, key, None)
        return
    draft.put(id, key, Score(checked_number(draft.system.data.numbers, key, value, f"/changes/numbers/{key}")))


def remove_creature(draft: Draft, command: RemoveCreature) -> None:
    creature = draft.creature(command.creature)
    was_active = draft.state.order.active == creature.id
    if was_active:
        turns.close_turn(draft)
    take_off(draft, creature.id)
    if was_active and draft.state.order.started:
        turns.go_on(draft)


def take_off(draft: Draft, id: str) -> None:
    """Let a creature be gone, and the questions that were about it."""
    draft.emit(events.CreatureRemoved(id))
    for pending in list(draft.state.pending.values()):
        if pending.by == id or id in pending.data.values():
            draft.emit(events.PendingEnded(pending.id, "dropped"))


def reveal(draft: Draft, command: Reveal) -> None:
    _set_hidden(draft, command.creature, command.clock, hidden=False)


def hide(draft: Draft, command: Hide) -> None:
    _set_hidden(draft, command.creature, command.clock, hidden=True)


def _set_hidden(draft: Draft, creature: str | None, clock: str | None, *, hidden: bool) -> None:
    if (creature is None) == (clock is None):
        raise InvalidInput([Fault("/creature", "one-of", {"fields": ["creature", "clock"]})])
    if clock is not None:
        found = draft.clock(clock)
        if found.hidden != hidden:
            draft.emit(events.ClockSet(replace(found, hidden=hidden), found.value))
    elif creature is not None and draft.creature(creature).hidden != hidden:
        fields = {"hidden": True} if hidden else shown(draft, draft.state.creatures[creature])
        draft.emit(events.CreatureChanged(creature, fields))
    elif creature is not None and not hidden and (named := unmasked(draft, draft.creature(creature))):
        draft.emit(events.CreatureChanged(creature, named))


def bring_wave(draft: Draft, command: BringWave) -> None:
    waiting = [c for c in draft.state.creatures.values() if not c.gone and c.wave == command.wave]
    if not waiting:
        raise RuleError("unknown-wave", wave=command.wave)
    for creature in waiting:
        come(draft, creature)


def come(draft: Draft, creature: Creature) -> None:
    """Let one that waits off the board stand on it, with a name that players can tell apart."""
    if not creature.hidden:
        named = {field: value for field, value in shown(draft, creature).items() if field == "alias"}
        if named:
            draft.emit(events.CreatureChanged(creature.id, named))
    draft.emit(events.CreatureChanged(creature.id, {"wave": None}))
    if draft.state.order.started:
        turns.join(draft, creature.id)
