"""What a natural 20 buys, and what a natural 1 costs."""

from typing import Any

import pytest

from rules.core import log
from rules.core.errors import Need, RuleError
from rules.core.project import GM_VIEWER, Viewer, seat_viewer
from tests.rules.swing.evening import Evening


def twenty(**settings: Any) -> Evening:
    """A fight in which Kesh has just rolled a 20 against the Wight."""
    evening = Evening(**settings)
    evening.begin()
    evening.strike(20, 5)
    return evening


def choose(evening: Evening, feat: str, by: str = "gm", **more: Any) -> None:
    evening.do("answer", by=by, id=evening.asked("feat")[0].id, feat=feat, **more)


@pytest.mark.parametrize(
    ("feat", "condition", "edge"),
    [
        ("knock_down", "knocked-down", "turn_end"),
        ("stagger", "staggered", "turn_end"),
        ("drive_back", "driven-back", "turn_start"),
    ],
)
def test_a_feat_lasts_to_its_edge_of_the_next_turn(feat: str, condition: str, edge: str) -> None:
    evening = twenty()
    choose(evening, feat)
    assert evening.conditions(evening.wight) == [condition]
    (stored,) = evening.creature(evening.wight).conditions.values()
    assert stored.until is not None
    assert (stored.until.edge, stored.until.of, stored.source) == (edge, evening.wight, evening.kesh)
    evening.do("end_turn", next=evening.ama)
    evening.do("end_turn")
    evening.do("begin_turn", creature=evening.wight)
    assert evening.conditions(evening.wight) == ([] if edge == "turn_start" else [condition])
    evening.do("end_turn", next=evening.hound)
    assert evening.conditions(evening.wight) == []


def test_who_lies_or_reels_does_not_strike() -> None:
    evening = twenty()
    choose(evening, "knock_down")
    with pytest.raises(RuleError, match="cannot-act"):
        evening.strike(12, 4, who=evening.wight, at=evening.kesh)


def test_without_its_weapon_it_strikes_bare_handed_until_it_spends_a_turn() -> None:
    evening = twenty()
    choose(evening, "take_weapon")
    with pytest.raises(Need):
        evening.strike(12, 4, who=evening.wight, at=evening.ama)
    evening.do("change_creature", creature=evening.wight, changes={"numbers": {"unarmed_die": 4}})
    evening.strike(12, 4, who=evening.wight, at=evening.ama)
    assert evening.last(evening.wight).secret["filled"]["bare_hands"] is True
    evening.do("begin_turn", creature=evening.wight)
    evening.do("spend_turn", creature=evening.wight, on="weapon")
    assert evening.conditions(evening.wight) == []


def test_a_feat_may_be_at_a_foe_beside_the_one_that_was_hit() -> None:
    evening = twenty()
    assert [one["name"] for one in evening.asked("feat")[0].data["others"]] == ["Wight", "Hound"]
    choose(evening, "stagger", target=evening.hound)
    assert (evening.conditions(evening.wight), evening.conditions(evening.hound)) == ([], ["staggered"])


def test_the_impossible_is_told_and_does_nothing_by_itself() -> None:
    evening = twenty()
    choose(evening, "impossible", text="cuts the bell rope")
    assert (evening.conditions(evening.wight), evening.codes()[-1]) == ([], "feat")


def test_a_feat_of_one_whose_turn_runs_counts_for_the_turn_after_it() -> None:
    evening = Evening()
    evening.begin(evening.wight)
    evening.strike(20, 5, who=evening.kesh)
    choose(evening, "stagger")
    evening.do("end_turn")
    assert evening.conditions(evening.wight) == ["staggered"]


def test_the_player_chooses_the_feat_and_rolls_the_d6() -> None:
    evening = twenty()
    seat = f"seat:{evening.kesh}"
    with pytest.raises(RuleError, match="unknown-question"):
        choose(evening, "stagger", by=f"seat:{evening.ama}")
    with pytest.raises(RuleError, match="not-an-option"):
        choose(evening, "dance", by=seat)
    choose(evening, "stagger", by=seat)
    assert evening.conditions(evening.wight) == ["staggered"]
    evening.strike(1)
    evening.do("answer", by=seat, id=evening.asked("fumble")[0].id, dice={"d6": 6})
    assert evening.last().facts["total"] == 6


