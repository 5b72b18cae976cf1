"""What the rules read from a sheet: abilities, skills, weapons, armour, spells, relationships.

Facts of features are free data that people and imports write, so everything is read with care: what does not fit is
as if it were not there.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rules.core import derived
from rules.core.facts import find_feature
from rules.core.facts import of_kind as of_kind
from rules.core.facts import whole as any_whole
from rules.core.state import Creature, Feature, State
from rules.core.system import System
from rules.core.trackers import DicePool, Track
from rules.shard import attack, movement

ABILITIES = ("strength", "dexterity", "constitution", "perception", "wits", "spirit", "charisma")
POOLS = ("prowess", "ether", "savvy")
RANKS = ("endurance", "tactics_rank", "armour_training")  # skills that are numbers of the sheet
CLASSES = ("light", "medium", "heavy")
ARMS = ("weapon", "attack")
LIMIT = 999


class Arms(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon or an attack: what is rolled with it and what it deals."""

    key: str
    name: str
    ability: str = "strength"
    skill: str | None = None
    dice: int | None = None  # the whole pool, of one whose stat block says it
    damage: int = 0
    type: str = "slashing"
    strain: bool = False
    range: str = "melee"


class Spell(msgspec.Struct, frozen=True, kw_only=True):
    """A spell: its school, what it is rolled against, whether it can be sustained."""

    key: str
    name: str
    school: str | None = None
    ability: str = "spirit"
    against: str = "resolve"
    damage: int | None = None
    type: str = "force"
    sustained: bool = False
    keywords: tuple[str, ...] = ()


def number(system: System, creature: Creature | None, key: str) -> int | None:
    """A number of the sheet, None where it has none."""
    return None if creature is None else derived.numbers(system, creature).get(key)


def whole(facts: Mapping[str, Any], key: str) -> int | None:
    """A whole number of a feature's facts, within what a command may say."""
    return any_whole(facts, key, LIMIT)


def word(facts: Mapping[str, Any], key: str, known: tuple[str, ...]) -> str | None:
    found = facts.get(key)
    return found if isinstance(found, str) and found in known else None


def has_trait(creature: Creature | None, key: str) -> bool:
    """Whether a trait of this key is on the sheet."""
    feature = creature.features.get(key) if creature is not None else None
    return feature is not None and feature.kind == "trait"


def rank(creature: Creature, key: str | None) -> int:
    """The rank in a skill, 0 where the sheet has none."""
    feature = creature.features.get(key or "")
    return max(0, whole(feature.facts, "rank") or 0) if feature is not None and feature.kind == "skill" else 0


def arms(creature: Creature | None, key: str | None) -> Arms | None:
    """The weapon or attack of this key, without a key the first; None where there is none."""
    found = find_feature(creature, key, *ARMS)
    return _arms(*found) if found is not None else None


def _arms(key: str, feature: Feature) -> Arms:
    facts, skill = feature.facts, feature.facts.get("skill")
    return Arms(
        key=key, name=feature.name, ability=word(facts, "ability", ABILITIES) or "strength",
        skill=skill if isinstance(skill, str) and len(skill) <= 60 else None, dice=whole(facts, "dice"),
        damage=whole(facts, "damage") or 0, type=word(facts, "type", attack.TYPES) or "slashing",
        strain=facts.get("strain") is True, range=word(facts, "range", attack.RANGES) or "melee",
    )  # fmt: skip


def spell(creature: Creature | None, key: str | None) -> Spell | None:
    """The spell of this key; None where there is none."""
    feature = creature.features.get(key or "") if creature is not None else None
    if feature is None or feature.kind != "spell":
        return None
    facts, school, keywords = feature.facts, feature.facts.get("school"), feature.facts.get("keywords")
    return Spell(
        key=key or "", name=feature.name, school=school if isinstance(school, str) and len(school) <= 60 else None,
        ability=word(facts, "ability", ABILITIES) or "spirit",
        against=word(facts, "against", ("defence", "resolve")) or "resolve",
        damage=whole(facts, "damage"), type=word(facts, "type", attack.TYPES) or "force",
        sustained=facts.get("sustained") is True,
        keywords=_keywords(keywords),
    )  # fmt: skip


