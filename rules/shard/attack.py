"""Attacks: Defence with all that changes it, active defence, size, armour, resistance, damage."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

PHYSICAL = ("acid", "bludgeoning", "force", "piercing", "slashing")
ELEMENTAL = ("cold", "fire", "lightning")
SPECIAL = ("necrotic", "poison", "radiant")
TYPES = (*PHYSICAL, *ELEMENTAL, *SPECIAL)
TRAITS = ("strong", "weak", "impenetrable")
RANGES = ("melee", "short", "medium", "long")
COVERS: Mapping[str, int] = {"none": 0, "half": 1, "full": 2}
MOST_ARMOUR = 12  # that a rating may be: the usual ones go to 3


def category(kind: str) -> str:
    """``physical``, ``elemental`` or ``special``.

    Source: SHARD, "Damage Types".
    """
    return "physical" if kind in PHYSICAL else "elemental" if kind in ELEMENTAL else "special"


@dataclass(frozen=True, slots=True)
class Armour:
    """Armour: its rating, and traits with the damage type that each is about."""

    rating: int = 0
    traits: tuple[tuple[str, str], ...] = ()

    def against(self, kind: str) -> int:
        """The rating against a type: Strong adds 1, Weak takes 1, but not from what is impenetrable.

        Source: SHARD, "Armour Traits".
        """
        is_hard = any(trait == "impenetrable" for trait, _ in self.traits)
        more = sum(trait == "strong" and of == kind for trait, of in self.traits)
        less = 0 if is_hard else sum(trait == "weak" and of == kind for trait, of in self.traits)
        return max(0, self.rating + more - less)


def size_damage(steps: int) -> int:
    """What size does to damage: ``steps`` is the target's size less the attacker's; a smaller target takes more.

    Source: SHARD, "Calculate damage".
    """
    return -steps


def size_defence(steps: int) -> int:
    """What size does to Defence, one for each two steps; a smaller target is harder to hit.

    Source: SHARD, "Size".
    """
    return -steps // 2 if steps < 0 else -(steps // 2)


def defence(base: int, steps: int = 0, *, more: int = 0, is_helpless: bool = False) -> int:
    """The Defence that an attack must match: never below 0, and 0 for one who cannot defend at all.

    Source: SHARD, "Calculate defence", "Stunned", "Incapacitated".
    """
    return 0 if is_helpless else max(0, base + size_defence(steps) + more)


def position(favour: int) -> int:
    """The die that position adds or takes: ``favour`` is what favours the attacker less what favours the target.

    Source: SHARD, "Position".
    """
    return max(-1, min(1, favour))


def net(hits: int, active_hits: int, defence: int) -> int:
    """What is left of an attack's hits; 0 still hits.

    Source: SHARD, "Active defence", "Determine the result".
    """
    return hits - active_hits - defence


def dealt(net: int, weapon: int, steps: int = 0) -> int:
    """The damage of a hit before armour; below 0 of none at all.

    Source: SHARD, "Calculate damage".
    """
    return weapon + net + size_damage(steps)


def resisted(resistances: Collection[int | None]) -> int:
    """What resistances take together; one without a rating counts 1.

    Source: SHARD, "Resistances".
    """
    return sum(1 if rating is None else rating for rating in resistances)
