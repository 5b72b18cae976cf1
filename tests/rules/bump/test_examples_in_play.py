"""The worked examples that need a game: what is due, what conditions and rests do."""

from pathlib import Path
from typing import Any

import pytest

from rules.bump import sheet
from rules.core.project import GM_VIEWER
from tests.rules.bump.played import EXAMPLES, example, fighters, valued
from tests.rules.bump.table import begin, due, fight, foe, hero
from tests.rules.table import Table


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


def test_every_example_stands_in_one_of_the_files() -> None:
    from tests.rules.bump.test_examples import CHECKS

    text = "".join(file.read_text("utf-8") for file in sorted(Path(__file__).parent.glob("test_examples_*.py")))
    left = [one["id"] for one in EXAMPLES if one["check"] not in CHECKS and f'"{one["id"]}"' not in text]
    assert left == []
