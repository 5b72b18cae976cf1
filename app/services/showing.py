"""What a GM shows to the players and puts away again, as pages tell it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.services import pictures, play
from app.services.access import Access
from app.services.house import House
from app.services.play import Ask
from rules import content

LONGEST_WORDS = 60


@dataclass(frozen=True, slots=True)
class Exhibit:
    """What is shown: a key that tells it from all else, what it is in a few words, and the id of a picture."""

    key: str
    words: str
    picture: str


def exhibit(system: str, language: str, shown: Mapping[str, Any] | None) -> Exhibit | None:
    """What is shown, as the GM's screen names it; None where nothing is."""
    if not shown:
        return None
    kind, value = next((kind, str(value)) for kind, value in shown.items())
    if kind == "picture":
        return Exhibit(f"picture:{value}", "", value)
    card = content.find_card(system, language, value) if kind == "card" else None
    words = " ".join((card.title if card else value).split())
    short = words if len(words) <= LONGEST_WORDS else words[: LONGEST_WORDS - 1] + "…"
    return Exhibit(f"card:{value}" if kind == "card" else kind, short, "")


def throw_away(house: House, access: Access, language: str, picture: str) -> None:
    """Remove a picture; one that is shown is put away as well. Raises NotFound."""
    if pictures.is_on_view(house, access, picture):  # first: else players would see a hole where it is thrown away
        play.play(house, Ask(access, language), [{"type": "take_away"}])
    house.database.write(lambda db: pictures.remove(db, access, picture))
