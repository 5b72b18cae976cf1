"""What a described creature says besides numbers, and how much of it there may be."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec

from rules.core.commands.base import Key
from rules.core.errors import Fault, InvalidInput
from rules.core.state import Feature

MOST_FEATURES = 100
MOST_BYTES = 32_768
LONGEST_TEXT = 10_000
LONGEST_KEY = 120
FeatureKey = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_KEY)]


class GivenFeature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Key
    name: Annotated[str, msgspec.Meta(max_length=200)]
    facts: Mapping[str, Any] = {}


class FeatureParts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What changes of a feature that there is: its name, single facts; a fact that is null is taken away."""

    name: Annotated[str, msgspec.Meta(max_length=200)] | msgspec.UnsetType = msgspec.UNSET
    facts: Mapping[str, Any] = {}


def with_parts(features: Mapping[str, Feature], parts: Mapping[str, FeatureParts], at: str) -> dict[str, Feature]:
    """The features whose parts change, as they are then; raises InvalidInput for one that is not there.

    What is not named stays as it is now: two fields that are left one after the other cannot undo each other.
    """
    if unknown := next((key for key in parts if key not in features), None):
        raise InvalidInput([Fault(f"{at}/{unknown}", "not-an-option", {"options": sorted(features)})])
    now = {key: _with_part(features[key], part) for key, part in parts.items()}
    return {key: feature for key, feature in now.items() if feature != features[key]}


def _with_part(feature: Feature, part: FeatureParts) -> Feature:
    facts = {key: value for key, value in {**feature.facts, **part.facts}.items() if value is not None}
    return Feature(feature.kind, feature.name if part.name is msgspec.UNSET else part.name, facts)


def features_from(given: Mapping[str, GivenFeature], at: str) -> dict[str, Feature]:
    """The features of a new creature; raises InvalidInput where they are too many or say too much."""
    found = {key: Feature(feature.kind, feature.name, feature.facts) for key, feature in given.items()}
    check_features(found, at)
    return found


def check_features(features: Mapping[str, Feature], at: str) -> None:
    """Raises InvalidInput, pointing to ``at``, where a creature has too many features or they say too much."""
    if len(features) > MOST_FEATURES:
        raise InvalidInput([Fault(at, "too-long", {"most": MOST_FEATURES})])
    for feature in features.values():
        if most := next(_too_long(feature.facts), 0):
            raise InvalidInput([Fault(at, "too-long", {"most": most})])
    if len(msgspec.json.encode(features)) > MOST_BYTES:
        raise InvalidInput([Fault(at, "too-large", {"most": MOST_BYTES})])


def _too_long(value: Any) -> Iterator[int]:
    """The bound that a text or a key in ``value`` goes past, for each that does."""
    left = [value]
    while left:
        inner = left.pop()
        if isinstance(inner, str) and len(inner) > LONGEST_TEXT:
            yield LONGEST_TEXT
        elif isinstance(inner, Mapping):
            if any(len(key) > LONGEST_KEY for key in inner):
                yield LONGEST_KEY
            left += inner.values()
        elif isinstance(inner, list | tuple):
            left += inner