def spells(creature: Creature) -> Iterator[Spell]:
    """The spells of a sheet."""
    return (found for key, _ in of_kind(creature, "spell") if (found := spell(creature, key)) is not None)


def _keywords(said: Any) -> tuple[str, ...]:
    """The keywords of a spell, a list or a text with commas."""
    found = said.split(",") if isinstance(said, str) else said if isinstance(said, list | tuple) else ()
    return tuple(one.strip().casefold() for one in found[:20] if isinstance(one, str))


def armour(creature: Creature | None) -> dict[str, Any]:
    """The armour that is worn, as the roll ``attack`` takes it.

    Its traits stand in a list, or each under its name with the type that it is about.
    """
    for _, feature in of_kind(creature, "armour") if creature is not None else ():
        traits = feature.facts.get("traits")
        found = [_trait(one) for one in traits[:20]] if isinstance(traits, list | tuple) else []
        named = [{"trait": key, "type": feature.facts.get(key)} for key in attack.TRAITS if feature.facts.get(key)]
        found += [_trait(one) for one in named if one["type"] is True or one["type"] in attack.TYPES]
        rating = min(attack.MOST_ARMOUR, max(0, whole(feature.facts, "rating") or 0))
        return {"rating": rating, "traits": [one for one in found if one]}
    return {"rating": 0, "traits": []}


def worn(creature: Creature | None) -> attack.Armour:
    """The armour that is worn, to be asked what it takes off."""
    found = armour(creature)
    return attack.Armour(found["rating"], tuple((one["trait"], one["type"] or "") for one in found["traits"]))


def _trait(raw: Any) -> dict[str, Any] | None:
    if not isinstance(raw, Mapping) or raw.get("trait") not in attack.TRAITS:
        return None
    kind = raw.get("type")
    return {"trait": raw["trait"], "type": kind if kind in attack.TYPES else None}


def armour_class(creature: Creature) -> str | None:
    """Light, medium or heavy; None of one without armour."""
    return next((word(f.facts, "class", CLASSES) or "light" for _, f in of_kind(creature, "armour")), None)


def resistance(creature: Creature | None, kind: str) -> int:
    """What all resistances of a creature take of a type together."""
    if creature is None:
        return 0
    found = [feature.facts for _, feature in of_kind(creature, "resistance")]
    return attack.resisted([whole(facts, "rating") for facts in found if facts.get("type") == kind])


def relationships(creature: Creature) -> Iterator[tuple[str, str, str]]:
    """What ties one to others: key, kind (``friendship``, ``love``, ``rivalry``) and the other's id."""
    for key, feature in of_kind(creature, "relationship"):
        kind = word(feature.facts, "relationship", ("friendship", "love", "rivalry"))
        other = feature.facts.get("with")
        if kind is not None and isinstance(other, str):
            yield key, kind, other


def ready(state: State, owner: str, key: str) -> int:
    """How many dice of a pool are ready."""
    pool = state.trackers(owner).get(key)
    return pool.ready if isinstance(pool, DicePool) else 0


def track(creature: Creature | None) -> Track | None:
    """The health track; None of one that has no boxes."""
    found = creature.trackers.get("health") if creature is not None else None
    return found if isinstance(found, Track) and found.levels else None


def speed(system: System, state: State, creature: Creature) -> int:
    """The speed as conditions leave it; 0 for one who cannot move."""
    found = derived.modifiers(system, state, "move", creature.id)
    if any(one.axis == "can" and not one.amount for one in found):
        return 0
    return movement.speed(number(system, creature, "speed") or 0, -derived.total(found, "quarters"))
