"""A view whose features hold what pages expect of them: facts are free data, written by people, programs and files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from rules.core.remembered import Remembered

View = Mapping[str, Any]
_PLAIN = Remembered(4000)


def with_plain_facts(view: View, types: Mapping[str, Any]) -> View:
    """The view without those facts of features that are not of the type that they should have."""
    if not types:
        return view
    creatures = {
        id: _PLAIN.of((types, creature), "", partial(_plain, creature, types))
        for id, creature in view["creatures"].items()
    }
    return {**view, "creatures": creatures}


def _plain(creature: View, types: Mapping[str, Any]) -> View:
    features: Mapping[str, View] | None = creature.get("features")
    if not features:
        return creature
    plain = {key: {**feature, "facts": dict(_fitting(feature["facts"], types))} for key, feature in features.items()}
    return {**creature, "features": plain}


def _fitting(facts: View, types: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in facts.items():
        if key not in types or _is_a(value, types[key]):
            yield key, value


def _is_a(value: Any, type_: Any) -> bool:
    try:
        msgspec.convert(value, type_)
    except msgspec.ValidationError:
        return False
    return True
