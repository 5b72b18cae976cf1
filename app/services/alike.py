"""Creatures that stand in one row of the board because they are alike: a game says by which fact of a feature."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from app.services.render import Part
from rules.core.system import SystemData

NUMBER = re.compile(r"\s+\d+$")
LEAST = 2


def groups(data: SystemData, view: Mapping[str, Any], ids: Sequence[str]) -> list[list[str]]:
    """The ids in their order, those that are alike together; the one who acts stands for its group, else the first."""
    fact, found = data.screen.get("alike"), dict[Any, list[str]]()
    for id in ids:
        found.setdefault(_kind(view["creatures"][id], fact) or id, []).append(id)
    active = view["order"]["active"]
    return [sorted(group, key=lambda id: id != active) for group in found.values()]


def _kind(creature: Mapping[str, Any], fact: str | None) -> tuple[str, bool] | None:
    """What a creature is alike in: its name without a number, and whether players see it; None for one by itself."""
    values = [feature["facts"].get(fact) for feature in creature["features"].values()] if fact else []
    if not any(isinstance(value, int) for value in values):
        return None
    return NUMBER.sub("", creature["name"]), bool(creature["hidden"])


def part(group: Sequence[str], view: Mapping[str, Any], rows: Mapping[str, Part]) -> list[Part]:
    """The row that stands for a group, and the others of it folded behind that."""
    first, *others = group
    if len(group) < LEAST:
        return [rows[first]]
    names = [view["creatures"][id]["name"] for id in others]
    folded = Part(f"alike-{first}", "screen/_alike.html", {"names": names}, tuple(rows[id] for id in others))
    return [rows[first], folded]
