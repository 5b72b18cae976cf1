"""The generic game's conditions at the table: what brings and ends them, what they do to rolls, what is due."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from tests.rules.packs.generic import damage, named, seen_conditions, texts
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return Table("generic")


@pytest.mark.case("GM-111")
def test_who_falls_is_told_once_and_who_rises_too(table: Table) -> None:
    oro = table.pc(trackers={"hp": {"value": 3, "max": 10}})
    for step in (3, 2, -1, 1):
        damage(table, oro, step)
    told = [text for text in texts(table) if "Down" in text]
    assert told == ["Oro: now Down", "Oro: no longer Down", "Oro: now Down"]


def test_bloodied_comes_at_half_and_goes_above_it(table: Table) -> None:
    oro = table.pc(trackers={"hp": {"max": 21}})
    damage(table, oro, 10)
    assert seen_conditions(table, oro) == []
    damage(table, oro, 1)
    assert seen_conditions(table, oro) == ["bloodied"]
    damage(table, oro, 10)
    assert seen_conditions(table, oro) == ["down", "incapacitated", "prone"]
    table.do("heal", creature=oro, amount=11)
    assert seen_conditions(table, oro) == []


def test_a_condition_ends_at_the_end_of_its_bearers_next_turn(table: Table) -> None:
    oro, rat = table.pc(), table.add("Rat")
    table.do("start_encounter", scores={oro: 20, rat: 10})
    table.do(
        "add_condition", creature=rat, condition="stunned", until={"edge": "turn_end", "creature": rat, "turns": 1}
    )
    table.do("end_turn")
    assert seen_conditions(table, rat) == ["incapacitated", "stunned"]
    table.do("end_turn")
    assert seen_conditions(table, rat) == []


def test_dodging_ends_at_the_start_of_the_next_turn(table: Table) -> None:
    oro, rat = table.pc(), table.add("Rat")
    table.do("start_encounter", scores={oro: 20, rat: 10})
    table.do(
        "add_condition", creature=oro, condition="dodging", until={"edge": "turn_start", "creature": oro, "turns": 1}
    )
    table.do("end_turn")
    assert seen_conditions(table, oro) == ["dodging"]
    table.do("end_turn")
    assert seen_conditions(table, oro) == []


def test_of_two_bleeding_wounds_the_worst_counts_and_exhaustion_adds_up(table: Table) -> None:
    oro = table.pc()
    for value in (3, 5, 2):
        table.do("add_condition", creature=oro, condition="bleeding", value=value)
        table.do("add_condition", creature=oro, condition="exhausted", value=1)
    found = {c["key"]: c["value"] for c in table.see()["creatures"][oro]["conditions"]}
    assert found == {"bleeding": 5, "exhausted": 3}


def test_bleeding_is_due_at_the_start_of_a_turn_and_armor_does_not_help(table: Table) -> None:
    oro, rat = table.pc(numbers={"armor": 5}), table.add("Rat")
    table.do("add_condition", creature=oro, condition="bleeding", value=3)
    table.do("start_encounter", scores={oro: 9, rat: 12})
    assert table.see()["due"] == ()
    table.do("end_turn")
    (due,) = table.see()["due"]
    assert (due["creature"], due["what"], due["edge"]) == (oro, "damage", "turn_start")
    table.do("answer", id=due["id"])
    assert table.value("hp", oro) == 7
    assert table.see()["due"] == ()


@pytest.mark.case("GM-116")
def test_two_kinds_of_lasting_damage_both_hurt_and_of_one_kind_the_higher(table: Table) -> None:
    oro = table.pc(trackers={"hp": {"max": 30}})
    for key, value in (("bleeding", 6), ("bleeding", 4), ("burning", 5)):
        table.do("add_condition", creature=oro, condition=key, value=value)
    table.do("start_encounter", scores={oro: 9})
    table.do("settle_due")
    assert table.value("hp", oro) == 19
    table.do("settle_due")
    assert table.value("hp", oro) == 19


@pytest.mark.case("GM-021")
def test_going_back_and_on_again_does_not_hurt_twice(table: Table) -> None:
    oro, rat = table.pc(trackers={"hp": {"value": 20, "max": 20}}), table.add("Rat")
    table.do("add_condition", creature=oro, condition="bleeding", value=3)
    table.do("start_encounter", scores={oro: 9, rat: 12})
    table.do("end_turn")
    table.do("settle_due")
    assert table.value("hp", oro) == 17
    table.undo()
    table.undo()
    table.do("end_turn")
    table.do("settle_due")
    assert table.value("hp", oro) == 17


def test_a_save_at_the_end_of_the_turn_ends_poison(table: Table) -> None:
    oro = table.pc()
    table.do("add_condition", creature=oro, condition="poisoned")
    table.do("start_encounter", scores={oro: 9})
    (due,) = table.see()["due"]
    assert due["needs"] == [{"dice": "d20", "sides": 20, "count": 1}]
    table.do("answer", id=due["id"], dice={"d20": 11})
    assert table.conditions(oro) == ["poisoned"]
    table.do("end_turn")
    (due,) = table.see()["due"]
    table.do("answer", id=due["id"], dice={"d20": 12})
    assert table.conditions(oro) == []


def test_healing_ends_bleeding_and_damage_wakes_a_sleeper(table: Table) -> None:
    oro = table.pc(trackers={"hp": {"value": 5, "max": 10}})
    table.do("add_condition", creature=oro, condition="bleeding", value=2)
    table.do("add_condition", creature=oro, condition="asleep")
    table.do("heal", creature=oro, amount=1)
    assert table.conditions(oro) == ["asleep"]
    damage(table, oro, 1)
    assert table.conditions(oro) == []


def test_what_conditions_do_to_a_roll_is_filled_in_and_named(table: Table) -> None:
    oro, rat = table.pc(), table.add("Rat")
    table.do("add_condition", creature=oro, condition="exhausted", value=2)
    table.do("add_condition", creature=oro, condition="poisoned")
    table.do("add_condition", creature=rat, condition="prone")
    ask: dict[str, Any] = {
        "creature": oro,
        "targets": [rat],
        "parameters": {"dc": 12, "modifier": 4, "tags": ["close"]},
    }
    table.do("roll", roll="attack", dice={"d20": [11]}, **ask)
    (roll,) = table.game.state.rolls.values()
    reasons = {modifier["why"]: modifier["axis"] for modifier in roll.secret["modifiers"]}
    assert reasons == {"given": "total", "exhausted": "total", "poisoned": "disadvantage", "prone": "advantage"}
    assert (roll.facts["total"], roll.facts["outcome"]) == (13, "success")


def test_help_counts_for_one_roll(table: Table) -> None:
    oro = table.pc()
    table.do("add_condition", creature=oro, condition="helped")
    table.do("roll", roll="check", creature=oro, parameters={"dc": 12}, dice={"d20": [4, 15]})
    assert table.conditions(oro) == []
    (roll,) = table.game.state.rolls.values()
    assert roll.facts["outcome"] == "success"


def test_a_forbidden_roll_is_refused_with_its_reason_and_the_gm_may_allow_it(table: Table) -> None:
    oro, rat = table.pc(), table.add("Rat")
    table.do("add_condition", creature=oro, condition="charmed", source=rat)
    attack: dict[str, Any] = {
        "roll": "attack",
        "creature": oro,
        "targets": [rat],
        "parameters": {"dc": 5},
        "dice": {"d20": [10]},
    }
    with pytest.raises(RuleError) as refused:
        table.do("roll", **attack)
    assert (refused.value.code, refused.value.facts["condition"]) == ("cannot-act", "charmed")
    table.do("roll", off=[refused.value.facts["modifier"]], **attack)
    other = table.add("Owl")
    table.do("roll", **{**attack, "targets": [other]})


def test_a_roll_without_a_number_asks_the_gm_for_it(table: Table) -> None:
    oro = table.pc()
    with pytest.raises(Need) as need:
        table.do("roll", roll="check", creature=oro)
    assert need.value.asks[0]["number"] == "dc"
    table.do("roll", by=f"seat:{oro}", roll="check", creature=oro, dice={"d20": [14]})
    (ask,) = table.see()["asks"]
    table.do("answer", id=ask["id"], dc=15)
    (roll,) = table.game.state.rolls.values()
    assert roll.facts["outcome"] == "failure"


def test_a_skill_of_the_sheet_adds_its_bonus(table: Table) -> None:
    oro = table.pc(features={"climbing": {"kind": "skill", "name": "Climbing", "facts": {"bonus": 5}}})
    table.do("roll", roll="check", creature=oro, parameters={"dc": 15}, dice={"d20": [10]}, **named("climbing"))
    (roll,) = table.game.state.rolls.values()
    assert roll.facts["total"] == 15
    with pytest.raises(InvalidInput):
        table.do("roll", roll="check", creature=oro, parameters={"dc": 15}, **named("swimming"))
