"""The way in for players: the code of the open door, and which characters are still free."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from app.services.access import Access
from app.services.games import Seen, seen_in, shown_to
from app.services.house import House, Standing
from app.services.render import MEMO, Drawn, Frame, Part, with_parts
from app.services.shares import doors, seats
from rules.core.project import PUBLIC_VIEWER

PAGE = "join"
DEVICES = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")


@dataclass(frozen=True, slots=True)
class Seat:
    creature: str
    name: str
    taken: bool
    calling: str = ""  # of a free one, to know it by: whoever takes the seat sees the whole sheet


@dataclass(frozen=True, slots=True)
class Door:
    """What the code says, the same for people to type, and the seats."""

    url: str
    short: str
    seats: tuple[Seat, ...]


def seats_of(house: House, access: Access, view: Mapping[str, Any]) -> tuple[Seat, ...]:
    """A seat for each character of the party."""
    free = {seat["creature"] for seat in seats(house, access)}
    party = [creature for creature in view["creatures"].values() if creature["kind"] == "pc"]
    callings = _callings(house, access, free)
    return tuple(Seat(one["id"], one["name"], one["id"] not in free, callings.get(one["id"], "")) for one in party)


def _callings(house: House, access: Access, free: Collection[str]) -> dict[str, str]:
    """The class of each free character that has one."""
    known = shown_to(house.look(access.game_id), PUBLIC_VIEWER).state.creatures
    found = {id: known[id].features.get("calling") for id in free if id in known}
    return {id: calling.name for id, calling in found.items() if calling}


def door(house: House, access: Access, view: Mapping[str, Any]) -> Door | None:
    """The open door, while there are seats to take."""
    opened = doors(house, access)
    found = seats_of(house, access, view) if opened else ()
    if all(seat.taken for seat in found):
        return None
    url: str = opened[-1]["url"]
    return Door(url, url.partition("://")[2], found)


def frame_of(seen: Seen, language: str) -> Frame:
    return Frame(PAGE, seen.id, seen.viewer.key, language, {})


def drawn_in(house: House, standing: Standing, access: Access, language: str) -> Drawn:
    """What the page to join shows: it hangs on who sits where as well as on the game."""
    seen = seen_in(standing, access, language)
    frame = frame_of(seen, language)
    part = Part("seats", "player/_seats.html", {"seats": seats_of(house, access, seen.view)})
    return with_parts(MEMO.draw(frame, seen.version, lambda: ()), frame, [part])


def device_of(agent: str) -> str:
    """What a browser says it runs on, in a word that people know; empty where it does not say."""
    return next((device for device in DEVICES if device in agent), "").replace("Macintosh", "Mac")
