"""Breaks, rests, food, water, sleep and the road against in-game time; what takes the air away."""

from typing import Any

import pytest

from rules.core import log
from rules.core.errors import RuleError
from rules.core.project import GM_VIEWER, PUBLIC_VIEWER
from tests.rules.bump.table import begin, due, fight, hero
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return fight()


def hours(table: Table, count: int) -> None:
    table.do("pass_time", minutes=60 * count)


def strain(table: Table, id: str) -> int:
    return int(table.value("strain", id))


def travels(table: Table) -> list[Any]:
    """What the log tells of the road."""
    return [line.data["facts"] for line in log.lines(table.game, GM_VIEWER) if line.code == "travels"]


def save(natural: int) -> dict[str, Any]:
    return {"d20": natural}


def test_a_break_helps_once_an_hour(table: Table) -> None:
    oro = hero(table, trackers={"strain": {"value": 9}})
    table.do("take_break", strain={oro: 4})
    assert strain(table, oro) == 5
    with pytest.raises(RuleError, match="break-too-soon"):
        table.do("take_break", strain={oro: 4})
    table.do("pass_time", minutes=50)
    table.do("take_break", strain={oro: 4})
    assert strain(table, oro) == 1


def test_a_short_rest_takes_half_of_the_limit_and_a_level_of_exhaustion(table: Table) -> None:
    oro = hero(table, trackers={"strain": {"value": 10}, "exhaustion": {"value": 2}, "temporary_hp": {"value": 5}})
    table.do("rest", kind="short")
    assert (strain(table, oro), table.value("exhaustion", oro), table.value("temporary_hp", oro)) == (4, 1, 0)
    assert table.see()["time"]["minute"] == 8 * 60 + 60
    table.undo()
    assert (strain(table, oro), table.see()["time"]["minute"]) == (10, 480)


def test_a_long_rest_gives_all_back_and_ends_what_it_ends(table: Table) -> None:
    oro = hero(table, trackers={"hp": {"value": 7}, "strain": {"value": 10}, "exhaustion": {"value": 3}})
    table.do("set_tracker", creature=oro, tracker="ability_damage", value=2)
    table.do("add_condition", creature=oro, condition="bloodless", value=2)
    table.do("rest", kind="long")
    assert (table.value("hp", oro), strain(table, oro), table.value("exhaustion", oro)) == (49, 0, 1)
    assert table.value("ability_damage", oro) == 0
    assert [one.value for one in table.creature(oro).conditions.values()] == [1]


def test_without_a_hit_point_a_long_rest_does_nothing(table: Table) -> None:
    oro = hero(table, trackers={"hp": {"value": 0}, "strain": {"value": 4}})
    table.do("rest", kind="long")
    assert (table.value("hp", oro), strain(table, oro)) == (0, 4)


def test_long_rests_are_sixteen_hours_apart(table: Table) -> None:
    hero(table)
    table.do("rest", kind="long")
    hours(table, 15)
    with pytest.raises(RuleError, match="rest-too-soon"):
        table.do("rest", kind="long")
    table.do("rest", kind="short")
    table.do("rest", kind="long")
    hours(table, 2)
    table.do("rest", kind="long", anyway=True)


def test_an_interrupted_rest_that_is_resumed_takes_an_hour_more_each_time(table: Table) -> None:
    hero(table)
    table.do("rest", kind="long", interruptions=2)
    assert table.see()["time"]["minute"] == (8 + 8 + 2) * 60


def test_hours_without_sleep_are_due_past_sixteen(table: Table) -> None:
    oro = hero(table)
    table.do("rest", kind="long")
    hours(table, 16)
    assert "sleepless" not in due(table)
    hours(table, 3)
    assert "sleepless" in due(table)
    table.do("answer", id="d_sleepless")
    assert strain(table, oro) == 3
    assert "sleepless" not in due(table)
    hours(table, 1)
    table.do("drop", id="d_sleepless")
    assert strain(table, oro) == 3
    assert "sleepless" not in due(table)


def test_a_day_asks_who_ate_and_hunger_counts_past_the_limit(table: Table) -> None:
    oro = hero(table, numbers={"fortitude": -2, "level": 9})  # one day without food
    hours(table, 24)
    assert due(table) == ["day", "sleepless"]
    with pytest.raises(RuleError, match="not-an-option"):
        table.do("answer", id="d_day", food="crumbs", water="full")
    table.do("answer", id="d_day", food="none", water="full")
    assert (due(table), strain(table, oro)) == (["sleepless"], 0)
    hours(table, 24)
    table.do("answer", id="d_day", food="none", water="full", dice={oro: save(2)})
    assert strain(table, oro) == 2
    table.do("rest", kind="long")
    assert strain(table, oro) == 2, "no rest takes what hunger gave"
    hours(table, 24)
    table.do("answer", id="d_day", food="full", water="full")
    table.do("rest", kind="long", anyway=True)
    assert strain(table, oro) == 0


