"""How often a guess may be wrong: only tries that failed count."""

from __future__ import annotations

import threading
from collections import deque
from time import monotonic

from app.errors import TooManyRequests

PLACES = 10_000  # that are remembered at most


class Limit:
    """At most ``most`` failures ``within`` seconds from one place; then it has to wait."""

    def __init__(self, most: int = 20, within: float = 60.0) -> None:
        self.most, self.within = most, within
        self._failures: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def check(self, place: str) -> None:
        """Raises TooManyRequests while that place has to wait."""
        with self._lock:
            failures = self._recent(place)
            if failures and len(failures) >= self.most:
                raise TooManyRequests(max(1, round(failures[0] + self.within - monotonic())))

    def failed(self, place: str) -> None:
        with self._lock:
            failures = self._recent(place)
            if failures is None:
                self._make_room()
                failures = self._failures[place] = deque(maxlen=self.most)
            failures.append(monotonic())

    def _recent(self, place: str) -> deque[float] | None:
        failures = self._failures.get(place)
        while failures and failures[0] <= monotonic() - self.within:
            failures.popleft()
        return failures

    def _make_room(self) -> None:
        if len(self._failures) >= PLACES:
            self._failures.pop(next(iter(self._failures)))
