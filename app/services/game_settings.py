"""The settings of a game as their page shows them: where the rules leave room, and what players see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.services import games
from app.services.forms import whole
from app.services.games import Seen
from app.services.wording import wording
from app.settings import LANGUAGES
from rules import get_system
from rules.core import sight
from rules.core.say import Words
from rules.core.system import FOES, SettingSpec, SystemData, TrackerSpec

SIDES = sight.SIDES
KINDS = {"pc": ("pc",), "ally": ("ally",), "foe": FOES}


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: what it is called, why it is there, its value, and what it may be.

    Without options it is any whole number, or with ``is_text`` what somebody writes.
    """

    key: str
    words: str
    says: str
    value: str
    options: tuple[tuple[str, str], ...]
    least: int = 0
    most: int = 9999
    is_text: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """What players know of one field of one side: the setting's key, its value, what it may be, and the game's own."""

    key: str
    value: str
    options: tuple[tuple[str, str], ...]
    default: str

    @property
    def usual(self) -> str:
        """What the game says by itself, in words; empty where that is what stands."""
        return "" if self.value == self.default else dict(self.options)[self.default]


@dataclass(frozen=True, slots=True)
class Row:
    """One field, with a cell for each side; None where that side has no such thing."""

    field: str
    words: str
    cells: tuple[Cell | None, ...]
    says: str = ""


def readings(seen: Seen, language: str) -> list[Setting]:
    """Where the rules leave room, with what this game has chosen."""
    words, chosen = wording(seen.system, language).words, seen.view["settings"]
    specs = get_system(seen.system).data.settings
    return [_setting(words, key, spec, chosen.get(key, spec.default)) for key, spec in specs.items()]


def sights(seen: Seen, language: str) -> list[Row]:
    """What players may know: a row for each field, a cell for each of the `SIDES`."""
    words, data = wording(seen.system, language).words, get_system(seen.system).data
    says = {sight.NUMBERS: _against(words, data)}
    rows = [Row(f, words.word("sight_fields", f) or f, _cells(seen, words, f), says.get(f, "")) for f in sight.FIELDS]
    chosen = {key.rpartition("/")[2] for key in seen.view["settings"] if key.startswith("seen/")}
    rows += [
        Row(key, words.word("numbers", key) or key, _number(seen, words, key)) for key in data.numbers if key in chosen
    ]
    trackers = [key for key, spec in data.trackers.items() if spec.kind == "pool" and key != data.health]
    return rows + [Row(key, words.word("trackers", key) or key, _marks(seen, words, key)) for key in trackers]


def as_settings(seen: Seen, language: str) -> list[dict[str, Any]]:
    """The same for programs: each cell as a setting with its default and what it may be."""
    sides = wording(seen.system, language).words
    return [
        {
            "key": cell.key,
            "name": f"{row.words}: {sides.word('sight_sides', side) or side}",
            "default": cell.default,
            "schema": {"type": "string", "enum": [*sight.options(get_system(seen.system), row.field)]},
            "why": None,
            "value": seen.view["settings"].get(cell.key, cell.value),
        }
        for row in sights(seen, language)
        for side, cell in zip(SIDES, row.cells, strict=True)
        if cell is not None
    ]


def defaults(seen: Seen) -> list[dict[str, Any]]:
    """The commands that let players know what the game says by itself."""
    cells = [cell for row in sights(seen, LANGUAGES[0]) for cell in row.cells if cell is not None]
    return [games.change_setting(cell.key, cell.default) for cell in cells if cell.value != cell.default]


def value_of(seen: Seen, key: str, text: str) -> bool | int | str:
    """The value that a form's text stands for, in the type of the setting; the rules refuse what does not fit."""
    spec = get_system(seen.system).data.settings.get(key)
    if spec is not None and isinstance(spec.default, bool) and text in ("true", "false"):
        return text == "true"
    number = whole(text) if spec is not None and isinstance(spec.default, int) else None
    return text if number is None else number


def _setting(words: Words, key: str, spec: SettingSpec, value: Any) -> Setting:
    values = spec.options or ((False, True) if isinstance(spec.default, bool) else ())
    return Setting(
        key=key,
        words=words.word("settings", key) or key.replace("_", " "),
        says=words.word("settings_why", key) or "",
        value=_text(value),
        options=tuple((_text(one), words.word("options", _text(one)) or _text(one)) for one in values),
        least=spec.least,
        most=spec.most,
        is_text=isinstance(spec.default, str),
    )


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _cells(seen: Seen, words: Words, field: str) -> tuple[Cell, ...]:
    """One of the fields that every game has."""
    system, chosen = get_system(seen.system), seen.view["settings"]
    options = tuple((one, words.word("sight", f"{field}_{one}") or one) for one in sight.FIELDS[field])
    found = ((side, sight.chosen(system, chosen, side, field), sight.default(system, side, field)) for side in SIDES)
    return tuple(Cell(f"seen/{side}/{field}", value, options, usual) for side, value, usual in found)


def _against(words: Words, data: SystemData) -> str:
    """Which numbers others roll against."""
    return ", ".join(words.word("numbers", key) or key for key, spec in data.numbers.items() if spec.against)


def _number(seen: Seen, words: Words, key: str) -> tuple[Cell | None, ...]:
    """One number that was set by itself: shown or not, else as the numbers of its side are."""
    system, chosen = get_system(seen.system), seen.view["settings"]
    options = tuple((one, words.word("sight", f"marks_{one}") or one) for one in ("gm", "public"))
    is_against = system.data.numbers[key].against

    def usual(how: str) -> str:
        return "public" if how == "all" or (how == "against" and is_against) else "gm"

    def cell(side: str) -> Cell:
        name = f"seen/{side}/{key}"
        now = usual(sight.chosen(system, chosen, side, sight.NUMBERS))
        return Cell(name, str(chosen.get(name, now)), options, usual(sight.default(system, side, sight.NUMBERS)))

    return tuple(map(cell, SIDES))


def _marks(seen: Seen, words: Words, key: str) -> tuple[Cell | None, ...]:
    """A tracker: its marks are shown, or nobody but the own player sees them."""
    spec = get_system(seen.system).data.trackers[key]
    return tuple(_mark(seen, words, key, spec, side) if set(KINDS[side]) & set(spec.of) else None for side in SIDES)


def _mark(seen: Seen, words: Words, key: str, spec: TrackerSpec, side: str) -> Cell:
    name, unseen = f"seen/{side}/{key}", "own" if side == "pc" else "gm"
    default = sight.default_of(spec, side)
    found = [str(seen.view["settings"].get(name, default)), default]
    value, usual = ("public" if one == "public" else unseen for one in found)
    options = tuple((one, words.word("sight", f"marks_{one}") or one) for one in (unseen, "public"))
    return Cell(name, value, options, usual)
