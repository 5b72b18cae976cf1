"""Minions and Hordes."""

import pytest

from rules.daggerheart.minions import is_horde_thinned, minions_defeated


@pytest.mark.parametrize(("damage", "defeated"), [(0, 0), (1, 1), (2, 1), (3, 2), (5, 2), (6, 3), (7, 3)])
def test_every_full_x_of_damage_fells_one_more(damage: int, defeated: int) -> None:
    assert minions_defeated(damage, x=3) == defeated


def test_a_minion_without_a_number_falls_alone() -> None:
    assert minions_defeated(20, x=0) == 1


@pytest.mark.parametrize(
    ("hit_points", "marked", "thinned"), [(6, 2, False), (6, 3, True), (5, 2, False), (5, 3, True)]
)
def test_a_horde_is_thinned_at_half(hit_points: int, marked: int, thinned: bool) -> None:
    assert is_horde_thinned(hit_points, marked) is thinned
