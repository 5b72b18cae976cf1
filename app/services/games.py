"""Games: made, listed, renamed, put into the bin; and seen by whoever looks."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, TypeVar

from sqlmodel import Session

from app.errors import NotFound, Problem
from app.services import access as ways
from app.services.access import Access
from app.services.house import House, Standing, row_of, stand
from app.services.plain_facts import with_plain_facts
from app.services.refusals import translated
from app.services.wording import view_in_words, wording
from app.storage import games
from app.storage.database import announce
from app.storage.ids import new_id
from app.storage.tables import Game as GameRow
from rules import get_system
from rules.core import history
from rules.core import view as views
from rules.core.commands.play import RenameGame
from rules.core.decide import Source
from rules.core.errors import Fault, InvalidInput
from rules.core.events import SettingSet
from rules.core.history import Game, Hand
from rules.core.project import Viewer
from rules.core.read import read
from rules.core.withheld import seen_by

T = TypeVar("T")
MOST_HELD = 20
_HELD_LOCK = threading.Lock()
_HELD: dict[str, Game] = {}  # games as their players look at them while the view is held, by their newest entry


@dataclass(frozen=True, eq=False)
class Seen:
    """A game as one audience sees it in one language: shared by all of that audience, so never to be changed.

    ``number`` is the newest event's for a GM and None for everybody else: a hidden change must not show.
    """

    id: str
    name: str
    system: str
    number: int | None
    version: str
    view: Mapping[str, Any]
    viewer: Viewer

    made: dict[str, Any] = field(default_factory=dict, repr=False)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """What ``make`` answers, made once of this look at the game."""
        if name not in self.made:
            self.made[name] = make()
        found: T = self.made[name]
        return found

    @cached_property
    def page(self) -> Mapping[str, Any]:
        """The view as pages draw it: nothing in it is of another type than they expect."""
        return with_plain_facts(self.view, get_system(self.system).facts)


def as_gm(house: House, account: str, game_id: str, by: str = "gm", caller: str = "") -> Access:
    """The way in of the one who runs the game; raises NotFound for everybody else."""
    if house.look(game_id).head.owner != account:
        raise NotFound
    return ways.gm(game_id, account, by, caller)


def see(house: House, access: Access, language: str) -> Seen:
    """The game as the caller may see it now."""
    return seen_in(house.look(access.game_id), access, language)


def seen_in(standing: Standing, access: Access, language: str) -> Seen:
    """A standing as the caller may see it. The only way any state leaves the services."""
    viewer = access.viewer
    found: Seen = standing.once(("seen", viewer.key, language), lambda: _look(standing, viewer, language))
    return found


def _look(standing: Standing, viewer: Viewer, language: str) -> Seen:
    game, view, version = _view(standing, viewer)
    system = game.system.key
    return Seen(
        id=standing.head.id,
        name=game.state.name,
        system=system,
        number=standing.head.number if viewer.is_gm else None,
        version=version,
        view=view_in_words(game, view, wording(system, language)),
        viewer=viewer,
    )


def version_in(standing: Standing, viewer: Viewer) -> str:
    """The version of what the viewer sees: the same in every language."""
    return _view(standing, viewer)[2]


def _view(standing: Standing, viewer: Viewer) -> tuple[Game, views.View, str]:
    def make() -> tuple[Game, views.View, str]:
        game = shown_to(standing, viewer)
        view = views.view(game, viewer)
        return game, view, views.version(game, viewer, view, standing.head.key)

    found: tuple[Game, views.View, str] = standing.once(("view", viewer.key), make)
    return found


def shown_to(standing: Standing, viewer: Viewer) -> Game:
    """The game that the viewer looks at: to players some things wait, and all do while the GM holds their view."""
    if viewer.is_gm or not standing.game.state.held:
        return seen_by(standing.game, viewer)
    found: Game = standing.once(("held",), lambda: _as_held(standing.game))
    return seen_by(found, viewer)


def _as_held(game: Game) -> Game:
    """The game just before the newest live hold. It stays the same while it is held, so it is loaded once."""
    held_at = game.number
    for entry in reversed(game.entries):
        if isinstance(entry.event, SettingSet) and entry.event.key == "game/held" and entry.step not in game.undone:
            if not entry.event.value:
                break
            held_at = entry.number - 1
    newest = game.entries[held_at - 1].id
    found = _HELD.get(newest)
    return found or _hold(newest, history.load_game(game.system, game.entries[:held_at]))


def _hold(newest: str, game: Game) -> Game:
    """Keep a game that is held, and forget the oldest of too many; of several made at once all get the first."""
    with _HELD_LOCK:
        kept = _HELD.setdefault(newest, game)
        while len(_HELD) > MOST_HELD:
            del _HELD[next(iter(_HELD))]
    return kept


def hand(by: str, *, draws: bool = True) -> Hand:
    """A hand that acts now. Dice come from the system's own randomness; a preview draws none."""
    source = Source(_face if draws else None, lambda: secrets.token_urlsafe(9))
    return Hand(by, datetime.now(UTC), source)


