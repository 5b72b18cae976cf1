"""What was worked out of values that never change, kept by which values they are.

A state shares with the one before it all that did not change, so most of a board is worked out once.
"""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Remembered:
    """What hangs on some values and on nothing else. ``most`` answers are kept; then all of them are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[tuple[Hashable, ...], tuple[tuple[object, ...], Any]] = {}

    def of(self, values: tuple[object, ...], name: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` answers for these very values (not for equal ones) under this name.

        They are kept with the answer: so nothing else can come to have their identity.
        """
        key = (name, *map(id, values))
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= self._most:
                self._known.clear()
            known = self._known[key] = values, make()
        made: T = known[1]
        return made
