"""Who is rid of which condition, how: characters by a roll, adversaries by their spotlight, special ones by neither."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, RuleError
from tests.rules.daggerheart.evening import Evening


@pytest.fixture
def evening() -> Evening:
    return Evening()


def restrain(evening: Evening, creature: str, temporary: bool | None = None, **fields: str) -> None:
    mark: dict[str, Any] = {} if temporary is None else {"temporary": temporary}
    evening.do("add_condition", creature=creature, condition="restrained", **mark, **fields)


def test_a_success_clears_the_condition_that_the_roll_is_for(evening: Evening) -> None:
    restrain(evening, evening.oro)
    evening.act(9, 4, parameters={"difficulty": 12, "clears": "restrained"})
    assert evening.conditions(evening.oro) == []
    assert "Oro: restrained is recovered from" in evening.said()


def test_a_failure_clears_nothing(evening: Evening) -> None:
    restrain(evening, evening.oro)
    evening.act(3, 4, parameters={"difficulty": 12, "clears": "restrained"})
    assert evening.conditions(evening.oro) == ["restrained"]


def test_an_amendment_brings_the_condition_back_or_ends_it_after_all(evening: Evening) -> None:
    restrain(evening, evening.oro, reason="vines")
    before = evening.creature(evening.oro).conditions
    roll = evening.act(9, 4, parameters={"difficulty": 12, "clears": "restrained"})
    evening.do("amend_roll", id=roll.id, dice={"hope": 3})
    assert evening.creature(evening.oro).conditions == before
    evening.do("amend_roll", id=evening.last(evening.oro).id, dice={"hope": 10})
    assert evening.conditions(evening.oro) == []


def test_what_was_announced_clears_too(evening: Evening) -> None:
    restrain(evening, evening.oro)
    evening.do("roll", roll="action", creature=evening.oro, announced={"with": "hope", "success": True},
               parameters={"clears": "restrained"})  # fmt: skip
    assert evening.conditions(evening.oro) == []


def test_one_clears_only_what_one_has(evening: Evening) -> None:
    restrain(evening, evening.mira)
    with pytest.raises(InvalidInput) as refused:
        evening.act(9, 4, parameters={"difficulty": 12, "clears": "restrained"})
    assert refused.value.errors[0].pointer == "/parameters/clears"


def test_an_adversary_needs_no_roll_but_its_spotlight(evening: Evening) -> None:
    restrain(evening, evening.bear, temporary=True)
    evening.do("clear_condition", creature=evening.bear, condition="restrained")
    assert (evening.conditions(evening.bear), evening.active) == ([], evening.bear)


def test_a_special_condition_is_cleared_by_no_move(evening: Evening) -> None:
    restrain(evening, evening.bear, temporary=False)
    restrain(evening, evening.oro, temporary=False)
    with pytest.raises(RuleError, match="special-condition"):
        evening.do("clear_condition", creature=evening.bear, condition="restrained")
    with pytest.raises(RuleError, match="special-condition"):
        evening.act(9, 4, parameters={"difficulty": 12, "clears": "restrained"})
    evening.do("end_condition", creature=evening.bear, condition="restrained")
    assert evening.conditions(evening.bear) == []


@pytest.mark.parametrize(("temporary", "reason"), [(True, "temporary"), (False, "special"), (None, "")])
def test_the_mark_stands_among_the_reasons(evening: Evening, temporary: bool | None, reason: str) -> None:
    restrain(evening, evening.bear, temporary)
    (condition,) = evening.see()["creatures"][evening.bear]["conditions"]
    assert [one["reason"] for one in condition["reasons"]] == [reason]


def test_a_reason_that_is_given_is_kept(evening: Evening) -> None:
    restrain(evening, evening.bear, temporary=False, reason="iron net")
    (condition,) = evening.creature(evening.bear).conditions.values()
    assert (condition.reason, condition.data) == ("iron net", {"special": True})
