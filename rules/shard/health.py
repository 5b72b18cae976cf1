"""The health track: four levels of boxes that fill upward, strain and lethal in the same boxes."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb

from rules.core.trackers import FREE, Level, Track
from rules.shard import pools
from rules.shard.runes import SIDES

LEVELS = ("minor", "moderate", "severe", "critical")
STRAIN, LETHAL = "/", "X"
MARKS = {"strain": STRAIN, "lethal": LETHAL}
# What one may choose of each level: what it does, by name. Source: SHARD, "Damage Penalties".
PENALTIES: Mapping[str, tuple[str, ...]] = {
    "minor": ("exhaust_prowess", "exhaust_ether", "slowed"),
    "moderate": ("one_die_less", "exhaust_prowess", "exhaust_ether", "hobbled"),
    "severe": ("deplete_prowess", "deplete_ether", "minor_scar", "weakened", "dazed"),
    "critical": ("knocked_out", "unconscious", "maimed", "major_scar", "dead"),
}


def boxes(constitution: int, endurance: int = 0) -> int:
    """The boxes of each level of a character.

    Source: SHARD, "Tracking Damage", "Endurance".
    """
    return constitution + 2 + (1 if endurance >= 3 else 0)


def new_track(count: int) -> Track:
    """An unhurt track with so many boxes in each level."""
    return Track(tuple(Level(key, FREE * count) for key in LEVELS))


def resized(track: Track, count: int) -> Track:
    """The track with so many boxes in each level, its marks from the lowest up; those beyond the last box are lost.

    Source: SHARD, "Tracking Damage".
    """
    marks = track.flat.replace(FREE, "")[: count * len(LEVELS)]
    return new_track(count).filled(marks.ljust(count * len(LEVELS), FREE))


def marked(track: Track, count: int, mark: str) -> Track:
    """The track after so many boxes are marked, the lowest free ones first; what finds no box is lost.

    Source: SHARD, "Tracking Damage".
    """
    return track.turned(count, FREE, mark)


def cleared(track: Track, count: int, mark: str, to: str = FREE) -> Track:
    """The track after so many boxes with this mark are turned into ``to``, the highest first."""
    return track.turned(count, mark, to)


def count(track: Track, mark: str, level: str | None = None) -> int:
    """How many boxes hold this mark, in all or in one level."""
    return sum(one.boxes.count(mark) for one in track.levels if level in (None, one.key))


def taken(track: Track, level: str | None = None) -> int:
    """How many boxes are marked, in all or in one level."""
    return count(track, STRAIN, level) + count(track, LETHAL, level)


def level_of(track: Track) -> str | None:
    """The highest level with a mark in it; None of one who is unhurt."""
    return next((key for key in reversed(LEVELS) if taken(track, key)), None)


def is_bleeding(track: Track) -> bool:
    """Whether a box of the critical level is lethal.

    Source: SHARD, "Bleeding Out".
    """
    return count(track, LETHAL, "critical") > 0


def is_full(track: Track) -> bool:
    """Whether the last box of the critical level is marked."""
    return bool(track.levels) and FREE not in track.levels[-1].boxes and bool(track.levels[-1].boxes)


def recovered(successes: int, kind: str) -> int:
    """The strain that a rest takes away: one for each success, two after a long one, and at least one.

    Source: SHARD, "Recovery and Healing".
    """
    return max(1, successes * (2 if kind == "long" else 1))


@lru_cache(maxsize=256)
def death_chance(constitution: int, boxes: int, marked: int, *, still_marks: bool = True) -> Fraction:
    """The chance of one who bleeds out, and whom nobody helps, to die; a triumph stops the bleeding.

    Source: SHARD, "Bleeding Out".
    """
    if marked >= boxes:
        return Fraction(1)
    stays = marks = Fraction(0)
    whole = SIDES**constitution
    for plain in range(constitution + 1):
        ways = _ways_without_triumph(constitution, plain)
        if plain >= marked:
            stays += Fraction(ways, whole)
        else:
            marks += Fraction(ways, whole)
    stopped = _failed_with_triumph(constitution, marked) if still_marks else Fraction(0)
    dies = marks * death_chance(constitution, boxes, marked + 1, still_marks=still_marks)
    dies += stopped * (marked + 1 >= boxes)
    return dies / (1 - stays)


def _ways_without_triumph(dice: int, successes: int) -> int:
    ways: int = comb(dice, successes) * 2**successes * 5 ** (dice - successes)
    return ways


def _failed_with_triumph(dice: int, target: int) -> Fraction:
    """The chance of a roll that shows a triumph and yet has fewer successes than the target."""
    failed = 1 - pools.at_least(pools.one_die(), dice, target)
    plain = sum(_ways_without_triumph(dice, count) for count in range(min(target, dice + 1)))
    return failed - Fraction(plain, SIDES**dice)
