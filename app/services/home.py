"""Somebody's games as the first page shows them: the newest with where its story stands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from app.errors import NotFound
from app.services import logbook
from app.services.games import as_gm, listed, seen_in
from app.services.house import House
from app.services.table import Track, table_of
from app.services.wording import wording
from app.storage.games import Listed
from rules import SYSTEMS, content

DETAILED = 8  # the newest games are looked into; of the others the list says enough
BIN_DAYS = 30
MOST_GAMES = 200


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game of the list. ``until`` is when one in the bin goes for good."""

    id: str
    name: str
    system: str
    system_name: str
    changed: datetime
    scene: str = ""
    party: tuple[str, ...] = ()
    active: str = ""
    over: int = 0  # the session that has ended, until the next one begins
    pool: Track | None = None
    last_time: str = ""
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class SystemLine:
    """A game system to choose, with what it is about in a few words, and whether it brings a sample."""

    key: str
    name: str
    pitch: str
    has_sample: bool


def lines(house: House, account: str, language: str) -> list[GameLine]:
    """The games of an account, the newest first."""
    found = listed(house, account, limit=MOST_GAMES)
    return [
        _detailed(house, game, language) if place < DETAILED else _line(game, language)
        for place, game in enumerate(found)
    ]


def bin_lines(house: House, account: str, language: str) -> list[GameLine]:
    """The games that lie in the bin."""
    return [_line(game, language) for game in listed(house, account, limit=MOST_GAMES, bin=True)]


def systems(language: str) -> list[SystemLine]:
    """The games that can be played."""
    return [
        SystemLine(key, content.name(key, language), _pitch(key, language), content.has_demo(key, language))
        for key in SYSTEMS
    ]


def opened_from(house: House, account: str, game_id: str) -> str:
    """The id of the game that a page was opened from, where the account runs it, else nothing."""
    try:
        return as_gm(house, account, game_id).game_id if game_id else ""
    except NotFound:
        return ""


def _pitch(key: str, language: str) -> str:
    return wording(key, language).words.word("system", "pitch") or ""


def _line(game: Listed, language: str) -> GameLine:
    until = game.deleted_at + timedelta(days=BIN_DAYS) if game.deleted_at else None
    return GameLine(game.id, game.name, game.system, _system_name(game.system, language), game.changed, until=until)


def _system_name(key: str, language: str) -> str:
    """The game's name; its key where its pack is not here any more."""
    return content.name(key, language) if key in SYSTEMS else key


def _detailed(house: House, game: Listed, language: str) -> GameLine:
    try:
        standing = house.look(game.id)
    except NotFound:  # put into the bin a moment ago
        return _line(game, language)
    seen = seen_in(standing, as_gm(house, standing.head.owner, game.id), language)
    table = table_of(seen, language)
    active, is_over = table.active(), logbook.is_over(standing.game)
    return GameLine(
        id=game.id,
        name=seen.name,
        system=game.system,
        system_name=content.name(game.system, language),
        changed=game.changed,
        scene=seen.view["time"]["scene"],
        party=tuple(c["name"] for c in seen.view["creatures"].values() if c["kind"] == "pc"),
        active=active.name if active and not is_over else "",
        over=seen.view["time"]["session"] if is_over else 0,
        pool=next(iter(table.pools()), None),
        last_time=logbook.last_evening(standing.game)[0],
    )
