"""Arrows in play: spent with each shot, and picked up after the fight."""

import pytest

from rules.core.errors import Need, RuleError
from tests.rules.swing.evening import Evening


def shot(**settings: int) -> Evening:
    """A fight that is over, after two arrows that hit and one that missed."""
    evening = Evening(**settings)
    evening.begin(evening.ama)
    for natural in (15, 16):
        evening.strike(natural, 3, who=evening.ama)
    evening.strike(2, who=evening.ama)
    return evening


def left(evening: Evening) -> tuple[int, int, int]:
    hit, missed = (evening.value(f"arrows_{where}", evening.ama) for where in ("hit", "missed"))
    return evening.value("arrows", evening.ama), hit, missed


def test_each_shot_takes_an_arrow_and_says_where_it_lies() -> None:
    evening = shot()
    assert left(evening) == (17, 2, 1)
    assert evening.see()["due"] == ()
    evening.undo()
    assert left(evening) == (18, 2, 0)


def test_after_the_fight_they_are_due_to_be_picked_up() -> None:
    evening = shot()
    evening.do("end_encounter")
    (due,) = evening.see()["due"]
    assert (due["what"], due["creature"], due["hit"], due["missed"]) == ("pick_up", evening.ama, 2, 1)
    assert due["lost"]["fraction"] == "6/5"  # half of two, a fifth of one
    evening.do("answer", id=due["id"], dice={"hit": [5, 6], "missed": [3]})
    assert left(evening) == (19, 0, 0)
    assert evening.see()["due"] == ()


def test_they_may_be_left_where_they_lie() -> None:
    evening = shot()
    evening.do("end_encounter")
    evening.do("drop", id=evening.see()["due"][0]["id"])
    assert left(evening) == (17, 0, 0)


def test_the_player_may_pick_them_up_with_real_dice() -> None:
    evening = shot()
    seat = f"seat:{evening.ama}"
    with pytest.raises(Need) as need:
        evening.do("pick_up", by=seat, creature=evening.ama, physical=True)
    assert [(ask["dice"], ask["sides"], ask["count"]) for ask in need.value.asks] == [("hit", 10, 2), ("missed", 10, 1)]
    evening.do("pick_up", by=seat, creature=evening.ama, dice={"hit": [1, 1], "missed": [1]})
    assert left(evening) == (17, 0, 0)
    with pytest.raises(RuleError, match="nothing-lies-about"):
        evening.do("pick_up", by=seat, creature=evening.ama)


def test_without_an_arrow_there_is_no_shot_and_uncounted_arrows_never_end() -> None:
    evening = Evening()
    evening.do("set_tracker", creature=evening.ama, tracker="arrows", value=0)
    with pytest.raises(RuleError, match="no-arrows"):
        evening.strike(15, 3, who=evening.ama)
    evening.do("set_tracker", creature=evening.ama, tracker="arrows", value=0, max=None)
    evening.strike(15, 3, who=evening.ama)
    assert left(evening) == (0, 0, 0)


def test_a_changed_shot_lies_where_it_fell() -> None:
    evening = Evening()
    evening.strike(2, who=evening.ama)
    evening.do("amend_roll", id=evening.last(evening.ama).id, dice={"d20": 15, "damage": [2]})
    assert left(evening) == (19, 1, 0)


def test_what_was_thrown_is_out_of_hand_until_it_is_picked_up() -> None:
    evening = Evening()
    spear = {"kind": "weapon", "name": "Spear", "facts": {"dice": "1d6", "efficacy": 70, "use": "thrown"}}
    hunter = evening.pc("Olm", trackers={"thrown": {"max": 1}}, features={"spear": spear})
    evening.strike(15, 3, who=hunter)
    with pytest.raises(RuleError, match="no-thrown"):
        evening.strike(15, 3, who=hunter)
    evening.do("pick_up", creature=hunter, what="thrown", dice={"hit": [6]})
    evening.strike(15, 3, who=hunter)
    assert evening.value("thrown", hunter) == 0
