"""A blow in play: all of it comes from the sheets, the conditions and the fight."""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from tests.rules.swing.evening import SWORD, Evening


def modifiers(evening: Evening, who: str | None = None) -> dict[str, int]:
    return {f"{one['axis']}:{one['why']}": one["amount"] for one in evening.last(who).secret["modifiers"]}


def filled(evening: Evening, who: str | None = None) -> dict[str, Any]:
    return dict(evening.last(who).secret["filled"])


def test_only_who_whom_with_what_and_the_dice_are_said() -> None:
    """The rest is the sheets', the conditions' and the fight's: Defense, shots, armor, shout, haste, aim, fumbles."""
    evening = Evening()
    evening.do("add_condition", creature=evening.kesh, condition="attack-shout", value=5)
    evening.do("add_condition", creature=evening.kesh, condition="spell-on-damage", value=2)
    evening.begin()
    evening.do("roll", roll="attack", creature=evening.kesh, targets=[evening.wight], **{"with": "sword"},
               dice={"d20": 19, "damage": [5]})  # fmt: skip
    assert modifiers(evening) == {
        "total:dexterity_modifier": 3,
        "total:training": 6,
        "total:attack-shout": 5,
        "damage:strength_modifier": 3,
        "damage:craftsmanship": 2,
        "damage:magic": 1,
        "damage:spell-on-damage": 2,
    }
    assert evening.last().facts["total"] == 33
    assert evening.last().facts["more"]["damage"] == 5 * 2 + 3 + 8
    evening.send(evening.then())
    assert evening.value("hp", evening.wight) == 70 - 21
    evening.do("roll", roll="attack", creature=evening.kesh, targets=[evening.wight], **{"with": "hook"},
               dice={"d20": 1})  # fmt: skip
    assert evening.asked("fumble")
    evening.do("end_turn", next=evening.ama)
    evening.do("roll", roll="attack", creature=evening.ama, targets=[evening.wight], dice={"d20": 4, "damage": [6]})
    assert (filled(evening, evening.ama)["defense"], filled(evening, evening.ama)["ranged"]) == (14, True)
    evening.do("end_turn", next=None)
    evening.do("begin_turn", creature=evening.wight)
    evening.do("roll", roll="attack", creature=evening.wight, targets=[evening.kesh], dice={"d20": 12, "damage": [9]})
    assert filled(evening, evening.wight)["armor_class"] == 250
    assert evening.last(evening.wight).facts["more"]["damage"] == 13 - 3


def test_no_proficiency_takes_five_off_and_says_so() -> None:
    evening = Evening()
    found = {"kind": "weapon", "name": "Found axe", "facts": {"dice": "1d10"}}
    evening.do("change_creature", creature=evening.kesh, changes={"features": {"axe": found}})
    evening.strike(18, 4, **{"with": "axe"})
    assert modifiers(evening)["total:no_proficiency"] == -5


def test_a_creature_attacks_with_its_own_number_and_claws_are_no_weapon() -> None:
    evening = Evening()
    evening.strike(19, 6, who=evening.wight, at=evening.ama)
    assert modifiers(evening, evening.wight) == {"total:attack_bonus": 8, "damage:weapon": 4}
    assert evening.last(evening.wight).facts["outcome"] == "hit"
    evening.strike(20, 6, who=evening.wight, at=evening.ama)
    assert evening.last(evening.wight).facts["more"]["damage"] == 6 * 2 + 4


def test_the_off_hand_strikes_with_its_own_weapon_for_half() -> None:
    evening = Evening()
    evening.strike(15, 6, parameters={"off_hand": True})
    assert (filled(evening)["weapon"]["die"], filled(evening)["off_hand"]) == ("1d6", True)
    assert evening.last().facts["more"]["damage"] == (6 + 3) // 2


def test_low_strength_takes_nothing_from_a_class_that_fights_bare_handed() -> None:
    evening = Evening()
    weak = {"strength": 6, "unarmed_die": 6}
    evening.do("change_creature", creature=evening.kesh, changes={"numbers": weak})
    evening.strike(15, 4, **{"with": "unarmed"})
    assert evening.last().facts["more"]["damage"] == 2
    evening.do("set_tracker", creature=evening.kesh, tracker="fights_bare_handed", value={"on": True})
    evening.strike(15, 4, **{"with": "unarmed"})
    assert evening.last().facts["more"]["damage"] == 4


def test_the_die_of_bare_hands_is_asked_once_and_kept() -> None:
    evening = Evening()
    with pytest.raises(Need) as need:
        evening.strike(15, 4, **{"with": "unarmed"})
    assert need.value.asks == ({"number": "unarmed_die", "creature": evening.kesh},)
    evening.do("change_creature", creature=evening.kesh, changes={"numbers": {"unarmed_die": 4}})
    evening.strike(20, 4, **{"with": "unarmed"})
    assert evening.last().facts["more"]["damage"] == 4 * 2 + 3


