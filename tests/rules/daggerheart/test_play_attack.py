"""Does an adversary's attack find its numbers, its targets, and what follows?"""

from typing import Any

import pytest

from rules.core.errors import Need, RuleError
from tests.rules.daggerheart.evening import Evening


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_modifier_and_evasion_come_from_the_sheets(evening: Evening) -> None:
    roll = evening.strike(9)
    assert roll.secret["filled"] == {"evasion": 10, "modifier": 1, "advantage": 0, "disadvantage": 0}
    assert (roll.facts["total"], roll.facts["outcome"]) == (10, "hit")


def test_one_roll_is_compared_with_the_evasion_of_each_target(evening: Evening) -> None:
    roll = evening.strike(10, targets=[evening.oro, evening.mira])
    assert [target["outcome"] for target in roll.secret["targets"]] == ["hit", "miss"]
    assert len(roll.dice["d20"]) == 1


def test_a_hit_leads_to_the_damage_roll_and_that_to_the_damage(evening: Evening) -> None:
    evening.strike(15, targets=[evening.oro, evening.mira])
    command = evening.then(evening.bear)
    assert command is not None
    assert (command["targets"], command["with"]) == ([evening.oro, evening.mira], "attack")
    evening.send({**command, "dice": {"dice": [5]}})
    found = [target["then"] for target in evening.last(evening.bear).secret["targets"]]
    assert [then["creature"] for then in found] == [evening.oro, evening.mira]
    assert found[0] == {
        "type": "take_damage",
        "creature": evening.oro,
        "sources": [{"amount": 8, "types": ["physical"]}],
        "attacker": evening.bear,
    }


def test_a_natural_20_adds_the_most_of_the_dice(evening: Evening) -> None:
    evening.strike(20)
    command = evening.then(evening.bear)
    assert command is not None
    evening.send({**command, "dice": {"dice": [5]}})
    assert evening.last(evening.bear).facts["total"] == 5 + 8 + 3


def test_a_miss_leads_to_nothing(evening: Evening) -> None:
    evening.strike(2)
    assert evening.then(evening.bear) is None


def test_a_vulnerable_target_gives_two_dice_of_which_the_higher_counts(evening: Evening) -> None:
    evening.do("add_condition", creature=evening.oro, condition="vulnerable")
    assert evening.strike(0, faces=[4, 17]).facts["total"] == 18


def test_nobody_attacks_one_who_is_unconscious(evening: Evening) -> None:
    evening.do("add_condition", creature=evening.oro, condition="unconscious")
    with pytest.raises(RuleError) as refused:
        evening.strike(15)
    assert (refused.value.code, refused.value.facts["creature"]) == ("cannot-be-attacked", evening.oro)


def test_the_attacker_takes_the_spotlight_and_makes_the_move_that_was_due(evening: Evening) -> None:
    evening.act(4, 9)
    evening.do("add_condition", creature=evening.bear, condition="hidden")
    evening.strike(15)
    assert (evening.active, evening.note, evening.conditions(evening.bear)) == (evening.bear, None, [])


def test_an_attack_pays_neither_hope_nor_fear(evening: Evening) -> None:
    evening.strike(20)
    evening.strike(1)
    assert (evening.value("fear"), evening.value("hope", evening.oro)) == (0, 3)


def test_an_experience_of_an_adversary_costs_a_fear(evening: Evening) -> None:
    ambusher = {"kind": "experience", "name": "Ambusher", "facts": {"modifier": 3}}
    evening.do("change_creature", creature=evening.bear, changes={"features": {"ambusher": ambusher}})
    with pytest.raises(RuleError) as refused:
        evening.strike(9, **{"with": "ambusher"})
    assert refused.value.code == "not-enough-fear"
    evening.fear(2)
    assert evening.strike(9, **{"with": "ambusher"}).facts["total"] == 13
    assert evening.value("fear") == 1


def test_a_feature_with_dice_is_attacked_with_and_paid(evening: Evening) -> None:
    bite = {"kind": "feature", "name": "Bite", "facts": {"dice": "3d4", "modifier": 10, "cost": {"stress": 1}}}
    evening.do("change_creature", creature=evening.bear, changes={"features": {"bite": bite}})
    evening.strike(15, **{"with": "bite"})
    command = evening.then(evening.bear)
    assert command is not None
    assert (command["parameters"]["dice"], evening.value("stress", evening.bear)) == ("3d4", 1)
    evening.adjust("stress", 2, evening.bear)
    with pytest.raises(RuleError) as refused:
        evening.strike(15, **{"with": "bite"})
    assert refused.value.code == "stress-is-full"


def test_a_row_without_an_attack_modifier_asks_for_it(evening: Evening) -> None:
    rat = evening.add("Rat", trackers={"hit_points": {"max": 3}})
    attack: dict[str, Any] = {
        "roll": "adversary_attack",
        "creature": rat,
        "targets": [evening.oro],
        "dice": {"d20": [9]},
    }
    with pytest.raises(Need) as asked:
        evening.do("roll", **attack)
    assert asked.value.asks == ({"number": "attack_modifier", "creature": rat},)
    evening.do("roll", **attack, parameters={"attack_modifier": 2})
    assert evening.last(rat).facts["outcome"] == "hit"
    assert evening.then(rat) is None


def test_an_attack_without_a_target_asks_what_it_is_against(evening: Evening) -> None:
    with pytest.raises(Need) as asked:
        evening.strike(9, targets=[])
    assert asked.value.asks == ({"number": "evasion", "creature": None},)
    assert evening.strike(9, targets=[], parameters={"evasion": 11}).facts["outcome"] == "miss"


def test_an_attack_can_be_announced(evening: Evening) -> None:
    for announced, outcome in (
        ({"success": True}, "hit"),
        ({"total": 9}, "miss"),
        ({"with": "critical"}, "critical"),
        ({}, None),
    ):
        fields: dict[str, Any] = {"roll": "adversary_attack", "creature": evening.bear, "targets": [evening.oro]}
        evening.do("roll", **fields, announced=announced)
        assert evening.last(evening.bear).facts["outcome"] == outcome


def test_a_hidden_attacker_changes_nothing_that_players_see() -> None:
    evening = Evening()
    lurker = evening.add("Lurker", hidden=True, numbers={"attack_modifier": 1})
    evening.act(4, 9)
    before = evening.public()
    evening.do("roll", roll="adversary_attack", creature=lurker, targets=[evening.oro], dice={"d20": [15]})
    assert evening.public() == before
    assert evening.note is None
