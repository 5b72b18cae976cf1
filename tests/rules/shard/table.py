"""A fight of SHARD for tests: characters and adversaries with what the rules need of a sheet."""

from typing import Any

from tests.rules.table import Table

DICE = {"prowess": {"ready": 3}, "ether": {"ready": 4}, "savvy": {"ready": 2}}


def fight(**settings: Any) -> Table:
    return Table("shard", **settings)


def hero(table: Table, name: str = "Oro", **more: Any) -> str:
    """A character with Constitution 2, so 4 boxes in each level, Defence and Resolve 2."""
    numbers = {"constitution": 2, "strength": 2, "spirit": 2, "defence": 2, "resolve": 2, **more.pop("numbers", {})}
    trackers = {**{key: {"value": value} for key, value in DICE.items()}, **more.pop("trackers", {})}
    return table.pc(name, numbers=numbers, trackers=trackers, **more)


def foe(table: Table, name: str = "Rat", **more: Any) -> str:
    return table.add(name, **more)


def track(table: Table, id: str) -> str:
    """All boxes of a health track, level by level."""
    return " ".join(level.boxes for level in table.value("health", id).levels)


def keys(table: Table, id: str) -> set[str]:
    """All conditions of a creature as the GM sees them, contained and implied ones too."""
    return {one["key"] for one in table.see()["creatures"][id]["conditions"]}


def due(table: Table) -> list[str]:
    return [item["what"] for item in table.see()["due"]]
