"""What a blow that takes the last Hit Points of Bump d20 does: wounds, death at once, lying Prone afterwards."""

import pytest

from rules.core.events import Told
from tests.rules.bump.table import begin, due, fight, hero
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return fight()


def hit(table: Table, id: str, amount: int) -> list[str]:
    """The steps of a blow in the GM's log."""
    played = table.do("take_damage", creature=id, parts=[{"amount": amount, "type": "fire"}])
    told = [one.event for one in played.added if isinstance(one.event, Told) and one.event.code == "took_damage"]
    return [step["code"] for event in told for step in event.secret.get("steps", ())]


def test_whoever_goes_down_by_half_of_the_hit_points_owes_a_wound_check_too(table: Table) -> None:
    oro = hero(table)
    assert "wound" in hit(table, oro, 49 + 10)
    assert sorted(due(table)) == ["death", "wound"]
    (wound,) = [one for one in table.see()["due"] if one["what"] == "wound"]
    assert wound["dc"] == 15
    table.do("answer", id=wound["id"], dice={"d20": 3}, location="chest")
    assert "heavy-wound" in table.conditions(oro)


def test_only_what_was_left_of_the_hit_points_counts_for_a_wound(table: Table) -> None:
    oro = hero(table)
    table.do("set_tracker", creature=oro, tracker="hp", value=11)
    assert "wound" not in hit(table, oro, 40)
    assert due(table) == ["death"]


def test_death_at_once_is_said_and_owes_no_wound(table: Table) -> None:
    oro = hero(table)
    assert hit(table, oro, 49 + 50)[-1] == "instant_death"
    (choice,) = table.see()["due"]
    assert choice["needs"][0]["options"] == ["blood_of_vengeance"]


def test_death_at_once_while_dying_leaves_blood_of_vengeance_alone(table: Table) -> None:
    oro = hero(table)
    hit(table, oro, 60)
    table.do("death_option", creature=oro, option="mostly_dead", dice={"d4": 4})
    hit(table, oro, 49)
    assert "dead" not in table.conditions(oro)
    assert hit(table, oro, 50)[-1] == "instant_death"
    (choice,) = [one for one in table.see()["due"] if one["what"] == "death"]
    assert choice["needs"][0]["options"] == ["blood_of_vengeance"]
    table.do("death_option", creature=oro, option="blood_of_vengeance")
    assert "dead" in table.conditions(oro)


def test_who_dies_owes_no_wound_check_any_longer(table: Table) -> None:
    oro = hero(table)
    hit(table, oro, 60)
    table.do("death_option", creature=oro, option="heroic_death")
    assert due(table) == []


def test_whoever_wakes_in_a_fight_still_lies_there(table: Table) -> None:
    oro = hero(table)
    begin(table, oro)
    hit(table, oro, 60)
    table.do("death_option", creature=oro, option="mostly_dead", dice={"d4": 4})
    table.do("heal", creature=oro, amount=5)
    assert table.conditions(oro) == ["prone"]
    table.do("act", creature=oro, action="stand_up")
    assert table.conditions(oro) == []


def test_a_body_does_not_fall_again_after_the_fight(table: Table) -> None:
    oro = hero(table)
    hit(table, oro, 60)
    table.do("heal", creature=oro, amount=5)
    assert "prone" not in table.conditions(oro)
