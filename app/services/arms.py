"""A weapon or an attack as one types it: "broadsword 1d8", "claws 1d10+4 slashing", "bow 1d6 crit 15% efficacy 70"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

LONGEST_NAME = 120
LONGEST_TYPE = 40

# In Russian a die is к8 or д8.
_ARM = re.compile(
    r"(?P<name>[^\W\d].*?)\s+(?P<count>\d{0,2})[dкд](?P<sides>\d{1,3})\s*(?P<more>[+−-]\s*\d{1,3})?(?:\s+(?P<type>\S.*))?",
    re.IGNORECASE,
)
_NO_KIND = re.compile(r"\d|^[^\w]")
_NUMBER = re.compile(r"(?P<times>[x×х](?=\d))?(?P<sign>[+−-])?(?P<number>\d{1,3})(?P<percent>%)?", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s:=]+")


@dataclass(frozen=True, slots=True)
class ArmWords:
    """What a game keeps of a weapon besides its dice and kind of damage, by the words for it, lower case.

    ``numbers`` are words with a number and the fact that it is; ``words`` say a fact by themselves ("longbow" is used
    as a bow). Without a word ``percent`` is the fact of "15%", ``times`` of "x3", ``more`` of a "+5" beside the latter.
    A word that ends in ``*`` stands for its beginning.
    """

    numbers: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    percent: str = ""
    times: str = ""
    more: str = ""


NONE = ArmWords()
Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class Arm:
    """A name with a damage die, what is added to it, the kind of damage, and a ``rest`` that is not understood.

    ``more`` are the further facts of it, and ``said`` those of them that were typed behind the dice, as they were.
    """

    name: str
    dice: str
    modifier: int = 0
    type: str = ""
    rest: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)
    said: str = ""

    @property
    def figures(self) -> str:
        """The damage in figures: "1d10+4"."""
        return f"{self.dice}{f'{self.modifier:+d}' if self.modifier else ''}"

    @property
    def facts(self) -> dict[str, Any]:
        """What the feature of a sheet says of it; nothing of what was left out."""
        said = {"dice": self.dice, "modifier": self.modifier, "type": self.type}
        return {**{key: value for key, value in said.items() if value}, **self.more}


def read_arm(part: str, words: ArmWords = NONE) -> Arm | None:
    """The weapon that a piece between commas is, None where it is something else."""
    found = _ARM.fullmatch(part.strip())
    if found is None:
        return None
    more = int((found["more"] or "0").replace("−", "-").replace(" ", ""))
    dice = f"{found['count'] or 1}d{found['sides']}"
    facts, said, tail = _facts(found["type"] or "", words)
    type_, rest = _kind_and_rest(tail)
    by_name = dict(fact for word in found["name"].split() if (fact := _known(word, words.words)) is not None)
    name = found["name"][:LONGEST_NAME].strip()
    return Arm(name, dice, more, type_[:LONGEST_TYPE], rest, {**by_name, **facts}, said)


def gathered(parts: Sequence[str], words: ArmWords | None) -> list[str]:
    """The pieces between commas, those that only say more of a weapon together with it: "bow 1d6, crit 15%, x2, +3"."""
    found: list[str] = []
    for part in parts:
        is_more = words is not None and len(found) > 1 and read_arm(found[-1]) is not None
        whole = f"{found[-1]} {part}" if is_more else ""
        if words is not None and whole and _says_more(whole, found[-1], words):
            found[-1] = whole
        else:
            found.append(part)
    return found


def _says_more(whole: str, before: str, words: ArmWords) -> bool:
    """Whether a weapon with a further piece behind it has further facts and nothing that is not understood."""
    one, other = read_arm(before, words), read_arm(whole, words)
    if one is None or other is None:
        return False
    return len(other.more) > len(one.more) and (one.type, one.rest) == (other.type, other.rest)


def _facts(tail: str, words: ArmWords) -> tuple[dict[str, Any], str, str]:
    """What the words behind the dice say of the weapon, those words, and those that say nothing of it."""
    tokens = [token for token in _BETWEEN.split(tail) if token]
    found: dict[str, Any] = {}
    said: list[str] = []
    left: list[str] = []
    while tokens:
        taken = _fact(tokens, found, words)
        (said if taken else left).extend(tokens[: taken or 1])
        del tokens[: taken or 1]
    return found, " ".join(said), " ".join(left)


def _fact(tokens: Sequence[str], found: dict[str, Any], words: ArmWords) -> int:
    """Take one fact from the first tokens; how many of them it was, 0 where they say none or one that stands."""
    fact, number = _known(tokens[0], words.numbers), _NUMBER.fullmatch(tokens[1]) if len(tokens) > 1 else None
    if fact and number and not number["times"] and fact not in found:
        found[fact] = _signed(number)
        return 2
    said, bare = _known(tokens[0], words.words), _NUMBER.fullmatch(tokens[0])
    if said is not None and said[0] not in found:
        found[said[0]] = said[1]
        return 1
    fact = _of_a_bare(bare, found, words) if bare else ""
    if bare is None or not fact or fact in found:
        return 0
    found[fact] = _signed(bare)
    return 1


def _of_a_bare(number: re.Match[str], found: Mapping[str, Any], words: ArmWords) -> str:
    """The fact that a number without a word is."""
    if number["times"]:
        return words.times
    if number["percent"]:
        return words.percent
    return words.more if number["sign"] and words.times in found else ""


def _signed(number: re.Match[str]) -> int:
    return int(number["number"]) * (-1 if number["sign"] in ("-", "−") else 1)


def _known(word: str, known: Mapping[str, Told]) -> Told | None:
    plain = word.casefold().rstrip(".,;")
    if plain in known:
        return known[plain]
    stems = (stem for stem in known if stem.endswith("*") and plain.startswith(stem[:-1]))
    stem = max(stems, key=len, default=None)
    return None if stem is None else known[stem]


def _kind_and_rest(tail: str) -> tuple[str, str]:
    """The kind of damage is words; what has numbers in it ("x3 15%") is none, and is not taken for one."""
    return ("", tail) if _NO_KIND.search(tail) else (tail, "")
