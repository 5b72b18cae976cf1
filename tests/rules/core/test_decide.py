"""What one request may hold, and in which order."""

import pytest

from rules.core.errors import Need, RuleError
from tests.rules.daggerheart.evening import Evening


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_nothing_follows_dice_that_were_drawn_for_a_player(evening: Evening) -> None:
    """Else what follows could be refused until the roll has brought enough to pay for it."""
    roll = {"type": "roll", "roll": "action", "creature": evening.oro, "parameters": {"difficulty": 13}}
    spend = {"type": "spend_hope", "creature": evening.oro, "amount": 1}
    before, seat = evening.game, f"seat:{evening.oro}"
    with pytest.raises(RuleError) as refused:
        evening.send(roll, spend, by=seat)
    assert (refused.value.code, evening.game) == ("dice-come-last", before)
    evening.send(spend, roll, by=seat)
    evening.send({**roll, "dice": {"hope": 9, "fear": 4}}, spend, by=seat)
    assert len(evening.rolled()) == 2


def test_what_a_gm_sends_together_may_have_dice_anywhere(evening: Evening) -> None:
    roll = {"type": "roll", "roll": "action", "creature": evening.oro, "parameters": {"difficulty": 13}}
    evening.send(roll, roll)
    assert len(evening.rolled()) == 2


def test_of_several_commands_the_one_that_asks_is_named(evening: Evening) -> None:
    tap = {"type": "adjust_tracker", "tracker": "fear", "by": 1}
    roll = {"type": "roll", "roll": "action", "creature": evening.oro, "parameters": {"difficulty": 13}}
    with pytest.raises(Need) as need:
        evening.send(tap, {**roll, "physical": True})
    assert {ask["command"] for ask in need.value.asks} == {1}
    assert evening.value("fear") == 0
