"""How strong a fight is: points to spend on adversaries."""

from collections.abc import Collection, Mapping

# Source: Daggerheart SRD 1.0, "Battle points".
COSTS: Mapping[str, int] = {
    "minion": 1,  # for a group as large as the party
    "social": 1,
    "support": 1,
    "horde": 2,
    "ranged": 2,
    "skulk": 2,
    "standard": 2,
    "leader": 3,
    "bruiser": 4,
    "solo": 5,
}
ADJUSTMENTS: Mapping[str, int] = {
    "easier": -1,
    "two_solos": -2,
    "more_damage": -2,
    "lower_tier": 1,
    "no_heavies": 1,
    "harder": 2,
}


def points(pcs: int, adjustments: Collection[str] = ()) -> int:
    """The points to spend on a fight for this many characters.

    Source: Daggerheart SRD 1.0, "Battle points".
    """
    return 3 * pcs + 2 + sum(ADJUSTMENTS[name] for name in adjustments)


def spent(adversaries: Mapping[str, int], pcs: int) -> int:
    """The points that adversaries cost, counted by type; Minions go in groups of the party's size, begun ones whole.

    Source: Daggerheart SRD 1.0, "Battle points".
    """
    return sum(_cost(kind, count, pcs) for kind, count in adversaries.items())


def _cost(kind: str, count: int, pcs: int) -> int:
    bought = -(-count // max(1, pcs)) if kind == "minion" else count
    return COSTS[kind] * bought
