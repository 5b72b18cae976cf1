"""How much of everything there can be, and how a gain meets its limit."""

# Source: Daggerheart core mechanics, "Hope", "Fear".
MAX_HOPE = 6
MAX_FEAR = 12


def gained(now: int, by: int, most: int) -> int:
    """What a pool holds after a gain (or, below 0, a loss): never above ``most``, never below 0."""
    return max(0, min(most, now + by))


def starting_fear(pcs: int) -> int:
    """The Fear that the GM begins a campaign with: one for each player character.

    Source: Daggerheart SRD 1.0, "Fear".
    """
    return gained(0, pcs, MAX_FEAR)


def hope_after_feature(hope: int, cost: int, gain: int, most: int = MAX_HOPE) -> int | None:
    """The Hope left after a roll whose gain may help to pay for that roll's feature; None if it is not enough.

    The gain goes to the cost first, so that none of it is lost at the limit.

    Source: Daggerheart core mechanics, "Hope"; doubts are settled for the character ("Rounding up").
    """
    return gained(hope, gain - cost, most) if hope + gain >= cost else None
