"""A whole game as one JSON document, and such a document as a game: nothing is lost on the way but ids and times.

What comes in was made by this product or by anybody. So a document is taken apart strictly, and the game that it makes
is looked at from every side before it is stored: what would fail later fails now, and nothing has happened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from sqlmodel import Session

from app.errors import Fault, InvalidInput
from app.services import access as ways
from app.services import belongings, frames, games, player, render, screen, tv
from app.services.access import Access
from app.services.belongings import ExportedEncounter, ExportedEncounters, ExportedPicture, ExportedPictures
from app.services.foreign_events import fits
from app.services.games import hand
from app.services.house import House, Standing, stand
from app.services.refusals import translated
from app.services.wording import events_in_words, wording
from app.storage import games as stored
from app.storage.games import Head, Row
from rules import get_system
from rules.core import codec, history
from rules.core.commands.base import Name
from rules.core.commands.creatures import MOST_CREATURES
from rules.core.events import GameBegan, Redone, Told, Undone
from rules.core.history import Entry, Game
from rules.core.project import GM_VIEWER, PUBLIC_VIEWER, seat_viewer
from rules.core.read import read

FORMAT = "shirma/1"
FRACTION = re.compile(r"-?\d{1,200}(/[1-9]\d{0,200})?")
LONGEST_TEXT = 10_000
LONGEST_NAME = 120
MOST_SEATS = 12  # whose pages are tried
Step = Annotated[int, msgspec.Meta(ge=1)]
By = Annotated[str, msgspec.Meta(pattern=r"^(gm(:.{1,120})?|token:.{1,120}|seat(:[A-Za-z0-9_-]{1,64})?)$")]
Reader = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
When = Annotated[datetime, msgspec.Meta(tz=True)]


class ExportedEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the log; ``event`` is as the game stores it."""

    number: Step
    step: Step
    by: By
    at: When
    event: dict[str, Any]
    seen: tuple[Reader, ...] = ()
    id: str = ""


