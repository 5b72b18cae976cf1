"""What a game system consists of: its trackers, numbers, conditions, rolls, commands and settings, with their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.errors import Problem
from app.services.refusals import translated
from rules import SYSTEMS, content, get_system
from rules.core.commands.base import command_schema
from rules.core.decide import known_commands
from rules.core.say import Words
from rules.core.system import SettingSpec, System, TrackerSpec

TYPES = {bool: "boolean", int: "integer", str: "string"}


def listed() -> list[dict[str, Any]]:
    """Every system in a few words."""
    return [_line(system) for system in SYSTEMS.values()]


def _line(system: System) -> dict[str, Any]:
    languages = system.data.languages
    return {
        "key": system.key,
        "name": system.name,
        "languages": languages,
        "turn_order": system.data.order.policy,
        "cards": len(content.cards(system.key)[languages[0]]),
    }


def whole(key: str, language: str) -> dict[str, Any]:
    """Everything of a system that a program needs to play it; raises Problem ``unknown-system``."""
    with translated(key, language):
        system = get_system(key)
    words, data = content.words(key, language), system.data
    table = [_tracker("game", name, spec, words) for name, spec in data.table.items()]
    own = [_tracker("creature", name, spec, words) for name, spec in data.trackers.items()]
    return {
        **_line(system),
        "trackers": table + own,
        "numbers": [
            {"key": name, "name": _named(words, "numbers", name), "formula": spec.formula}
            for name, spec in data.numbers.items()
        ],
        "conditions": [_condition(system, name, language) for name in data.conditions],
        "rolls": [roll.described() for roll in system.rolls.values()],
        "commands": _commands(system),
        "settings": [setting(words, name, spec) for name, spec in data.settings.items()],
        "sources": data.sources,
    }


def _tracker(of: str, key: str, spec: TrackerSpec, words: Words) -> dict[str, Any]:
    return {
        "key": key,
        "kind": spec.kind,
        "of": of,
        "name": _named(words, "trackers", key),
        "counts": spec.counts,
        "max": spec.max,
    }


def _condition(system: System, key: str, language: str) -> dict[str, Any]:
    title = content.title(system.key, language, key)
    has_value = system.data.conditions[key].has_value
    name = title or _named(content.words(system.key, language), "conditions", key)
    return {"key": key, "name": name, "has_value": has_value, "card": key if title else None}


def _commands(system: System) -> list[dict[str, Any]]:
    return [{"type": name, "schema": command_schema(kind)} for name, kind in sorted(known_commands(system).items())]


def setting(words: Words, key: str, spec: SettingSpec) -> dict[str, Any]:
    """A setting, what it may be, and why one would change it."""
    return {
        "key": key,
        "name": _named(words, "settings", key),
        "default": spec.default,
        "schema": _setting_schema(spec),
        "why": words.word("settings_why", key),
    }


def settings(key: str, values: Mapping[str, Any], language: str) -> list[dict[str, Any]]:
    """The settings of a game with their values; those that nobody declares (who sees which tracker) come last."""
    words, known = content.words(key, language), get_system(key).data.settings
    found = [{**setting(words, name, spec), "value": values.get(name, spec.default)} for name, spec in known.items()]
    more = [{"key": name, "value": value} for name, value in values.items() if name not in known]
    return found + more


def _setting_schema(spec: SettingSpec) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": TYPES[type(spec.default)]}
    if spec.options:
        schema["enum"] = list(spec.options)
    elif type(spec.default) is int:
        schema |= {"minimum": spec.least, "maximum": spec.most}
    return schema


def _named(words: Words, section: str, key: str) -> str:
    return words.word(section, key) or key


def must_know(key: str | None) -> None:
    """Raises Problem ``unknown-system`` for a key that is none."""
    if key is not None and key not in SYSTEMS:
        raise Problem("unknown-system")
