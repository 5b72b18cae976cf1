"""Who plays along on which device, and the links that let them in: a tab of the GM's screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.services import shares
from app.services.access import Access
from app.services.house import House
from app.services.render import Part
from rules.core.state import Creature

LOOKING = ("watch", "screen")


def parts(house: House, access: Access) -> Iterable[Part]:
    """The fragments that hang on who is let in, not on the game's number."""
    values = entrance(house, access)
    yield Part("seats", "screen/_seats.html", values)
    yield Part("viewers", "screen/_viewers.html", {"seated": sum(bool(seat["share"]) for seat in values["seats"])})


def entrance(house: House, access: Access) -> dict[str, Any]:
    """Who sits where, the open door with its address, and the links for those who look on."""
    standing, links = shares.known(house, access)
    party = [c for c in standing.game.state.creatures.values() if c.kind == "pc" and c.here]
    return {
        "seats": [_seat(creature, links) for creature in party],
        "door": next(iter(shares.opened_doors(house, links)), None),
        "links": [link for link in links if link["role"] in LOOKING],
        "only_loopback": house.settings.only_loopback,
    }


def _seat(creature: Creature, links: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """One character's place: whose device sits there, by the link that it came through."""
    link = next((one for one in links if one["role"] == "seat" and one["creature"] == creature.id), None)
    return {
        "creature": creature.id,
        "name": creature.name,
        "share": link["id"] if link else None,
        "device": link["device"] if link else "",
    }
