"""Single values of a stat block: numbers, thresholds, damage, Experiences, what a feature costs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

NONE = frozenset({"", "none", "n/a", "na", "-", "–", "—", "null"})
MINUS = str.maketrans({"−": "-", "–": "-", "—": "-"})
NUMBER = re.compile(r"[+-]?\d{1,6}")
DICE = re.compile(r"[+]?\d*d\d+(?:\s*[+-]\s*\d+)?", re.IGNORECASE)
DAMAGE = re.compile(
    r"(?P<dice>\d*d\d+)?\s*(?P<modifier>[+-]?\s*\d+)?\s*(?P<types>[a-z][a-z ./,&]*)?(?:\s*damage)?", re.IGNORECASE
)
TYPES = {"phy": "physical", "physical": "physical", "mag": "magic", "magic": "magic", "magical": "magic"}
RANGES = ("melee", "very_close", "close", "far", "very_far")
EXPERIENCE = re.compile(r"(?P<name>.+?)\s*(?P<bonus>[+-]\s*\d{1,2})")
COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
PAID = {"fear": "fear", "stress": "stress", "hope": "hope", "hp": "hit_points"}
_PAY = r"(?:spend|mark) (?P<{0}count>an?|one|two|three|four|five|\d{{1,2}})? ?(?P<{0}what>Fear|Stress|Hope|HP)\b"
# Not what a target suffers in a list ("take 9 damage, mark a Stress, and fall"), nor what depends on something.
PAYS = _PAY.format("") + r"(?: and " + _PAY.format("more_") + r")?(?![,.]| (?:per|as usual|instead|equal))"
LEAD = re.compile(rf"^(?:[^.:]*?, )?(?:you can )?{PAYS}", re.IGNORECASE)
OPTION = re.compile(rf"(?:(?<=[.!?] )|^)(?:On a success, )?(?:you can )?{PAYS}", re.IGNORECASE | re.MULTILINE)
COUNTDOWN_LEAD = re.compile(r"^(?:Long-Term )?Countdown \([^)]*\)\. ", re.IGNORECASE)
USES = re.compile(r"^(?P<times>once|twice|(?:\w+) times) (?:per|a|each) (?P<per>\w+)", re.IGNORECASE)
PLAIN_GUARD = re.compile(
    r"(?:^|(?<=\. ))(?:The )?(?:[\w’'-]+ ){0,3}?(?:is |are |has |have )?"
    r"(?P<how>resistant|resistance|immune|immunity) to (?P<types>physical|magic|all)(?: damage)?\.",
    re.IGNORECASE,
)


def is_none(text: str) -> bool:
    """Whether a block says in so many words that it has no such value."""
    return text.strip().casefold() in NONE


def number(text: str) -> int | None:
    """The whole number that the text is, sign and all; None if it is anything else."""
    plain = text.strip().translate(MINUS)
    return int(plain) if NUMBER.fullmatch(plain) else None


def is_dice(text: str) -> bool:
    """Whether the text is dice, such as "+2d4"."""
    return DICE.fullmatch(text.strip().translate(MINUS)) is not None


def range_of(text: str) -> str | None:
    """The range band that the text names."""
    key = re.sub(r"[\s_-]+", "_", text.strip().lower())
    return key if key in RANGES else None


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage of an attack: ``dice`` is None where it is a flat number."""

    dice: str | None
    modifier: int
    types: tuple[str, ...]


def damage(text: str) -> Damage | None:
    """The damage that the text describes: "1d12+2 phy", "2 phy", "1d8+4 phy/mag"."""
    found = DAMAGE.fullmatch(text.strip().translate(MINUS))
    if found is None or not (found["dice"] or found["modifier"]):
        return None
    types = damage_types(found["types"] or "")
    if types is None:
        return None
    modifier = int(re.sub(r"\s", "", found["modifier"] or "0"))
    return Damage(found["dice"].lower() if found["dice"] else None, modifier, types)


def damage_types(text: str) -> tuple[str, ...] | None:
    """The damage types that the words name; None if one of them is no type."""
    words = [word for word in re.split(r"[\s/,.&]+|\band\b|\bor\b", text.lower()) if word and word != "damage"]
    if any(word not in TYPES for word in words):
        return None
    return tuple(dict.fromkeys(TYPES[word] for word in words))


def experiences(text: str) -> tuple[list[tuple[str, int]], list[str]]:
    """The Experiences in a list such as "Ambusher +3, Keen Senses +2", and the pieces that are none."""
    found, unclear = [], []
    for piece in filter(None, (piece.strip() for piece in re.split(r"[,;\n]", text.translate(MINUS)))):
        match = EXPERIENCE.fullmatch(piece)
        if match:
            found.append((match["name"], int(match["bonus"].replace(" ", ""))))
        else:
            unclear.append(piece)
    return found, unclear


def cost(text: str) -> dict[str, int]:
    """What using a feature takes, tracker by tracker: what its first sentence spends or marks."""
    first = re.split(r"(?<=[.!?])\s", COUNTDOWN_LEAD.sub("", text), maxsplit=1)[0]
    return _paid(LEAD.match(first))


def option(text: str) -> dict[str, int]:
    """What a later sentence lets one spend or mark besides: "On a success, mark a Stress to ..."."""
    rest = COUNTDOWN_LEAD.sub("", text).partition(". ")[2]
    return _paid(OPTION.search(f". {rest}", 2))


def _paid(found: re.Match[str] | None) -> dict[str, int]:
    if found is None:
        return {}
    paid: dict[str, int] = {}
    for prefix in ("", "more_"):
        if found[f"{prefix}what"]:
            count = (found[f"{prefix}count"] or "a").lower()
            paid[PAID[found[f"{prefix}what"].lower()]] = COUNTS.get(count) or int(count)
    return paid


def uses(text: str) -> dict[str, Any] | None:
    """How often a feature may be used: "Twice per scene" is twice, per scene."""
    found = USES.match(text)
    if found is None:
        return None
    word = found["times"].split()[0].lower()
    times = {"once": 1, "twice": 2}.get(word) or COUNTS.get(word) or number(word)
    return {"times": times, "per": found["per"].lower()} if times else None


def guards(text: str) -> Mapping[str, tuple[str, ...]]:
    """The damage types that a text says plainly, and without a condition, are resisted or do nothing."""
    found: dict[str, tuple[str, ...]] = {}
    for match in PLAIN_GUARD.finditer(text):
        kind = "resistance" if match["how"].lower().startswith("resist") else "immunity"
        types = ("physical", "magic") if match["types"].lower() == "all" else (match["types"].lower(),)
        found[kind] = tuple(dict.fromkeys((*found.get(kind, ()), *types)))
    return found
