"""What the rules read from a sheet: weapons and attacks, numbers, the class.

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
from rules.core.state import Creature, Feature
from rules.core.system import System
from rules.core.trackers import Flag, Pool
from rules.swing.classes import CLASSES, class_named
from rules.swing.parameters import MOST_DICE, MOST_SIDES
from rules.swing.tales import KINDS

ARMS = ("weapon", "attack")
UNARMED = "unarmed"
DICE = re.compile(r"(?P<count>\d{0,2})d(?P<sides>\d{1,3})")
# What is shot or thrown, and the tracker that counts it.
AMMUNITION = {"bow": "arrows", "thrown": "thrown"}
MOST_CRAFT = 11


class Arms(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon of a character, an attack of a creature, or bare hands. ``efficacy`` None is no proficiency."""

    key: str
    name: str
    die: str | None = None
    critical_percent: int = 5
    multiplier: int = 2
    critical_bonus: int = 0
    kind: str = "blade"
    use: str = "hand"  # hand, bow or thrown
    type: str | None = None
    efficacy: int | None = None
    craftsmanship: int = 0
    magic: int = 0
    modifier: int = 0
    off_hand: bool = False
    natural: bool = False  # bare hands, teeth and claws: critical on a 20 only

    @property
    def is_shot(self) -> bool:
        return self.use in AMMUNITION

    def weapon(self, die: str) -> dict[str, Any]:
        """What a roll takes of it."""
        return {
            "die": die,
            "critical_percent": self.critical_percent,
            "multiplier": self.multiplier,
            "critical_bonus": self.critical_bonus,
            "kind": self.kind,
        }


def number(system: System, creature: Creature | None, key: str) -> int | None:
    """A number of the sheet, None where it has none."""
    return None if creature is None else numbers(system, creature).get(key)


def arms(creature: Creature, key: str) -> Arms | None:
    """The weapon or attack of this key, bare hands for ``unarmed``; None where there is none."""
    feature = creature.features.get(key)
    if feature is not None and feature.kind in ARMS:
        return _arms(key, feature)
    return Arms(key=UNARMED, name="", kind="body", natural=True) if key == UNARMED else None


def main_arms(creature: Creature) -> Arms:
    """What is in the main hand: the first weapon that is not for the off hand, else bare hands."""
    held = (found for key, _ in of_kind(creature, *ARMS) if (found := arms(creature, key)) and not found.off_hand)
    return next(held, None) or Arms(key=UNARMED, name="", kind="body", natural=True)


def off_hand_arms(creature: Creature) -> Arms | None:
    """The weapon in the off hand."""
    held = (found for key, _ in of_kind(creature, *ARMS) if (found := arms(creature, key)) and found.off_hand)
    return next(held, None)


def _arms(key: str, feature: Feature) -> Arms:
    facts = feature.facts
    use, kind = _text(facts, "use"), _text(facts, "weapon")
    use = use if use in AMMUNITION else "hand"
    return Arms(
        key=key,
        name=feature.name,
        die=die_of(facts),
        critical_percent=_within(facts, "critical_percent", 0, 100, 5),
        multiplier=_within(facts, "multiplier", 1, 10, 2),
        critical_bonus=_within(facts, "critical_bonus", 0, 999, 0),
        kind=kind if kind in KINDS else {"bow": "bow", "thrown": "thrown"}.get(use, "blade"),
        use=use,
        type=type_of(facts),
        efficacy=whole(facts, "efficacy"),
        craftsmanship=_within(facts, "craftsmanship", 0, MOST_CRAFT, 0),
        magic=whole(facts, "magic") or 0,
        modifier=whole(facts, "modifier") or 0,
        off_hand=facts.get("hand") == "off",
        natural=facts.get("natural") is True,
    )


def _text(facts: Mapping[str, Any], key: str) -> str:
    found = facts.get(key)
    return found if isinstance(found, str) else ""


def die_of(facts: Mapping[str, Any]) -> str | None:
    """A damage die such as d8 or 2d6, None where there is none that a roll would take."""
    said = facts.get("dice")
    found = DICE.fullmatch(said) if isinstance(said, str) else None
    if found is None or not 0 < int(found["count"] or 1) <= MOST_DICE or not 0 < int(found["sides"]) <= MOST_SIDES:
        return None
    return f"{int(found['count'] or 1)}d{int(found['sides'])}"


def _within(facts: Mapping[str, Any], key: str, least: int, most: int, otherwise: int) -> int:
    found = whole(facts, key)
    return found if found is not None and least <= found <= most else otherwise


def type_of(facts: Mapping[str, Any]) -> str | None:
    """The kind of damage that a weapon deals, as people call it."""
    said = facts.get("type")
    return said[:40] if isinstance(said, str) and said.strip() else None


def armor_against(system: System, creature: Creature | None, kind: str | None) -> int | None:
    """The AC of a character against a kind of damage: of the armor that names it, else of the sheet.

    A creature's hide is in its Defense already, so it has none.

    Source: Swing d20, Attacking, "Damage".
    """
    if creature is None:
        return None
    for _, feature in of_kind(creature, "armor"):
        value = whole(feature.facts, "armor_class")
        named = type_of(feature.facts)
        if value is not None and named and kind and named.casefold() == kind.casefold():
            return max(0, value)
    return number(system, creature, "armor_class")


def is_on(creature: Creature, key: str) -> bool:
    found = creature.trackers.get(key)
    return isinstance(found, Flag) and found.on


def pool_of(creature: Creature, key: str) -> Pool | None:
    found = creature.trackers.get(key)
    return found if isinstance(found, Pool) else None


def class_of(creature: Creature) -> str | None:
    """The class of a character: as its sheet says, else by the name of its calling."""
    calling = creature.features.get("calling")
    if calling is None:
        return None
    said = calling.facts.get("class")
    return said if isinstance(said, str) and said in CLASSES else class_named(calling.name)
