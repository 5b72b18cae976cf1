"""The attack in the line of a creature: "Ferry troll, claws +2, melee, 1d10+2 phy", as its game words it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from app.services.party import Field
from app.services.setup import field_of
from rules import get_system

LONGEST_NAME = 120
MOST_WORDS = 3  # of one expression, as "very close"
ROLES = ("attack", "damage", "range", "type")

# In Russian a die is к8 or д8.
_DICE = r"(?P<count>[1-9]\d?)?[dкд](?P<sides>[1-9]\d{0,2})(?:\s*(?P<more>[+−–-]\s*\d{1,3})(?![\w/]))?(?!\w)"
_UNIT = re.compile(
    rf"(?<!\w)(?P<dice>{_DICE})|(?P<stop>[,;|\t()]|(?<=\s)[–—-](?=\s))|(?<!\w)(?P<signed>[+−–-]\d{{1,3}})(?![\w/])"
    r"|(?<!\w)(?P<number>\d{1,3})(?![\w/])|(?P<word>[^\s,;|()=:/]+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Words:
    """What a game calls the parts of an attack, and where they stand on its sheet."""

    part: str
    bonus: Field
    said: Mapping[str, tuple[str, str]]  # a word or several, lower case: its role, and the key that it means


@dataclass(slots=True)
class Strike:
    """An attack as it was typed; ``rest`` is the line without it."""

    rest: str
    name: str = ""
    bonus: int | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    unclear: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Unit:
    role: str
    text: str
    key: str = ""
    at: tuple[int, int] = (0, 0)


@cache
def words_of(system: str) -> Words | None:
    """The words of a system; None where the lines of its creatures have no attack of this form."""
    data = get_system(system).data
    told: Mapping[str, Any] | None = data.screen.get("strike")
    if told is None:
        return None
    said = {word: (role, key) for role in ROLES for key, every in told.get(role, {}).items() for word in every}
    return Words(told["part"], field_of(data, told["bonus"]), said)


def read_strike(line: str, words: Words) -> Strike | None:
    """The attack in a line, None where there is none. Dice are its damage; a number with a sign before them hits."""
    parts = _parts(line, words)
    if not parts or not any(_says_it(part) for part in parts):
        return None
    head, behind = _cut(parts[0])
    found = Strike(line[head[0].at[0] : head[-1].at[1]])
    rest = [piece for part in _without_bonus(found, [behind, *parts[1:]], words) for piece in _left(found, part)]
    found.rest = ", ".join([found.rest, *(line[run[0].at[0] : run[-1].at[1]] for run in rest)])
    return found


def _parts(line: str, words: Words) -> list[list[_Unit]]:
    """What stands between commas, each word with its role."""
    parts: list[list[_Unit]] = [[]]
    for unit in _joined([_unit(found) for found in _UNIT.finditer(line)], words):
        if unit.role == "stop":
            parts.append([])
        else:
            parts[-1].append(unit)
    return [part for part in parts if part]


def _unit(found: re.Match[str]) -> _Unit:
    role = next(name for name in ("dice", "stop", "signed", "number", "word") if found[name] is not None)
    return _Unit(role, found[0], at=found.span())


def _joined(units: Sequence[_Unit], words: Words) -> Iterator[_Unit]:
    """The units with the words of the game as one each, the longest first."""
    at = 0
    while at < len(units):
        for size in range(MOST_WORDS, 0, -1):
            run = units[at : at + size]
            said = _said(run, words)
            if said:
                yield _Unit(said[0], " ".join(u.text for u in run), said[1], (run[0].at[0], run[-1].at[1]))
                break
        else:
            yield units[at]
        at += size


def _said(run: Sequence[_Unit], words: Words) -> tuple[str, str] | None:
    if any(unit.role != "word" for unit in run):
        return None
    plain = " ".join(unit.text for unit in run).casefold().rstrip(".")
    stems = (stem for stem in words.said if stem.endswith("*") and plain.startswith(stem[:-1]) and len(run) == 1)
    return words.said.get(plain) or words.said.get(next(stems, ""))


def _says_it(part: Sequence[_Unit]) -> bool:
    """Whether a part has dice, or a number behind the word for an attack or for damage."""
    return any(unit.role == "dice" or _is_led(part, at) for at, unit in enumerate(part))


def _is_led(part: Sequence[_Unit], at: int) -> bool:
    return at > 0 and part[at].role in ("signed", "number") and part[at - 1].role in ("attack", "damage")


def _cut(part: Sequence[_Unit]) -> tuple[Sequence[_Unit], Sequence[_Unit]]:
    """The name at the beginning of a line, and what stands behind it without a comma."""
    end = next((at for at in range(1, len(part)) if part[at].role in ("dice", "signed") or _is_led(part, at)), None)
    if end is None:
        return part, []
    while end > 1 and part[end - 1].role in ROLES:
        end -= 1
    return part[:end], part[end:]


def _without_bonus(found: Strike, parts: Sequence[Sequence[_Unit]], words: Words) -> list[Sequence[_Unit]]:
    """The parts without the number that hits: behind its word, else the one with a sign that leads to the dice."""
    left = [list(part) for part in parts if part]
    where = next(((p, at) for p, part in enumerate(left) for at in range(len(part)) if _hits(part, at)), None)
    where = where or _before_dice(left)
    if where is None:
        return list(left)
    p, at = where
    number = int(re.sub("[−–]", "-", left[p][at].text))
    if words.bonus.least <= number <= words.bonus.most:
        found.bonus = number
    else:
        found.unclear.append(left[p][at].text)
    begin = at - 1 if _hits(left[p], at) else at
    naming = left[p][:begin] + left[p][at + 1 :]
    if not _says_it(naming):
        naming = _named(found, naming)
    return [part for part in (*left[:p], naming, *left[p + 1 :]) if part]


def _hits(part: Sequence[_Unit], at: int) -> bool:
    return _is_led(part, at) and part[at - 1].role == "attack"


def _before_dice(parts: Sequence[Sequence[_Unit]]) -> tuple[int, int] | None:
    """The last number with a sign before the dice, where nothing but a range or a type lies between."""
    dice = next(((p, at) for p, part in enumerate(parts) for at, unit in enumerate(part) if unit.role == "dice"), None)
    if dice is None:
        return None
    for p in range(dice[0], -1, -1):
        end = dice[1] if p == dice[0] else len(parts[p])
        signed = [at for at in range(end) if parts[p][at].role == "signed"]
        if signed:
            return p, signed[-1]
        if p < dice[0] and any(unit.role not in ROLES for unit in parts[p]):
            return None
    return None


def _named(found: Strike, part: Sequence[_Unit]) -> list[_Unit]:
    """The part without the words before or behind the number that hits, which are the attack's name."""
    if any(unit.role in ("number", "signed") for unit in part):
        return list(part)
    name = [unit.text for unit in part if unit.role == "word"]
    found.name = " ".join(name)[:LONGEST_NAME]
    return [unit for unit in part if unit.role != "word"]


