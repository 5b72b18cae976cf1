"""Spells that are sustained: what one more costs, and whether an injury drops one."""


def price(already: int) -> int:
    """The Ether dice that one more sustained spell exhausts.

    Source: SHARD, "Duration".
    """
    return already + 1


def is_kept(successes: int, target: int, *, on_match: bool = False) -> bool:
    """Whether a spell is kept; to match the target is no net hit, and so drops it unless a setting says otherwise.

    Source: SHARD, "Duration".
    """
    return successes >= target if on_match else successes > target
