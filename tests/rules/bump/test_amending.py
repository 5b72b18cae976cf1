"""Dice that are changed after a roll in Bump d20: what it decided is taken back, and decided anew."""

from typing import Any

import pytest

from rules import content
from rules.core import log, report, telling
from rules.core.errors import InvalidInput, RuleError
from rules.core.project import GM_VIEWER
from tests.rules.bump.table import begin, fight, foe, hero
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return fight()


def amend(table: Table, who: str, by: str = "gm", **dice: Any) -> None:
    table.do("amend_roll", id=table.game.state.rolls[who].id, dice=dice, by=by)


def settle(table: Table, what: str, **dice: Any) -> None:
    (item,) = [one for one in table.see()["due"] if one["what"] == what]
    table.do("answer", id=item["id"], dice=dice)


def told(table: Table, language: str) -> list[str]:
    words, titles = content.words("bump", language), content.titles("bump", language)
    return [telling.text(line, words, titles) for line in log.lines(table.game, GM_VIEWER)]


def hit(table: Table, who: str, amount: int) -> None:
    table.do("take_damage", creature=who, parts=[{"amount": amount, "type": "fire"}])


def timer(table: Table, who: str) -> int | None:
    found = table.game.state.trackers(who).get("death_timer")
    return None if found is None else int(table.value("death_timer", who))


def down(table: Table, face: int) -> str:
    """A character in a fight who clings to life, with so many rounds left and one more."""
    oro = hero(table)
    begin(table, oro)
    hit(table, oro, 49)
    table.do("answer", id=f"d_wound_{oro}", dice={"d20": 20})
    table.do("death_option", creature=oro, option="mostly_dead", dice={"d4": face})
    return oro


# ---------------------------------------------------------------- recovery


def test_a_flat_check_that_becomes_a_20_ends_what_it_is_for(table: Table) -> None:
    oro = hero(table)
    table.do("add_condition", creature=oro, condition="charmed")
    begin(table, oro)
    settle(table, "recovery", d20=3)
    amend(table, oro, d20=20)
    assert table.conditions(oro) == []
    table.undo()
    assert table.conditions(oro) == ["charmed"]


@pytest.mark.parametrize(("supplies", "left"), [(False, 3), (True, 2)])
def test_a_recovery_for_an_action_counts_as_it_did(table: Table, supplies: bool, left: int) -> None:
    oro = hero(table)
    table.do("add_condition", creature=oro, condition="frightened", value=4)
    table.do("recover", creature=oro, condition="frightened", supplies=supplies, dice={"d20": 2})
    for face, value in ((19, left), (20, left), (1, 4)):
        amend(table, oro, d20=face)
        assert [one.value for one in table.creature(oro).conditions.values()] == [value]
    assert table.value("supplies", oro) == (2 if supplies else 3)


# ---------------------------------------------------------------- dying


def test_the_death_timer_counts_from_the_die_that_was_meant(table: Table) -> None:
    oro = down(table, 3)
    first, exhaustion = timer(table, oro), table.value("exhaustion", oro)
    amend(table, oro, d4=1)
    assert first == 4
    assert timer(table, oro) == 2
    table.undo()
    assert timer(table, oro) == first
    table.redo()
    assert (timer(table, oro), table.value("exhaustion", oro)) == (2, exhaustion)


def test_a_death_timer_that_was_hit_since_stays_as_much_shorter(table: Table) -> None:
    oro = down(table, 2)
    first = timer(table, oro) or 0
    hit(table, oro, 20)
    assert timer(table, oro) == first - 1
    amend(table, oro, d4=4)
    assert timer(table, oro) == first + 1
    amend(table, oro, d4=2)
    assert timer(table, oro) == first - 1


def test_one_whom_the_timer_leaves_no_round_dies_and_is_brought_back(table: Table) -> None:
    oro = hero(table, numbers={"level": 5, "fortitude": 0}, trackers={"exhaustion": {"value": 1}})
    begin(table, oro)
    hit(table, oro, 35)
    table.do("answer", id=f"d_wound_{oro}", dice={"d20": 20})
    table.do("death_option", creature=oro, option="mostly_dead", dice={"d4": 1})
    assert "dead" in table.conditions(oro)
    amend(table, oro, d4=4)
    assert "dead" not in table.conditions(oro)
    assert timer(table, oro)
    amend(table, oro, d4=1)
    assert (table.conditions(oro).count("dead"), timer(table, oro)) == (1, None)
    died = told(table, "en").count("Oro dies")
    amend(table, oro, d4=1)
    assert ("dead" in table.conditions(oro), told(table, "en").count("Oro dies")) == (True, died)


