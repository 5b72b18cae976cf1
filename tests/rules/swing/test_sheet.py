"""What is read from a sheet: numbers that are worked out, and those that nobody can know yet."""

from fractions import Fraction
from typing import Any

from rules.core.events import Rolled
from rules.core.luck import luck_of
from rules.registry import get_system
from rules.swing import sheet
from rules.swing.blow import per_swing
from rules.swing.rolls import ROLLS
from tests.rules.swing.evening import Evening


def numbers(evening: Evening, who: str) -> dict[str, Any]:
    return dict(evening.see()["creatures"][who]["numbers"])


def test_defense_is_worked_out_once_natural_ac_is_known() -> None:
    evening = Evening()
    nim = evening.pc("Nim", numbers={"dexterity": 14, "shield": 3, "dodge": 1})
    assert not {"defense", "ranged_defense"} & numbers(evening, nim).keys()
    evening.do("change_creature", creature=nim, changes={"numbers": {"natural_ac": 11}})
    assert (numbers(evening, nim)["defense"], numbers(evening, nim)["ranged_defense"]) == (17, 13)


def test_a_defense_that_was_typed_carries_over_to_shots() -> None:
    evening = Evening()
    nim = evening.pc("Nim", numbers={"defense": 16, "parry": 2})
    assert numbers(evening, nim)["ranged_defense"] == 14
    assert numbers(evening, evening.hound)["ranged_defense"] == 12
    assert numbers(evening, evening.wight)["ranged_defense"] == 14


def test_a_creature_has_no_modifier_of_what_it_does_not_have() -> None:
    evening = Evening()
    assert "strength_modifier" not in numbers(evening, evening.wight)
    assert numbers(evening, evening.kesh)["strength_modifier"] == 3


def test_the_class_is_the_sheets_or_known_by_its_name() -> None:
    evening = Evening()
    assert sheet.class_of(evening.creature(evening.kesh)) == "headhunter"
    calling = {"kind": "calling", "name": "The Quiet One", "facts": {"class": "hermit"}}
    evening.do("change_creature", creature=evening.kesh, changes={"features": {"calling": calling}})
    assert sheet.class_of(evening.creature(evening.kesh)) == "hermit"
    assert sheet.class_of(evening.creature(evening.wight)) is None


def test_a_damage_die_is_read_and_what_is_none_is_not() -> None:
    said = ["d8", "2d6", "1d100", "", "d8+2", "0d6", "11d6", "d101", 8, None]
    found = [sheet.die_of({"dice": dice}) for dice in said]
    assert found == ["1d8", "2d6", "1d100", *[None] * 7]


def test_luck_is_of_the_damage_and_of_a_miss_too() -> None:
    evening = Evening()
    evening.strike(20, 8)
    evening.strike(2)
    rolled = [entry.event for entry in evening.game.entries if isinstance(entry.event, Rolled)]
    best, miss = (luck_of(get_system("swing"), event) for event in rolled)
    odds = per_swing(ROLLS["attack"].read(dict(rolled[0].secret["filled"])).swing)
    assert best == Fraction(1, 2) - odds.chance(max(odds.weights)) / 2
    assert miss == odds.chance(0) / 2 - Fraction(1, 2)


def test_what_is_first_counted_on_a_sheet_is_there_in_full_and_a_changed_maximum_adds_nothing() -> None:
    evening = Evening()
    nim = evening.pc("Nim")
    for tracker, most in (("thrown", 6), ("hp", 40)):
        evening.do("set_tracker", creature=nim, tracker=tracker, max=most)
        assert evening.value(tracker, nim) == most
    evening.do("set_tracker", creature=nim, tracker="thrown", value=2)
    evening.do("set_tracker", creature=nim, tracker="thrown", max=8)
    assert evening.value("thrown", nim) == 2


def test_what_was_counted_before_there_was_a_maximum_stays_as_it_was_counted() -> None:
    evening = Evening()
    nim = evening.pc("Nim")
    evening.do("set_tracker", creature=nim, tracker="hp", value=7)
    evening.do("set_tracker", creature=nim, tracker="hp", max=20)
    assert evening.value("hp", nim) == 7
    evening.do("set_tracker", creature=nim, tracker="hp", max=None)
    evening.do("set_tracker", creature=nim, tracker="hp", max=5)
    assert evening.value("hp", nim) == 5
