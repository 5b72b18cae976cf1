"""What a roll moves, taken back: what moved on since goes back by as much, what was seen to by hand is left alone."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core import events as e
from rules.core.apply import apply
from rules.core.chance import Chance
from rules.core.draft import Draft
from rules.core.moving import box_change, change, note
from rules.core.state import Condition, Creature, State
from rules.core.trackers import FREE, Level, Track
from rules.registry import get_system

ORO = "c_oro"


def track(boxes: str) -> Track:
    """A track of levels with three boxes."""
    return Track(tuple(Level(f"level{n}", boxes[n : n + 3]) for n in range(0, len(boxes), 3)))


def table(boxes: str = "......") -> Draft:
    state = apply(State(), e.CreatureAdded(Creature(ORO, "Oro", trackers={"health": track(boxes)})))
    return Draft(get_system("generic"), state, "gm", Chance(None, {}, False, lambda: "1"))


def boxes(draft: Draft) -> str:
    found = draft.state.trackers(ORO)["health"]
    assert isinstance(found, Track)
    return found.flat


def moved(draft: Draft, count: int, mark: str, to: str) -> dict[str, Any]:
    was = draft.state.trackers(ORO)["health"]
    assert isinstance(was, Track)
    return box_change(ORO, "health", was, was.turned(count, mark, to), mark, to)


@given(st.text("./X", min_size=6, max_size=6), st.integers(-1, 7), st.sampled_from([".X", "X.", "X/", "/."]))
def test_boxes_that_nothing_else_moved_are_just_as_they_were(start: str, count: int, way: str) -> None:
    draft = table(start)
    turned = msgspec.json.decode(msgspec.json.encode(moved(draft, count, *way)))
    change(draft, turned)
    assert boxes(draft) == turned["now"]
    assert turned["by"] == min(max(0, count), start.count(way[0]))
    change(draft, turned, back=True)
    assert boxes(draft) == start


def test_of_boxes_that_moved_on_as_many_go_back() -> None:
    draft = table("XX....")
    turned = moved(draft, 1, FREE, "X")
    change(draft, turned)
    draft.put(ORO, "health", track("XXXX.."))
    change(draft, turned, back=True)
    assert boxes(draft) == "XXX..."


def test_boxes_fill_from_the_lowest_and_clear_from_the_highest_level() -> None:
    assert track("X.X...").turned(2, FREE, "/") == track("X/X/..")
    assert track("X/X/..").turned(1, "/", FREE) == track("X/X...")


def test_a_condition_that_a_roll_brings_goes_with_it_and_no_other() -> None:
    draft = table()
    own, other = Condition("q_1", "hidden"), Condition("q_2", "hidden", reason="fog")
    brought = {"owner": ORO, "begins": msgspec.to_builtins(own)}
    change(draft, brought)
    draft.add_condition(ORO, other)
    change(draft, brought, back=True)
    assert dict(draft.state.creatures[ORO].conditions) == {"q_2": other}
    count = len(draft.events)
    change(draft, brought, back=True)
    change(draft, {**brought, "owner": "c_none"})
    assert len(draft.events) == count


@pytest.mark.parametrize(("since", "left"), [(2, {"c_rat": 5}), (3, {"c_rat": 5, ORO: 3}), (None, {"c_rat": 5})])
def test_a_note_of_one_creature_goes_back_unless_it_says_something_else_since(since: int | None, left: Any) -> None:
    draft = table()
    noted = {"note": "worst", "of": ORO, "was": None, "now": 2}
    change(draft, noted)
    note(draft, "worst", "c_rat", 5)
    note(draft, "worst", ORO, since)
    change(draft, noted, back=True)
    assert draft.state.order.memory["worst"] == left