def test_one_who_was_healed_since_has_no_timer_any_more(table: Table) -> None:
    oro = down(table, 3)
    table.do("heal", creature=oro, amount=5)
    amend(table, oro, d4=1)
    assert (timer(table, oro), table.value("hp", oro), "dead" in table.conditions(oro)) == (None, 5, False)


def dying(table: Table, face: int) -> str:
    oro = down(table, 3)
    table.do("begin_turn", creature=oro)
    settle(table, "dying", dice=face)
    return oro


def test_whoever_rolls_a_20_after_all_rises(table: Table) -> None:
    oro = dying(table, 3)
    left = timer(table, oro)
    amend(table, oro, dice=20)
    assert (table.value("hp", oro), timer(table, oro)) == (1, None)
    table.undo()
    assert (table.value("hp", oro), timer(table, oro)) == (0, left)


def test_whoever_rises_by_mistake_lies_there_with_the_timer_a_round_shorter(table: Table) -> None:
    oro = down(table, 3)
    table.do("add_condition", creature=oro, condition="unconscious")
    before = timer(table, oro) or 0
    table.do("begin_turn", creature=oro)
    settle(table, "dying", dice=20)
    assert (table.value("hp", oro), timer(table, oro), table.conditions(oro)) == (1, None, ["prone"])
    amend(table, oro, dice=3)
    assert (table.value("hp", oro), timer(table, oro)) == (0, before - 1)
    assert table.conditions(oro) == ["unconscious"]
    assert [item["what"] for item in table.see()["due"]] == []


def test_one_who_was_healed_since_does_not_rise_by_the_die(table: Table) -> None:
    oro = dying(table, 3)
    table.do("heal", creature=oro, amount=5)
    amend(table, oro, dice=20)
    assert table.value("hp", oro) == 5


# ---------------------------------------------------------------- wounds


def test_a_wound_comes_and_goes_with_the_die_and_is_asked_once(table: Table) -> None:
    oro = hero(table)
    hit(table, oro, 20)
    (item,) = [one for one in table.see()["due"] if one["what"] == "wound"]
    table.do("answer", id=item["id"], dice={"d20": 20}, location="left arm")
    amend(table, oro, d20=1)
    (wound,) = table.creature(oro).conditions.values()
    assert (wound.key, wound.detail) == ("light-wound", "left arm")
    amend(table, oro, d20=20)
    assert (table.conditions(oro), table.see()["due"]) == ([], ())


# ---------------------------------------------------------------- actions, hazards, journeys


def test_an_escape_frees_or_holds_by_the_die_that_was_meant(table: Table) -> None:
    oro, rat = hero(table), foe(table)
    table.do("add_condition", creature=oro, condition="grappled", source=rat)
    begin(table, oro)
    table.do("escape", creature=oro, source=rat, dc=15, dice={"d20": 1}, **{"with": "might"})
    amend(table, oro, d20=19)
    assert table.conditions(oro) == []
    amend(table, oro, d20=14)
    assert table.conditions(oro) == ["grappled"]
    table.do("escape", creature=oro, source=rat, dc=15, dice={"d20": 19}, **{"with": "might"})  # no critical failure
    assert table.conditions(oro) == []


def test_no_air_exhausts_by_the_degree_of_the_die_that_was_meant(table: Table) -> None:
    oro = hero(table)
    table.do("suffocate", creature=oro, dice={"d20": 1})
    assert table.value("exhaustion", oro) == 2
    for face, level in ((10, 1), (19, 0), (1, 2)):
        amend(table, oro, d20=face)
        assert table.value("exhaustion", oro) == level


def test_sinking_goes_the_way_of_the_die_that_was_meant(table: Table) -> None:
    oro = hero(table)
    table.do("add_condition", creature=oro, condition="sinking", value=2)
    table.do("sink", creature=oro, dc=15, dice={"d20": 2})
    assert table.conditions(oro) == ["sinking", "suffocating"]
    amend(table, oro, d20=20)
    assert [(one.key, one.value) for one in table.creature(oro).conditions.values()] == [("sinking", 1)]


