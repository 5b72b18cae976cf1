"""What the rules read from a sheet: numbers, skills, weapons, protections.

Facts of features are free data that people and imports write, so everything is read with care: what does not fit is
as if it were not there.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rules.bump import damage, movement
from rules.core import derived
from rules.core.facts import find_feature
from rules.core.facts import of_kind as of_kind
from rules.core.facts import whole as whole
from rules.core.state import Creature, Feature, State
from rules.core.system import System

ABILITIES = ("might", "reflex", "fortitude", "perception", "intellect", "charisma")
ARMS = ("weapon", "attack")
DICE = re.compile(r"(?:[1-9]\d?)?d(?:[1-9]\d?|100)")
LIMIT = 9999
DEFAULT_AP = 1
BLEEDING = "physical"
LONGEST_RIDER = 40


class Arms(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon or an attack: what it adds to hit, what it deals, what it costs."""

    key: str
    name: str
    bonus: int | None = None
    dice: str | None = None
    modifier: int = 0
    type: str = "bludgeoning"
    heavy: bool = False
    ap: int = DEFAULT_AP
    is_weapon: bool = True
    ranged: bool = False
    range: int | None = None  # how many feet it reaches, None where nothing says so
    rider: str | None = None  # persistent damage, as "2 physical"


def number(system: System, creature: Creature | None, key: str) -> int | None:
    """A number of the sheet, None where it has none."""
    return None if creature is None else derived.numbers(system, creature).get(key)


def arms(creature: Creature | None, key: str | None) -> Arms | None:
    """The weapon or attack of this key, without a key the first; None where there is none."""
    found = find_feature(creature, key, *ARMS)
    return _arms(*found) if found is not None else None


def keys_named(said: str | None) -> list[str]:
    """What the ``with`` of a roll names of a sheet."""
    return [key for part in (said or "").split(",") if (key := part.strip())]


def arms_among(creature: Creature | None, keys: Iterable[str]) -> Arms | None:
    """The first weapon or attack among these keys, None where there is none."""
    return next((found for key in keys if (found := arms(creature, key))), None)


def _arms(key: str, feature: Feature) -> Arms:
    facts = feature.facts
    dice, kind = facts.get("dice"), facts.get("type")
    cost = whole(facts, "ap")
    return Arms(
        key=key, name=feature.name, bonus=whole(facts, "bonus"), modifier=whole(facts, "modifier") or 0,
        dice=dice if isinstance(dice, str) and DICE.fullmatch(dice) else None,
        type=kind if isinstance(kind, str) and kind in damage.TYPES else "bludgeoning",
        heavy=facts.get("heavy") is True, ap=cost if cost in (0, 1, 2) else DEFAULT_AP,
        is_weapon=feature.kind == "weapon", ranged=facts.get("ranged") is True,
        range=reach if (reach := whole(facts, "range") or 0) > 0 else None,
        rider=_rider(facts),
    )  # fmt: skip


def _rider(facts: Mapping[str, Any]) -> str | None:
    """The persistent damage that comes with a hit, as "2 fire": of the type that is named, else bleeding.

    Source: Bump d20, "Persistent Damage".
    """
    said, kind = facts.get("persistent"), facts.get("persistent_type")
    if not isinstance(said, str) or not said or len(said) > LONGEST_RIDER:
        return None
    value, _, named = said.partition(" ")
    return f"{value} {kind if isinstance(kind, str) and kind in damage.TYPES else named or BLEEDING}"


def ranks(creature: Creature, key: str) -> int:
    """The ranks in a skill: of the feature of that key or name, 0 where nothing says so."""
    named = [one for own, one in creature.features.items() if key in (own, one.name)]
    return max((whole(one.facts, "ranks") or 0 for one in named), default=0)


def protections(creature: Creature) -> dict[str, list[str]]:
    """The damage types that features protect from or open to, and the traits of a hard target."""
    found: dict[str, list[str]] = {"resistances": [], "vulnerabilities": [], "immunities": [], "traits": []}
    names = {"resistance": "resistances", "vulnerability": "vulnerabilities", "immunity": "immunities"}
    for key, feature in creature.features.items():
        if feature.kind in names:
            found[names[feature.kind]] += _types(feature.facts)
        elif feature.kind == "trait" and key in damage.TRAITS:
            found["traits"].append(key)
        elif feature.kind == "size" and movement.is_fortified(str(feature.facts.get("size"))):
            found["traits"].append("fortified")
    return {name: list(dict.fromkeys(values)) for name, values in found.items()}


def _types(facts: Mapping[str, Any]) -> list[str]:
    several = facts.get("types")
    found = [facts.get("type"), *(several if isinstance(several, list | tuple) else ())]
    return [kind for kind in found[:20] if isinstance(kind, str) and kind in damage.TYPES]


def value_of(creature: Creature, condition: str) -> int:
    """The value of a condition that is stored on a creature, 0 without it."""
    return max((c.value or 0 for c in creature.conditions.values() if c.key == condition), default=0)


def speed(system: System, state: State, creature: Creature, *, but: Iterable[str] = ()) -> int:
    """The Speed in feet as conditions leave it, ``but`` for some of them; 0 for one who cannot move.

    Source: Bump d20, "Slowed", "Grappled", "Restrained", "Prone".
    """
    base = number(system, creature, "speed") or 0
    held = derived.modifiers(system, state, "move", creature.id)
    if any(one.axis == "can" and not one.amount and one.why not in but for one in held):
        return 0
    return max(0, derived.total(derived.modifiers(system, state, "speed", creature.id), "speed", base))


def size(creature: Creature) -> str | None:
    """The size that the sheet says, None where it says none."""
    feature = creature.features.get("size")
    found = feature.facts.get("size") if feature is not None and feature.kind == "size" else None
    return found if found in movement.SIZES else None


def space(state: State, creature: Creature) -> int | None:
    """The feet across that a creature controls: of a Medium one 5, of larger ones what the game has written down.

    Source: Bump d20, "Creature Size and Space".
    """
    found = size(creature)
    return movement.MEDIUM_SPACE if found == "medium" else int(state.settings.get(f"space_{found}", 0)) or None


def strain_limit(system: System, state: State, creature: Creature) -> int:
    """The most Strain that a creature bears."""
    return derived.maximum(system, state, creature.id, "strain") or 0