def test_a_hidden_foe_is_no_choice_for_a_feat() -> None:
    evening = Evening()
    evening.begin()
    evening.do("hide", creature=evening.hound)
    evening.strike(20, 5)
    assert [one["name"] for one in evening.asked("feat")[0].data["others"]] == ["Wight"]
    with pytest.raises(RuleError, match="unknown-creature"):
        choose(evening, "stagger", by=f"seat:{evening.kesh}", target=evening.hound)


def test_a_fumble_tells_the_line_of_this_table() -> None:
    evening = Evening(fumble_3="the strap breaks")
    evening.begin()
    evening.strike(1)
    evening.do("answer", id=evening.asked("fumble")[0].id, dice={"d6": 3})
    assert evening.last().facts["more"]["line"] == "the strap breaks"
    assert evening.asked("fumble") == []


def test_people_who_roll_their_own_dice_are_asked_for_the_d6() -> None:
    evening = Evening(physical_dice=True)
    evening.strike(1)
    with pytest.raises(Need) as need:
        evening.do("answer", id=evening.asked("fumble")[0].id)
    assert need.value.asks == ({"dice": "d6", "sides": 6, "count": 1},)


@pytest.mark.parametrize("by", ["gm", "seat"])
def test_a_fumble_is_told_once_and_so_is_its_end(by: str) -> None:
    evening = Evening()
    viewer = GM_VIEWER if by == "gm" else seat_viewer(evening.kesh)
    evening.begin()
    evening.strike(1)
    assert _of_the_fumble(evening, viewer) == ["became"]
    evening.do("end_encounter")
    assert _of_the_fumble(evening, viewer) == ["became", "no_longer"]


def _of_the_fumble(evening: Evening, viewer: Viewer) -> list[str]:
    """What the log tells of the mark of a fumble, but for what only keeps the books."""
    lines = [line for line in log.lines(evening.game, viewer) if not line.quiet]
    return [line.code for line in lines if "fumbled" in (line.facts.get("condition"), line.facts.get("tracker"))]


@pytest.mark.parametrize("feat", ["knock_down", "take_weapon", "drive_back", "stagger"])
def test_a_feat_goes_with_the_20_that_was_none(feat: str) -> None:
    evening = twenty()
    choose(evening, feat)
    held = evening.conditions(evening.wight)
    evening.do("amend_roll", id=evening.last().id, dice={"d20": 12, "damage": [5]})
    assert (evening.conditions(evening.wight), evening.asked("feat")) == ([], [])
    evening.undo()
    assert evening.conditions(evening.wight) == held


def test_a_20_that_stays_one_asks_for_its_feat_anew() -> None:
    evening = twenty()
    choose(evening, "stagger", target=evening.hound)
    evening.do("amend_roll", id=evening.last().id, add=[{"amount": 1}])
    assert (evening.conditions(evening.hound), len(evening.asked("feat"))) == ([], 1)
    choose(evening, "knock_down")
    assert (evening.conditions(evening.wight), evening.conditions(evening.hound)) == (["knocked-down"], [])


def test_a_feat_of_an_earlier_20_stays_when_a_later_roll_is_changed() -> None:
    evening = twenty()
    choose(evening, "take_weapon")
    evening.strike(15, 5)
    evening.do("amend_roll", id=evening.last().id, dice={"d20": 4})
    assert evening.conditions(evening.wight) == ["disarmed"]


def test_a_condition_of_the_same_kind_that_was_put_on_by_hand_stays() -> None:
    evening = twenty()
    evening.do("add_condition", creature=evening.wight, condition="staggered")
    choose(evening, "stagger")
    evening.do("amend_roll", id=evening.last().id, dice={"d20": 12, "damage": [5]})
    assert evening.conditions(evening.wight) == ["staggered"]


def test_a_player_who_changes_the_own_20_loses_the_feat_too() -> None:
    evening = twenty()
    seat = f"seat:{evening.kesh}"
    choose(evening, "stagger", by=seat)
    evening.do("amend_roll", by=seat, id=evening.last().id, dice={"d20": 12, "damage": [5]})
    assert evening.conditions(evening.wight) == []
