"""The log of a game, as far as the caller may read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.errors import Fault, InvalidInput
from app.services.access import Access
from app.services.games import shown_to, version_in
from app.services.house import House, Standing
from app.services.wording import event_in_words, events_in_words, wording
from rules.core import log as lines
from rules.core.history import Entry, Game
from rules.core.project import Viewer

Event = dict[str, Any]


def newest(house: House, access: Access, language: str, most: int = 50) -> list[Event]:
    """The newest entries, oldest first."""
    return newest_in(house.look(access.game_id), access.viewer, language, most)


def newest_in(standing: Standing, viewer: Viewer, language: str, most: int = 50) -> list[Event]:
    game = shown_to(standing, viewer)
    said = wording(game.system.key, language)
    return [event_in_words(game, viewer, line, said) for line in lines.newest(game, viewer, most)]


def page(house: House, access: Access, language: str, after: str | None = None, limit: int = 50) -> Mapping[str, Any]:
    """Up to ``limit`` entries after that one (its id, for a GM also its number), oldest first."""
    standing = house.look(access.game_id)
    game = shown_to(standing, access.viewer)
    start = _place_after(game, access, after) if after else 0
    found = _readable(game, access.viewer, start, limit + 1)
    events = events_in_words(game, access.viewer, found[:limit], wording(game.system.key, language))
    following = found[limit - 1].id if len(found) > limit else None
    return {"items": events, "next": following, "version": version_in(standing, access.viewer)}


def _place_after(game: Game, access: Access, after: str) -> int:
    """The place of the first entry after ``after``. One that the caller may not read any more is still a place."""
    viewer = access.viewer
    for place, entry in enumerate(game.entries):
        is_it = entry.id == after or (access.is_gm and str(entry.number) == after)
        if is_it and lines.could_read(viewer, entry):
            return place + 1
    raise InvalidInput(Fault("/after", "not-valid"))


def _readable(game: Game, viewer: Viewer, start: int, most: int) -> list[Entry]:
    found: list[Entry] = []
    for entry in game.entries[start:]:
        if len(found) >= most:
            break
        if lines.may_read(game, viewer, entry):
            found.append(entry)
    return found


def news(before: Standing, after: Standing, viewer: Viewer, language: str) -> list[Event]:
    """The entries that are new to this viewer since ``before``: written since, or to be read again."""
    old, new = shown_to(before, viewer), shown_to(after, viewer)
    found = [entry for entry in _looked_at(new, viewer, old.number) if _is_news(old, viewer, entry)]
    return events_in_words(new, viewer, found, wording(new.system.key, language))


def _looked_at(game: Game, viewer: Viewer, since: int, least: int = 200) -> Sequence[Entry]:
    """The entries that may be news, oldest first: all that are younger, and the newest that the viewer may read."""
    younger = game.number - since
    return [*lines.readable(game, viewer, max(least, younger))][::-1]


def _is_news(old: Game, viewer: Viewer, entry: Entry) -> bool:
    return entry.number > old.number or not lines.may_read(old, viewer, entry)
