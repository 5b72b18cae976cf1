"""What a form's fields say as commands."""

from __future__ import annotations

import msgspec
import pytest

from app.errors import Problem
from app.services.forms import commands_of, creatures_of, fields_of, first, whole, without

SYSTEM = "daggerheart"


def base(**command: object) -> tuple[str, str]:
    return "command", msgspec.json.encode(command).decode()


def test_a_field_overlays_the_base_command_as_a_number_where_the_command_wants_one() -> None:
    fields = [base(type="adjust_tracker", tracker="fear"), ("by", "−2"), ("csrf", "x"), ("_open", "1")]
    assert commands_of(SYSTEM, fields) == [{"type": "adjust_tracker", "tracker": "fear", "by": -2}]


def test_an_empty_field_is_left_out_and_a_text_stays_a_text() -> None:
    fields = [base(type="note"), ("text", "13"), ("creature", " ")]
    assert commands_of(SYSTEM, fields) == [{"type": "note", "text": "13"}]


def test_a_field_that_is_said_to_be_whole_is_a_number_where_nothing_else_has_a_type() -> None:
    facts = "changes/features/own_1/facts/"
    named = {"kind": "action", "name": "Leap"}
    fields = [
        base(type="change_creature", creature="c_1", changes={"features": {"own_1": named}}),
        (f"{facts}ap", "2"), (f"{facts}ranks", "x"), (f"{facts}text", "3"),
        ("_whole", f"{facts}ap"), ("_whole", f"{facts}ranks"),
    ]  # fmt: skip
    (command,) = commands_of(SYSTEM, fields)
    assert command["changes"]["features"]["own_1"]["facts"] == {"ap": 2, "ranks": "x", "text": "3"}


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


def test_a_field_that_does_not_fit_puts_no_blame_on_the_others() -> None:
    clock = [base(type="add_clock"), ("start", "6"), ("every", "10"), ("hidden", "false")]
    fields = {"type": "add_clock", "start": "6", "every": 10, "hidden": False}
    assert commands_of(SYSTEM, clock) == [fields]  # its name lacks
    assert commands_of(SYSTEM, [*clock, ("name", "12"), ("size", "x")]) == [{**fields, "name": "12", "size": "x"}]
    own = [base(type="add_tracker", tracker={"kind": "pool", "key": "7"}), ("tracker/max", "20")]
    assert commands_of(SYSTEM, own)[0]["tracker"] == {"kind": "pool", "key": "7", "max": 20}
    many = [base(type="adjust_tracker", tracker="fear"), ("by", "99999")]
    assert commands_of(SYSTEM, many)[0]["by"] == 99999


@pytest.mark.parametrize(
    "fields",
    [
        [("command", "no json")],
        [("command", "[1]")],
        [("command", '{"commands": 3}')],
        [("command", "{}"), ("a/b/c/d/e/f/g", "1")],
        [("command", '{"commands": [{}]}'), ("commands/x", "1")],
        [("command", '{"commands": [{}]}'), ("commands/100000", "1")],
        [("command", "{}"), ("sources/" + "9" * 5000, "1")],
    ],
)
def test_a_form_that_is_no_command_is_refused(fields: list[tuple[str, str]]) -> None:
    with pytest.raises(Problem, match="malformed"):
        commands_of(SYSTEM, fields)


def test_fields_are_found_and_left_out_by_name() -> None:
    fields = [("a", "1"), ("b", "2"), ("a", "3")]
    assert (first(fields, "a"), first(fields, "c"), without(fields, "a")) == ("1", "", [("b", "2")])


def test_faces_that_were_all_typed_into_one_of_several_fields_are_one_row() -> None:
    fields = [base(type="roll", roll="attack"), ("dice/defence_faces[]", "6 1"), ("dice/defence_faces[]", "8")]
    assert commands_of(SYSTEM, fields)[0]["dice"] == {"defence_faces": [6, 1, 8]}