def test_armor_against_that_kind_of_damage_counts_before_the_sheets() -> None:
    evening = Evening()
    coat = {"kind": "armor", "name": "Shell coat", "facts": {"type": "Slashing", "armor_class": 500}}
    evening.do("change_creature", creature=evening.kesh, changes={"features": {"coat": coat}})
    evening.strike(15, 6, who=evening.wight, at=evening.kesh)
    assert evening.last(evening.wight).facts["more"]["damage"] == 5


def test_a_blow_without_a_target_asks_for_the_defense() -> None:
    evening = Evening()
    with pytest.raises(Need) as need:
        evening.do("roll", roll="attack", creature=evening.kesh, dice={"d20": 12})
    assert need.value.asks == ({"number": "defense", "creature": None},)


def test_a_defense_that_nobody_wrote_is_asked_for() -> None:
    evening = Evening()
    bare = evening.pc("Bare")
    assert "defense" not in evening.see()["creatures"][bare]["numbers"]
    with pytest.raises(Need) as need:
        evening.strike(12, who=evening.wight, at=bare)
    assert need.value.asks == ({"number": "defense", "creature": bare},)


def test_a_swing_has_one_target() -> None:
    evening = Evening()
    with pytest.raises(InvalidInput):
        evening.do("roll", roll="attack", creature=evening.kesh, targets=[evening.wight, evening.hound])


def test_a_weapon_that_is_not_there_is_refused() -> None:
    evening = Evening()
    with pytest.raises(InvalidInput) as refused:
        evening.strike(12, **{"with": "spoon"})
    assert refused.value.errors[0].facts["options"] == ["hook", "sword", "unarmed"]


def test_a_modifier_is_switched_off_by_its_id_and_more_is_added_by_hand() -> None:
    evening = Evening()
    evening.strike(10, 4, parameters={"modifier": 2, "damage_modifier": 7})
    assert (evening.last().facts["total"], evening.last().facts["more"]["damage"]) == (21, 17)
    training = next(one["id"] for one in evening.last().secret["modifiers"] if one["why"] == "training")
    evening.strike(15, 4, off=[training])
    assert evening.last().facts["total"] == 18


def test_a_fumble_comes_once_a_round_and_a_further_1_only_misses() -> None:
    evening = Evening()
    evening.begin()
    evening.strike(1)
    assert evening.value("fumbled", evening.kesh) == 1
    assert "fumbled" in [one["key"] for one in evening.see()["creatures"][evening.kesh]["conditions"]]
    evening.strike(1)
    assert len(evening.asked("fumble")) == 1
    evening.do("next_round")
    assert evening.value("fumbled", evening.kesh) == 0


def test_outside_a_fight_there_are_no_rounds_and_no_mark_of_a_fumble() -> None:
    evening = Evening()
    evening.strike(1)
    evening.strike(1)
    assert (len(evening.asked("fumble")), evening.value("fumbled", evening.kesh)) == (2, 0)


def test_a_changed_die_takes_back_what_the_roll_led_to() -> None:
    evening = Evening()
    evening.begin()
    evening.strike(1)
    evening.do("amend_roll", id=evening.last().id, dice={"d20": 20, "damage": [5]})
    assert (evening.value("fumbled", evening.kesh), evening.asked("fumble")) == (0, [])
    assert len(evening.asked("feat")) == 1
    evening.do("amend_roll", id=evening.last().id, dice={"d20": 19})
    assert (evening.last().facts["more"]["damage"], evening.asked("feat")) == (5 * 2 + 3 + 6, [])


def test_a_face_that_was_called_out_leads_to_its_damage() -> None:
    evening = Evening()
    evening.do("roll", roll="attack", creature=evening.kesh, targets=[evening.wight], announced={"d20": 19})
    assert evening.last().facts["outcome"] == "critical"
    then = evening.then()
    assert (then["type"], then["roll"], then["parameters"]) == ("roll", "damage", {"critical": True})
    evening.send({**then, "dice": {"damage": [5]}})
    assert evening.last().facts["total"] == 19
    evening.send(evening.then())
    assert evening.value("hp", evening.wight) == 51


def test_a_1_and_a_20_need_nobody_aimed_at() -> None:
    """Whatever the Defense, so they are judged without one; any other face is a total that nobody compares."""
    evening = Evening()
    evening.begin()
    evening.do("roll", roll="attack", creature=evening.kesh, announced={"d20": 1})
    assert (evening.last().facts["outcome"], len(evening.asked("fumble"))) == ("natural_1", 1)
    assert evening.value("fumbled", evening.kesh) == 1
    evening.do("roll", roll="attack", creature=evening.kesh, announced={"d20": 20})
    assert (evening.last().facts["outcome"], len(evening.asked("feat"))) == ("natural_20", 1)
    evening.do("roll", roll="attack", creature=evening.kesh, announced={"d20": 12})
    assert (evening.last().facts.get("outcome"), evening.last().facts["total"]) == (None, 12 + 9)


