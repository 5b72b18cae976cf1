"""Worked examples that need a game: which there are, and fighters to play them with."""

import json
from pathlib import Path
from typing import Any

from tests.rules.bump.table import begin, fight, hero
from tests.rules.table import Table

EXAMPLES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
Given = dict[str, Any]


def example(id: str) -> tuple[Given, Given]:
    found = next(one for one in EXAMPLES if one["id"] == id)
    return found["given"], found["expected"]


def points(table: Table, id: str, count: int) -> None:
    table.do("set_tracker", creature=id, tracker="action_points", value=count)


def strike(table: Table, by: str, at: str) -> None:
    """An attack that misses: only whom it was aimed at counts here."""
    table.do("roll", roll="attack", creature=by, targets=[at], parameters={"dc": 30}, dice={"d20": 2})


def fighters(**ap: int) -> tuple[Table, dict[str, str]]:
    """A, whose turn it is, and others with these Action Points."""
    table = fight()
    ids = {name: hero(table, name) for name in ("A", *ap)}
    begin(table, ids["A"])
    for name, count in ap.items():
        points(table, ids[name], count)
    return table, ids


def following(table: Table, ids: dict[str, str]) -> tuple[str | None, list[str]]:
    names = {id: name for name, id in ids.items()}
    order = table.see()["order"]
    return names.get(order["active"]), [names[id] for id in order["next"] if id in names]


def valued(table: Table, id: str, key: str) -> list[int | None]:
    return [c.value for c in table.creature(id).conditions.values() if c.key == key]
