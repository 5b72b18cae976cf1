"""The Minions that fall along with one that is hit: as many as the damage fells, and those whom the GM names."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any

import msgspec

from rules.core.commands.base import Id
from rules.core.draft import GM, Draft
from rules.core.errors import Need
from rules.core.read import read
from rules.core.rolling import refuse
from rules.core.state import Creature, Pending
from rules.daggerheart.minions import minions_defeated
from rules.daggerheart.sheet import minion


class Fallen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answer: those within reach whom the attack would have hit too."""

    minions: Annotated[tuple[Id, ...], msgspec.Meta(max_length=100)]
    parameters: Mapping[str, Any] = {}


def more_minions(creature: Creature, damage: int) -> int:
    """How many other Minions this much damage fells besides the one that is hit.

    Source: Daggerheart SRD 1.0, "Adversary features".
    """
    x = minion(creature)
    return max(0, minions_defeated(damage, x) - 1) if x else 0


def standing(draft: Draft, creature: Creature) -> list[str]:
    """The other Minions that are still up."""
    others = [other for other in draft.here("adversary") if other.id != creature.id and minion(other) is not None]
    return [other.id for other in others if draft.room(other.id, "hit_points")]


def check_minions(draft: Draft, creature: Creature, named: Collection[str], most: int, at: str) -> None:
    """Refuses more than the damage fells, whoever is no standing Minion, and one named twice."""
    options = standing(draft, creature)
    ids = list(named)
    for n, id in enumerate(ids):
        if id not in options or id in ids[:n]:
            raise refuse(f"{at}/{n}", "not-an-option", options=options)
    if len(ids) > most:
        raise refuse(at, "too-long", most=most)


def fell(draft: Draft, named: Collection[str]) -> None:
    for id in named:
        draft.add(id, "hit_points", draft.room(id, "hit_points") or 0)


def ask_for_minions(draft: Draft, creature: Creature, most: int) -> None:
    """Ask the GM which others fall, where there are any."""
    if options := standing(draft, creature):
        draft.ask("minions", GM, creature=creature.id, most=min(most, len(options)), options=options)


def answer_minions(draft: Draft, pending: Pending, given: Mapping[str, Any]) -> None:
    """The GM names those who fall too, or nobody."""
    creature = draft.creature(pending.data["creature"])
    if "minions" not in given:
        raise Need([{"choice": "minions", "options": standing(draft, creature), "by": pending.by}])
    named = read(Fallen, dict(given)).minions
    check_minions(draft, creature, named, pending.data["most"], "/minions")
    fell(draft, named)
