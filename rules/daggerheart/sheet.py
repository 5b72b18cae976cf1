"""What the rules read from a sheet: traits, weapons and attacks, Experiences, features and their costs, resistances.

Facts of features are free data that people and imports write, so everything is read with care: what does not fit is
as if it were not there.
"""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core.derived import numbers
from rules.core.facts import of_kind as of_kind
from rules.core.facts import whole as whole
from rules.core.state import Creature, Feature, State
from rules.core.system import System

TRAITS = ("agility", "strength", "finesse", "instinct", "presence", "knowledge", "spellcast")
TYPES = ("physical", "magic")
ARMS = ("weapon", "attack")
UNARMED = "unarmed"
DICE = re.compile(r"(?:[1-9]\d?)?d(?:[1-9]\d?|100)")
COSTS = ("hope", "stress", "hit_points", "fear")
MOST_COST = 20


class Arms(msgspec.Struct, frozen=True, kw_only=True):
    """A character's weapon, or an adversary's standard attack. ``dice`` None deals ``modifier`` alone."""

    key: str
    name: str
    dice: str | None
    modifier: int = 0
    types: tuple[str, ...] = ("physical",)
    trait: str | None = None
    direct: bool = False
    thinned: tuple[str | None, int] | None = None  # a Horde's dice and modifier with half its Hit Points marked


def party(state: State) -> list[Creature]:
    """The player characters on the board."""
    return [creature for creature in state.creatures.values() if creature.kind == "pc" and creature.here]


def sheet_number(system: System, creature: Creature | None, key: str) -> int | None:
    """A number of the sheet, None where it has none."""
    return None if creature is None else numbers(system, creature).get(key)


def tier_of(system: System, creature: Creature) -> int:
    return sheet_number(system, creature, "tier") or 1


def bonus(feature: Feature) -> int:
    """What an Experience adds."""
    return whole(feature.facts, "modifier") or 0


def arms(creature: Creature, key: str | None) -> Arms | None:
    """The weapon, attack or feature with dice of this key; without a key the first weapon; None where there is none."""
    if key == UNARMED and creature.kind == "pc":
        # Source: Daggerheart core mechanics, "Attack rolls", "Damage rolls".
        return Arms(key=UNARMED, name="", dice="d4")
    if key is not None:
        feature = creature.features.get(key)
        return _arms(key, feature) if feature and (feature.kind in ARMS or dice(feature.facts)) else None
    return next((_arms(found, feature) for found, feature in of_kind(creature, *ARMS)), None)


def _arms(key: str, feature: Feature) -> Arms:
    facts = feature.facts
    trait = facts.get("trait")
    thinned = facts.get("thinned")
    return Arms(
        key=key,
        name=feature.name,
        dice=dice(facts),
        modifier=whole(facts, "modifier") or 0,
        types=types(facts) or ("physical",),
        trait=trait if trait in TRAITS else None,
        direct=facts.get("direct") is True,
        thinned=(dice(thinned), whole(thinned, "modifier") or 0) if isinstance(thinned, Mapping) else None,
    )


def dice(facts: Mapping[str, Any]) -> str | None:
    """Dice such as d8 or 2d6, None where there are none."""
    found = facts.get("dice")
    return found if isinstance(found, str) and DICE.fullmatch(found) else None


def types(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """The damage types among a feature's facts."""
    found = facts.get("types")
    return tuple(kind for kind in TYPES if isinstance(found, list | tuple) and kind in found)


def protections(creature: Creature, kind: str) -> tuple[str, ...]:
    """The damage types that a creature has ``resistance`` or ``immunity`` to."""
    held = {found for _, feature in of_kind(creature, kind) for found in types(feature.facts)}
    return tuple(found for found in TYPES if found in held)


def costs(feature: Feature) -> dict[str, int]:
    """What using a feature takes: Hope, Stress, Hit Points, Fear."""
    found = feature.facts.get("cost")
    if not isinstance(found, Mapping):
        return {}
    amounts = {key: whole(found, key) or 0 for key in COSTS}
    return {key: min(amount, MOST_COST) for key, amount in amounts.items() if amount > 0}


def minion(creature: Creature) -> int | None:
    """The X of a Minion (X), None for any other creature."""
    return next((x for f in creature.features.values() if (x := whole(f.facts, "minion")) is not None), None)
