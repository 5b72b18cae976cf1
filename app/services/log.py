"""The log of a game, as far as the caller may read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from app.errors import Fault, InvalidInput
from app.services.access import Access
from app.services.games import shown_to, version_in
from app.services.house import House, Standing
from app.services.wording import Wording, event_in_words, events_in_words, wording
from rules.core import chronicle
from rules.core import log as lines
from rules.core.chronicle import Wanted
from rules.core.history import Entry, Game
from rules.core.project import Viewer

Event = dict[str, Any]
MOST_LOOKED_AT = 2000


def newest(house: House, access: Access, language: str, most: int = 50) -> list[Event]:
    """The newest entries, oldest first."""
    return newest_in(house.look(access.game_id), access.viewer, language, most)


def newest_in(standing: Standing, viewer: Viewer, language: str, most: int = 50) -> list[Event]:
    game = shown_to(standing, viewer)
    said = wording(game.system.key, language)
    return [event_in_words(game, viewer, line, said) for line in lines.newest(game, viewer, most)]


@dataclass(frozen=True, slots=True)
class Search:
    """Which entries are looked for: of which kind, by or about whom, where in the story, with which words."""

    wanted: Wanted = field(default_factory=Wanted)
    text: str = ""

    @property
    def is_anything(self) -> bool:
        return self.wanted.is_anything and not self.text.strip()


def page(
    house: House,
    access: Access,
    language: str,
    after: str | None = None,
    limit: int = 50,
    search: Search | None = None,
) -> Mapping[str, Any]:
    """Up to ``limit`` entries after that one (its id, for a GM also its number), oldest first.

    One look for words goes through so many entries at most: it may find fewer and still have a next page.
    """
    standing = house.look(access.game_id)
    game = shown_to(standing, access.viewer)
    start = _place_after(game, access, after) if after else 0
    said = wording(game.system.key, language)
    if search is None or search.is_anything:
        found = _readable(game, access.viewer, start, limit + 1)
        events = events_in_words(game, access.viewer, found[:limit], said)
        following = found[limit - 1].id if len(found) > limit else None
    else:
        events, following = _found(game, access.viewer, said, search, start, limit)
    return {"items": events, "next": following, "version": version_in(standing, access.viewer)}


def _found(
    game: Game, viewer: Viewer, said: Wording, search: Search, start: int, limit: int
) -> tuple[list[Event], str | None]:
    """The entries from that place on that are looked for, and the last of them where there may be more."""
    heard, events, last = search.text.casefold().split(), list[Event](), ""
    for looked, entry in enumerate(_fitting(game, viewer, search.wanted, start), 1):
        if len(events) == limit or looked > MOST_LOOKED_AT:
            return events, last
        event = event_in_words(game, viewer, lines.line(game, viewer, entry), said)
        last = entry.id
        if all(word in str(event["text"]).casefold() for word in heard):
            events.append(event)
    return events, None


def _fitting(game: Game, viewer: Viewer, wanted: Wanted, start: int) -> Iterator[Entry]:
    """The entries after a place that are of the wanted kind, by or about the wanted one, in the wanted place."""
    number = game.entries[start].number if start < len(game.entries) else game.number + 1
    asked = msgspec.structs.replace(wanted, who="")
    for entry, here in chronicle.placed(game, viewer):
        is_fitting = entry.number >= number and chronicle.fits(game.system, asked, entry, here)
        if is_fitting and (not wanted.who or _is_by(game, viewer, entry, wanted.who)):
            yield entry


def _is_by(game: Game, viewer: Viewer, entry: Entry, who: str) -> bool:
    """Whether an entry is by or about somebody, as far as its line tells this viewer."""
    by = lines.line(game, viewer, entry).by
    if who in chronicle.HANDS:
        return by.startswith("seat:") == (who == "players")
    return by == f"seat:{who}" or who in lines.about(game, viewer, entry.event)


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
