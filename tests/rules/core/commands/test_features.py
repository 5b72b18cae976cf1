"""A creature says a lot, but not without end."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return Table()


def feature(**facts: Any) -> dict[str, Any]:
    return {"kind": "feature", "name": "", "facts": facts}


TOO_MUCH: list[dict[str, Any]] = [
    {f"f{n}": feature() for n in range(101)},
    {"a": feature(text="x" * 10_001)},
    {"a": feature(**{"k" * 121: 1})},
    {"a": feature(deep=[{"k" * 121: 1}])},
    {f"f{n}": feature(text="x" * 9_000) for n in range(4)},
    {"k" * 121: feature()},
    {"": feature()},
]


@pytest.mark.parametrize("features", TOO_MUCH)
def test_features_that_say_too_much_are_refused_new_or_changed(table: Table, features: dict[str, Any]) -> None:
    bear = table.add("Bear")
    before = table.game.number
    with pytest.raises(InvalidInput):
        table.add("Wolf", features=features)
    with pytest.raises(InvalidInput):
        table.do("change_creature", creature=bear, changes={"features": features})
    assert table.game.number == before


def test_many_small_changes_reach_the_same_bound(table: Table) -> None:
    bear = table.add("Bear", features={f"f{n}": feature() for n in range(100)})
    with pytest.raises(InvalidInput) as refused:
        table.do("change_creature", creature=bear, changes={"features": {"one_more": feature()}})
    assert refused.value.errors[0].pointer == "/changes/features"
    table.do("change_creature", creature=bear, changes={"features": {"f1": None, "one_more": feature()}})


def test_a_number_makes_no_name_longer_than_a_name_may_be(table: Table) -> None:
    longest = "x" * 120
    table.do("add_creatures", creature={"name": longest}, count=3)
    table.add(longest, hidden=True)
    names = [creature.name for creature in table.game.state.creatures.values()]
    assert len(set(names)) == 4
    assert max(len(creature.alias or creature.name) for creature in table.game.state.creatures.values()) == 120
    assert max(map(len, names)) == 120
