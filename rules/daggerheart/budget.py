"""The battle points of a fight: what there is to spend, what it costs, and which adjustments follow from it."""

from collections.abc import Mapping, Sequence

from rules.core.budget import Adjustment, Budget, Cost, Fight, Foe
from rules.daggerheart.battle_points import ADJUSTMENTS, COSTS, points, spent

BY_HAND = frozenset({"easier", "more_damage", "harder"})
HEAVY = frozenset({"bruiser", "horde", "leader", "solo"})
ENVIRONMENT = "environment"  # an environment has no price
UNKNOWN = ""  # nor has one whose stat block does not say what it is


def budget(fight: Fight) -> Budget:
    """What the party may face, and what this fight asks of it.

    Source: Daggerheart SRD 1.0, "Battle points".
    """
    pcs = len(fight.party)
    adversaries = [foe for foe in fight.foes if foe.kind != ENVIRONMENT and foe.count]
    counts = _by_type(fight.foes)
    adjustments = [_adjustment(key, fight, adversaries, counts) for key in ADJUSTMENTS]
    known = {type_: count for type_, count in counts.items() if type_ in COSTS}
    return Budget(
        points=points(pcs, [one.key for one in adjustments if one.counts]),
        spent=spent(known, pcs),
        adjustments=adjustments,
        costs=[Cost(type_, n, spent({type_: n}, pcs) if type_ in COSTS else None) for type_, n in counts.items()],
    )


def _by_type(foes: Sequence[Foe]) -> Mapping[str, int]:
    counts: dict[str, int] = {}
    for foe in foes:
        said = str(foe.about.get("type", UNKNOWN))
        type_ = ENVIRONMENT if foe.kind == ENVIRONMENT else said if said in COSTS else UNKNOWN
        counts[type_] = counts.get(type_, 0) + foe.count
    return {type_: count for type_, count in counts.items() if count}


def _adjustment(key: str, fight: Fight, adversaries: Sequence[Foe], counts: Mapping[str, int]) -> Adjustment:
    counts_itself = {
        "two_solos": counts.get("solo", 0) >= 2,
        "lower_tier": _is_lower(fight, adversaries),
        "no_heavies": any(type_ in COSTS for type_ in counts) and not HEAVY & counts.keys(),
    }
    by_hand = key in BY_HAND
    return Adjustment(key, ADJUSTMENTS[key], key in fight.chosen if by_hand else counts_itself[key], by_hand)


def _is_lower(fight: Fight, adversaries: Sequence[Foe]) -> bool:
    """Whether one of the adversaries is of a lower tier than the party's highest."""
    party = max((sheet.get("tier", 1) for sheet in fight.party), default=1)
    tiers = [foe.about.get("tier") for foe in adversaries]
    return any(isinstance(tier, int) and 0 < tier < party for tier in tiers)
