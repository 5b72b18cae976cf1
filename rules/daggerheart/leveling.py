"""Leveling up: what each level brings, and which advancements may be chosen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.daggerheart.tiers import tier

CHOICES = 2  # slots of advancements marked at each level
FIRST_TIER = 2  # the first tier that has advancements
TRAITS = ("agility", "strength", "finesse", "instinct", "presence", "knowledge")
MULTICLASS_FROM = 5


@dataclass(frozen=True, slots=True)
class Achievement:
    """What the first level of a tier brings: an Experience of this modifier, Proficiency, unmarked traits."""

    experience: int
    proficiency: int
    clears_marks: bool


# Source: Daggerheart core mechanics, "Tier achievements".
ACHIEVEMENTS = {2: Achievement(2, 1, False), 5: Achievement(2, 1, True), 8: Achievement(2, 1, True)}
# How many slots an advancement marks. Source: Daggerheart core mechanics, "Advancements".
SLOTS = {
    "traits": 1,
    "hit_points": 1,
    "stress": 1,
    "experiences": 1,
    "domain_card": 1,
    "evasion": 1,
    "subclass": 1,
    "proficiency": 2,
    "multiclass": 2,
}


@dataclass(frozen=True, slots=True)
class Taken:
    """An advancement that was chosen, and the tier whose slots were marked for it."""

    option: str
    tier: int


def is_crossed_out(option: str, of: int, taken: Sequence[Taken]) -> bool:
    """Whether a choice made before rules out this advancement of tier ``of``.

    Source: Daggerheart core mechanics, "Advancements".
    """
    same_tier = {one.option for one in taken if one.tier == of}
    if option == "multiclass":
        return "subclass" in same_tier or any(one.option == "multiclass" for one in taken)
    return option == "subclass" and "multiclass" in same_tier


def slots_left(option: str, of: int, taken: Sequence[Taken], most: Mapping[str, int]) -> int | None:
    """How many slots of the advancement are free in tier ``of``; None where the source lost how many there are."""
    known = most.get(option, 0)
    marked = sum(SLOTS[option] for one in taken if (one.option, one.tier) == (option, of))
    return max(0, known - marked) if known else None


def has_slots(option: str, of: int, taken: Sequence[Taken], most: Mapping[str, int]) -> bool:
    """Whether the advancement still has the slots that it marks in tier ``of``.

    ``most`` says how many slots it has in each tier; 0 where that is not known, for the source lost the numbers.
    """
    left = slots_left(option, of, taken, most)
    return left is None or SLOTS[option] <= left


def open_tiers(option: str, level: int, taken: Sequence[Taken], most: Mapping[str, int]) -> list[int]:
    """The tiers whose slots of an advancement may be marked on reaching ``level``: of its tier or below.

    Source: Daggerheart core mechanics, "Advancements", "Multiclassing".
    """
    if option == "multiclass" and level < MULTICLASS_FROM:
        return []
    first = tier(MULTICLASS_FROM) if option == "multiclass" else FIRST_TIER
    tiers = range(first, tier(level) + 1)
    return [of for of in tiers if not is_crossed_out(option, of, taken) and has_slots(option, of, taken, most)]


def open_options(level: int, taken: Sequence[Taken], most: Mapping[str, int]) -> Iterator[tuple[str, list[int]]]:
    """The advancements that may be chosen on reaching ``level``, with the tiers of their free slots."""
    for option in SLOTS:
        if tiers := open_tiers(option, level, taken, most):
            yield option, tiers