def test_hunger_costs_what_the_save_that_was_meant_leaves(table: Table) -> None:
    oro = hero(table)
    table.do("go_without", creature=oro, what="half_water", dice={oro: {"d20": 2}})
    assert (table.value("strain", oro), table.value("starved", oro)) == (2, 2)
    amend(table, oro, d20=20)
    assert table.value("strain", oro) == 0
    assert table.value("starved", oro) == 0
    amend(table, oro, d20=3)
    assert (table.value("strain", oro), table.value("starved", oro)) == (2, 2)


def test_a_fall_hurts_as_its_dice_say_and_the_report_counts_it_once(table: Table) -> None:
    oro = hero(table)
    table.do("fall", creature=oro, feet=20, dice={"d6": [6, 6]})
    amend(table, oro, d6=[1, 2])
    assert table.value("hp", oro) == 49 - 3
    assert report.report(table.game, GM_VIEWER).creatures[oro].taken == 3
    assert any(line.startswith("Oro: ") and "taken back" in line for line in told(table, "en"))
    assert any("отменено 12" in line for line in told(table, "ru"))


# ---------------------------------------------------------------- who may


def test_a_player_mends_the_own_die_and_nothing_else(table: Table) -> None:
    oro = hero(table)
    table.do("add_condition", creature=oro, condition="charmed")
    begin(table, oro)
    settle(table, "recovery", d20=3)
    id = table.game.state.rolls[oro].id
    with pytest.raises(RuleError, match="not-for-a-seat"):
        table.do("amend_roll", id=id, parameters={"dc": 1}, by=f"seat:{oro}")
    amend(table, oro, by=f"seat:{oro}", d20=20)
    assert table.conditions(oro) == []


def test_nobody_says_of_a_roll_of_the_own_what_it_decides(table: Table) -> None:
    oro = hero(table)
    about = {"dc": 1, "decides": {"what": "dying", "of": oro}}
    with pytest.raises(InvalidInput):
        table.do("roll", roll="flat", creature=oro, parameters=about, dice={"d20": 20}, by=f"seat:{oro}")


# ---------------------------------------------------------------- whoever could not roll any more


@pytest.mark.parametrize("condition", ["unconscious", "incapacitated", "paralyzed", "dying", "stunned"])
def test_an_attack_can_be_changed_when_whoever_made_it_cannot_act_any_more(table: Table, condition: str) -> None:
    oro, rat = hero(table, numbers={"attack": 3}), foe(table, numbers={"defense": 15})
    begin(table, oro)
    blow = {"kind": "weapon", "name": "Knife", "facts": {"dice": "1d4", "ap": 1}}
    table.do("change_creature", creature=oro, changes={"features": {"knife": blow}})
    table.do("roll", roll="attack", creature=oro, targets=[rat], dice={"d20": 5}, **{"with": "knife"})
    assert table.game.state.rolls[oro].facts["outcome"] == "failure"
    if condition == "dying":
        hit(table, oro, 49)
    else:
        table.do("add_condition", creature=oro, condition=condition, value=2 if condition == "stunned" else None)
    amend(table, oro, d20=15)
    assert table.game.state.rolls[oro].facts["outcome"] == "success"
    table.do("amend_roll", id=table.game.state.rolls[oro].id, add=[{"amount": -9, "reason": "fog"}])
    assert table.game.state.rolls[oro].facts["outcome"] == "failure"
    amend(table, oro, by=f"seat:{oro}", d20=19)
    for hand in (f"seat:{oro}", "gm", "gm"):
        table.undo(by=hand)
    assert table.game.state.rolls[oro].facts["outcome"] == "failure"


def test_an_attack_can_be_changed_when_the_one_it_was_aimed_at_is_out_of_reach_or_dead(table: Table) -> None:
    oro, rat = hero(table, numbers={"attack": 3}), foe(table, numbers={"defense": 15})
    begin(table, oro)
    table.do("roll", roll="attack", creature=oro, targets=[rat], dice={"d20": 5})
    hit(table, rat, 30)
    table.do("end_turn", creature=oro)
    amend(table, oro, d20=15)
    assert table.game.state.rolls[oro].facts["outcome"] == "success"
