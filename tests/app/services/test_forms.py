"""What a form's fields say as commands."""

from __future__ import annotations

import msgspec
import pytest

from app.errors import Problem
from app.services.forms import commands_of, first, without

SYSTEM = "daggerheart"


def base(**command: object) -> tuple[str, str]:
    return "command", msgspec.json.encode(command).decode()


def test_a_field_overlays_the_base_command_as_a_number_where_the_command_wants_one() -> None:
    fields = [base(type="adjust_tracker", tracker="fear"), ("by", "−2"), ("csrf", "x"), ("_open", "1")]
    assert commands_of(SYSTEM, fields) == [{"type": "adjust_tracker", "tracker": "fear", "by": -2}]


def test_an_empty_field_is_left_out_and_a_text_stays_a_text() -> None:
    fields = [base(type="note"), ("text", "13"), ("creature", " ")]
    assert commands_of(SYSTEM, fields) == [{"type": "note", "text": "13"}]


def test_a_name_leads_inward_and_dice_become_faces() -> None:
    fields = [
        base(type="roll", roll="action"),
        ("parameters/difficulty", "13"),
        ("dice/hope", "5"),
        ("dice/helpers", "4 6"),
        ("targets[]", "c_1"),
        ("with", "agility"),
        ("with", "experience-1"),
    ]
    (command,) = commands_of(SYSTEM, fields)
    assert command == {
        "type": "roll",
        "roll": "action",
        "parameters": {"difficulty": 13},
        "dice": {"hope": 5, "helpers": [4, 6]},
        "targets": ["c_1"],
        "with": "agility,experience-1",
    }


def test_items_of_a_list_are_named_by_their_place() -> None:
    fields = [base(commands=[{"type": "note", "text": "a"}, {"type": "note"}]), ("commands/1/text", "b")]
    assert [command["text"] for command in commands_of(SYSTEM, fields)] == ["a", "b"]


def test_a_form_for_several_is_a_command_for_each() -> None:
    fields = [base(type="end_condition", condition="vulnerable"), ("each", "c_1"), ("each", "c_2")]
    assert [command["creature"] for command in commands_of(SYSTEM, fields)] == ["c_1", "c_2"]


def test_what_does_not_fit_is_left_for_the_rules_to_refuse() -> None:
    fields = [base(type="adjust_tracker", tracker="fear"), ("by", "many")]
    assert commands_of(SYSTEM, fields)[0]["by"] == "many"


@pytest.mark.parametrize(
    "fields",
    [
        [("command", "no json")],
        [("command", "[1]")],
        [("command", '{"commands": 3}')],
        [("command", "{}"), ("a/b/c/d/e/f/g", "1")],
        [("command", '{"commands": [{}]}'), ("commands/x", "1")],
        [("command", '{"commands": [{}]}'), ("commands/100000", "1")],
    ],
)
def test_a_form_that_is_no_command_is_refused(fields: list[tuple[str, str]]) -> None:
    with pytest.raises(Problem, match="malformed-request"):
        commands_of(SYSTEM, fields)


def test_fields_are_found_and_left_out_by_name() -> None:
    fields = [("a", "1"), ("b", "2"), ("a", "3")]
    assert (first(fields, "a"), first(fields, "c"), without(fields, "a")) == ("1", "", [("b", "2")])