def _left(found: Strike, part: Sequence[_Unit]) -> list[list[_Unit]]:
    """Take what a part says of the attack; what it says of other things, in runs."""
    if not _says_it(part) and any(unit.role not in ROLES for unit in part):
        return [list(part)]
    runs: list[list[_Unit]] = [[]]
    for at, unit in enumerate(part):
        if unit.role == "dice" and runs[-1] and not found.name and all(one.role == "word" for one in runs[-1]):
            found.name = " ".join(one.text for one in runs.pop())[:LONGEST_NAME]
            runs.append([])
        if unit.role in ("word", "number", "signed") and not _is_led(part, at):
            runs[-1].append(unit)
            continue
        _take(found, unit)
        if unit.role == "dice":
            runs.append([])
    return [run for run in runs if run]


def _take(found: Strike, unit: _Unit) -> None:
    """One thing of the attack into its place; a second of its kind is told."""
    facts = found.facts
    if unit.role == "type":
        facts["types"] = list(dict.fromkeys([*facts.get("types", ()), unit.key]))
    elif unit.role == "range" and "range" not in facts:
        facts["range"] = unit.key
    elif unit.role == "dice" and not facts.keys() & {"dice", "modifier"}:
        facts.update(_damage(unit.text))
    elif unit.role in ("number", "signed") and not facts.keys() & {"dice", "modifier"}:
        facts["modifier"] = int(re.sub("[−–]", "-", unit.text))
    elif unit.role not in ("attack", "damage"):
        found.unclear.append(unit.text)


def _damage(text: str) -> dict[str, Any]:
    found = re.fullmatch(_DICE, text, re.IGNORECASE)
    if found is None:
        return {}
    more = re.sub(r"\s", "", re.sub("[−–]", "-", found["more"] or "0"))
    return {"dice": f"{found['count'] or 1}d{found['sides']}", "modifier": int(more)}
