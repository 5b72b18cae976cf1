"""Adversaries that fight as many: Minions and Hordes."""


def minions_defeated(damage: int, x: int) -> int:
    """How many Minion (X) adversaries one hit defeats: the target, and one more for every full X of damage.

    The others must stand within reach and be ones that the attack would have hit.

    Source: Daggerheart SRD 1.0, "Adversary features".
    """
    if damage <= 0:
        return 0
    return 1 + (damage // x if x > 0 else 0)


def is_horde_thinned(hit_points: int, marked: int) -> bool:
    """Whether a Horde deals its lower damage: half or more of its Hit Points are marked.

    Source: Daggerheart SRD 1.0, "Adversary features".
    """
    return 2 * marked >= hit_points
