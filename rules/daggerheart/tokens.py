"""Spotlight tokens: an optional count of who has acted how often."""

from collections.abc import Mapping


def after_acting(left: Mapping[str, int], who: str, most: Mapping[str, int]) -> dict[str, int]:
    """The tokens that everybody has left after ``who`` acted; when the last one is gone, all get theirs back.

    Source: Daggerheart core mechanics, "Optional: spotlight tracker".
    """
    after = {id: max(0, count - (id == who)) for id, count in left.items()}
    return after if any(after.values()) else {id: most[id] for id in after}
