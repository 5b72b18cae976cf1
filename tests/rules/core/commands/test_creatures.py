"""Creatures come with what the game says, equals are numbered, and wrong numbers are refused."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_name_alone_makes_a_creature(table: Table) -> None:
    id = table.add("Bear")
    creature = table.see()["creatures"][id]
    assert (creature["kind"], creature["hidden"], creature["health"]) == ("adversary", False, "unhurt")
    assert {"hit_points", "stress"} <= set(creature["trackers"])


def test_a_name_already_there_gets_the_next_free_number(table: Table) -> None:
    names = [table.creature(table.add("Goblin")).name for _ in range(3)]
    assert names == ["Goblin", "Goblin 2", "Goblin 3"]


def test_many_at_once_are_numbered_from_one(table: Table) -> None:
    table.do("add_creatures", creature={"name": "Goblin"}, count=3)
    assert [c.name for c in table.game.state.creatures.values()] == ["Goblin 1", "Goblin 2", "Goblin 3"]
    assert table.creature(table.add("Goblin")).name == "Goblin 4"


def test_players_count_only_what_they_have_seen(table: Table) -> None:
    table.add("Goblin", hidden=True)
    second = table.add("Goblin")
    assert table.creature(second).name == "Goblin 2"
    assert table.public()["creatures"][second]["name"] == "Goblin"


def test_a_revealed_equal_gets_the_number_that_players_would_count(table: Table) -> None:
    table.add("Goblin", hidden=True)
    third = [table.add("Goblin", hidden=True) for _ in range(2)][1]
    table.do("reveal", creature=third)
    assert table.public()["creatures"][third]["name"] == "Goblin"
    assert table.creature(third).name == "Goblin 3"


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({"name": ""}, "/creature/name"),
        ({"name": "x" * 121}, "/creature/name"),
        ({"name": "a", "kind": "dragon"}, "/creature/kind"),
        ({"name": "a", "numbers": {"level": 11}}, "/creature/numbers/level"),
        ({"name": "a", "numbers": {"luck": 1}}, "/creature/numbers/luck"),
        ({"name": "a", "trackers": {"mana": {"max": 3}}}, "/creature/trackers/mana"),
        ({"name": "a", "trackers": {"hit_points": {"value": 9, "max": 6}}}, "/creature/trackers/hit_points/value"),
        ({"name": "a", "kind": "pc", "trackers": {"hit_points": {"max": 13}}}, "/creature/trackers/hit_points/max"),
        ({"name": "a", "colour": "red"}, "/creature/colour"),
    ],
)
def test_a_wrong_creature_is_refused_where_it_is_wrong(table: Table, given: dict[str, Any], pointer: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        table.do("add_creature", creature=given)
    assert refused.value.errors[0].pointer == pointer
    assert not table.game.state.creatures


def test_a_game_holds_five_hundred_creatures(table: Table) -> None:
    for _ in range(5):
        table.do("add_creatures", creature={"name": "Rat"}, count=100)
    with pytest.raises(RuleError, match="too-many-creatures"):
        table.add("Rat")


def test_a_wave_is_off_the_board_until_it_comes(table: Table) -> None:
    id = table.add("Wolf", wave="two")
    table.pc()
    table.do("start_encounter", policy="numeric")
    assert id not in table.public()["creatures"]
    table.do("bring_wave", wave="two")
    assert id in table.public()["creatures"]
    assert id in [e["creature"] for e in table.see()["order"]["entries"]]
    with pytest.raises(RuleError, match="unknown-wave"):
        table.do("bring_wave", wave="two")


def test_a_derived_number_is_set_by_hand_and_given_back(table: Table) -> None:
    id = table.pc(numbers={"armor_major": 6, "armor_severe": 13, "level": 2})
    assert table.see()["creatures"][id]["numbers"]["major"] == 8
    table.do("change_creature", creature=id, changes={"numbers": {"major": 10}})
    creature = table.see()["creatures"][id]
    assert (creature["numbers"]["major"], creature["by_hand"]) == (10, ("major",))
    table.do("change_creature", creature=id, changes={"numbers": {"major": None}})
    assert table.see()["creatures"][id]["numbers"]["major"] == 8


def test_the_thresholds_of_one_without_armor_are_its_level_and_twice_that(table: Table) -> None:
    id = table.pc(numbers={"level": 4})
    numbers = table.see()["creatures"][id]["numbers"]
    assert (numbers["major"], numbers["severe"]) == (4, 8)


@pytest.mark.case("GM-018")
def test_two_hands_change_two_features_without_a_clash(table: Table) -> None:
    id = table.pc(features={"axe": {"kind": "weapon", "name": "Axe"}})
    table.do("change_creature", creature=id, changes={"features": {"bow": {"kind": "weapon", "name": "Bow"}}})
    first = table.game.last_step
    table.do("change_creature", creature=id, changes={"features": {"axe": None}}, by="gm:Ann")
    table.undo(step=first)
    assert not table.creature(id).features


def test_removing_a_creature_drops_the_questions_that_it_alone_could_answer(table: Table) -> None:
    id = table.pc()
    table.send({"type": "suggest", "commands": [{"type": "note", "text": "hi"}]}, by=f"seat:{id}")
    table.do("remove_creature", creature=id)
    assert table.see()["inbox"] == ()


def test_one_that_is_hidden_until_its_turn_is_seen_when_it_comes(table: Table) -> None:
    table.pc()
    wolf = table.add("Wolf", hidden_until="turn")
    assert (table.creature(wolf).hidden, table.see()["creatures"][wolf]["hidden_until"]) == (True, "turn")
    assert wolf not in table.public()["creatures"]
    table.do("begin_turn", creature=wolf)
    assert not table.creature(wolf).hidden
    assert table.public()["order"]["active"] == wolf
    table.undo()
    assert (table.creature(wolf).hidden, table.creature(wolf).hidden_until) == (True, "turn")


def test_one_that_was_hidden_by_hand_acts_unseen(table: Table) -> None:
    wolf = table.add("Wolf", hidden=True)
    table.do("begin_turn", creature=wolf)
    assert table.creature(wolf).hidden


@pytest.mark.case("GM-034")
def test_several_with_one_alias_are_told_apart_by_players(table: Table) -> None:
    table.do("add_creatures", creature={"name": "Cultist", "alias": "Robed figure"}, count=2)
    hidden = table.add("Cultist", alias="Robed figure", hidden=True)
    names = [c["name"] for c in table.public()["creatures"].values()]
    assert names == ["Robed figure", "Robed figure 2"]
    table.do("reveal", creature=hidden)
    assert table.public()["creatures"][hidden]["name"] == "Robed figure 3"


def test_a_second_reveal_lets_the_alias_become_the_name(table: Table) -> None:
    vex = table.add("Vex", alias="Robed figure", hidden=True)
    table.do("reveal", creature=vex)
    assert table.public()["creatures"][vex]["name"] == "Robed figure"
    table.do("reveal", creature=vex)
    assert table.public()["creatures"][vex]["name"] == "Vex"
    assert table.do("reveal", creature=vex).added == ()


def test_a_second_reveal_does_not_tell_players_how_many_they_have_not_seen(table: Table) -> None:
    table.add("Goblin", hidden=True)
    second = table.add("Goblin")
    assert table.do("reveal", creature=second).added == ()
    assert table.public()["creatures"][second]["name"] == "Goblin"


def test_dice_say_how_many_come(table: Table) -> None:
    table.do("add_creatures", creature={"name": "Rat"}, amount="2d4+1", dice={"amount": [3, 2]})
    assert [c.name for c in table.game.state.creatures.values()] == [f"Rat {n}" for n in range(1, 7)]
    assert "amount_rolled" in table.codes()


def test_one_by_the_dice_has_a_plain_name_and_less_than_none_are_none(table: Table) -> None:
    table.do("add_creatures", creature={"name": "Rat"}, amount="d4", dice={"amount": [1]})
    table.do("add_creatures", creature={"name": "Bat"}, amount="d4-4", dice={"amount": [1]})
    assert [c.name for c in table.game.state.creatures.values()] == ["Rat"]


def test_physical_dice_of_an_amount_are_asked_for(table: Table) -> None:
    with pytest.raises(Need) as need:
        table.do("add_creatures", creature={"name": "Rat"}, amount="2d6", physical=True)
    assert list(need.value.asks) == [{"dice": "amount", "sides": 6, "count": 2}]
    assert table.preview("add_creatures", creature={"name": "Rat"}, amount="2d6").added == ()


@pytest.mark.parametrize("amount", ["d0", "0d6", "100d6", "d6d6", "six", "d1000"])
def test_an_amount_that_is_no_dice_is_refused(table: Table, amount: str) -> None:
    with pytest.raises(InvalidInput):
        table.do("add_creatures", creature={"name": "Rat"}, amount=amount)


def test_one_that_comes_with_its_wave_gets_the_number_that_players_count(table: Table) -> None:
    table.add("Goblin", hidden=True)
    late = table.add("Goblin", wave="2")
    table.do("bring_wave", wave="2")
    assert table.creature(late).name == "Goblin 2"
    assert table.public()["creatures"][late]["name"] == "Goblin"


def test_the_log_says_of_one_that_waits_that_it_waits(table: Table) -> None:
    table.add("Wolf", wave="2")
    table.add("Bear")
    assert table.codes()[-2:] == ["creature_waits", "creature_added"]
