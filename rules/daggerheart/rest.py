"""What a rest gives: to the characters, and to the GM."""

KINDS = ("short", "long")
MOST_SHORT_RESTS = 3
MOVES = 2


def rests_allowed(short_rests_in_a_row: int) -> tuple[str, ...]:
    """The kinds of rest that the group may take next.

    Source: Daggerheart core mechanics, "Downtime".
    """
    return KINDS if short_rests_in_a_row < MOST_SHORT_RESTS else ("long",)


def benefit(kind: str, interrupted: bool) -> str | None:
    """The rest that the characters get: of an interrupted short one nothing, of an interrupted long one a short one.

    Source: Daggerheart core mechanics, "Downtime".
    """
    if not interrupted:
        return kind
    return "short" if kind == "long" else None


def cleared(d4: int, tier: int) -> int:
    """What one move of a short rest clears: Hit Points, Stress or Armor Slots.

    Source: Daggerheart core mechanics, "Downtime".
    """
    return d4 + tier


def hope_for_preparing(preparing: int) -> int:
    """The Hope that each of those who prepare gains: 1 alone, 2 together.

    Source: Daggerheart core mechanics, "Downtime".
    """
    return 2 if preparing > 1 else 1


def fear_gained(kind: str, d4: int, pcs: int) -> int:
    """The Fear that the GM gains from a rest, before the limit.

    Source: Daggerheart core mechanics, "Consequences of a rest".
    """
    return d4 + (pcs if kind == "long" else 0)
