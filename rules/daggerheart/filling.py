"""How the parameters of a roll are filled from sheets and conditions, and what it costs to make it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.core.derived import Modifier, maximum
from rules.core.errors import Need, RuleError
from rules.core.rolling import Cost, Roll, refuse, switched_off
from rules.core.state import TABLE, Creature, Feature, State
from rules.core.system import System
from rules.core.trackers import Pool
from rules.daggerheart import uses
from rules.daggerheart.extras import GIVEN, given_extras
from rules.daggerheart.sheet import TRAITS, UNARMED, Arms, arms, bonus, costs, sheet_number

LIMIT = 9999
# What is refused where a cost does not fit on the sheet.
NO_ROOM = {"stress": "stress-is-full", "hit_points": "hit-points-are-full"}


@dataclass(frozen=True, slots=True)
class Means:
    """What a roll names of the sheet: a trait, a weapon or attack, Experiences, other features."""

    trait: str | None = None
    arms: Arms | None = None
    experiences: Mapping[str, Feature] = field(default_factory=dict)
    features: Mapping[str, Feature] = field(default_factory=dict)


def means_of(creature: Creature | None, named: str | None) -> Means:
    """What ``named`` (keys with commas) means on this sheet; raises InvalidInput for a key that is not there."""
    keys = [key for part in (named or "").split(",") if (key := part.strip())]
    if creature is None and keys:
        raise refuse("/with", "not-an-option", options=[])
    if creature is None:
        return Means()
    known = {*creature.features, *((*TRAITS, UNARMED) if creature.kind == "pc" else ())}
    if unknown := [key for key in keys if key not in known]:
        raise refuse("/with", "not-an-option", name=unknown[0], options=sorted(known))
    traits = [key for key in keys if key in TRAITS]
    held = next((found for key in keys if (found := arms(creature, key)) is not None), None)
    trait = traits[0] if traits else held.trait if held else None
    features = {key: creature.features[key] for key in keys if key in creature.features}
    experiences = {key: feature for key, feature in features.items() if feature.kind == "experience"}
    return Means(trait, held, experiences, {k: f for k, f in features.items() if k not in experiences})


def sheet_modifiers(
    system: System, creature: Creature | None, number: str | None, means: Means, given: dict[str, Any]
) -> list[Modifier]:
    """What the sheet adds: a number (asked for where it has none), and each Experience that is named."""
    if creature is None:
        return []
    found = []
    if number is not None:
        amount = asked_number(system, creature, number, given)
        found.append(Modifier(f"{creature.id}:{number}", "total", amount, number, creature.id))
    for key, feature in means.experiences.items():
        found.append(Modifier(f"{creature.id}:{key}", "total", bonus(feature), feature.name or key, creature.id))
    return found


def asked_number(system: System, creature: Creature, key: str, given: dict[str, Any]) -> int:
    """A number of the sheet, or the one given under its name; raises Need where neither has it."""
    value = taken(given, key, -LIMIT)
    if value is None:
        value = sheet_number(system, creature, key)
    if value is None:
        raise Need([{"number": key, "creature": creature.id}])
    return value


def counted(command: Roll, found: list[Modifier], given: dict[str, Any]) -> tuple[Modifier, ...]:
    """The modifiers that count. A ``modifier`` that is given stands for the sheet's; all else given is added."""
    of = command.creature or ""
    if (value := taken(given, "modifier", -LIMIT)) is not None:
        found = [modifier for modifier in found if modifier.axis != "total"]
        found.append(Modifier("given:modifier", "total", value, GIVEN, of))
    for axis in ("advantage", "disadvantage"):
        if value := taken(given, axis, 0):
            found.append(Modifier(f"given:{axis}", axis, value, GIVEN, of))
    return switched_off(command, [*found, *given_extras(given, of)])


def taken(given: dict[str, Any], key: str, least: int) -> int | None:
    """A whole number taken out of what was given; what does not fit stays, for the roll to refuse."""
    value = given.get(key)
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= LIMIT:
        del given[key]
        return value
    return None


def check_able(actor: str | None, modifiers: Sequence[Modifier]) -> None:
    """Refuses what a condition forbids; a GM may switch that off by the modifier's id."""
    for modifier in modifiers:
        if modifier.axis == "can" and modifier.op == "set" and not modifier.amount:
            code = "cannot-act" if modifier.of == actor else "cannot-be-attacked"
            raise RuleError(code, creature=modifier.of, condition=modifier.why, modifier=modifier.id)


def experience_costs(creature: Creature | None, means: Means) -> list[Cost]:
    """One Hope for each Experience of a character, one Fear for each of an adversary.

    Source: Daggerheart core mechanics, "Hope"; Daggerheart SRD 1.0, "Fear".
    """
    count = len(means.experiences)
    if creature is None or not count:
        return []
    if "hope" in creature.trackers:
        return [Cost(creature.id, "hope", count, "not-enough-hope")]
    return [Cost(TABLE, "fear", count, "not-enough-fear")] if creature.kind == "adversary" else []


def feature_costs(means: Means) -> dict[str, int]:
    """What the named features take together."""
    found: dict[str, int] = {}
    for feature in means.features.values():
        for key, amount in costs(feature).items():
            found[key] = found.get(key, 0) + amount
    return found


def use_costs(system: System, state: State, creature: Creature | None, means: Means) -> list[Cost]:
    """What the named features take before the roll: a use, Stress, Hit Points, Fear.

    Hope is paid after the roll, from what it gains too. Raises RuleError where a cost does not fit on the sheet: it
    is refused and does not spill over.

    Source: Daggerheart core mechanics, "Stress", "GM moves and adversary actions".
    """
    found = feature_costs(means)
    paid = [Cost(TABLE, "fear", fear, "not-enough-fear")] if (fear := found.get("fear")) else []
    if creature is None:
        return paid
    for key, code in NO_ROOM.items():
        if amount := found.get(key):
            check_room(system, state, creature, key, amount)
            paid.append(Cost(creature.id, key, -amount, code))
    counted = [key for key in means.features if uses.left(system, creature, key) is not None]
    return paid + [Cost(creature.id, uses.tracker_key(system, key), 1, "no-uses-left") for key in counted]


def check_room(system: System, state: State, creature: Creature, key: str, amount: int) -> None:
    """Raises RuleError where so much cannot be marked as a cost."""
    pool = creature.trackers.get(key)
    top = maximum(system, state, creature.id, key) or 0
    free = top - pool.value if isinstance(pool, Pool) else 0
    if free < amount:
        raise RuleError(NO_ROOM[key], creature=creature.id, have=free, need=amount)
