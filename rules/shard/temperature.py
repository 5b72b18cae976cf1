"""Hot and cold: what one has, what comes, and what is left of both."""

from collections.abc import Collection

DEGREES = {"frozen": -2, "chilled": -1, "smoldering": 1, "ablaze": 2}


def mixed(has: Collection[str], gains: str, *, replaces: bool = False) -> frozenset[str]:
    """Which of the four are there after ``gains`` comes to what is there.

    Cold and heat are added up: Frozen counts -2, Chilled -1, Smoldering 1, Ablaze 2. On the same side the stronger
    cold contains the weaker; Smoldering and Ablaze both burn unless the one ``replaces`` the other.

    Source: SHARD, "Chilled", "Frozen", "Smoldering", "Ablaze".
    """
    known = [key for key in has if key in DEGREES]
    opposite = [key for key in known if (DEGREES[key] < 0) != (DEGREES[gains] < 0)]
    if opposite:
        left = sum(DEGREES[key] for key in opposite) + DEGREES[gains]
        return frozenset(key for key, degree in DEGREES.items() if degree == left)
    if DEGREES[gains] < 0 or replaces:
        return frozenset({max((*known, gains), key=lambda key: abs(DEGREES[key]))})
    return frozenset((*known, gains))
