"""Tag team rolls: two characters act as one, and one of their two rolls counts for both."""

from collections.abc import Collection

from rules.daggerheart.limits import MAX_FEAR, MAX_HOPE, gained

COST = 3


def hope_after(hope: int, outcome: str, *, initiates: bool, most: int = MAX_HOPE) -> int | None:
    """The Hope of one of the two: the cost of whoever initiates first, then the gain; None where it is not enough.

    Source: Daggerheart core mechanics, "Tag team rolls".
    """
    left = hope - (COST if initiates else 0)
    return None if left < 0 else gained(left, int(not outcome.endswith("fear")), most)


def fear_after(fear: int, outcome: str, pcs: int) -> int:
    """The GM's Fear: one more for each character involved in a roll with Fear.

    Source: Daggerheart core mechanics, "Tag team rolls", "Fear".
    """
    return gained(fear, pcs if outcome.endswith("fear") else 0, MAX_FEAR)


def damage(amounts: Collection[int]) -> int:
    """What both deal, as damage of one source.

    Source: Daggerheart core mechanics, "Tag team rolls".
    """
    return sum(amounts)
