"""How adversaries attack: one d20 against Evasion."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from rules.core.odds import Distribution, Odds, die
from rules.daggerheart.extra_dice import extra_odds

OUTCOMES = ("critical", "hit", "miss")


@dataclass(frozen=True, slots=True)
class AdversaryAttack:
    """What the d20s showed: one, or two of which ``edge`` (1 or -1) keeps the higher or the lower.

    ``extra`` is what the dice of features add.
    """

    faces: tuple[int, ...]
    modifier: int = 0
    edge: int = 0
    extra: tuple[int, ...] = ()

    @property
    def natural(self) -> int:
        return min(self.faces) if self.edge < 0 else max(self.faces)

    @property
    def total(self) -> int:
        return self.natural + self.modifier + sum(self.extra)

    def outcome(self, evasion: int) -> str:
        """One of OUTCOMES: a natural 20 always hits, a natural 1 is like any number.

        Source: Daggerheart SRD 1.0, "Core GM Mechanics", "Adversary attack rolls".
        """
        if self.natural == 20:
            return "critical"
        return "hit" if self.total >= evasion else "miss"


def edge(advantage: int, disadvantage: int) -> int:
    """Which of two d20s counts: 1 the higher, -1 the lower, 0 if only one is rolled; sources cancel one for one.

    Source: Daggerheart SRD 1.0, "Core GM Mechanics".
    """
    return (advantage > disadvantage) - (advantage < disadvantage)


def attack_odds(evasion: int, *, modifier: int = 0, edge: int = 0, extra: Collection[str] = ()) -> Odds:
    """The exact odds of an attack and of its total; ``edge`` as in AdversaryAttack, ``extra`` dice of features."""
    natural, added = _natural(edge), extra_odds(extra)
    critical = natural.chance(20)
    chances = (natural.chance(face) * added.at_least(evasion - modifier - face) for face in range(1, 20))
    hit = sum(chances, Fraction(0))
    outcomes = {"critical": critical, "hit": hit, "miss": 1 - hit - critical}
    return Odds(outcomes=outcomes, distribution=natural + added + modifier)


def _natural(edge: int) -> Distribution:
    if not edge:
        return die(20)
    return die(20).highest(2) if edge > 0 else die(20).lowest(2)
