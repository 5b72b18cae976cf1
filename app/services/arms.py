"""A weapon or an attack as one types it: "broadsword 1d8", "claws 1d10+4 slashing"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

LONGEST_NAME = 120
LONGEST_TYPE = 40

# In Russian a die is к8 or д8.
_ARM = re.compile(
    r"(?P<name>[^\W\d].*?)\s+(?P<count>\d{0,2})[dкд](?P<sides>\d{1,3})\s*(?P<more>[+−-]\s*\d{1,3})?(?:\s+(?P<type>\S.*))?",
    re.IGNORECASE,
)
_NO_KIND = re.compile(r"\d|^[^\w]")


@dataclass(frozen=True, slots=True)
class Arm:
    """A name with a damage die, what is added to it, the kind of damage, and ``rest``, which nothing is known of."""

    name: str
    dice: str
    modifier: int = 0
    type: str = ""
    rest: str = ""

    @property
    def figures(self) -> str:
        """The damage in figures: "1d10+4"."""
        return f"{self.dice}{f'{self.modifier:+d}' if self.modifier else ''}"

    @property
    def facts(self) -> dict[str, Any]:
        """What the feature of a sheet says of it; nothing of what was left out."""
        said = {"dice": self.dice, "modifier": self.modifier, "type": self.type}
        return {key: value for key, value in said.items() if value}


def read_arm(part: str) -> Arm | None:
    """The weapon that a piece between commas is, None where it is something else."""
    found = _ARM.fullmatch(part.strip())
    if found is None:
        return None
    more = int((found["more"] or "0").replace("−", "-").replace(" ", ""))
    dice = f"{found['count'] or 1}d{found['sides']}"
    type_, rest = _kind_and_rest((found["type"] or "").strip())
    return Arm(found["name"][:LONGEST_NAME].strip(), dice, more, type_[:LONGEST_TYPE], rest)


def _kind_and_rest(tail: str) -> tuple[str, str]:
    """The kind of damage is words; what has numbers in it ("x3 15%") is none, and is not taken for one."""
    return ("", tail) if _NO_KIND.search(tail) else (tail, "")
