"""How lucky a roll was: how much of what could have fallen lies below it."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from rules.core.errors import InvalidInput, RuleError
from rules.core.events import Rolled
from rules.core.odds import Distribution
from rules.core.rolls import Roll
from rules.core.system import System

HALF = Fraction(1, 2)


def percentile(odds: Distribution, value: int) -> Fraction:
    """The chance of less than ``value`` and half the chance of exactly it: over all results its mean is one half."""
    less = sum(weight for seen, weight in odds.weights.items() if seen < value)
    return Fraction(2 * less + odds.weights.get(value, 0), 2 * odds.total)


def luck(odds: Distribution, value: int) -> Fraction:
    """From minus one half to one half; over all results, each as often as it comes, nothing."""
    return percentile(odds, value) - HALF


def luck_of(system: System, event: Rolled) -> Fraction | None:
    """The luck of a roll, by the odds of what was rolled; None where it has no odds or its total cannot come of them.

    The log keeps with each roll what it was made with, every modifier in it; the odds are exactly those of that.
    """
    kind = system.rolls.get(event.roll)
    total = _counted(event, kind.counts) if kind else None
    filled = event.secret.get("filled")
    if kind is None or not isinstance(total, int) or not isinstance(filled, Mapping):
        return None
    odds = _odds(kind, msgspec.json.encode(_given(filled), order="deterministic"))
    if odds is None or total not in odds.weights:
        return None
    return luck(odds, total)


def _counted(event: Rolled, what: str) -> Any:
    return event.facts.get("total") if what == "total" else event.facts.get("more", {}).get(what)


def _given(filled: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in filled.items() if value is not None}


@lru_cache(maxsize=2048)
def _odds(kind: Roll, parameters: bytes) -> Distribution | None:
    """The odds of the total; None where there are none, or none that end."""
    try:
        found = kind.exact_odds(msgspec.json.decode(parameters))
    except (RuleError, InvalidInput):
        return None
    return found.distribution if found.beyond is None else None
