"""Durations, shared conditions and undo in play: nothing ends early, late, twice or on somebody else."""

from typing import Any

import pytest

from tests.rules.core.test_turn_cases import Line


def bound(line: Line, name: str, **until: object) -> None:
    line.do("add_condition", creature=line.id(name), condition="blinded", until=until)


def has(line: Line, name: str) -> bool:
    return line.conditions(line.id(name)) != []


@pytest.mark.case("GM-025")
def test_the_start_of_anothers_turn_is_not_the_top_of_the_round() -> None:
    line = Line(O1=20, Mira=15, O2=10, D=5)
    line.next()
    bound(line, "O1", edge="turn_start", creature=line.id("O2"), rounds=1)
    bound(line, "D", edge="turn_end", creature=line.id("Mira"), rounds=1)
    line.next(3)
    assert (line.acts, line.round, has(line, "O1")) == ("O1", 2, True)
    assert (line.next(), has(line, "O1"), has(line, "D")) == ("Mira", True, True)
    assert (line.next(), has(line, "O1"), has(line, "D")) == ("O2", False, False)


@pytest.mark.case("GM-026")
@pytest.mark.parametrize("scores", [{"A": 9}, {"A": 9, "B": 5, "C": 2}])
def test_the_first_in_the_order_keeps_nothing_a_turn_too_long(scores: dict[str, int]) -> None:
    line = Line(**scores)
    bound(line, "A", edge="turn_start", creature=line.id("A"), turns=1)
    line.next(len(scores) - 1)
    assert has(line, "A")
    line.next()
    assert (line.acts, line.round, has(line, "A")) == ("A", 2, False)


@pytest.mark.case("GM-028")
@pytest.mark.parametrize("score", [20, 1])
@pytest.mark.parametrize("fate", ["removed", "down", "hidden", "renumbered", None])
def test_what_hangs_on_a_creature_ends_in_time_whatever_becomes_of_it(score: int, fate: str | None) -> None:
    line = Line(Viper=score, Oro=10, Mira=9)
    while line.acts != "Oro":
        line.next()
    viper, began = line.id("Viper"), line.round
    bound(line, "Oro", edge="turn_start", creature=viper, rounds=2)
    match fate:
        case "removed":
            line.remove("Viper")
        case "down":
            line.do("take_damage", creature=viper, amount=99)
        case "hidden":
            line.do("hide", creature=viper)
        case "renumbered":
            line.score("Viper", 15 if score == 1 else 5)
    while has(line, "Oro"):
        assert line.round <= began + 2
        line.next()
    assert line.round in (began + 2, began + 3)
    assert line.acts in ("Viper", "Oro")


@pytest.mark.case("GM-023")
def test_a_condition_given_to_several_is_each_ones_own() -> None:
    line = Line(R1=9, R2=8, R3=7)
    for name in ("R1", "R2", "R3"):
        line.do("add_condition", creature=line.id(name), condition="bleeding", value=3)
    line.do("change_condition", creature=line.id("R1"), condition="bleeding", value=1)
    line.next()
    line.do("end_condition", creature=line.id("R2"), condition="bleeding")
    values = [[c.value for c in line.creature(line.id(name)).conditions.values()] for name in ("R1", "R2", "R3")]
    assert values == [[1], [], [3]]


DAMAGE: dict[str, Any] = {"hp": {"value": 30, "max": 80}, "temporary_hp": {"value": 5}}


@pytest.mark.case("GM-022")
def test_undo_gives_back_what_there_was_and_not_the_opposite_sum() -> None:
    line = Line()
    oro = line.pc(trackers=DAMAGE)
    before = line.game.state
    line.do("take_damage", creature=oro, amount=50)
    assert (line.value("hp", oro), line.value("temporary_hp", oro)) == (0, 0)
    assert {c["key"] for c in line.see()["creatures"][oro]["conditions"]} >= {"down"}
    line.undo()
    assert line.game.state == before
    line.do("set_tracker", creature=oro, tracker="hp", value=75)
    line.do("heal", creature=oro, amount=100)
    assert line.value("hp", oro) == 80
    line.undo()
    assert line.value("hp", oro) == 75
    line.undo()
    assert line.value("hp", oro) == 30
