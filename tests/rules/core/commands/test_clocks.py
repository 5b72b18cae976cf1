"""Clocks and countdowns: moved by hand, by what they tick with, started by dice, and fired."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, RuleError
from rules.core.project import PUBLIC_VIEWER
from rules.core.state import Clock
from tests.rules.core.test_turns import Fight
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return Table()


def clock(table: Table, **fields: Any) -> str:
    """The id of a new clock."""
    before = set(table.game.state.clocks)
    table.do("add_clock", **fields)
    (new,) = set(table.game.state.clocks) - before
    return new


def values(table: Table, *ids: str) -> list[int]:
    return [table.game.state.clocks[id].value for id in ids]


def only(table: Table) -> Clock:
    (clock,) = table.game.state.clocks.values()
    return clock


def test_a_countdown_falls_fires_and_loops(table: Table) -> None:
    table.do("add_clock", name="Tide", size=2, kind="countdown", loop="growing")
    (id,) = table.game.state.clocks
    table.do("advance_clock", clock=id)
    table.do("advance_clock", clock=id)
    clock = table.game.state.clocks[id]
    assert (clock.value, clock.size) == (3, 3)
    assert "clock_fired" in table.codes()


@pytest.mark.case("GM-041")
@pytest.mark.parametrize(
    ("loop", "size", "advances", "stands"),
    [
        ("same", 3, [3], (3, 3, 1)),
        ("same", 3, [3, 1], (2, 3, 1)),
        ("growing", 3, [3], (4, 4, 1)),
        ("growing", 3, [3, 4], (5, 5, 2)),
        ("shrinking", 3, [3, 2], (1, 1, 2)),
        ("shrinking", 1, [1], (0, 1, 1)),
        ("shrinking", 1, [1, 1, 5], (0, 1, 1)),
        (None, 2, [3], (0, 2, 1)),
        (None, 2, [-9, 3, 3], (0, 2, 1)),
    ],
)
def test_a_countdown_starts_again_as_its_loop_says_and_fires_once_each_time(
    table: Table, loop: str | None, size: int, advances: list[int], stands: tuple[int, int, int]
) -> None:
    table.do("add_clock", name="Tide", size=size, kind="countdown", loop=loop)
    for by in advances:
        table.send({"type": "advance_clock", "clock": only(table).id, "by": by})
    clock = only(table)
    assert (clock.value, clock.size, table.codes().count("clock_fired")) == stands


@pytest.mark.case("GM-041")
def test_a_shrinking_countdown_that_ran_out_is_ticked_by_nothing_more(table: Table) -> None:
    table.do("add_clock", name="Tide", size=1, kind="countdown", loop="shrinking", ticks="scene")
    for title in ("Gate", "Yard", "Keep"):
        table.do("begin_scene", title=title)
    assert (only(table).value, table.codes().count("clock_fired")) == (0, 1)


def test_a_clock_fills_and_goes_back(table: Table) -> None:
    table.do("add_clock", name="Alarm", size=4)
    (id,) = table.game.state.clocks
    table.send({"type": "advance_clock", "clock": id, "by": 9})
    assert table.game.state.clocks[id].is_done
    table.send({"type": "advance_clock", "clock": id, "by": -1})
    assert table.game.state.clocks[id].value == 3


@pytest.mark.case("GM-041")
def test_linked_clocks_move_together(table: Table) -> None:
    table.do("add_clock", name="Theirs", size=4)
    (theirs,) = table.game.state.clocks
    table.do("add_clock", name="Ours", size=4, link=theirs)
    ours = next(id for id in table.game.state.clocks if id != theirs)
    table.do("advance_clock", clock=ours)
    assert table.game.state.clocks[theirs].value == 1


@pytest.mark.case("GM-041")
def test_a_clock_that_ticks_takes_the_one_it_is_linked_to_along(table: Table) -> None:
    siege = clock(table, name="Siege", size=6)
    hunger = clock(table, name="Hunger", size=6, link=siege)
    days = clock(table, name="Days", size=6, ticks="scene", link=hunger)
    nights = clock(table, name="Nights", size=6, ticks="minutes", every=30, link=siege)
    table.do("begin_scene", title="Gate")
    assert values(table, days, hunger, siege, nights) == [1, 1, 1, 0]
    table.do("pass_time", minutes=60)
    assert values(table, days, hunger, siege, nights) == [1, 1, 3, 2]
    table.undo()
    assert values(table, days, hunger, siege, nights) == [1, 1, 1, 0]


@pytest.mark.case("GM-041")
def test_clocks_that_are_linked_in_a_ring_move_once(table: Table) -> None:
    first = clock(table, name="First", size=6, ticks="scene")
    second = clock(table, name="Second", size=6, ticks="scene", link=first)
    table.do("change_clock", clock=first, link=second)
    table.do("begin_scene", title="Gate")
    assert values(table, first, second) == [1, 1]
    table.do("advance_clock", clock=second)
    assert values(table, first, second) == [2, 2]


def test_a_hidden_turn_takes_no_clock_along_that_players_see() -> None:
    fight = Fight()
    shown = clock(fight, name="Open", size=8, hidden=False)
    secret = clock(fight, name="Secret", size=8, ticks="turn", link=shown)
    fight.do("hide", creature=fight.bear)
    fight.next()
    fight.next()
    assert values(fight, shown, secret) == [1, 2]


def test_a_hidden_clock_is_the_gms_and_a_shape_has_no_name(table: Table) -> None:
    table.do("add_clock", name="Ambush", size=4)
    table.do("add_clock", name="Storm", size=6, hidden=False, shape_only=True)
    (clock,) = table.public()["clocks"].values()
    assert (clock["name"], clock["size"]) == ("", 6)


def test_a_clock_that_ticks_by_scene_ticks_at_a_scene(table: Table) -> None:
    table.do("add_clock", name="Siege", size=3, ticks="scene")
    table.do("begin_scene", title="Gate")
    assert [clock.value for clock in table.game.state.clocks.values()] == [1]


def test_a_clock_that_ticks_by_round_or_turn_follows_the_fight() -> None:
    fight = Fight()
    fight.do("add_clock", name="Storm", size=8, ticks="round")
    fight.do("add_clock", name="Fuse", size=8, ticks="turn")
    for _ in range(4):
        fight.next()
    storm, fuse = fight.game.state.clocks.values()
    assert (storm.value, fuse.value) == (1, 4)
    fight.undo()
    storm, fuse = fight.game.state.clocks.values()
    assert (storm.value, fuse.value) == (0, 3)


def test_a_hidden_turn_moves_no_clock_that_players_see() -> None:
    fight = Fight()
    fight.do("add_clock", name="Open", size=8, ticks="turn", hidden=False)
    fight.do("add_clock", name="Secret", size=8, ticks="turn")
    fight.do("hide", creature=fight.bear)
    fight.next()
    fight.next()
    shown, secret = fight.game.state.clocks.values()
    assert (shown.value, secret.value) == (1, 2)


def test_minutes_tick_by_what_one_tick_takes(table: Table) -> None:
    table.do("add_clock", name="Torch", size=6, ticks="minutes", every=10)
    table.do("pass_time", minutes=9)
    assert only(table).value == 0
    table.do("pass_time", minutes=25)
    assert only(table).value == 3


@pytest.mark.case("GM-041")
def test_dice_say_where_a_countdown_starts(table: Table) -> None:
    table.do("add_clock", name="Tide", kind="countdown", start="1d6+2", dice={"start": [4]})
    assert (only(table).size, only(table).value) == (6, 6)
    for wrong in ({}, {"size": 4, "start": "1d6"}, {"start": "1d"}):
        with pytest.raises(InvalidInput):
            table.do("add_clock", name="Tide", **wrong)


def test_a_clock_that_fires_tells_the_gm_its_note(table: Table) -> None:
    table.do("add_clock", name="Alarm", size=1, note="The guards come.", hidden=False)
    table.do("advance_clock", clock=only(table).id)
    assert "clock_note" in table.codes()
    assert "The guards come." not in str(table.public())


def test_a_clock_is_changed_in_what_is_given_alone(table: Table) -> None:
    first, second = clock(table, name="Ritual", size=6), clock(table, name="Tide", size=4)
    table.send({"type": "advance_clock", "clock": first, "by": 5})
    table.do("change_clock", clock=first, name="Rite", size=4, loop="growing", link=second, ticks="minutes", every=30)
    changed = table.game.state.clocks[first]
    assert (changed.name, changed.size, changed.value, changed.loop) == ("Rite", 4, 4, "growing")
    assert (changed.link, changed.ticks, changed.every, changed.hidden) == (second, "minutes", 30, True)
    table.do("change_clock", clock=first, loop=None, link=None)
    assert (table.game.state.clocks[first].loop, table.game.state.clocks[first].link) == (None, None)
    table.undo()
    assert table.game.state.clocks[first] == changed


def test_a_clock_links_to_another_that_is_there(table: Table) -> None:
    first = clock(table, name="Ritual", size=6)
    for link, code in ((first, "clock-links-itself"), ("k_none", "unknown-clock")):
        with pytest.raises(RuleError, match=code):
            table.do("change_clock", clock=first, link=link)


def test_the_note_of_a_clock_that_fired_is_due_until_it_is_seen_to(table: Table) -> None:
    ritual = clock(table, name="Ritual", size=2, loop="same", note="The door opens")
    table.send({"type": "advance_clock", "clock": ritual, "by": 2})
    (due,) = [item for item in table.see()["due"] if item["what"] == "clock"]
    assert (due["clock"], due["needs"]) == (ritual, [])
    assert table.game.state.clocks[ritual].value == 0
    table.do("advance_clock", clock=ritual)
    assert table.game.state.clocks[ritual].rings
    table.do("drop", id=due["id"])
    assert [item for item in table.see()["due"] if item["what"] == "clock"] == []
    table.undo()
    table.do("answer", id=due["id"])
    assert not table.game.state.clocks[ritual].rings


def test_a_clock_that_goes_back_rings_no_more_and_one_without_a_note_never(table: Table) -> None:
    ritual, tide = clock(table, name="Ritual", size=2, note="x"), clock(table, name="Tide", size=1)
    table.send({"type": "advance_clock", "clock": ritual, "by": 2})
    table.send({"type": "advance_clock", "clock": ritual, "by": -1})
    table.do("advance_clock", clock=tide)
    assert list(table.see()["due"]) == []


def test_what_players_do_not_see_of_an_open_clock_changes_nothing_for_them(table: Table) -> None:
    ritual = clock(table, name="Ritual", size=2, hidden=False, note="zq303")
    table.send({"type": "advance_clock", "clock": ritual, "by": 2})
    before = table.public(), table.codes(PUBLIC_VIEWER)
    table.do("change_clock", clock=ritual, note="zq404", ticks="scene", every=3)
    table.do("drop", id=f"d_clock_{ritual}")
    assert (table.public(), table.codes(PUBLIC_VIEWER)) == before
    table.do("change_clock", clock=ritual, name="Rite")
    assert table.public()["clocks"][ritual]["name"] == "Rite"
    assert len(table.codes(PUBLIC_VIEWER)) == len(before[1]) + 1
