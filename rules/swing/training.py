"""What a character adds to hit by itself: an ability's modifier, and training with the weapon."""

UNTRAINED = -5


def modifier(score: int) -> int:
    """The modifier of an ability score.

    Source: Swing d20, Attacking, "Why your level doesn't add": 18 adds 4.
    """
    return (score - 10) // 2


def training(efficacy: int | None) -> int:
    """What the efficacy of a proficiency adds; None is no proficiency for the weapon.

    Source: Swing d20, Attacking, "The attack roll".
    """
    return UNTRAINED if efficacy is None else efficacy // 10
