"""A player's undo tells nothing: it goes or is refused by what the player knows, never by what happened unseen."""

import pytest

from rules.core.errors import RuleError
from tests.rules.table import Table

ACTION = {"type": "roll", "roll": "action", "parameters": {"difficulty": 10}, "dice": {"hope": 5, "fear": 9}}


@pytest.fixture
def table() -> Table:
    return Table()


def rolled(table: Table) -> str:
    """Oro's player has rolled a success with Fear; the seat's hand."""
    oro = table.pc("Oro")
    table.send({**ACTION, "creature": oro}, by=f"seat:{oro}")
    return f"seat:{oro}"


def test_a_hidden_countdown_that_moved_on_stands_in_no_players_way(table: Table) -> None:
    table.do("add_clock", name="Zq", size=6, kind="countdown", ticks="action_roll", hidden=True)
    hand = rolled(table)
    (clock,) = table.game.state.clocks
    table.send({"type": "advance_clock", "clock": clock, "by": 2})
    table.undo(by=hand)
    assert table.game.state.rolls == {}
    assert table.game.state.clocks[clock].value == 3


def test_a_hidden_creatures_turn_stands_in_no_players_way(table: Table) -> None:
    lurker, oro = table.add("Lurker", hidden=True), table.pc("Oro")
    table.do("begin_turn", creature=oro, by=f"seat:{oro}")
    before = table.public()
    table.do("begin_turn", creature=lurker)
    assert table.public() == before
    table.undo(by=f"seat:{oro}")
    assert table.active == lurker
    assert table.public()["order"]["active"] is None


def test_fear_that_players_do_not_see_stands_in_no_players_way() -> None:
    table = Table(fear_shown=False)
    hand = rolled(table)
    table.fear(1)
    table.undo(by=hand)
    assert table.game.state.rolls == {}


def test_fear_that_players_see_stands_in_the_way(table: Table) -> None:
    hand = rolled(table)
    table.fear(1)
    with pytest.raises(RuleError, match="steps-in-the-way"):
        table.undo(by=hand)


def test_an_answered_question_stands_in_the_way(table: Table) -> None:
    oro = table.pc("Oro")
    table.send({"type": "suggest", "commands": [{"type": "note", "text": "x"}]}, by=f"seat:{oro}")
    (suggestion,) = table.game.state.pending
    table.do("accept", suggestion=suggestion)
    with pytest.raises(RuleError, match="steps-in-the-way"):
        table.undo(by=f"seat:{oro}")


def test_a_gm_is_told_of_every_step_in_the_way(table: Table) -> None:
    table.do("add_clock", name="Zq", size=6, hidden=True)
    (clock,) = table.game.state.clocks
    table.do("advance_clock", clock=clock)
    step = table.game.last_step
    table.do("advance_clock", clock=clock)
    with pytest.raises(RuleError, match="steps-in-the-way"):
        table.undo(step=step)
