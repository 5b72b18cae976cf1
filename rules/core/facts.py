"""What a creature's features say. Their facts are free data that people and imports write: they are read with care."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.core.state import Creature, Feature

LIMIT = 9999  # what a command may say


def of_kind(creature: Creature, *kinds: str) -> Iterator[tuple[str, Feature]]:
    """The features of these kinds, by key."""
    return ((key, feature) for key, feature in creature.features.items() if feature.kind in kinds)


def find_feature(creature: Creature | None, key: str | None, *kinds: str) -> tuple[str, Feature] | None:
    """The feature of this key with its key, if it is of one of these kinds; without a key the first of them."""
    every = of_kind(creature, *kinds) if creature is not None else ()
    return next(((found, feature) for found, feature in every if key in (None, found)), None)


def whole(facts: Mapping[str, Any], key: str, most: int = LIMIT) -> int | None:
    """A whole number of a feature's facts, from -``most`` to ``most``; None for whatever else stands there."""
    found = facts.get(key)
    return found if isinstance(found, int) and not isinstance(found, bool) and abs(found) <= most else None
