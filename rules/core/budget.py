"""What a fight may cost and what it costs, for games that have a measure of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Foe:
    """So many of one kind in a fight; ``about`` is what its stat block says of it: tier, type."""

    name: str
    kind: str
    about: Mapping[str, Any]
    count: int


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight to be measured: the numbers of each of the party's sheets, who stands against them, and choices."""

    party: Sequence[Mapping[str, int]]
    foes: Sequence[Foe]
    chosen: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What changes the points to spend. One that is not ``by_hand`` counts where the fight says so itself."""

    key: str
    by: int
    counts: bool
    by_hand: bool


@dataclass(frozen=True, slots=True)
class Cost:
    """What all of one type cost; ``points`` is None for a type that has no price."""

    type: str
    count: int
    points: int | None


@dataclass(frozen=True, slots=True)
class Budget:
    """The points to spend on a fight, and those that are spent."""

    points: int
    spent: int
    adjustments: Sequence[Adjustment]
    costs: Sequence[Cost]

    @property
    def left(self) -> int:
        return self.points - self.spent
