"""The checkpoints of a game: set, listed, renamed, taken away."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from heapq import merge
from typing import Any

import msgspec

from app.errors import Problem
from app.services import play
from app.services.access import Access
from app.services.house import House
from app.services.play import Ask
from rules.core import history
from rules.core.events import CHECKPOINT, MomentPassed
from rules.core.history import Game
from rules.core.state import Time

Checkpoint = dict[str, Any]


def listed(house: House, access: Access) -> list[Checkpoint]:
    """All checkpoints as the API answers them, as they were set."""
    return _shown(house.look(access.game_id).game)


def find(house: House, access: Access, id: str) -> Checkpoint:
    """One of them; raises Problem ``unknown-checkpoint``."""
    found = next((one for one in listed(house, access) if one["id"] == id), None)
    if found is None:
        raise Problem("unknown-checkpoint")
    return found


def version_of(found: Checkpoint) -> str:
    """Changes when, and only when, the checkpoint does."""
    return f"b_{hashlib.sha256(msgspec.json.encode(found, order='sorted')).hexdigest()[:16]}"


def made(events: list[Mapping[str, Any]]) -> str:
    """The id of the checkpoint that these events of an answer set."""
    return next(
        str(event["data"]["key"]).removeprefix(CHECKPOINT) for event in events if event["type"] == "setting_set"
    )


def change(house: House, ask: Ask, command: Mapping[str, Any]) -> Checkpoint | None:
    """Carry out a command about a checkpoint; answers it as it is then, None where it is gone."""
    done = play.play(house, ask, [command])
    id = str(command.get("checkpoint") or made(done.answer["events"]))
    return next((one for one in listed(house, ask.access) if one["id"] == id), None)


def _shown(game: Game) -> list[Checkpoint]:
    """Each with its place in the log: ``number`` and ``event`` of the entry, and what the time was then."""
    placed = history.checkpoints(game)
    ids = {entry.number: id for id, entry in placed.items()}
    time, found = Time(), []
    for entry in merge(game.landmarks.moments if ids else (), placed.values(), key=lambda entry: entry.number):
        if isinstance(entry.event, MomentPassed) and entry.step not in game.undone:
            time = entry.event.time
        if entry.number in ids:
            place = {"number": entry.number, "event": entry.id, "at": entry.at}
            now = {"session": time.session or None, "scene": time.scene}
            id = ids[entry.number]
            found.append({"id": id, "name": game.state.checkpoints[id], **place, **now})
    return found
