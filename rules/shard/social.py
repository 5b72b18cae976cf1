"""The social encounter: a marker on a grid, columns for the conflict, rows for the patience that is left."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

SIZE = 5
CENTRE = 2
LAST = SIZE - 1
ACTIONS = ("posture", "inquire", "contend", "abstain")
ROLLED = ("posture", "inquire", "contend")  # those that a challenge decides
TRIGGERS = 3  # at least so many of each kind
DIFFICULTIES = ("easy", "average", "hard")
DISPOSITIONS = ("hostile", "adverse", "neutral", "favorable", "amicable")


@dataclass(frozen=True, slots=True)
class Marker:
    """Where the conflict stands: ``x`` 0 to 4, the last column the players' goal; ``y`` rows of patience still left.

    Source: SHARD, "Progress Marker".
    """

    x: int = CENTRE
    y: int = CENTRE
    guard: int = 0

    @property
    def is_over(self) -> bool:
        """Whether the conflict has ended: no patience left, or an end column reached."""
        return self.y <= 0 or self.x in (0, LAST)

    def moved(self, by: int) -> "Marker":
        """One step (or more) towards the players' goal, or away from it."""
        return replace(self, x=max(0, min(LAST, self.x + by)))

    def impatient(self) -> "Marker":
        """One loss of patience, which a Posture may absorb.

        Source: SHARD, "Posture".
        """
        if self.guard:
            return replace(self, guard=self.guard - 1)
        return replace(self, y=max(0, self.y - 1))

    def guarded(self) -> "Marker":
        """The next loss of patience is prevented; another Posture does not add to that."""
        return replace(self, guard=1)


def is_unresolved(actions: dict[str, str], members: int) -> bool:
    """Whether all have abstained in a turn, which ends the conflict without an outcome.

    Source: SHARD, "Abstain".
    """
    return members > 0 and len(actions) == members and all(action == "abstain" for action in actions.values())


def lacking(triggers: Collection[Mapping[str, Any]]) -> dict[str, int]:
    """How many trigger points of each kind are fewer than there should be.

    Source: SHARD, "Trigger points".
    """
    positive = sum(bool(one.get("positive")) for one in triggers)
    found = {"positive": TRIGGERS - positive, "negative": TRIGGERS - (len(triggers) - positive)}
    return {kind: count for kind, count in found.items() if count > 0}


def open_note(told: Mapping[str, Any], seen: Collection[str]) -> dict[str, Any]:
    """What players know of an encounter: their own goal, the turn, and who has acted how in it."""
    acted = {id: action for id, action in told.get("acted", {}).items() if id in seen}
    return {"goal": told.get("goal", ""), "turn": told.get("turn", 1), "acted": acted}
