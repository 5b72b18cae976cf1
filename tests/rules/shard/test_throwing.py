"""Dice that are touched after they fell: again, changed, cancelled, exploded; each once a die, in any order."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput
from rules.core.project import seat_viewer
from tests.rules.shard.table import fight, hero
from tests.rules.table import Table


def rolled(table: Table, oro: str) -> Any:
    return table.game.state.rolls[oro]


def pool(table: Table, oro: str) -> list[str]:
    return [one["rune"] for one in rolled(table, oro).facts["more"]["pool"] if not one["cancelled"]]


@pytest.fixture
def table() -> Table:
    return fight()


@pytest.fixture
def oro(table: Table) -> str:
    oro = hero(table)
    table.do("roll", roll="challenge", creature=oro, parameters={"dice": 3, "target": 2}, dice={"faces": [6, 4, 1]})
    return oro


def touch(table: Table, oro: str, *touches: dict[str, Any], **more: Any) -> None:
    table.do("amend_roll", id=rolled(table, oro).id, parameters={"touches": list(touches)}, **more)


def test_a_die_that_is_rolled_again_to_a_triumph_explodes(table: Table, oro: str) -> None:
    touch(table, oro, {"die": 1, "way": "reroll"}, dice={"faces": [6, 4, 1, 8, 5]})
    assert pool(table, oro) == ["success", "triumph", "soul", "blank"]
    assert rolled(table, oro).facts["outcome"] == "success"


def test_a_die_that_is_changed_to_a_triumph_does_not(table: Table, oro: str) -> None:
    touch(table, oro, {"die": 1, "way": "change", "to": "triumph"})
    assert pool(table, oro) == ["success", "triumph", "soul"]


def test_a_die_that_is_exploded_brings_one_more_which_may_explode_in_turn(table: Table, oro: str) -> None:
    touch(table, oro, {"die": 0, "way": "explode"}, dice={"faces": [6, 4, 1, 8, 2]})
    assert pool(table, oro) == ["success", "blank", "soul", "triumph", "mind"]


def test_a_cancelled_die_counts_no_more_and_is_touched_no_more(table: Table, oro: str) -> None:
    touch(table, oro, {"die": 0, "way": "cancel"})
    assert rolled(table, oro).facts["outcome"] == "botch"
    with pytest.raises(InvalidInput):
        touch(table, oro, {"die": 0, "way": "cancel"}, {"die": 0, "way": "change", "to": "success"})


@pytest.mark.parametrize("way", ["reroll", "explode"])
def test_a_die_is_touched_in_the_same_way_only_once(table: Table, oro: str, way: str) -> None:
    with pytest.raises(InvalidInput):
        touch(table, oro, {"die": 0, "way": way}, {"die": 0, "way": way}, dice={"faces": [6, 4, 1, 3]})


def test_different_ways_follow_each_other_in_any_order(table: Table, oro: str) -> None:
    one, other = {"die": 1, "way": "reroll"}, {"die": 1, "way": "change", "to": "success"}
    touch(table, oro, one, other, dice={"faces": [6, 4, 1, 3]})
    assert pool(table, oro) == ["success", "success", "soul"]
    touch(table, oro, other, one, dice={"faces": [6, 4, 1, 3]})
    assert pool(table, oro) == ["success", "body", "soul"]


def test_the_player_sees_the_dice_and_what_was_done_to_them_and_nothing_else_of_the_roll(
    table: Table, oro: str
) -> None:
    touch(table, oro, {"die": 1, "way": "change", "to": "success"})
    (seen,) = table.see(seat_viewer(oro))["rolls"]
    assert set(seen["facts"]) == {"more"}
    assert set(seen["facts"]["more"]) == {"pool", "touches"}


def test_who_reads_the_result_alone_sees_no_dice(table: Table, oro: str) -> None:
    other = hero(table, "Mira")
    table.do("roll", roll="challenge", creature=oro, visibility="result", parameters={"dice": 3, "target": 1})
    assert [roll for roll in table.see(seat_viewer(other))["rolls"] if roll["facts"]] == []


def test_a_result_is_added_in_any_order_and_nothing_may_be_done_to_it(table: Table, oro: str) -> None:
    add, again = {"way": "add", "to": "success"}, {"die": 1, "way": "reroll"}
    touch(table, oro, add, again, dice={"faces": [6, 4, 1, 3]})
    assert pool(table, oro) == ["success", "body", "soul", "success"]
    assert rolled(table, oro).facts["outcome"] == "success"
    for way in ("reroll", "cancel", "explode"):
        with pytest.raises(InvalidInput, match="result-was-added"):
            touch(table, oro, add, {"die": 3, "way": way}, dice={"faces": [6, 4, 1, 3]})
    with pytest.raises(InvalidInput, match="one-of"):
        touch(table, oro, {"way": "add"})


def test_a_triumph_that_is_added_counts_and_does_not_explode(table: Table, oro: str) -> None:
    touch(table, oro, {"way": "add", "to": "triumph"})
    assert pool(table, oro) == ["success", "blank", "soul", "triumph"]
    assert rolled(table, oro).facts["outcome"] == "success"


def test_one_who_is_focused_keeps_what_was_added(table: Table, oro: str) -> None:
    table.do("add_condition", creature=oro, condition="focused")
    table.do("roll", roll="challenge", creature=oro, parameters={"dice": 2, "target": 2}, dice={"faces": [4, 1]})
    touch(table, oro, {"way": "add", "to": "soul"}, {"way": "add", "to": "success"})
    assert pool(table, oro) == ["soul", "success"]
    assert rolled(table, oro).facts["total"] == 2


def test_a_triumph_explodes_by_itself_and_not_once_more(table: Table, oro: str) -> None:
    table.do("roll", roll="challenge", creature=oro, parameters={"dice": 1, "target": 2}, dice={"faces": [8, 4]})
    with pytest.raises(InvalidInput, match="die-was-touched"):
        touch(table, oro, {"die": 0, "way": "explode"}, dice={"faces": [8, 4, 3]})


def test_a_blank_that_is_added_strains_no_caster(table: Table, oro: str) -> None:
    given = {"ether_dice": 1, "target": 1, "touches": [{"way": "add", "to": "blank"}] * 3}
    table.do("roll", roll="cast", creature=oro, parameters=given, dice={"faces": [6, 4]})
    assert rolled(table, oro).facts["more"]["strain"] is False
