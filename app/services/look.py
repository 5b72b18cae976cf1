"""How a device shows things, as its own cookies say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

THEMES = ("dark", "light")
SIZES = ("90", "100", "115", "130")


@dataclass(frozen=True, slots=True)
class Look:
    """Empty: as the browser prefers. ``letters``: whether single letters are shortcuts."""

    theme: str = ""
    size: str = ""
    letters: bool = True


def look_of(cookies: Mapping[str, str]) -> Look:
    theme, size = cookies.get("theme", ""), cookies.get("size", "")
    return Look(
        theme if theme in THEMES else "",
        size if size in SIZES else "",
        cookies.get("letters") != "off",
    )
