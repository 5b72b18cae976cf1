"""The tier of a character."""

from bisect import bisect_right

# The first level of each tier.
# Source: Daggerheart core mechanics, "Leveling up".
FIRST_LEVELS = (1, 2, 5, 8)
MAX_LEVEL = 10


def tier(level: int) -> int:
    """The tier, 1 to 4, at a level from 1 to 10.

    Source: Daggerheart core mechanics, "Leveling up".
    """
    return max(1, bisect_right(FIRST_LEVELS, level))
