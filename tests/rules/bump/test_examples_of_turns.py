"""The worked examples of turns: who is next, what points are spent on."""

import pytest

from rules.core.errors import RuleError
from tests.rules.bump.played import example, fighters, following, points, strike


def test_the_target_of_an_attack_goes_next() -> None:
    _, expected = example("GS-037")
    table, ids = fighters(B=2, C=2)
    strike(table, ids["A"], ids["B"])
    points(table, ids["A"], 0)
    table.do("end_turn")
    assert following(table, ids)[0] == expected["next"]


def test_of_several_targets_the_attacker_picks() -> None:
    _, expected = example("GS-038")
    table, ids = fighters(B=2, C=2)
    strike(table, ids["A"], ids["B"])
    strike(table, ids["A"], ids["C"])
    table.do("end_turn")
    active, options = following(table, ids)
    assert (active, sorted(options)) == (None, expected["next_options"])
    with pytest.raises(RuleError):
        table.do("end_turn", next=ids["A"])


def test_a_target_without_points_picks_who_is_next() -> None:
    _, expected = example("GS-039")
    table, ids = fighters(B=0, C=2, D=2)
    strike(table, ids["A"], ids["B"])
    points(table, ids["A"], 0)
    table.do("end_turn")
    active, options = following(table, ids)
    assert (active, sorted(options)) == (None, expected["next_options"])


def test_who_has_not_attacked_picks_among_those_with_points() -> None:
    _, expected = example("GS-041")
    table, ids = fighters(B=2, C=0, D=1)
    table.do("act", creature=ids["A"], action="dash")
    table.do("help", creature=ids["A"], target=ids["B"], skill="stealth", ranks=1)
    table.do("end_turn")
    assert sorted(following(table, ids)[1]) == expected["next_options"]


def test_an_escape_counts_as_an_attack() -> None:
    _, expected = example("GS-042")
    table, ids = fighters(B=2, C=2)
    table.do("add_condition", creature=ids["A"], condition="grappled", source=ids["B"])
    table.do("escape", creature=ids["A"], source=ids["B"], dc=12, **{"with": "might"}, dice={"d20": 14})
    assert table.conditions(ids["A"]) == []
    points(table, ids["A"], 0)
    table.do("end_turn")
    assert following(table, ids)[0] == expected["next"]


def test_setup_passes_the_initiative_and_a_point() -> None:
    _, expected = example("GS-043")
    table, ids = fighters(B=2, C=0)
    table.do("setup", creature=ids["A"], target=ids["C"])
    assert following(table, ids)[0] == expected["next"]
    assert table.value("action_points", ids["C"]) == expected["C_ap"]
    assert table.value("was_set_up", ids["C"]) is expected["C_setup_used_this_round"]


def test_nobody_is_set_up_twice_in_a_round() -> None:
    _, expected = example("GS-044")
    table, ids = fighters(B=2, C=0)
    table.do("setup", creature=ids["A"], target=ids["C"])
    points(table, ids["C"], 0)
    table.do("end_turn", next=ids["B"])
    with pytest.raises(RuleError, match="was-set-up"):
        table.do("setup", creature=ids["B"], target=ids["C"])
    assert table.value("action_points", ids["C"]) == expected["C_ap_gain"]


@pytest.mark.parametrize("id", ["GS-046", "GS-047"])
def test_a_new_round_begins_with_whom_the_last_one_attacked(id: str) -> None:
    given, expected = example(id)
    table, ids = fighters(B=0, C=2)
    table.do("end_turn", next=ids["C"])
    for target in given["last_turn"]["attacked"]:
        strike(table, ids["C"], ids[target])
    for who in ids.values():
        points(table, who, 0)
    table.do("end_turn")
    active, options = following(table, ids)
    assert table.see()["order"]["round"] == 2
    if expected["next_round_first"] == "A":
        assert active == "A"
    else:
        assert active is None
        assert sorted(options) == ["A", "B", "C"]


def test_points_come_back_with_the_round() -> None:
    _, expected = example("GS-048")
    table, ids = fighters(B=2)
    table.do("react", creature=ids["B"])
    points(table, ids["A"], 0)
    table.do("next_round")
    for who in ids.values():
        assert table.value("action_points", who) == expected["ap"]
        assert table.value("reaction_points", who) == expected["rp"]


def test_a_staggered_one_has_a_point_less_and_no_reactions() -> None:
    given, expected = example("GS-049")
    table, ids = fighters(B=2)
    table.do("add_condition", creature=ids["B"], condition="staggered")
    assert table.value("action_points", ids["B"]) == given["start_of_turn_ap"]
    table.do("end_turn", next=ids["B"])
    assert table.value("action_points", ids["B"]) == expected["ap"]
    with pytest.raises(RuleError, match="cannot-react"):
        table.do("react", creature=ids["B"])


def test_a_staggered_one_loses_the_point_of_a_setup() -> None:
    _, expected = example("GS-050")
    table, ids = fighters(B=0)
    table.do("add_condition", creature=ids["B"], condition="staggered")
    table.do("setup", creature=ids["A"], target=ids["B"])
    assert table.value("action_points", ids["B"]) == expected["ap"]


def test_ready_costs_two_and_ends_the_turn() -> None:
    _, expected = example("GS-051")
    table, ids = fighters(B=2)
    table.do("ready_action", creature=ids["A"], trigger="someone opens the door")
    assert table.value("action_points", ids["A"]) == 2 - expected["ap_cost"]
    assert table.active != ids["A"]
    table.do("react", creature=ids["A"], action="ready")
    assert table.value("reaction_points", ids["A"]) == 2 - expected["rp_cost_when_triggered"]
    assert not table.game.state.order.memory["readied"]


def test_interposing_with_an_injured_chest_costs_three_strain() -> None:
    given, expected = example("GS-052")
    table, ids = fighters(B=2)
    table.do("set_tracker", creature=ids["B"], tracker="strain", value=given["strain"])
    table.do("add_condition", creature=ids["B"], condition="chest-trauma", value=given["chest_trauma"])
    table.do("react", creature=ids["B"], action="interpose", target=ids["A"])
    assert table.value("reaction_points", ids["B"]) == 2 - expected["rp_cost"]
    assert table.value("strain", ids["B"]) == expected["strain"]