def test_dice_of_a_weapon_stay_as_they_are_written() -> None:
    facts = {"dice": "2d8", "modifier": 3}
    fields = [base(type="change_creature", creature="c_1", changes={"features": {"axe": {"facts": facts}}})]
    (command,) = commands_of(SYSTEM, fields)
    assert command["changes"]["features"]["axe"]["facts"] == facts


def test_a_total_is_announced_unless_dice_were_typed() -> None:
    roll = [base(type="roll", roll="action"), ("_said_total", "17"), ("announced/with", "fear")]
    assert commands_of(SYSTEM, roll)[0]["announced"] == {"with": "fear", "total": 17}
    typed = [base(type="roll", roll="action"), ("_said_total", "17"), ("dice/hope", "5"), ("dice/fear", "7")]
    assert "announced" not in commands_of(SYSTEM, typed)[0]


def test_a_modifier_that_is_shown_and_not_on_is_off() -> None:
    fields = [base(type="roll", roll="action"), ("_mod", "a"), ("_mod", "b"), ("_on", "b")]
    assert commands_of(SYSTEM, fields)[0]["off"] == ["a"]


def test_faces_in_their_places_stand_before_the_first_that_lacks() -> None:
    fields = [base(type="rest", kind="short"), ("_dice/c_1/0", "3"), ("_dice/c_1/1", "4"), ("_dice/c_2/1", "2")]
    assert commands_of(SYSTEM, fields)[0]["dice"] == {"c_1": [3, 4]}


def test_a_command_becomes_fields_and_comes_back() -> None:
    command = {
        "type": "take_damage",
        "creature": "c_1",
        "sources": [{"amount": 13, "types": ["physical"]}],
        "direct": True,
    }
    assert commands_of(SYSTEM, [base(type="take_damage"), *fields_of(command)]) == [command]


def test_the_creatures_of_a_form_are_found_wherever_they_are_named() -> None:
    fields = [base(type="set_tracker", creature="c_1"), ("each", "c_2"), ("creature", "c_3")]
    assert creatures_of(fields) == {"c_1", "c_2", "c_3"}
    assert creatures_of([("command", "no json"), ("creature", "c_3")]) == {"c_3"}


@pytest.mark.parametrize(
    "fields",
    [
        [("command", "[" * 100_000)],
        [("command", '{"type": "note", "text": ' + "[" * 500 + "]" * 500 + "}")],
        [("command", '{"type": "note", "text": ' + "9" * 30 + "}")],
        [("_plus", "{"), ("by", "+5")],
        [("_plus", '{"field": "by", "times": "many"}'), ("by", "+5")],
        [("_plus", '{"field": "by", "command": 5}'), ("by", "+5")],
        [("command", '{"commands": [' + ",".join(["{}"] * 101) + "]}")],
        [("command", '{"commands": [{}, {}]}'), *(("each", f"c_{n}") for n in range(60))],
    ],
)
def test_no_form_is_too_odd_to_be_refused(fields: list[tuple[str, str]]) -> None:
    with pytest.raises(Problem):
        commands_of(SYSTEM, fields)


def test_faces_with_too_many_digits_are_no_faces() -> None:
    (command,) = commands_of(SYSTEM, [base(type="roll", roll="action"), ("dice/hope", "1 " + "9" * 5000)])
    assert command["dice"]["hope"] == "1 " + "9" * 5000


def test_a_form_whose_commands_are_no_list_is_about_nobody() -> None:
    assert creatures_of([("command", '{"commands": 5}')]) == set()


@pytest.mark.parametrize(
    "text, number", [("5", 5), (" −5", -5), ("+5", 5), ("--5", None), ("9" * 5000, None), ("", None), ("x", None)]
)
def test_a_whole_number_is_read_from_a_field_or_nothing(text: str, number: int | None) -> None:
    assert whole(text) == number
