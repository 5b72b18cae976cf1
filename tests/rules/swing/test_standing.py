"""What a sheet comes to: what each weapon adds, which hand holds it, what armor takes off, what a turn can go to."""

from typing import Any

import pytest

from tests.rules.swing.evening import Evening


def standing(evening: Evening, who: str) -> Any:
    return evening.see()["creatures"][who]["standing"]


def test_each_weapon_says_what_it_adds_as_a_blow_with_it_would() -> None:
    evening = Evening()
    for who, key in ((evening.kesh, "sword"), (evening.kesh, "hook"), (evening.ama, "bow"), (evening.wight, "claws")):
        found = standing(evening, who)["arms"][key]
        target = evening.wight if who != evening.wight else evening.kesh
        odds = evening.preview("roll", roll="attack", creature=who, targets=[target], **{"with": key}).odds[0]
        assert (found["to_hit"], found["adds"]) == (odds["filled"]["bonus"], odds["filled"]["damage_bonus"]), key


def test_the_hands_hold_what_the_sheet_says_and_claws_are_critical_on_a_20() -> None:
    evening = Evening()
    kesh, wight = standing(evening, evening.kesh), standing(evening, evening.wight)
    assert (kesh["main"], kesh["off_hand"], list(kesh["arms"])) == ("sword", "hook", ["sword", "hook", "unarmed"])
    assert (wight["main"], wight["off_hand"]) == ("claws", None)
    assert [kesh["arms"]["sword"][key] for key in ("critical_percent", "multiplier", "critical_bonus")] == [10, 2, 3]
    claws = {"kind": "attack", "name": "Claws", "facts": {"natural": True, "critical_percent": 50}}
    evening.do("change_creature", creature=evening.wight, changes={"features": {"claws": claws}})
    assert standing(evening, evening.wight)["arms"]["claws"]["critical_percent"] == 5
    assert standing(evening, evening.ama)["arms"]["bow"]["shot"] is True


@pytest.mark.parametrize("armor_class, percent", [(250, 25), (259, 25), (999, 90), (0, None)])
def test_armor_is_told_in_percent(armor_class: int, percent: int | None) -> None:
    evening = Evening()
    evening.do("change_creature", creature=evening.kesh, changes={"numbers": {"armor_class": armor_class}})
    assert standing(evening, evening.kesh)["armor"] == percent
    assert standing(evening, evening.wight)["armor"] is None


def test_a_sheet_without_a_bonus_says_none() -> None:
    evening = Evening()
    nobody = evening.add("Nobody")
    assert standing(evening, nobody)["arms"]["unarmed"]["to_hit"] is None


def test_who_lies_may_spend_the_turn_on_getting_up() -> None:
    evening = Evening()
    assert standing(evening, evening.kesh)["spends"] == ["aim"]
    evening.do("add_condition", creature=evening.kesh, condition="knocked-down")
    evening.do("add_condition", creature=evening.kesh, condition="disarmed")
    assert set(standing(evening, evening.kesh)["spends"]) == {"aim", "stand", "weapon"}


def test_no_player_is_told_what_stands_on_a_sheet() -> None:
    evening = Evening()
    assert "standing" not in str(evening.public())


def test_without_its_weapon_the_hands_are_bare_and_their_die_is_told_where_a_sheet_has_it() -> None:
    evening = Evening()
    evening.do("add_condition", creature=evening.kesh, condition="disarmed")
    found = standing(evening, evening.kesh)
    assert (found["main"], found["off_hand"], found["arms"]["unarmed"]["die"]) == ("unarmed", None, None)
    evening.do("change_creature", creature=evening.kesh, changes={"numbers": {"unarmed_die": 6}})
    assert standing(evening, evening.kesh)["arms"]["unarmed"]["die"] == "1d6"
