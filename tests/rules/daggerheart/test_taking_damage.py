"""What does damage mark, who is asked first, and what do others learn of it?"""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.project import PUBLIC_VIEWER, seat_viewer
from tests.rules.daggerheart.evening import Evening


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.mark.parametrize(("amount", "marked"), [(0, 0), (6, 1), (7, 2), (13, 2), (14, 3), (28, 3)])
def test_damage_marks_by_the_thresholds(evening: Evening, amount: int, marked: int) -> None:
    evening.hurt(amount, evening.bear)
    assert evening.value("hit_points", evening.bear) == marked


@pytest.mark.case("GM-078")
def test_massive_damage_is_a_setting() -> None:
    evening = Evening(massive_damage=True)
    evening.hurt(28, evening.bear)
    assert evening.value("hit_points", evening.bear) == 4


def test_sources_of_one_moment_are_added_up(evening: Evening) -> None:
    evening.do("take_damage", creature=evening.bear, sources=[{"amount": 7}, {"amount": 7}])
    assert evening.value("hit_points", evening.bear) == 3


@pytest.mark.case("GM-078")
def test_a_resistance_on_the_sheet_halves_upward_and_an_immunity_ignores(evening: Evening) -> None:
    tough = {"kind": "resistance", "name": "Thick hide", "facts": {"types": ["physical"]}}
    evening.do("change_creature", creature=evening.bear, changes={"features": {"hide": tough}})
    evening.hurt(13, evening.bear)
    assert evening.value("hit_points", evening.bear) == 2
    evening.do("take_damage", creature=evening.bear, sources=[{"amount": 13, "types": ["physical", "magic"]}])
    assert evening.value("hit_points", evening.bear) == 4
    immune = {"kind": "immunity", "name": "Stone", "facts": {"types": ["physical"]}}
    evening.do("change_creature", creature=evening.bear, changes={"features": {"hide": immune}})
    evening.hurt(40, evening.bear)
    assert evening.value("hit_points", evening.bear) == 4


def test_the_player_is_asked_for_the_armor_slot_and_nothing_is_marked_till_then(evening: Evening) -> None:
    evening.do("take_damage", creature=evening.oro, attacker=evening.bear, sources=[{"amount": 9}])
    assert evening.hold(evening.oro, "hit_points", "armor_slots") == (0, 0)
    (ask,) = evening.see(seat_viewer(evening.oro))["asks"]
    assert (ask["kind"], ask["data"]["hit_points"], ask["data"]["with_slot"]) == ("armor_slot", 2, 1)
    assert evening.see(seat_viewer(evening.mira))["asks"] == ()
    evening.do("answer", by=f"seat:{evening.oro}", id=ask["id"], use=True)
    assert evening.hold(evening.oro, "hit_points", "armor_slots") == (1, 1)
    assert "Bear → Oro: 9 damage, 1 Hit Point marked, with an Armor Slot" in evening.said()


def test_the_gm_may_answer_for_the_player(evening: Evening) -> None:
    evening.do("take_damage", creature=evening.oro, sources=[{"amount": 9}])
    (ask,) = evening.see()["asks"]
    evening.do("answer", id=ask["id"], use=False)
    assert evening.hold(evening.oro, "hit_points", "armor_slots") == (2, 0)


def test_an_answer_must_be_one(evening: Evening) -> None:
    evening.do("take_damage", creature=evening.oro, sources=[{"amount": 9}])
    (ask,) = evening.see()["asks"]
    with pytest.raises(Need) as asked:
        evening.do("answer", id=ask["id"])
    assert asked.value.asks == ({"choice": "use", "options": [True, False], "by": evening.oro},)
    with pytest.raises(InvalidInput):
        evening.do("answer", id=ask["id"], use="perhaps")
    with pytest.raises(RuleError) as refused:
        evening.do("answer", by=f"seat:{evening.mira}", id=ask["id"], use=True)
    assert refused.value.code == "unknown-question"


def test_a_slot_that_is_gone_by_then_is_refused(evening: Evening) -> None:
    evening.do("take_damage", creature=evening.oro, sources=[{"amount": 9}])
    (ask,) = evening.see()["asks"]
    evening.adjust("armor_slots", 3, evening.oro)
    with pytest.raises(RuleError) as refused:
        evening.do("answer", id=ask["id"], use=True)
    assert refused.value.code == "no-armor-slot"
    evening.do("answer", id=ask["id"], use=False)
    assert evening.value("hit_points", evening.oro) == 2


@pytest.mark.parametrize(
    "fields",
    [{"ask": False}, {"armor_slots": 0}, {"direct": True}, {"sources": [{"amount": 0}]}],
)
def test_nobody_is_asked_where_nothing_can_be_decided(evening: Evening, fields: dict[str, Any]) -> None:
    evening.do("take_damage", **{"creature": evening.oro, "sources": [{"amount": 9}], **fields})
    assert evening.see()["asks"] == ()


