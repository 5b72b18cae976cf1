"""What do long downtime and work on a project move?"""

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from tests.rules.daggerheart.evening import Evening


@pytest.fixture
def evening() -> Evening:
    return Evening()


def countdown(evening: Evening, name: str, ticks: str = "long_rest", size: int = 6) -> str:
    before = set(evening.game.state.clocks)
    evening.do("add_clock", name=name, size=size, kind="countdown", ticks=ticks)
    (id,) = set(evening.game.state.clocks) - before
    return id


def left(evening: Evening, id: str) -> int:
    return evening.game.state.clocks[id].value


def test_the_gm_gains_a_die_of_fear_for_each_character_and_long_term_countdowns_go_on(evening: Evening) -> None:
    siege, flood = countdown(evening, "Siege"), countdown(evening, "Flood", "action_roll")
    day = evening.game.state.time.day
    evening.do("extended_downtime", days=10, dice={"fear": [4, 3]})
    assert (evening.value("fear"), evening.game.state.time.day) == (7, day + 10)
    assert (left(evening, siege), left(evening, flood)) == (5, 6)
    assert "The GM gains 7 Fear (4 + 3)" in evening.said()
    assert "Downtime of 10 days" in evening.said()


def test_the_gm_says_how_far_countdowns_go(evening: Evening) -> None:
    siege, plague, flood = (
        countdown(evening, "Siege"),
        countdown(evening, "Plague"),
        countdown(evening, "Flood", "scene"),
    )
    evening.do("extended_downtime", clocks={siege: 0, flood: 4}, dice={"fear": [1, 1]})
    assert (left(evening, siege), left(evening, plague), left(evening, flood)) == (6, 5, 2)


def test_fear_stops_at_twelve_and_the_dead_bring_none(evening: Evening) -> None:
    evening.fear(11)
    evening.do("add_condition", creature=evening.mira, condition="dead")
    evening.do("extended_downtime", dice={"fear": [6]})
    assert evening.value("fear") == 12


def test_dice_that_are_missing_are_asked_for_and_unknown_countdowns_refused(evening: Evening) -> None:
    with pytest.raises(Need) as need:
        evening.do("extended_downtime", physical=True)
    assert need.value.asks == ({"dice": "fear", "sides": 6, "count": 2},)
    with pytest.raises(RuleError, match="unknown-clock"):
        evening.do("extended_downtime", clocks={"k_nothing": 1})


def test_a_preview_draws_no_die(evening: Evening) -> None:
    played = evening.preview("extended_downtime", days=3)
    assert played.game.state.time.day == evening.game.state.time.day + 3


@pytest.mark.parametrize(("by", "after"), [(None, 5), (0, 6), (3, 3)])
def test_work_on_a_project_goes_as_far_as_its_roll_came_to(evening: Evening, by: int | None, after: int) -> None:
    map_ = countdown(evening, "Map", "by_hand")
    choice = {"creature": evening.oro, "move": "work_on_a_project", "target": map_}
    evening.do("rest", kind="long", choices=[{**choice, **({} if by is None else {"by": by})}], dice={"fear": 1})
    assert left(evening, map_) == after


def test_a_project_does_not_go_backwards(evening: Evening) -> None:
    choice = {"creature": evening.oro, "move": "work_on_a_project", "target": countdown(evening, "Map"), "by": -1}
    with pytest.raises(InvalidInput):
        evening.do("rest", kind="long", choices=[choice], dice={"fear": 1})
