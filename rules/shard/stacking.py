"""The same effect twice: merged, not stacked."""


def merged(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    """Each value the one with the highest impact.

    Source: SHARD, "Effect Stacking".
    """
    return {key: max(one.get(key, 0), other.get(key, 0)) for key in {**one, **other}}


def rounded(value: int, by: int) -> int:
    """A division, always rounded down.

    Source: SHARD, "Always Round Down".
    """
    return value // by
