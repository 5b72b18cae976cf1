"""How far apart two things on a grid are, in the words of the game."""

# The most squares of each range; what lies further on the map is Very Far.
# Source: Daggerheart core mechanics, "Maps, range and movement", optional rule for exact distances.
BANDS = (("melee", 1), ("very_close", 3), ("close", 6), ("far", 12))


def band(squares: int) -> str:
    """The range at a distance in squares: melee, very_close, close, far or very_far.

    Source: Daggerheart core mechanics, "Maps, range and movement".
    """
    return next((name for name, most in BANDS if squares <= most), "very_far")
