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


def test_single_parts_of_a_feature_change_and_the_rest_stays_as_it_is_now(table: Table) -> None:
    bear = table.add(
        "Bear", features={"claws": {"kind": "attack", "name": "Claws", "facts": {"dice": "1d8", "far": 2}}}
    )
    table.do("change_creature", creature=bear, changes={"parts": {"claws": {"facts": {"dice": "1d10"}}}})
    table.do(
        "change_creature", creature=bear, changes={"parts": {"claws": {"name": "Paws", "facts": {"type": "cold"}}}}
    )
    found = table.creature(bear).features["claws"]
    assert (found.kind, found.name) == ("attack", "Paws")
    assert found.facts == {"dice": "1d10", "far": 2, "type": "cold"}
    table.do("change_creature", creature=bear, changes={"parts": {"claws": {"facts": {"far": None}}}})
    assert table.creature(bear).features["claws"].facts == {"dice": "1d10", "type": "cold"}
    table.undo()
    assert table.creature(bear).features["claws"].facts["far"] == 2


def test_a_part_that_is_what_it_was_changes_nothing(table: Table) -> None:
    bear = table.add("Bear", features={"claws": {"kind": "attack", "name": "Claws", "facts": {"dice": "1d8"}}})
    before = table.game.number
    table.do(
        "change_creature", creature=bear, changes={"parts": {"claws": {"name": "Claws", "facts": {"dice": "1d8"}}}}
    )
    assert table.game.number == before


def test_parts_of_what_is_not_there_or_that_say_too_much_are_refused(table: Table) -> None:
    bear = table.add("Bear", features={"claws": {"kind": "attack", "name": "Claws", "facts": {}}})
    odd: list[dict[str, Any]] = [
        {"fangs": {"name": "Fangs"}},
        {"claws": {"kind": "weapon"}},
        {"claws": {"facts": {"text": "x" * 10_001}}},
        {"claws": {"name": None}},
    ]
    for parts in odd:
        with pytest.raises(InvalidInput):
            table.do("change_creature", creature=bear, changes={"parts": parts})
    assert table.creature(bear).features["claws"].name == "Claws"