def test_damage_may_be_called_out_with_the_face() -> None:
    evening = Evening()
    evening.do(
        "roll", roll="attack", creature=evening.kesh, targets=[evening.wight], announced={"d20": 12, "damage": 9}
    )
    assert (evening.then()["type"], evening.then()["amount"]) == ("take_damage", 9)
    evening.do("roll", roll="attack", creature=evening.kesh, targets=[evening.wight], announced={"d20": 2})
    assert evening.then() is None
    with pytest.raises(InvalidInput):
        evening.do("roll", roll="attack", creature=evening.kesh, targets=[evening.wight], announced={"d20": 21})


def test_readings_are_settings_of_the_game() -> None:
    evening = Evening(half_rounds="up", half_first=False)
    evening.strike(15, 6, parameters={"off_hand": True})
    assert evening.last().facts["more"]["damage"] == 5
    assert filled(evening)["half_first"] is False


def test_a_player_rolls_at_what_is_seen_and_learns_no_number_of_it() -> None:
    evening = Evening()
    seat = f"seat:{evening.kesh}"
    evening.strike(12, 4, by=seat)
    assert evening.last().facts["outcome"] == "hit"
    evening.do("hide", creature=evening.wight)
    with pytest.raises(RuleError, match="unknown-creature"):
        evening.strike(12, 4, by=seat)


def test_a_players_roll_at_nobody_waits_for_the_gm() -> None:
    evening = Evening()
    evening.do("roll", by=f"seat:{evening.kesh}", roll="attack", creature=evening.kesh, dice={"d20": 12, "damage": [3]})
    (waiting,) = evening.asked("difficulty")
    evening.do("answer", id=waiting.id, defense=15)
    assert evening.last().facts["outcome"] == "hit"


def test_a_roll_may_not_be_made_while_lying_unless_the_gm_lets_it() -> None:
    evening = Evening()
    evening.do("add_condition", creature=evening.kesh, condition="knocked-down")
    with pytest.raises(RuleError, match="cannot-act") as refused:
        evening.strike(12, 4)
    evening.strike(12, 4, off=[refused.value.facts["modifier"]])
    assert evening.last().facts["outcome"] == "hit"


def test_odd_facts_of_a_weapon_count_as_not_written() -> None:
    evening = Evening()
    odd = {**SWORD["facts"], "critical_percent": "many", "multiplier": 99, "craftsmanship": 50, "efficacy": True}  # type: ignore[dict-item]
    evening.do("change_creature", creature=evening.kesh, changes={"features": {"sword": {**SWORD, "facts": odd}}})
    evening.strike(19, 4)
    weapon = filled(evening)["weapon"]
    assert (weapon["critical_percent"], weapon["multiplier"]) == (5, 2)
    assert "damage:craftsmanship" not in modifiers(evening)


@pytest.mark.parametrize(
    ("roll", "number", "said"),
    [
        *((roll, "unarmed_die", said) for roll in ("attack", "round", "damage") for said in (0, 101, "d4")),
        *((roll, "attack_bonus", said) for roll in ("attack", "round") for said in (100, "2")),
    ],
)
def test_a_number_said_with_the_blow_that_cannot_be_is_refused_by_its_name(roll: str, number: str, said: Any) -> None:
    evening = Evening()
    rat = evening.add("Rat", numbers={"defense": 9}, trackers={"hp": {"max": 5}})
    numbers = {"attack_bonus": 2, "unarmed_die": 4, number: said}
    with pytest.raises(InvalidInput) as refused:
        evening.do("roll", roll=roll, creature=rat, targets=[evening.ama], parameters=numbers)
    assert [fault.pointer for fault in refused.value.errors] == [f"/parameters/{number}"]


def test_a_number_that_no_sheet_has_may_be_said_with_the_blow() -> None:
    evening = Evening()
    rat = evening.add("Rat", numbers={"defense": 9}, trackers={"hp": {"max": 5}})
    blow: dict[str, Any] = {
        "roll": "attack",
        "creature": rat,
        "targets": [evening.ama],
        "dice": {"d20": 15, "damage": 3},
    }
    with pytest.raises(Need) as need:
        evening.do("roll", **blow)
    assert [ask["number"] for ask in need.value.asks] == ["attack_bonus"]
    with pytest.raises(Need) as need:
        evening.do("roll", **blow, parameters={"attack_bonus": 2})
    assert [ask["number"] for ask in need.value.asks] == ["unarmed_die"]
    evening.do("roll", **blow, parameters={"attack_bonus": 2, "unarmed_die": 4})
    assert (evening.last(rat).facts["total"], evening.then(rat)["amount"]) == (17, 3)
    evening.do("change_creature", creature=rat, changes={"numbers": {"attack_bonus": 5, "unarmed_die": 6}})
    evening.do("roll", **blow, parameters={"attack_bonus": 2, "unarmed_die": 4})
    assert evening.last(rat).facts["total"] == 20  # the sheet comes first
    whole = {**blow, "roll": "round", "dice": {"attacks": [{"d20": 15, "damage": 6}]}}
    evening.do("roll", **whole, parameters={"unarmed_die": 4})
    assert evening.last(rat).facts["total"] == 6
