"""What was forgotten in a roll, or counted by mistake, is changed afterwards."""

import pytest

from tests.rules.daggerheart.evening import Evening


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_a_forgotten_modifier_is_added_to_those_that_counted(evening: Evening) -> None:
    roll = evening.act(5, 3, parameters={"difficulty": 13, "extra": [{"amount": 1, "reason": "rain"}]})
    total = roll.facts["total"]
    evening.do("amend_roll", id=roll.id, add=[{"amount": 3, "reason": "the bell"}])
    amended = evening.last(evening.oro)
    assert amended.facts["total"] == total + 3
    assert {"rain", "the bell"} <= {modifier["why"] for modifier in amended.secret["modifiers"]}
    assert amended.amended


def test_a_modifier_is_switched_off_and_on_again_afterwards(evening: Evening) -> None:
    roll = evening.act(5, 3, **{"with": "sailor"})
    total, hope = roll.facts["total"], evening.value("hope", evening.oro)
    sailor = next(m["id"] for m in roll.secret["modifiers"] if m["id"].endswith(":sailor"))
    evening.do("amend_roll", id=roll.id, off=[sailor])
    assert evening.last(evening.oro).facts["total"] < total
    evening.do("amend_roll", id=evening.last(evening.oro).id, off=[])
    assert evening.last(evening.oro).facts["total"] == total
    assert evening.value("hope", evening.oro) == hope
