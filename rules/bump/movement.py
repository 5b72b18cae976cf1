"""Distances: the feet of a turn, travel, squeezing, falling; and cover."""

from fractions import Fraction

COVERS = ("none", "lesser", "standard", "greater")
SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan")
FORTIFIED_FROM = "huge"
MEDIUM_SPACE = 5
WITHIN_REACH = 5  # the feet within which a blow on one who is helpless is critical, and one is engaged
BANDS = (("engaged", WITHIN_REACH), ("close", 30), ("near", 60), ("far", 120))
MOST_FALL = 200
SOFTER, DIVED = 20, 30


def distance(speed: int, dashes: int) -> int:
    """How far one can go in a turn.

    Source: Bump d20, "Dash".
    """
    return speed * (1 + dashes)


def spent(feet: int, *, difficult: bool = False, squeezing: bool = False, encumbered: bool = False) -> int:
    """The feet of Speed that a way costs.

    Source: Bump d20, "Difficult Terrain", "Squeezing into a Smaller Space", "Encumbered".
    """
    return feet * (1 + difficult + squeezing + encumbered)


def better_cover(cover: str) -> str:
    """Cover after Take Cover.

    Source: Bump d20, "Take Cover".
    """
    return COVERS[min(len(COVERS) - 1, COVERS.index(cover) + 1)]


def can_hide(cover: str) -> bool:
    """Whether cover is enough to Hide.

    Source: Bump d20, "Cover".
    """
    return COVERS.index(cover) >= COVERS.index("standard")


def is_fortified(size: str) -> bool:
    """Whether the size alone makes a creature a hard target.

    Source: Bump d20, "Creature Size and Space".
    """
    return size in SIZES and SIZES.index(size) >= SIZES.index(FORTIFIED_FROM)


def band(feet: int) -> str:
    """The range band of a distance; adjacent is read as within 5 feet.

    Source: Bump d20, "Range Bands".
    """
    return next((name for name, most in BANDS if feet <= most), "distant")


def fall(feet: int, *, depth: int = 0, dived: bool = False) -> int:
    """The feet that count of a fall, softened by something ``depth`` feet deep.

    Source: Bump d20, "Falling".
    """
    longest = min(feet, MOST_FALL)
    return max(0, longest - min(depth, DIVED if dived else SOFTER))


def fall_dice(feet: int) -> int:
    """How many d6 a fall of so many counted feet deals.

    Source: Bump d20, "Falling".
    """
    return feet // 10


def travel(speed: int, terrain: str = "clear") -> dict[str, Fraction]:
    """Feet a minute, miles an hour, and miles a day of eight hours.

    Source: Bump d20, "Travel Speed".
    """
    share = {"clear": 1, "difficult": 2, "greater": 3}[terrain]
    return {
        "feet_per_minute": Fraction(10 * speed, share),
        "miles_per_hour": Fraction(speed, 10 * share),
        "miles_per_day": Fraction(4 * speed, 5 * share),
    }