def test_one_without_a_free_slot_is_not_asked(evening: Evening) -> None:
    evening.do("take_damage", creature=evening.mira, sources=[{"amount": 1}])
    assert evening.value("hit_points", evening.mira) == 2
    with pytest.raises(RuleError) as refused:
        evening.do("take_damage", creature=evening.mira, sources=[{"amount": 1}], armor_slots=1)
    assert refused.value.code == "no-armor-slot"


def test_direct_damage_passes_the_armor(evening: Evening) -> None:
    evening.hurt(9, direct=True, armor_slots=1)
    assert evening.hold(evening.oro, "hit_points", "armor_slots") == (2, 0)


def test_a_row_with_only_a_name_and_hit_points_works(evening: Evening) -> None:
    rat = evening.add("Rat", trackers={"hit_points": {"max": 3}})
    with pytest.raises(Need) as asked:
        evening.hurt(9, rat)
    assert asked.value.asks == ({"number": "major", "creature": rat}, {"number": "severe", "creature": rat})
    evening.hurt(9, rat, parameters={"major": 5, "severe": 10})
    assert evening.value("hit_points", rat) == 2
    evening.do("take_damage", creature=rat, band="minor")
    assert evening.value("hit_points", rat) == 3


def test_one_with_a_single_threshold_is_not_asked_for_the_other(evening: Evening) -> None:
    skulk = evening.add("Skulk", numbers={"major": 4}, trackers={"hit_points": {"max": 4}})
    evening.hurt(50, skulk)
    assert evening.value("hit_points", skulk) == 2


def test_any_damage_defeats_a_minion_and_more_of_it_others(evening: Evening) -> None:
    rule = {"minion": {"kind": "passive", "name": "Minion (3)", "facts": {"minion": 3}}}
    rat = evening.add("Rat", trackers={"hit_points": {"max": 1}}, features=rule)
    evening.hurt(0, rat)
    assert evening.value("hit_points", rat) == 0
    evening.hurt(7, rat)
    assert evening.value("hit_points", rat) == 1
    assert "Rat: 7 damage, defeated, and 2 more Minions in reach" in evening.said()


def test_only_the_band_may_be_said(evening: Evening) -> None:
    evening.do("take_damage", creature=evening.oro, band="severe", armor_slots=1)
    assert evening.hold(evening.oro, "hit_points", "armor_slots") == (2, 1)
    given: tuple[dict[str, Any], ...] = ({}, {"band": "minor", "sources": [{"amount": 1}]})
    for fields in given:
        with pytest.raises(InvalidInput):
            evening.do("take_damage", creature=evening.oro, **fields)


def test_others_learn_the_amount_and_not_what_an_adversary_marks(evening: Evening) -> None:
    evening.hurt(9, evening.bear)
    evening.hurt(9)
    shown = evening.said(viewer=PUBLIC_VIEWER)
    assert "Bear: 9 damage" in shown
    assert "Oro: 9 damage, 2 Hit Points marked" in shown
    assert not any("Bear" in line and "Hit Point" in line for line in shown)


def test_damage_by_a_hidden_one_reaches_players_without_it(evening: Evening) -> None:
    lurker = evening.add("Lurker", hidden=True)
    evening.do("take_damage", creature=evening.oro, attacker=lurker, sources=[{"amount": 9}])
    (ask,) = evening.see(seat_viewer(evening.oro))["asks"]
    assert lurker not in str(ask)
    evening.do("answer", by=f"seat:{evening.oro}", id=ask["id"], use=False)
    assert "Oro: 9 damage, 2 Hit Points marked" in evening.said(viewer=PUBLIC_VIEWER)


def test_a_seat_may_not_deal_damage_but_may_answer(evening: Evening) -> None:
    for creature in (evening.oro, evening.bear):
        with pytest.raises(RuleError) as refused:
            evening.do("take_damage", by=f"seat:{evening.oro}", creature=creature, sources=[{"amount": 9}])
        assert refused.value.code == "not-for-a-seat"


def test_an_environment_takes_no_damage(evening: Evening) -> None:
    river = evening.add("River", kind="environment", numbers={"difficulty": 12})
    with pytest.raises(RuleError) as refused:
        evening.hurt(9, river)
    assert refused.value.code == "unknown-tracker"


def test_the_roll_of_that_name_reckons_with_the_sheet_and_marks_nothing(evening: Evening) -> None:
    evening.do("roll", roll="take_damage", creature=evening.bear, parameters={"sources": [{"amount": 9}]})
    assert evening.last(evening.bear).facts["more"]["hit_points"] == 2
    assert evening.value("hit_points", evening.bear) == 0


def test_a_preview_says_what_would_be_marked(evening: Evening) -> None:
    seen = evening.preview("take_damage", creature=evening.oro, sources=[{"amount": 9}], armor_slots=1)
    assert [getattr(entry.event, "key", None) for entry in seen.added] == [None, "hit_points", "armor_slots"]
    assert evening.value("hit_points", evening.oro) == 0
