"""What a toast says of what happened: each thing once, and what is shown by its name."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import islice
from typing import Any

from app.services import showing
from app.services.language import catalogue
from app.services.wording import DERIVED
from rules import get_system
from rules.core.events import Told
from rules.core.history import Game

Event = Mapping[str, Any]
SHOWN = "game/shown"
LOOKED_AT = 400  # of the newest entries: a step is among them


def texts(events: Sequence[Event], together: Sequence[str], system: str, language: str) -> list[str]:
    """The texts of the events, or what several of them said in one, without what another has told already."""
    told = [str(event["text"]) for event in events if event["type"] not in DERIVED and not event.get("quiet")]
    repeated, named = _repeated(events) | _retold(events, system), _named(events, system, language)
    return [named.get(text, text) for text in (together or told) if text not in repeated]


def with_harm(game: Game, events: Sequence[Event]) -> list[Event]:
    """A player's events, their sentences with how far the health moved: what a player is sent has no facts of them.

    Of what else a sentence names, as an Armor Slot, the tracker's own words say how much is left.
    """
    health, ids = game.system.data.health or "", {event["id"] for event in events if event["type"] == "told"}
    newest = islice(reversed(game.entries), LOOKED_AT) if ids else ()
    harm = {
        entry.id: {"facts": {health: entry.event.facts[health]}}
        for entry in newest
        if entry.id in ids and isinstance(entry.event, Told) and health in entry.event.facts
    }
    return [{**event, "data": harm[event["id"]]} if event["id"] in harm else event for event in events]


def _repeated(events: Sequence[Event]) -> set[str]:
    """The texts of trackers of which a sentence of the game tells how far they moved: "2 Hit Points marked"."""
    told = {(event["creature"], key) for event in events if event["type"] == "told" for key in _moved(event["data"])}
    moved = [event for event in events if event["type"] == "tracker_set"]
    return {str(event["text"]) for event in moved if (event["creature"], event["data"]["tracker"]) in told}


def _retold(events: Sequence[Event], system: str) -> set[str]:
    """What the sheet's own books say of a change that the game told in a sentence, as of armor that was put on."""
    told = {event["creature"] for event in events if event["type"] == "told"}
    numbers = get_system(system).data.numbers
    return {str(event["text"]) for event in events if event["creature"] in told and _is_of_sheet(event, numbers)}


def _is_of_sheet(event: Event, numbers: Container[str]) -> bool:
    """Whether only the sheet changes by it: a number, how much a tracker holds at most, a feature without a name."""
    if event["type"] != "tracker_set":
        return event["type"] == "creature_changed" and _is_nameless(event)
    data = event["data"]
    return data["tracker"] in numbers or data.get("was") == data["value"]


def _is_nameless(event: Event) -> bool:
    """Whether it changes features of the sheet that bear no name of their own, and nothing else."""
    changes: Mapping[str, Any] = event["data"].get("changes", {})
    return bool(changes) and all(
        path.startswith("features/") and not (value or {}).get("name") for path, value in changes.items()
    )


def _moved(data: Mapping[str, Any]) -> list[str]:
    facts = {**data.get("facts", {}), **data.get("secret", {})}
    return [key for key, value in facts.items() if type(value) is int and value]


def _named(events: Sequence[Event], system: str, language: str) -> dict[str, str]:
    """What the log says of something that is shown, and the same with what it is: the log keeps no words of it."""
    _ = catalogue(language).gettext
    found: dict[str, str] = {}
    for event in events:
        if event["type"] != "setting_set" or event["data"].get("key") != SHOWN:
            continue
        exhibit = showing.exhibit(system, language, event["data"].get("value"))
        if exhibit:
            found[str(event["text"])] = f"{_('Shown to the players')}: {exhibit.words or _('a picture')}"
    return found
