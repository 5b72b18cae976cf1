"""The death moves."""

from fractions import Fraction

import pytest

from rules.daggerheart.death import hope_slots, journey_ends, leaves_scar, risk_it_all, risk_odds, scar_chance


@pytest.mark.parametrize(("face", "level", "scar"), [(1, 1, True), (2, 1, False), (5, 5, True), (6, 5, False)])
def test_a_hope_die_at_the_level_or_below_leaves_a_scar(face: int, level: int, scar: bool) -> None:
    assert leaves_scar(face, level) is scar


def test_the_chance_of_a_scar_is_the_level_in_twelve() -> None:
    assert [scar_chance(level) for level in range(1, 11)] == [Fraction(level, 12) for level in range(1, 11)]


@pytest.mark.parametrize(("hope", "fear", "risk"), [(8, 7, "stays_up"), (7, 8, "dies"), (7, 7, "clears_all")])
def test_risking_it_all_goes_by_the_higher_die(hope: int, fear: int, risk: str) -> None:
    assert risk_it_all(hope, fear) == risk


def test_the_odds_of_risking_it_all_are_all_there_is() -> None:
    assert sum(risk_odds().values()) == 1


@pytest.mark.parametrize(("scars", "slots", "ends"), [(0, 6, False), (5, 1, False), (6, 0, True), (7, 0, True)])
def test_each_scar_takes_a_hope_slot(scars: int, slots: int, ends: bool) -> None:
    assert (hope_slots(scars), journey_ends(scars)) == (slots, ends)