class Exported(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game. Steps that were undone are in it, and what undid them."""

    format: str
    name: Name
    system: str
    created: When
    events: Annotated[tuple[ExportedEvent, ...], msgspec.Meta(min_length=1)]
    encounters: ExportedEncounters = ()
    pictures: ExportedPictures = ()


@dataclass(frozen=True, slots=True)
class Imported:
    """A game as a document tells it, and what this release could not read of it."""

    game: Game
    rows: Sequence[Row]
    lost: Sequence[Mapping[str, Any]]
    encounters: Sequence[ExportedEncounter] = ()
    pictures: Sequence[ExportedPicture] = ()

    def preview(self) -> dict[str, Any]:
        """What an import would bring."""
        named = [("game", self.game.state.name), *(("encounter", one.name) for one in self.encounters)]
        named += [("picture", one.name) for one in self.pictures]
        made = [{"kind": kind, "name": name, "system": self.game.system.key} for kind, name in named]
        return {"format": FORMAT, "new": made, "same": [], "changed": [], "lost": list(self.lost)}


def export(house: House, access: Access) -> dict[str, Any]:
    """The whole game, undone steps too."""

    def look(db: Session) -> dict[str, Any]:
        head = stand(house, db, access.game_id).head
        events = [_shown(row) for row in stored.rows(db, head.id)]
        named = {"format": FORMAT, "name": head.name, "system": head.system}
        more = {
            "encounters": belongings.encounters_of(db, head.id),
            "pictures": belongings.pictures_of(db, head.id),
        }
        return {**named, "created": head.created.astimezone(UTC), "events": events, **more}

    return house.database.read(look)


def _shown(row: Row) -> dict[str, Any]:
    return {
        "number": row.number,
        "id": row.id,
        "step": row.step,
        "by": row.by,
        "at": row.at.astimezone(UTC),
        "seen": row.seen.split(),
        "event": msgspec.Raw(row.body.encode()),
    }


def read_export(document: Any, language: str) -> Imported:
    """The game in the document, with new ids; raises Problem with the places that are wrong."""
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise InvalidInput(Fault("/format", "not-one-of", {"expected": FORMAT}))
    system = str(document.get("system"))
    with translated(system, language):
        found = read(Exported, document)
        rules = get_system(found.system)
    faults = [*_faults(found)][:20]
    if faults:
        raise InvalidInput(*faults)
    with translated(system, language):
        belongings.must_be_sound(rules, found.encounters, found.pictures)
    rows = [_row(event) for event in found.events]
    entries = [_entry(row) for row in rows]
    misfits = [
        Fault(f"/events/{place}/event", "not-valid") for place, entry in enumerate(entries) if not fits(entry.event)
    ]
    if misfits:
        raise InvalidInput(*misfits[:20])
    try:
        game = history.load_game(rules, entries)
        _look_from_every_side(game)
    except InvalidInput:
        raise
    except Exception as error:  # whatever a made-up log breaks, it is the document's fault and must not be stored
        raise InvalidInput(Fault("/events", "not-valid")) from error
    return Imported(game, rows, [*_lost(entries)], found.encounters, found.pictures)


def add(db: Session, account: str, imported: Imported) -> str:
    """Store the game as one of this account's; answers its id. For use within a write."""
    made = games.store_rows(db, account, imported.game, imported.rows)
    belongings.add(db, made, imported.encounters, imported.pictures)
    return made


def _row(event: ExportedEvent) -> Row:
    body = msgspec.json.encode(event.event).decode()
    id_ = "e_" + hand("gm").source.new_id()
    return Row(event.number, id_, event.step, event.by, event.at.astimezone(UTC), str(event.event["t"]), body,
               " ".join(event.seen))  # fmt: skip


def _entry(row: Row) -> Entry:
    return Entry(row.number, row.step, row.by, row.at, row.id, codec.load_event(row.body), tuple(row.seen.split()))


def _lost(entries: Sequence[Entry]) -> Iterator[Mapping[str, Any]]:
    for entry in entries:
        if isinstance(entry.event, Told) and entry.event.code == "unknown":
            yield {"pointer": f"/events/{entry.number - 1}", "kind": entry.event.facts.get("kind")}


def _faults(found: Exported) -> Iterator[Fault]:
    """What is wrong with the log as a log."""
    step = 0
    for place, event in enumerate(found.events):
        at = f"/events/{place}"
        if not 1 < event.at.year < 9999:
            yield Fault(f"{at}/at", "not-valid")
        if event.number != place + 1:
            yield Fault(f"{at}/number", "not-valid")
        if not step <= event.step <= step + 1:
            yield Fault(f"{at}/step", "not-valid")
        step = event.step
        if not isinstance(event.event.get("t"), str):
            yield Fault(f"{at}/event/t", "missing")
        elif (event.event["t"] == "game_began") != (place == 0):
            yield Fault(f"{at}/event/t", "not-valid")
        yield from _unfit(event.event, f"{at}/event")


def _unfit(value: Any, at: str) -> Iterator[Fault]:
    """Texts and names that are too long, and places in the order that are no fractions."""
    left: list[tuple[Any, str]] = [(value, at)]
    while left:
        inner, where = left.pop()
        if isinstance(inner, str) and len(inner) > LONGEST_TEXT:
            yield Fault(where, "too-long", {"most": LONGEST_TEXT})
        elif isinstance(inner, dict):
            if any(len(key) > LONGEST_NAME for key in inner):
                yield Fault(where, "too-long", {"most": LONGEST_NAME})
            if not FRACTION.fullmatch(str(inner.get("place", "0"))):
                yield Fault(f"{where}/place", "malformed")
            left += [(one, f"{where}/{key.replace('~', '~0').replace('/', '~1')}") for key, one in inner.items()]
        elif isinstance(inner, list):
            left += [(one, f"{where}/{place}") for place, one in enumerate(inner)]


def _look_from_every_side(game: Game) -> None:
    """Raises whatever looking at the game, or going on with it, would raise."""
    first = game.entries[0].event
    if not isinstance(first, GameBegan) or first.system != game.system.key:
        raise InvalidInput(Fault("/system", "not-valid"))
    state = codec.load_state(codec.dump_state(game.state))
    if sum(not creature.gone for creature in state.creatures.values()) > MOST_CREATURES:
        raise InvalidInput(Fault("/events", "too-long", {"most": MOST_CREATURES}))
    _draw_pages(game)
    for viewer in (GM_VIEWER, PUBLIC_VIEWER):
        told = tuple(entry for entry in game.entries if not isinstance(entry.event, Undone | Redone))
        events_in_words(game, viewer, told, wording(game.system.key, "ru"))


def _draw_pages(game: Game) -> None:
    """Draw every page of the game, those of seats for some of them: they differ by their creature alone."""
    head = Head("", game.state.name, game.system.key, "", b"key", datetime.now(UTC), None, game.number, "")
    standing = Standing(head, game)
    seats = [id for id, creature in game.state.creatures.items() if creature.kind == "pc" and creature.here]
    gm = ways.gm("", "", "gm", "")
    seen = games.seen_in(standing, gm, "en")
    sheets = [screen.sheet(seen, id) for id in seen.view["board"]]
    render.draw(frames.frame_of(seen, "en"), "", [*screen.parts(standing, seen, gm, "en"), *sheets])
    for viewer in (PUBLIC_VIEWER, *map(seat_viewer, seats[:MOST_SEATS])):
        seen = games.seen_in(standing, Access("", "watch", viewer, ""), "en")
        render.draw(player.frame_of(seen, "en"), "", player.parts(seen, "en"))
        render.draw(tv.frame_of(seen, "en"), "", tv.parts(seen, "en"))
