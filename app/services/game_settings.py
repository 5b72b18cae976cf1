"""The settings of a game as their page shows them: where the rules leave room, and what players see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.services.forms import whole
from app.services.games import Seen
from app.services.wording import wording
from rules import get_system
from rules.core.say import Words
from rules.core.system import SettingSpec, SystemData, TrackerSpec

SIDES = {"pc": "pc", "foe": "adversary"}
SEEN = ("public", "vague", "gm")


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: what it is called, why it is there, its value, and what it may be (nothing: any whole number)."""

    key: str
    words: str
    says: str
    value: str
    options: tuple[tuple[str, str], ...]
    least: int = 0
    most: int = 9999


@dataclass(frozen=True, slots=True)
class Sight:
    """Who sees one tracker of one side."""

    key: str
    side: str
    words: str
    value: str


def readings(seen: Seen, language: str) -> list[Setting]:
    """Where the rules leave room, with what this game has chosen."""
    words, chosen = wording(seen.system, language).words, seen.view["settings"]
    specs = get_system(seen.system).data.settings
    return [_setting(words, key, spec, chosen.get(key, spec.default)) for key, spec in specs.items()]


def sights(seen: Seen, language: str) -> list[Sight]:
    """What players see of each side."""
    return list(_sights(seen, wording(seen.system, language).words, get_system(seen.system).data))


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
    )


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _sights(seen: Seen, words: Words, data: SystemData) -> Iterator[Sight]:
    chosen: Mapping[str, Any] = seen.view["settings"]
    for side, kind in SIDES.items():
        for key, spec in data.trackers.items():
            if spec.kind == "pool" and kind in spec.of:
                name = words.word("trackers", key) or key.replace("_", " ")
                yield Sight(key, side, name, str(chosen.get(f"seen/{side}/{key}", _seen(spec, side))))


def _seen(spec: TrackerSpec, side: str) -> str:
    return spec.seen if isinstance(spec.seen, str) else spec.seen.get(side, "gm")
