"""Cover towards several and Help with a skill of a sheet of Bump d20: each counts for what it was given for."""

from typing import Any

import pytest

from tests.rules.bump.table import begin, fight, foe, hero
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return fight()


def held(table: Table, id: str) -> set[tuple[str, str | None]]:
    return {(one.key, one.towards) for one in table.creature(id).conditions.values()}


def level(table: Table, by: str, at: str) -> int:
    """The levels that an attack has of conditions and cover."""
    table.do("roll", roll="attack", creature=by, targets=[at], parameters={"dc": 10}, dice={"d20": 5})
    return int((table.game.state.rolls[by].facts["total"] - 5) / 2)


def test_the_same_cover_is_had_against_two_and_ends_against_one(table: Table) -> None:
    oro, rat, ogre = hero(table), foe(table, "Rat"), foe(table, "Ogre")
    for other in (rat, ogre):
        table.do("set_cover", creature=oro, cover="lesser", towards=other)
    assert held(table, oro) == {("lesser-cover", rat), ("lesser-cover", ogre)}
    assert [level(table, other, oro) for other in (rat, ogre)] == [-1, -1]
    shown = [one for one in table.see()["creatures"][oro]["conditions"] if one["key"] == "lesser-cover"]
    assert {one["towards"] for one in shown} == {rat, ogre}
    table.do("end_condition", creature=oro, condition=next(one["id"] for one in shown if one["towards"] == rat))
    assert held(table, oro) == {("lesser-cover", ogre)}


def test_off_guard_to_two_of_them_counts_for_each(table: Table) -> None:
    oro, rat, ogre = hero(table), foe(table, "Rat"), foe(table, "Ogre")
    for other in (rat, ogre):
        table.do("add_condition", creature=oro, condition="off-guard", towards=other)
    assert [level(table, other, oro) for other in (rat, ogre)] == [1, 1]


def test_cover_that_is_taken_is_a_step_better_against_each_as_it_was(table: Table) -> None:
    oro, rat = hero(table), foe(table, "Rat")
    table.do("set_cover", creature=oro, cover="standard", towards=rat)
    table.do("act", creature=oro, action="take_cover")
    assert held(table, oro) == {("greater-cover", rat), ("lesser-cover", None)}
    table.do("roll", roll="attack", creature=oro, targets=[rat], parameters={"dc": 10}, dice={"d20": 5})
    assert held(table, oro) == {("standard-cover", rat)}


def skill(name: str, **facts: Any) -> dict[str, Any]:
    return {"kind": "skill", "name": name, "facts": facts}


def test_help_is_with_a_skill_by_its_name_on_either_sheet(table: Table) -> None:
    oro = hero(table, "Oro", features={"own_1": skill("Tactics"), "own_2": skill("Medicine", ranks=6)})
    mira = hero(table, "Mira", features={"own_1": skill("Medicine", bonus=4), "own_2": skill("Tactics", bonus=1)})
    begin(table, oro)
    table.do("help", creature=oro, target=mira, skill="own_2")
    (helped,) = table.see()["creatures"][mira]["conditions"]
    assert (helped["value"], helped["detail"]) == (3, "Medicine")
    for key, total in (("own_2", 9 + 1), ("own_1", 9 + 4 + 3)):
        table.do("roll", roll="check", creature=mira, parameters={"dc": 10}, dice={"d20": 9}, **{"with": key})
        assert table.game.state.rolls[mira].facts["total"] == total
    assert table.conditions(mira) == []


def test_help_with_one_thing_neither_adds_to_another_nor_ends_with_it(table: Table) -> None:
    oro, tam, mira = hero(table, "Oro"), hero(table, "Tam"), hero(table, "Mira", numbers={"stealth": 1})
    table.do("help", creature=oro, target=mira, skill="might", ranks=6)
    table.do("help", creature=tam, target=mira, skill="stealth", ranks=1)
    table.do("roll", roll="check", creature=mira, parameters={"dc": 10}, dice={"d20": 9}, **{"with": "stealth"})
    assert table.game.state.rolls[mira].facts["total"] == 9 + 1 + 1
    assert [one.detail for one in table.creature(mira).conditions.values()] == ["might"]
