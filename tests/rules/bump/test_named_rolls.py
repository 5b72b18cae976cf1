"""Rolls of Bump d20 that something else than a player asks for are told by the name of what they decide."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules import content
from rules.core import telling
from rules.core.say import Words
from tests.rules.bump.table import begin, fight, hero
from tests.rules.table import Table


def told(table: Table, id: str, language: str = "en") -> str:
    words: Words = content.words("bump", language)
    facts: Mapping[str, Any] = table.game.state.rolls[id].facts
    return telling.result_text(facts, words, content.titles("bump", language))


def on_own_turn(*conditions: Mapping[str, Any]) -> tuple[Table, str]:
    table = fight()
    oro = hero(table)
    for one in conditions:
        table.do("add_condition", creature=oro, **one)
    begin(table, oro)
    return table, oro


@pytest.mark.parametrize(("language", "said"), [("en", "Dying: d20, 7"), ("ru", "При смерти: d20, 7")])
def test_the_d20_of_one_who_is_dying_says_so(language: str, said: str) -> None:
    table = fight()
    oro = hero(table)
    table.do("take_damage", creature=oro, parts=[{"amount": 60, "type": "fire"}])
    table.do("death_option", creature=oro, option="mostly_dead", dice={"d4": 4})
    begin(table, oro)
    table.do("answer", id=f"d_dying_{oro}", given={}, dice={"dice": 7})
    assert told(table, oro, language) == said


@pytest.mark.parametrize(("language", "said"), [("en", "Suffocating, 9: failure"), ("ru", "Без воздуха, 9: провал")])
def test_the_save_of_one_without_air_says_so(language: str, said: str) -> None:
    table, oro = on_own_turn()
    table.do("suffocate", creature=oro, dice={"d20": 7})
    assert told(table, oro, language) == said


def test_a_check_against_sinking_says_so() -> None:
    table, oro = on_own_turn({"condition": "sinking", "value": 1})
    table.do("sink", creature=oro, dc=15, dice={"d20": 16})
    assert told(table, oro) == "Sinking, 16: success"


def test_the_check_of_a_wound_names_it() -> None:
    table, oro = on_own_turn()
    table.do("take_damage", creature=oro, parts=[{"amount": 13, "type": "fire"}])
    table.do("answer", id=f"d_wound_{oro}", given={}, dice={"d20": 3})
    assert told(table, oro) == "Light Wound: flat check, 3: failure"


@pytest.mark.parametrize("at_the_edge", [True, False])
def test_a_recovery_names_what_it_is_rolled_against(at_the_edge: bool) -> None:
    table, oro = on_own_turn({"condition": "dazed"}, {"condition": "frightened", "value": 2})
    dazed = next(one.id for one in table.creature(oro).conditions.values() if one.key == "dazed")
    if at_the_edge:
        due = next(one["id"] for one in table.see()["due"] if one["condition"] == dazed)
        table.do("answer", id=due, given={}, dice={"d20": 4})
    else:
        table.do("recover", creature=oro, condition=dazed, dice={"d20": 4})
    assert told(table, oro) == "Dazed: flat check, 4: failure"


def test_a_plain_check_has_no_such_name() -> None:
    table, oro = on_own_turn()
    table.do("roll", roll="check", creature=oro, parameters={"dc": 15}, dice={"d20": 9})
    assert told(table, oro) == "9: failure"


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Escape, 17: success"), ("ru", "Вырваться, 17: успех")],
)
def test_an_escape_says_so(language: str, said: str) -> None:
    table, oro = on_own_turn({"condition": "grappled"})
    table.do("change_creature", creature=oro, changes={"numbers": {"athletics": 4}})
    table.do("escape", creature=oro, dc=15, dice={"d20": 14}, **{"with": "athletics"})
    assert told(table, oro, language).startswith(said.split(",")[0])


def test_the_first_of_two_opposed_rolls_says_what_it_is() -> None:
    table, oro = on_own_turn()
    table.do("roll", roll="opposed", creature=oro, dice={"d20": 12})
    assert told(table, oro) == "Opposed roll, the first: 12"
    table.do("roll", roll="opposed", creature=oro, announced={"total": 9})
    assert told(table, oro) == "Opposed roll, the first: 9"
