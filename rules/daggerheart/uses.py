"""Limited uses of features: how often, what brings them back, and the tracker that counts them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.core import events
from rules.core.draft import Draft
from rules.core.state import Creature, Feature, OwnTracker
from rules.core.system import PLAIN_KEY, System
from rules.core.trackers import Pool
from rules.daggerheart.sheet import whole

MOST = 99
# The moment at which a use comes back, by the word that a sheet has for it. A long rest passes a short one too.
MOMENTS = {
    "scene": "scene",
    "session": "session",
    "rest": "short_rest",
    "short": "short_rest",
    "short_rest": "short_rest",
    "long": "long_rest",
    "long_rest": "long_rest",
    "day": "long_rest",
    "turn": "turn_start",
    "turn_start": "turn_start",
    "round": "round_start",
    "round_start": "round_start",
}
NAMED = re.compile(r"\((?P<times>\d{1,2})(?:\s*(?:/|per)\s*(?P<per>[a-z_ ]+))?\)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Uses:
    """So many times, until ``moment``; None where only a hand brings them back."""

    times: int
    moment: str | None


def uses_of(creature: Creature, feature: Feature) -> Uses | None:
    """How often a feature may be used; None without a limit.

    ``uses`` of the facts says it, or a name such as "Rally (2/session)". A bare "(3)" counts on a character's sheet
    only: on a stat block it is a value of the feature, as in "Relentless (3)".
    """
    given = feature.facts.get("uses")
    if isinstance(given, Mapping):
        return _limited(whole(given, "times"), given.get("per"))
    named = NAMED.search(feature.name)
    if named is None or not (named["per"] or creature.kind == "pc"):
        return None
    return _limited(int(named["times"]), named["per"])


def _limited(times: int | None, per: Any) -> Uses | None:
    if times is None or not 0 < times <= MOST:
        return None
    word = per.strip().lower().replace(" ", "_") if isinstance(per, str) else ""
    return Uses(times, MOMENTS.get(word))


def tracker_key(system: System, key: str) -> str:
    """The tracker that counts the uses of the feature of this key: of the same key, unless that one is taken."""
    data = system.data
    taken = {*data.trackers, *data.numbers, *data.table}
    if re.fullmatch(PLAIN_KEY, key) and key not in taken:
        return key
    return "uses_" + blake2b(key.encode(), digest_size=6).hexdigest()


def left(system: System, creature: Creature, key: str) -> int | None:
    """How many uses are left; None where nothing counts them."""
    pool = creature.trackers.get(tracker_key(system, key))
    counts = key in creature.features and uses_of(creature, creature.features[key]) is not None
    return pool.value if counts and isinstance(pool, Pool) else None


def follow_sheet(draft: Draft, creature: Creature, old: Creature | None) -> None:
    """Count the uses of features that have come to the sheet or changed, and forget those of features that went."""
    before = old.features if old else {}
    if before is creature.features:
        return
    for key, feature in creature.features.items():
        if before.get(key) != feature:
            count(draft, creature.id, key)
    for key in before:
        if key not in creature.features and tracker_key(draft.system, key) in creature.own:
            _forget(draft, creature.id, tracker_key(draft.system, key))


def count(draft: Draft, id: str, key: str) -> None:
    """Begin to count the uses of a feature; a tracker that is there already keeps what is left."""
    creature = draft.state.creatures[id]
    uses, tracker = uses_of(creature, creature.features[key]), tracker_key(draft.system, key)
    found = creature.trackers.get(tracker)
    if uses is None or (found is not None and not isinstance(found, Pool)):
        return
    name = NAMED.sub("", creature.features[key].name).strip() or key
    own = OwnTracker(name, "pool", "own", {uses.moment: "full"} if uses.moment else {})
    if creature.own.get(tracker) != own:
        draft.emit(events.CreatureChanged(id, {f"own/{tracker}": msgspec.to_builtins(own)}))
    value = uses.times if found is None else min(found.value, uses.times)
    draft.put(id, tracker, Pool(value, uses.times) if found is None else replace(found, value=value, max=uses.times))


def _forget(draft: Draft, id: str, tracker: str) -> None:
    draft.put(id, tracker, None)
    draft.emit(events.CreatureChanged(id, {f"own/{tracker}": None}))


def spend(draft: Draft, id: str, key: str) -> None:
    """Take one use of a feature that has a limit; raises RuleError ``no-uses-left``."""
    creature = draft.state.creatures[id]
    if uses_of(creature, creature.features[key]) is None:
        return
    if left(draft.system, creature, key) is None:
        count(draft, id, key)
    draft.pay(id, tracker_key(draft.system, key), 1, "no-uses-left")