def test_half_rations_count_half_a_day(table: Table) -> None:
    oro = hero(table, numbers={"fortitude": -2, "level": 9})
    for _ in range(3):
        table.do("provide", food="half")
    assert (table.value("hungry", oro), strain(table, oro)) == (3, 0)
    table.do("provide", food="half", dice={oro: save(20)})
    assert (table.value("hungry", oro), strain(table, oro)) == (4, 1)


@pytest.mark.parametrize(("water", "natural", "expected"), [("half", 14, 2), ("half", 15, 0), ("none", 20, 3)])
def test_too_little_water_costs_strain(table: Table, water: str, natural: int, expected: int) -> None:
    oro = hero(table, numbers={"fortitude": 0, "level": 9})
    table.do("provide", water=water, dice={oro: save(natural)} if water == "half" else {})
    assert strain(table, oro) == expected


def test_where_people_keep_no_account_nothing_of_this_is_due() -> None:
    table = fight(survival=False)
    hero(table)
    table.do("rest", kind="long")
    hours(table, 50)
    assert due(table) == []


def test_the_road_goes_at_the_speed_of_the_slowest(table: Table) -> None:
    hero(table, "Oro", numbers={"might": 4, "reflex": 2})
    hero(table, "Mira", numbers={"might": 1, "reflex": 0})
    table.do("travel", hours=8)
    told = travels(table)
    assert told[-1]["miles"] == "20"
    table.do("change_setting", key="terrain", value="difficult")
    table.do("travel", hours=3)
    table.do("travel", hours=3, speed=40, terrain="greater")
    told = travels(table)
    assert [one["miles"] for one in told] == ["20", "3.7", "4"]
    assert table.see()["time"]["minute"] == (8 + 14) * 60


def test_whoever_lies_gets_up_for_the_road_but_a_lame_leg_stays_lame(table: Table) -> None:
    oro = hero(table, "Oro", numbers={"might": 4, "reflex": 2})
    table.do("add_condition", creature=oro, condition="prone")
    table.do("travel", hours=8)
    table.do("add_condition", creature=oro, condition="slowed", value=15)
    table.do("travel", hours=8)
    assert [one["miles"] for one in travels(table)] == ["32", "20"]


def test_who_cannot_breathe_saves_at_the_end_of_each_turn_and_ever_worse(table: Table) -> None:
    oro = hero(table)
    table.do("add_condition", creature=oro, condition="suffocating")
    begin(table, oro)
    assert due(table) == ["suffocating"]
    table.do("answer", id=table.see()["due"][0]["id"], dice=save(13))
    assert (table.value("exhaustion", oro), due(table)) == (0, [])
    table.do("next_round")
    table.do("begin_turn", creature=oro)
    table.do("answer", id=table.see()["due"][0]["id"], dice=save(13))
    assert table.value("exhaustion", oro) == 1, "13 + 2 of Fortitude, less a level for the save before"
    table.do("set_tracker", creature=oro, tracker="exhaustion", value=3)
    table.do("suffocate", creature=oro, dice=save(1))
    assert table.conditions(oro) == ["dead", "suffocating"]


def test_sinking_is_rolled_for_as_the_turn_begins_and_drags_under(table: Table) -> None:
    oro = hero(table)
    table.do("add_condition", creature=oro, condition="sinking", value=2)
    begin(table, oro)
    assert due(table) == ["sinking"]
    table.do("answer", id=table.see()["due"][0]["id"], dc=15, dice=save(2))
    assert table.conditions(oro) == ["sinking", "suffocating"]
    with pytest.raises(RuleError, match="submerged"):
        table.do("act", creature=oro, action="interact")
    table.do("sink", creature=oro, dc=15, dice=save(19))
    assert table.conditions(oro) == ["sinking"]
    table.do("act", creature=oro, action="interact")


def test_a_fall_hurts_and_ends_on_the_ground(table: Table) -> None:
    oro = hero(table)
    table.do("fall", creature=oro, feet=35, dice={"d6": [6, 5, 4]})
    assert (table.value("hp", oro), table.conditions(oro)) == (34, ["prone"])
    table.undo()
    table.do("fall", creature=oro, feet=35, braced=True, less=10, dice={"d6": [6, 5, 4]})
    assert (table.value("hp", oro), table.conditions(oro)) == (44, [])


def test_players_see_no_account_of_days(table: Table) -> None:
    hero(table)
    table.do("rest", kind="long")
    hours(table, 40)
    seen = table.see(PUBLIC_VIEWER)
    assert {"rested_at", "awake_since", "fed_day"}.isdisjoint(seen["trackers"])


def test_without_a_rest_one_is_awake_since_the_game_began(table: Table) -> None:
    hero(table)
    hours(table, 16)
    assert "sleepless" not in due(table)
    hours(table, 2)
    assert "sleepless" in due(table)
    table.do("drop", id="d_sleepless")
    assert "sleepless" not in due(table)
