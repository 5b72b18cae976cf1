"""How far a roll's outcome moves a countdown."""

from collections.abc import Mapping

from rules.daggerheart.duality import OUTCOMES

# What a countdown listens to, and how many steps each outcome of an action roll moves it.
# Source: Daggerheart SRD 1.0, "Countdowns".
ADVANCES: Mapping[str, Mapping[str, int]] = {
    "action_roll": dict.fromkeys(OUTCOMES, 1),
    "progress": {"failure_fear": 0, "failure_hope": 0, "success_fear": 1, "success_hope": 2, "critical": 3},
    "consequence": {"failure_fear": 3, "failure_hope": 2, "success_fear": 1, "success_hope": 0, "critical": 0},
}


def advance(ticks: str, outcome: str) -> int:
    """The steps, 0 to 3, that an action roll moves a countdown; 0 for one that listens to something else.

    A tag team roll counts once.

    Source: Daggerheart SRD 1.0, "Countdowns"; Daggerheart core mechanics, "Tag team rolls".
    """
    return ADVANCES.get(ticks, {}).get(outcome, 0)
