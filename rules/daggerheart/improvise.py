"""Adversaries and environments made up on the spot, from the benchmarks of their tier."""

from collections.abc import Mapping
from typing import Any

Dice = tuple[str | None, int]

# By tier from 1. Source: Daggerheart SRD 1.0, "Adversary Stat Block Benchmarks".
ATTACK_MODIFIER = (1, 2, 3, 4)
DIFFICULTY = (11, 14, 17, 20)
THRESHOLDS = ((7, 12), (10, 20), (20, 32), (25, 45))
LIGHT: tuple[Dice, ...] = (("1d6", 2), ("2d6", 3), ("3d8", 3), ("4d8", 10))
HEAVY: tuple[Dice, ...] = (("1d12", 4), ("2d12", 4), ("3d12", 5), ("4d12", 15))
HEAVY_ROLES = ("bruiser", "leader", "solo")

# What the benchmarks leave out: medians of the source's own adversaries, rounded up and never falling with the tier.
HIT_POINTS: Mapping[str, tuple[int, int, int, int]] = {
    "bruiser": (7, 7, 7, 8),
    "horde": (6, 6, 6, 8),
    "leader": (6, 6, 7, 8),
    "minion": (1, 1, 1, 1),
    "ranged": (3, 5, 6, 6),
    "skulk": (4, 4, 6, 6),
    "social": (3, 4, 6, 6),
    "solo": (8, 9, 10, 10),
    "standard": (4, 4, 6, 6),
    "support": (4, 4, 5, 5),
}
STRESS: Mapping[str, tuple[int, int, int, int]] = {
    "bruiser": (3, 4, 4, 5),
    "horde": (3, 3, 4, 5),
    "leader": (3, 4, 5, 7),
    "minion": (1, 1, 1, 1),
    "ranged": (2, 4, 5, 5),
    "skulk": (3, 4, 4, 4),
    "social": (4, 4, 5, 5),
    "solo": (3, 5, 6, 6),
    "standard": (2, 3, 5, 5),
    "support": (4, 6, 6, 6),
}
MINION_DAMAGE = (2, 5, 7, 11)
MINION_ATTACK = (-2, 0, 0, 2)
MINION_X = (4, 6, 8, 13)
THINNED: tuple[Dice, ...] = (("1d4", 1), ("2d4", 1), ("2d6", 3), ("2d6", 5))

# The least and the most that an environment deals. Source: Daggerheart SRD 1.0, "Environment Stat Block Benchmarks".
HARM = (("1d6+1", "1d8+3"), ("2d6+3", "2d10+2"), ("3d8+3", "3d10+1"), ("4d8+3", "4d10+10"))


def adversary(tier: int, role: str) -> dict[str, Any]:
    """A stat block ready for the board, as ``add_creature`` takes it, of a tier from 1 to 4 and one of the ten roles.

    Source: Daggerheart SRD 1.0, "Adversary Stat Block Benchmarks", "Adversary types".
    """
    at = tier - 1
    numbers = {"attack_modifier": ATTACK_MODIFIER[at], "difficulty": DIFFICULTY[at]}
    if role == "minion":
        numbers["attack_modifier"] = MINION_ATTACK[at]
    else:
        numbers["major"], numbers["severe"] = THRESHOLDS[at]
    return {
        "name": role.capitalize(),
        "kind": "adversary",
        "numbers": numbers,
        "trackers": {"hit_points": {"max": HIT_POINTS[role][at]}, "stress": {"max": STRESS[role][at]}},
        "features": {"about": _about(tier, role), "attack": _attack(at, role), **_trait(at, role)},
    }


def _about(tier: int, role: str) -> dict[str, Any]:
    return {"kind": "about", "name": "", "facts": {"tier": tier, "type": role}}


def _attack(at: int, role: str) -> dict[str, Any]:
    dice, modifier = (HEAVY if role in HEAVY_ROLES else LIGHT)[at]
    facts: dict[str, Any] = {"types": ["physical"], "dice": dice, "modifier": modifier}
    if role == "minion":
        facts = {"types": ["physical"], "modifier": MINION_DAMAGE[at]}
    elif role == "horde":
        facts["thinned"] = dict(zip(("dice", "modifier"), THINNED[at], strict=True))
    return {"kind": "attack", "name": "", "facts": {**facts, "range": "far" if role == "ranged" else "melee"}}


def _trait(at: int, role: str) -> dict[str, Any]:
    """The passive feature that makes a Minion a Minion."""
    if role != "minion":
        return {}
    return {"minion": {"kind": "passive", "name": f"Minion ({MINION_X[at]})", "facts": {"minion": MINION_X[at]}}}


def environment(tier: int, type_: str | None) -> dict[str, Any]:
    """An environment of a tier from 1 to 4, as ``add_creature`` takes it; what it deals is for words to tell."""
    facts = {"tier": tier} | ({"type": type_} if type_ else {})
    return {
        "name": (type_ or "environment").capitalize(),
        "kind": "environment",
        "numbers": {"difficulty": DIFFICULTY[tier - 1]},
        "features": {"about": {"kind": "about", "name": "", "facts": facts}},
    }
