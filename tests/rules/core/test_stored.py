"""What was stored in a shape that this release does not know is refused, and nothing breaks over it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as with_fields

from rules.core.errors import RuleError
from rules.core.state import Pending
from rules.core.stored import readable
from tests.rules.table import Table

QUESTIONS: list[tuple[str, Mapping[str, Any]]] = [
    ("difficulty", {}),
    ("difficulty", {"command": {"roll": "action", "physical": "no"}, "wants": "difficulty"}),
    ("armor_slot", {"creature": ["c"]}),
    ("armor_slot", {"creature": "c", "_command": {"nothing": 1}}),
    ("last_action", {}),
    ("risk_it_all", {"creature": "c", "left": "x"}),
]


@pytest.mark.parametrize(("kind", "data"), QUESTIONS)
def test_a_question_that_cannot_be_read_is_refused_and_can_be_dropped(kind: str, data: Mapping[str, Any]) -> None:
    table = Table()
    oro = table.pc()
    known = {key: oro if value == "c" else value for key, value in data.items()}
    state = with_fields(table.game.state, pending={"p_1": Pending("p_1", kind, "gm", known)})
    table.game = replace(table.game, state=state)
    with pytest.raises(RuleError) as refused:
        table.do("answer", id="p_1", difficulty=10, use=True, hit_points=1)
    assert refused.value.code == "unreadable-question"
    table.do("drop", id="p_1")


@pytest.mark.parametrize(
    "odd", [{"paid": ({"owner": "table", "tracker": "fear", "by": {}},)}, {"command": {"targets": 5}}]
)
def test_a_roll_that_cannot_be_read_is_refused(odd: dict[str, Any]) -> None:
    table = Table()
    oro = table.pc()
    table.do("roll", roll="action", creature=oro, parameters={"difficulty": 10, "modifier": 0})
    roll = with_fields(table.game.state.rolls[oro], **odd)
    table.game = replace(table.game, state=with_fields(table.game.state, rolls={oro: roll}))
    with pytest.raises(RuleError) as refused:
        table.do("amend_roll", id=roll.id)
    assert refused.value.code == "unreadable-roll"


def test_a_refusal_of_the_rules_stays_what_it_is() -> None:
    with pytest.raises(RuleError, match="not-enough-fear"), readable("unreadable-roll"):
        raise RuleError("not-enough-fear")
