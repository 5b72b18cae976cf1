"""How a blow could be told: a sentence for each outcome and kind of weapon, chosen by what fell."""

from rules.core.rolls import Saying

KINDS = ("blade", "blunt", "bow", "thrown", "body")
SENTENCES = 8  # of each outcome and kind, in each language


def tale(kind: str, outcome: str, natural: int, total: int, faces: tuple[int, ...]) -> Saying:
    """The sentence that these dice choose: the same dice always tell the same."""
    number = (natural + 3 * total + 5 * sum(faces)) % SENTENCES + 1
    return Saying(f"{kind}-{outcome}-{number}")


def told_as(outcome: str, fumble: bool) -> str:
    """The outcome whose sentences tell the blow: a natural 1 that is no fumble just misses.

    Source: Swing d20, Attacking, "Once a round".
    """
    return "miss" if outcome == "natural_1" and not fumble else outcome