def _face(sides: int) -> int:
    return secrets.SystemRandom().randint(1, sides)


def create(
    db: Session,
    account: str,
    by: str,
    name: str,
    system: str,
    settings: Mapping[str, Any] | None = None,
    commands: Sequence[Mapping[str, Any]] = (),
    language: str = "en",
) -> str:
    """A new game; answers its id. ``commands`` are carried out as its first step. For use within a write."""
    acting = hand(by)
    with translated(system, language):
        rules = get_system(system)
        title = read(RenameGame, {"type": "rename_game", "name": name}).name
        begun = history.new_game(rules, title, checked_settings(rules.key, settings or {}), acting)
        game = history.play(begun, commands, acting).game if commands else begun
    return store_new(db, account, game)


def store_new(db: Session, account: str, game: Game) -> str:
    """Store a game that nobody has stored before; answers its id."""
    return store_rows(db, account, game, [row_of(entry) for entry in game.entries])


def store_rows(db: Session, account: str, game: Game, rows: Sequence[games.Row]) -> str:
    """As `store_new`, with the events as they are to be stored."""
    row = GameRow(
        id=new_id("g"),
        name=game.state.name,
        system=game.system.key,
        owner=account,
        number=game.number,
        key=secrets.token_bytes(32),
    )
    games.add(db, row, rows)
    return row.id


def checked_settings(system: str, settings: Mapping[str, Any], at: str = "/settings") -> dict[str, Any]:
    """The settings, each as the game takes it; raises InvalidInput with pointers under ``at``."""
    trial = history.new_game(get_system(system), "-", {}, hand("gm"))
    for key, value in settings.items():
        try:
            trial = history.play(trial, [change_setting(key, value)], hand("gm")).game
        except InvalidInput as error:
            pointer = f"{at}/" + key.replace("~", "~0").replace("/", "~1")
            raise InvalidInput([Fault(pointer, fault.code, fault.facts) for fault in error.errors]) from error
    return {key: trial.state.settings[key] for key in settings}


def change_setting(key: str, value: Any) -> dict[str, Any]:
    return {"type": "change_setting", "key": key, "value": value}


def changes(
    system: str, name: str | None, settings: Mapping[str, Any], language: str, at: str = "/settings"
) -> list[dict[str, Any]]:
    """The commands that rename a game and change its settings, which stand at ``at`` in the request."""
    with translated(system, language):
        checked = checked_settings(system, settings, at)
    renamed = [] if name is None else [{"type": "rename_game", "name": name}]
    return renamed + [change_setting(key, value) for key, value in checked.items()]


def listed(
    house: House, account: str, before: tuple[datetime, str] | None = None, limit: int = 50, *, bin: bool = False
) -> list[games.Listed]:
    """The games of an account, the newest change first; of those in the bin, or of the others."""
    return house.database.read(lambda db: games.listed(db, account, before, limit, bin))


def put_in_bin(house: House, access: Access) -> None:
    """Put the game away for thirty days; its links and streams end."""

    def change(db: Session) -> None:
        games.put_in_bin(db, access.game_id, datetime.now(UTC))
        announce(db, access.game_id)

    house.database.write(change)
    house.hub.publish(access.game_id)


def restore(house: House, account: str, game_id: str) -> None:
    """Take the game out of the bin; raises NotFound where it does not lie there."""

    def change(db: Session) -> None:
        if stand(house, db, game_id, in_bin=True).head.owner != account:
            raise NotFound
        games.put_in_bin(db, game_id, None)
        announce(db, game_id)

    house.database.write(change)
    house.hub.publish(game_id)


def must_fit(standing: Standing, access: Access, match: str | None) -> None:
    """Raises Problem ``stale-version`` unless If-Match names what the caller sees now."""
    if match is None:
        return
    known = {version_in(standing, access.viewer)}
    if access.is_gm:
        known.add(str(standing.head.number))
    if not known & set(wanted_versions(match)) and match.strip() != "*":
        current = {"number": standing.head.number} if access.is_gm else {}
        raise Problem("stale-version", more={"version": version_in(standing, access.viewer), **current})


def wanted_versions(match: str) -> list[str]:
    """The versions in an If-Match header; raises Problem where it is not one."""
    found = []
    for part in match.split(","):
        tag = part.strip().removeprefix("W/")
        if tag != "*" and not (len(tag) >= 2 and tag[0] == tag[-1] == '"'):
            raise Problem("malformed-request")
        found.append(tag.strip('"'))
    return found
