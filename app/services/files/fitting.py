"""Can what a file describes be put on the board of its game?"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from app.services.files.entries import Entry, Lost, Parsed
from rules import get_system
from rules.core import history
from rules.core.decide import Source
from rules.core.errors import Fault, InvalidInput, RuleError
from rules.core.history import Game, Hand

HAND = Hand("gm", datetime(2000, 1, 1, tzinfo=UTC), Source(None, lambda: "x"))
PARTS = ("numbers", "trackers")


def fitted(parsed: Parsed) -> Parsed:
    """The file without what its game refuses, number by number; each is added to ``lost``."""
    lost = list(parsed.lost)
    board = history.new_game(get_system(parsed.system), "-", {}, HAND)
    found = [fit for entry in parsed.entries if (fit := _fitted(board, entry, lost)) is not None]
    return replace(parsed, entries=found, lost=lost)


def faults_of(board: Game, spec: Mapping[str, Any]) -> tuple[Fault, ...]:
    """What the game says against a described creature; nothing if it can be added as it is."""
    try:
        history.play(board, [{"type": "add_creature", "creature": spec}], HAND, preview=True)
    except InvalidInput as error:
        return error.errors
    except RuleError as error:
        return (Fault("/creature", error.code, error.facts),)
    return ()


def _fitted(board: Game, entry: Entry, lost: list[Lost]) -> Entry | None:
    faults = faults_of(board, entry.spec)
    if not faults:
        return entry
    spec: Any = copy.deepcopy(dict(entry.spec))
    for fault in faults:
        _, _, part, key, *_rest = [*fault.pointer.split("/"), "", "", ""]
        if part in PARTS and key in spec.get(part, {}):
            value = spec[part].pop(key)
            shown = value["max"] if isinstance(value, dict) else value
            lost.append(Lost(entry.place, entry.name, "number-refused", {"field": key, "text": str(shown)}))
    if faults_of(board, spec):
        lost.append(Lost(entry.place, entry.name, "not-usable"))
        return None
    return replace(entry, spec=spec)
