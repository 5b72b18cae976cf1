"""A fight of Bump d20 for tests: characters and adversaries with what the rules need of a sheet."""

from typing import Any

from tests.rules.table import Table


def fight(**settings: Any) -> Table:
    return Table("bump", **settings)


def hero(table: Table, name: str = "Oro", **more: Any) -> str:
    """A character of level 5 with Fortitude 2: 49 Hit Points, a Strain limit of 12."""
    numbers = {"level": 5, "fortitude": 2, **more.pop("numbers", {})}
    trackers = {"supplies": {"value": 3}, **more.pop("trackers", {})}
    id = table.pc(name, numbers=numbers, trackers=trackers, **more)
    if "hp" not in trackers:
        table.do("set_tracker", creature=id, tracker="hp", value=(numbers["fortitude"] + 5) * (numbers["level"] + 2))
    return id


def foe(table: Table, name: str = "Rat", hp: int = 20, **more: Any) -> str:
    return table.add(name, trackers={"hp": {"max": hp, "value": hp}}, **more)


def begin(table: Table, first: str) -> None:
    """Start the fight and give the first turn."""
    table.do("start_encounter")
    table.do("begin_turn", creature=first)


def settle(table: Table, **dice: Any) -> None:
    """Settle all that is due, each with the dice under its id."""
    table.do("settle_due", dice=dice)


def due(table: Table) -> list[str]:
    return [item["what"] for item in table.see()["due"]]
