"""The six kinds of thing that a game counts, each a frozen value."""

from __future__ import annotations

from typing import Any

import msgspec


class Pool(msgspec.Struct, frozen=True, tag_field="kind", tag="pool"):
    """A count from 0 to ``max``; with ``max`` None the derived number ``<key>_max`` bounds it, else nothing does."""

    value: int = 0
    max: int | None = None


class Score(msgspec.Struct, frozen=True, tag_field="kind", tag="score"):
    """A number of the sheet; one named like a derived number overrides its formula."""

    value: int = 0


class Flag(msgspec.Struct, frozen=True, tag_field="kind", tag="flag"):
    """Something that is so or not."""

    on: bool = False


class Level(msgspec.Struct, frozen=True):
    """One level of a track: a key and its boxes, ``.`` free, ``/`` strain, ``X`` lethal."""

    key: str
    boxes: str


FREE = "."  # a box of a track that bears no mark


class Track(msgspec.Struct, frozen=True, tag_field="kind", tag="track"):
    """Levels of boxes that fill upward."""

    levels: tuple[Level, ...] = ()

    @property
    def flat(self) -> str:
        """All boxes in the order in which they fill."""
        return "".join(level.boxes for level in self.levels)

    @property
    def size(self) -> int:
        """How many boxes there are."""
        return sum(len(level.boxes) for level in self.levels)

    @property
    def marked(self) -> int:
        """How many of them are not free."""
        return self.size - self.count(FREE)

    def count(self, mark: str) -> int:
        """How many of them bear this mark."""
        return sum(level.boxes.count(mark) for level in self.levels)

    def filled(self, boxes: str) -> Track:
        """The same levels with these boxes in the place of all."""
        levels, at = [], 0
        for level in self.levels:
            levels.append(Level(level.key, boxes[at : at + len(level.boxes)]))
            at += len(level.boxes)
        return Track(tuple(levels))

    def turned(self, count: int, mark: str, to: str) -> Track:
        """The track after so many boxes with a mark bear another: free ones the lowest first, others the highest."""
        found = list(self.flat)
        at = [n for n, box in enumerate(found) if box == mark]
        for n in (at if mark == FREE else at[::-1])[: max(0, count)]:
            found[n] = to
        return self.filled("".join(found))


class DicePool(msgspec.Struct, frozen=True, tag_field="kind", tag="dice"):
    """Dice by the state that they are in."""

    ready: int = 0
    spent: int = 0
    exhausted: int = 0
    depleted: int = 0
    burned: int = 0


class Grid(msgspec.Struct, frozen=True, tag_field="kind", tag="grid"):
    """A place on a grid, columns and rows from 0."""

    x: int = 0
    y: int = 0
    width: int = 5
    height: int = 5


Tracker = Pool | Score | Flag | Track | DicePool | Grid

KINDS: dict[str, type[Any]] = {
    "pool": Pool,
    "score": Score,
    "flag": Flag,
    "track": Track,
    "dice": DicePool,
    "grid": Grid,
}
