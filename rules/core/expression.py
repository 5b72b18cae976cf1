"""Dice expressions such as 4d6kh3+2: what they say, what they come to, and their exact odds."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import reduce
from math import log2
from typing import NoReturn

from rules.core.errors import Fault, InvalidInput
from rules.core.odds import Distribution, constant, dice_sum, keep_highest, keep_lowest

MAX_LENGTH = 100
MAX_DICE = 100
MAX_SIDES = 1000
MAX_NUMBER = 9999
# About a microsecond each on a slow machine: what odds may take to work out and to write down.
MAX_WORK = 20_000

AT = "/parameters/expression"
# d, w as in German, or the letters for dice on a Russian keyboard. % and 00 are a hundred, F is a Fate die.
TERM = re.compile(
    r"(?P<count>[0-9]*)\s*[dwкд]\s*(?P<sides>[0-9]+|%|f)(?:\s*(?P<keep>[kd][hl]|k)\s*(?P<kept>[0-9]*))?"
    r"|(?P<number>[0-9]+)",
    re.IGNORECASE,
)
# Keyboards and books write minus as a hyphen, a dash or itself.
SIGN = re.compile(r"[+\-\u2010-\u2014\u2212]")
SPACE = re.compile(r"\s*")
FATE_SIDES, FATE_BLANK = 3, 2


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice of one kind in an expression; ``highest`` or lowest ``kept`` of them count."""

    sign: int
    count: int
    sides: int
    kept: int
    highest: bool = True

    def chosen(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """Where the faces that count stand."""
        order = sorted(range(self.count), key=lambda at: -faces[at] if self.highest else faces[at])
        return tuple(sorted(order[: self.kept]))

    def total(self, faces: tuple[int, ...]) -> int:
        return self.sign * sum(faces[at] for at in self.chosen(faces))


@dataclass(frozen=True, slots=True)
class Expression:
    """Pools of dice and one whole number, added up."""

    pools: tuple[Pool, ...]
    number: int

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides of every die, in the order in which they are rolled."""
        return tuple(pool.sides for pool in self.pools for _ in range(pool.count))

    def total(self, faces: tuple[int, ...]) -> int:
        """The result of these faces, one for every die."""
        return self.number + sum(pool.total(part) for pool, part in self._parts(faces))

    def dropped(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """Which dice do not count, by their place from 0."""
        found: list[int] = []
        start = 0
        for pool, part in self._parts(faces):
            found += [start + at for at in range(pool.count) if at not in pool.chosen(part)]
            start += pool.count
        return tuple(found)

    def odds(self) -> Distribution:
        """The exact odds of the total; raises InvalidInput where they would take too long."""
        if self._work() > MAX_WORK:
            raise InvalidInput([Fault(AT, "odds-too-large")])
        parts = [_plain(self.pools), *(_kept(pool) for pool in self.pools if pool.kept < pool.count)]
        return reduce(lambda one, other: one + other, parts, constant(0)) + self.number

    def _parts(self, faces: tuple[int, ...]) -> list[tuple[Pool, tuple[int, ...]]]:
        parts, start = [], 0
        for pool in self.pools:
            parts.append((pool, faces[start : start + pool.count]))
            start += pool.count
        return parts

    def _work(self) -> float:
        """About how many microseconds the odds and their writing take; measured, see bench/odds.py."""
        values = 1 + sum(pool.kept * (pool.sides - 1) for pool in self.pools)
        bits = sum(pool.count * log2(pool.sides) for pool in self.pools)
        kept = [pool for pool in self.pools if pool.kept < pool.count]
        plain = sum(pool.count for pool in self.pools) - sum(pool.count for pool in kept)
        keeping = sum(_work_to_keep(pool) for pool in kept)
        joining = len(kept) * values * bits / 60
        return values * (1 + bits / 80) + plain * values / 40 + keeping + joining


def parse(text: str) -> Expression:
    """The expression in ``text``; raises InvalidInput with the place of what is not understood."""
    if len(text) > MAX_LENGTH:
        raise InvalidInput([Fault(AT, "too-long", {"most": MAX_LENGTH})])
    pools: list[Pool] = []
    number = at = 0
    while at < len(text) or not (pools or at):
        sign, start = _sign(text, at)
        match = TERM.match(text, start)
        if match is None:
            _refuse(text, start)
        if match["number"]:
            number += sign * _bounded(match, "number", 0, MAX_NUMBER)
        else:
            pool = _pool(match, sign)
            pools.append(pool)
            number -= sign * pool.kept * FATE_BLANK * _is_fate(match)
        at = _after_space(text, match.end())
    if sum(pool.count for pool in pools) > MAX_DICE:
        raise InvalidInput([Fault(AT, "too-many-dice", {"most": MAX_DICE})])
    return Expression(tuple(pools), number)


def _sign(text: str, at: int) -> tuple[int, int]:
    """The sign at ``at``, and where its term begins; only the first term may be without one.

    Whoever joins a bonus of -1 to dice writes "d6 + -1": a minus may follow a sign.
    """
    start = _after_space(text, at)
    match = SIGN.match(text, start)
    if match is None:
        if at:
            _refuse(text, start)
        return 1, start
    sign, start = 1 if match[0] == "+" else -1, _after_space(text, match.end())
    match = SIGN.match(text, start)
    if match is None or match[0] == "+":
        return sign, start
    return -sign, _after_space(text, match.end())


def _after_space(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at


def _pool(match: re.Match[str], sign: int) -> Pool:
    count = _bounded(match, "count", 1, MAX_DICE) if match["count"] else 1
    sides = _sides(match)
    keep = (match["keep"] or "").lower()
    if not keep:
        return Pool(sign, count, sides, count)
    named = _bounded(match, "kept", 1, count - (keep[0] == "d")) if match["kept"] else 1
    if keep[0] == "k":
        return Pool(sign, count, sides, named, keep != "kl")
    if named >= count:
        _refuse(match.string, match.start("keep"))
    return Pool(sign, count, sides, count - named, keep == "dl")


def _sides(match: re.Match[str]) -> int:
    if match["sides"] in ("%", "00"):
        return 100
    return FATE_SIDES if _is_fate(match) else _bounded(match, "sides", 1, MAX_SIDES)


def _is_fate(match: re.Match[str]) -> bool:
    """Whether the dice are Fate dice: minus, blank and plus, thrown as 1, 2 and 3."""
    return match["sides"] in ("f", "F")


def _bounded(match: re.Match[str], name: str, least: int, most: int) -> int:
    digits = match[name].lstrip("0") or "0"
    value = int(digits) if len(digits) <= 4 else MAX_NUMBER + 1
    if least <= value <= most:
        return value
    fact = {"least": least} if value < least else {"most": most}
    place = {"place": match.start(name) + 1, "found": match[name][:10]}
    raise InvalidInput([Fault(AT, "too-small" if value < least else "too-large", {**fact, **place})])


def _refuse(text: str, at: int) -> NoReturn:
    facts = {"place": at + 1, "found": text[at : at + 10]}
    raise InvalidInput([Fault(AT, "not-understood", facts if at < len(text) else {**facts, "end": True})])


def _plain(pools: tuple[Pool, ...]) -> Distribution:
    """All dice that count, of all pools that drop none: dice that are taken off mirror those that are added."""
    whole = [pool for pool in pools if pool.kept == pool.count]
    counts: Counter[int] = Counter()
    for pool in whole:
        counts[pool.sides] += pool.count
    off = sum(pool.count * (pool.sides + 1) for pool in whole if pool.sign < 0)
    return dice_sum(tuple((count, sides) for sides, count in sorted(counts.items()))) - off


def _kept(pool: Pool) -> Distribution:
    keep = keep_highest if pool.highest else keep_lowest
    found = keep(pool.count, pool.sides, pool.kept)
    return found if pool.sign > 0 else -found


def _work_to_keep(pool: Pool) -> float:
    fewest = min(pool.kept, pool.count - pool.kept + 1)
    return pool.sides * pool.kept * (pool.kept / 2 + fewest + 6) / 4
