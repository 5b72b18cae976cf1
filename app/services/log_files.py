"""The log as a file: Markdown to read, CSV for a spreadsheet, JSON for programs; made piece by piece."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import msgspec

from app.services.access import Access
from app.services.games import shown_to
from app.services.house import House
from app.services.language import catalogue
from app.services.tabular import csv_line, markdown_cell
from app.services.wording import Wording, event_in_words, is_told, shown_in_words, texts_of, wording
from rules.core import chronicle, log
from rules.core.chronicle import Where
from rules.core.history import Entry, Game
from rules.core.project import Viewer

UNSAFE = re.compile(r"[^A-Za-z0-9]+")
CHUNK = 50  # lines that go out together
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"  # so that a spreadsheet reads a CSV's letters as they are


@dataclass(frozen=True, slots=True)
class LogFile:
    """A file that is made while it is sent."""

    name: str
    media_type: str
    pieces: Iterator[str]


@dataclass(frozen=True, slots=True)
class _Telling:
    """One game's log as one viewer reads it, in one language."""

    game: Game
    viewer: Viewer
    language: str
    said: Wording

    def lines(self) -> Iterator[tuple[Entry, Where, log.Line]]:
        """The entries that say something, with their places."""
        for entry, here in chronicle.placed(self.game, self.viewer):
            line = log.line(self.game, self.viewer, entry)
            if is_told(line):
                yield entry, here, line

    def events(self) -> Iterator[tuple[Where, dict[str, Any]]]:
        """What they say, as the API shows it."""
        for _, here, line in self.lines():
            yield here, event_in_words(self.game, self.viewer, line, self.said)

    def texts(self, lines: Sequence[log.Line]) -> list[str]:
        """What the lines of one step say."""
        events = shown_in_words(self.game, self.viewer, lines, self.said)
        return texts_of(lines, [self._with_dice(event) for event in events], self.said)

    def _with_dice(self, event: Mapping[str, Any]) -> str:
        """What an entry says, with the dice that the viewer saw fall."""
        fell = self.said.dice(event["data"].get("dice")) if event["type"] == "rolled" else ""
        return f"{event['text']} ({fell})" if fell else str(event["text"])

    def hand(self, by: str) -> str:
        """Whose hand it was, as people call it."""
        seat = by.removeprefix("seat:")
        return by if seat == by else log.name_for(self.game.state, self.viewer, seat)


def file_of(house: House, access: Access, language: str, format: str) -> LogFile:
    """The whole log, as far as the caller may read it."""
    game = shown_to(house.look(access.game_id), access.viewer)
    telling = _Telling(game, access.viewer, language, wording(game.system.key, language))
    ending, media_type, write = FORMATS[format]
    name = UNSAFE.sub("-", game.state.name).strip("-").lower() or "game"
    return LogFile(f"{name}.log.{ending}", media_type, _in_chunks(write(telling)))


def _in_chunks(lines: Iterator[str]) -> Iterator[str]:
    waiting: list[str] = []
    for line in lines:
        waiting.append(line)
        if len(waiting) >= CHUNK:
            yield "".join(waiting)
            waiting.clear()
    yield "".join(waiting)


def _json(telling: _Telling) -> Iterator[str]:
    """The entries as the API shows them, each with its place in the story."""
    head = {"name": telling.game.state.name, "system": telling.game.system.key, "language": telling.language}
    yield msgspec.json.encode(head).decode()[:-1] + ',"items":['
    comma = ""
    for here, event in telling.events():
        place = {"session": here.session or None, "scene": here.scene, "round": here.round or None}
        yield comma + msgspec.json.encode({**event, **place}).decode()
        comma = ",\n"
    yield "]}\n"


COLUMNS = ("time", "session", "scene", "round", "by", "type", "creature", "text", "dice")


def _csv(telling: _Telling) -> Iterator[str]:
    columns = [*COLUMNS, *(("number", "undone") if telling.viewer.is_gm else ())]
    yield BYTE_ORDER_MARK + csv_line(columns)
    for here, event in telling.events():
        yield csv_line([_cell(telling, here, event, column) for column in columns])


def _cell(telling: _Telling, here: Where, event: Mapping[str, Any], column: str) -> str | int | None:
    match column:
        case "time":
            return str(event["at"])
        case "session" | "round":
            number: int = getattr(here, column)
            return number or None
        case "scene":
            return here.scene
        case "by":
            return telling.hand(event["by"])
        case "creature":
            return log.name_for(telling.game.state, telling.viewer, event["creature"]) if event["creature"] else ""
        case "dice":
            return telling.said.dice(event["data"].get("dice")) if event["type"] == "rolled" else ""
        case "undone":
            return int(event["undone"])
        case _:
            found: str | int = event[column]
            return found


def _markdown(telling: _Telling) -> Iterator[str]:
    """What happened and was not taken back, by session and scene; one line a step."""
    gettext = catalogue(telling.language).gettext
    yield f"# {markdown_cell(telling.game.state.name)}\n"
    before = Where()
    living = (found for found in telling.lines() if _stands(telling.game, found[0]))
    for _, step in groupby(living, lambda found: found[0].step):
        told = list(step)
        entry, here, _ = told[0]
        if here.session != before.session:
            yield f"\n## {gettext('Session %(number)s') % {'number': here.session}}\n"
        if here.scene and (here.scene, here.session) != (before.scene, before.session):
            yield f"\n### {markdown_cell(here.scene)}\n"
        before = here
        texts = ". ".join(dict.fromkeys(map(markdown_cell, telling.texts([line for _, _, line in told]))))
        yield f"\n- {entry.at.astimezone():%H:%M} {texts}"
    yield "\n"


def _stands(game: Game, entry: Entry) -> bool:
    return entry.step not in game.undone and entry.event.__struct_config__.tag not in ("undone", "redone")


Write = Callable[[_Telling], Iterator[str]]
FORMATS: Mapping[str, tuple[str, str, Write]] = {
    "markdown": ("md", "text/markdown; charset=utf-8", _markdown),
    "csv": ("csv", "text/csv; charset=utf-8", _csv),
    "json": ("json", "application/json", _json),
}
