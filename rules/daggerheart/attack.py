"""How adversaries attack: one d20 against Evasion."""

from dataclasses import dataclass

from rules.core.odds import Distribution, Odds, die

OUTCOMES = ("critical", "hit", "miss")


@dataclass(frozen=True, slots=True)
class AdversaryAttack:
    """What the d20s showed: one, or two of which ``edge`` (1 or -1) keeps the higher or the lower."""

    faces: tuple[int, ...]
    modifier: int = 0
    edge: int = 0

    @property
    def natural(self) -> int:
        return min(self.faces) if self.edge < 0 else max(self.faces)

    @property
    def total(self) -> int:
        return self.natural + self.modifier

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


def attack_odds(evasion: int, *, modifier: int = 0, edge: int = 0) -> Odds:
    """The exact odds of an attack and of its total; ``edge`` as in AdversaryAttack."""
    natural = _natural(edge)
    critical = natural.chance(20)
    hit = natural.at_least(min(20, evasion - modifier))
    outcomes = {"critical": critical, "hit": hit - critical, "miss": 1 - hit}
    return Odds(outcomes=outcomes, distribution=natural + modifier)


def _natural(edge: int) -> Distribution:
    if not edge:
        return die(20)
    return die(20).highest(2) if edge > 0 else die(20).lowest(2)
