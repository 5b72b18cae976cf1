"""The worked examples that need a game: who is next, what is due, what conditions and rests do."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.bump import sheet
from rules.core.errors import RuleError
from rules.core.project import GM_VIEWER
from tests.rules.bump.table import begin, due, fight, foe, hero
from tests.rules.table import Table

EXAMPLES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
Given = dict[str, Any]


def example(id: str) -> tuple[Given, Given]:
    found = next(one for one in EXAMPLES if one["id"] == id)
    return found["given"], found["expected"]


def points(table: Table, id: str, count: int) -> None:
    table.do("set_tracker", creature=id, tracker="action_points", value=count)


def strike(table: Table, by: str, at: str) -> None:
    """An attack that misses: only whom it was aimed at counts here."""
    table.do("roll", roll="attack", creature=by, targets=[at], parameters={"dc": 30}, dice={"d20": 2})


def fighters(**ap: int) -> tuple[Table, dict[str, str]]:
    """A, whose turn it is, and others with these Action Points."""
    table = fight()
    ids = {name: hero(table, name) for name in ("A", *ap)}
    begin(table, ids["A"])
    for name, count in ap.items():
        points(table, ids[name], count)
    return table, ids


def following(table: Table, ids: dict[str, str]) -> tuple[str | None, list[str]]:
    names = {id: name for name, id in ids.items()}
    order = table.see()["order"]
    return names.get(order["active"]), [names[id] for id in order["next"] if id in names]


def valued(table: Table, id: str, key: str) -> list[int | None]:
    return [c.value for c in table.creature(id).conditions.values() if c.key == key]


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


def test_temporary_hit_points_do_not_stack() -> None:
    given, expected = example("GS-071")
    table = fight()
    oro = hero(table)
    for amount in (given["thp"], given["gain_thp"]):
        table.do("heal", creature=oro, amount=amount, temporary=True)
    assert table.value("temporary_hp", oro) == expected["thp"]


def test_at_exactly_zero_one_is_dying_and_unconscious() -> None:
    given, expected = example("GS-082")
    table = fight()
    oro = hero(table, trackers={"hp": {"value": given["hp"]}})
    table.do("take_damage", creature=oro, parts=[{"amount": given["loss"], "type": "fire"}])
    shown = {one["key"] for one in table.see()["creatures"][oro]["conditions"]}
    assert table.value("hp", oro) == expected["hp"]
    assert {"dying", "unconscious", "prone", "incapacitated"} <= shown
    assert due(table) == ["death"]
    assert len(table.see()["due"][0]["needs"][0]["options"]) == 3, "no instant death"


def dying(table: Table, *, timer: int, **more: Any) -> str:
    oro = hero(table, "Oro", trackers={"hp": {"value": 1}}, **more)
    table.do("take_damage", creature=oro, parts=[{"amount": 1, "type": "fire"}])
    table.do("death_option", creature=oro, option="mostly_dead", dice={"d4": 4})
    table.do("set_tracker", creature=oro, tracker="death_timer", value=timer)
    return oro


def test_a_stable_one_still_rolls_and_may_rise() -> None:
    given, expected = example("GS-087")
    for n, natural in enumerate(given["natural"]):
        table = fight()
        oro = dying(table, timer=given["timer"])
        table.do("add_condition", creature=oro, condition="stable")
        begin(table, oro)
        assert due(table) == ["dying"]
        table.do("answer", id=table.see()["due"][0]["id"], dice={"dice": natural})
        assert table.value("hp", oro) == expected["hp"][n]
        is_dying = any(one["key"] == "dying" for one in table.see()["creatures"][oro]["conditions"])
        assert is_dying is expected["dying"][n]
        if is_dying:
            assert table.value("death_timer", oro) == expected["timer"][n]
            assert table.conditions(oro) == ["stable"]


def test_a_critical_hit_on_a_dying_one_takes_two_from_the_timer() -> None:
    given, _ = example("GS-089")
    table = fight()
    oro = dying(table, timer=given["timer"])
    table.do("add_condition", creature=oro, condition="stable")
    table.do("take_damage", creature=oro, parts=[{"amount": 3, "type": "slashing"}], critical=True)
    assert table.conditions(oro) == ["dead"]
    table.undo()
    assert table.value("death_timer", oro) == 2
    assert table.conditions(oro) == ["stable"]


def test_a_short_rest_gives_a_quarter_back() -> None:
    given, expected = example("GS-096")
    table = fight()
    oro = hero(table, trackers={"hp": {"value": given["hp"]}})
    table.do("rest", kind="short")
    assert table.value("hp", oro) == expected["hp"]


def test_a_long_rest_without_shelter_gives_half_of_what_is_lost() -> None:
    given, expected = example("GS-097")
    table = fight()
    oro = hero(table, trackers={"hp": {"value": given["hp"]}, "exhaustion": {"value": given["exhaustion"]}})
    table.do("rest", kind="long", sheltered=False)
    assert table.value("hp", oro) == expected["hp"]
    assert table.value("exhaustion", oro) == expected["exhaustion"]


def test_a_lingering_condition_keeps_the_higher_value() -> None:
    given, expected = example("GS-098")
    for gained, after in zip(given["gain"], expected["after"], strict=True):
        table = fight()
        oro = hero(table)
        for text in (given["have"], gained):
            table.do("add_condition", creature=oro, condition="clumsy", value=int(text[-1]))
        assert valued(table, oro, "clumsy") == [int(after[-1])]


def clumsy(value: int) -> tuple[Table, str]:
    table, ids = fighters(B=2)
    table.do("add_condition", creature=ids["A"], condition="clumsy", value=value)
    return table, ids["A"]


def test_a_recovery_takes_one_from_the_value() -> None:
    given, expected = example("GS-099")
    table, oro = clumsy(2)
    table.do("answer", id=table.see()["due"][0]["id"], dice={"d20": given["flat"]})
    assert valued(table, oro, "clumsy") == [int(expected["after"][-1])]
    assert due(table) == []


def test_supplies_are_lost_with_a_failed_recovery() -> None:
    given, expected = example("GS-101")
    table, oro = clumsy(3)
    (id,) = table.creature(oro).conditions
    table.do("recover", creature=oro, condition=id, supplies=True, dice={"d20": given["flat"]})
    assert valued(table, oro, "clumsy") == [int(expected["after"][-1])]
    assert table.value("supplies", oro) == 2
    table.do("recover", creature=oro, condition=id, supplies=True, dice={"d20": 15})
    assert valued(table, oro, "clumsy") == [1]


@pytest.mark.parametrize("id", ["GS-103", "GS-104"])
def test_persistent_damage_knows_resistance_but_no_soak(id: str) -> None:
    given, expected = example(id)
    value, _, kind = given["persistent"].partition(" ")
    table = fight()
    features = {kind: {"kind": "resistance", "name": kind, "facts": {"type": kind}} for kind in given.get("resist", [])}
    numbers = {"soak": given.get("soak", 0)}
    oro = hero(table, numbers=numbers, trackers={"hp": {"value": given["hp"]}}, features=features)
    begin(table, oro)
    table.do("add_condition", creature=oro, condition="persistent-damage", value=int(value), detail=kind.strip("()"))
    table.do("settle_due", ids=[table.see()["due"][0]["id"]])
    assert table.value("hp", oro) == expected["hp"]


def test_of_the_same_persistent_damage_the_higher_stays() -> None:
    _, expected = example("GS-105")
    assert expected["after"] == ["3 (fire)"]
    table = fight()
    oro = hero(table)
    for value, kind in ((2, "fire"), (3, "fire"), (1, "acid")):
        table.do("add_condition", creature=oro, condition="persistent-damage", value=value, detail=kind)
    assert sorted(v or 0 for v in valued(table, oro, "persistent-damage")) == [1, 3]


def test_a_rider_is_lost_with_a_hit_that_soak_takes_whole() -> None:
    given, expected = example("GS-107")
    table = fight()
    oro = hero(table, numbers={"soak": given["soak"]})
    parts = [{"amount": given["damage"], "type": given["type"]}]
    table.do("take_damage", creature=oro, parts=parts, rider="2 physical")
    assert table.value("hp", oro) == 49 - expected["taken"]
    assert table.conditions(oro) == []
    table.do("take_damage", creature=oro, parts=[{"amount": 6, "type": "slashing"}], rider="2 physical")
    assert table.conditions(oro) == ["persistent-damage"]


def test_damage_lands_before_the_check_that_ends_it() -> None:
    given, expected = example("GS-108")
    table, ids = fighters(B=2)
    oro = ids["A"]
    table.do("set_tracker", creature=oro, tracker="hp", value=given["hp"])
    table.do("add_condition", creature=oro, condition="persistent-damage", value=3, detail="fire")
    assert due(table) == ["damage", "recovery"]
    recovery = table.see()["due"][1]["id"]
    table.do("settle_due", dice={recovery: {"d20": given["flat"]}})
    assert table.value("hp", oro) == expected["hp"]
    assert table.conditions(oro) == []


@pytest.mark.parametrize("id", ["GS-110", "GS-111"])
def test_of_what_slows_only_the_highest_counts(id: str) -> None:
    given, expected = example(id)
    table = fight()
    oro = hero(table, numbers={"speed": given["speed"]})
    for feet in given["slowed"]:
        table.do("add_condition", creature=oro, condition="slowed", value=feet)
    assert sheet.speed(table.game.system, table.game.state, table.creature(oro)) == expected["speed"]


def test_sinking_deeper_submerges() -> None:
    given, expected = example("GS-112")
    table = fight()
    oro = hero(table)
    table.do("add_condition", creature=oro, condition="sinking", value=given["sinking"])
    table.do("sink", creature=oro, dc=15, dice={"d20": 4})
    assert valued(table, oro, "sinking") == [expected["sinking"]]
    assert "submerged" in table.codes()


def test_a_blinded_attacker_and_an_invisible_target_make_two_levels() -> None:
    _, expected = example("GS-124")
    table = fight()
    oro, rat = hero(table), foe(table)
    table.do("add_condition", creature=oro, condition="blinded")
    table.do("add_condition", creature=rat, condition="invisible")
    table.do("roll", roll="attack", creature=oro, targets=[rat], parameters={"dc": 10, "modifier": 0}, dice={"d20": 14})
    record = table.game.state.rolls[oro]
    assert record.secret["filled"]["disadvantage"] == -expected["net_levels"]
    assert record.facts["total"] == 14 + expected["bonus"]


def test_a_withered_one_does_not_rise() -> None:
    given, expected = example("GS-126")
    table = fight()
    oro = dying(table, timer=given["timer"])
    table.do("add_condition", creature=oro, condition="withered")
    begin(table, oro)
    item = next(one["id"] for one in table.see()["due"] if one["what"] == "dying")
    table.do("answer", id=item, dice={"dice": given["natural"]})
    assert (table.value("hp", oro), table.value("death_timer", oro)) == (expected["hp"], expected["timer"])


@pytest.mark.parametrize(("condition", "outcome"), [("stunned", "success"), ("paralyzed", "critical_success")])
def test_a_hit_on_a_stunned_one_is_not_critical_by_itself(condition: str, outcome: str) -> None:
    _, expected = example("GS-128")
    table = fight()
    oro, rat = hero(table), foe(table)
    table.do("add_condition", creature=rat, condition=condition)
    parameters = {"dc": 10, "modifier": 0, "tags": ["close"]}
    table.do("roll", roll="attack", creature=oro, targets=[rat], parameters=parameters, dice={"d20": 12})
    record = table.game.state.rolls[oro]
    assert record.secret["targets"][0]["outcome"] == outcome
    assert record.secret["filled"]["advantage"] == expected["attacker_levels"]


def test_an_injured_chest_makes_each_action_cost_strain() -> None:
    given, expected = example("GS-129")
    table, ids = fighters(B=2)
    table.do("add_condition", creature=ids["A"], condition="chest-trauma", value=given["chest_trauma"])
    table.do("act", creature=ids["A"], action="dash")
    table.do("act", creature=ids["A"], action="maneuver", ap=0, strain=1)
    assert table.value("strain", ids["A"]) == expected["strain_gained"]


def test_a_long_rest_that_was_broken_off_may_count_as_a_short_one() -> None:
    given, expected = example("GS-130")
    for hours, benefit in zip(given["hours_before"], expected["benefit"], strict=True):
        table = fight()
        oro = hero(table, trackers={"hp": {"value": 20}})
        table.do("rest", kind="long", interrupted=True, minutes=int(60 * hours))
        assert table.value("hp", oro) == (20 if benefit == "none" else 32)
        assert "rest_interrupted" in table.codes(GM_VIEWER)


def test_every_example_stands_in_one_of_the_two_files() -> None:
    from tests.rules.bump.test_examples import CHECKS

    text = Path(__file__).read_text("utf-8")
    left = [one["id"] for one in EXAMPLES if one["check"] not in CHECKS and f'"{one["id"]}"' not in text]
    assert left == []
