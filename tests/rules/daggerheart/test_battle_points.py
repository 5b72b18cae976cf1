"""Battle points."""

import pytest

from rules.daggerheart.battle_points import points, spent


@pytest.mark.parametrize(
    ("adjustments", "total"),
    [
        ((), 14),
        (("easier",), 13),
        (("two_solos",), 12),
        (("more_damage",), 12),
        (("lower_tier", "no_heavies"), 16),
        (("harder",), 16),
    ],
)
def test_a_party_of_four_has_points(adjustments: tuple[str, ...], total: int) -> None:
    assert points(4, adjustments) == total


@pytest.mark.parametrize(
    ("adversaries", "cost"),
    [
        ({"minion": 4}, 1),
        ({"minion": 5}, 2),
        ({"minion": 0}, 0),
        ({"social": 1, "support": 1}, 2),
        ({"horde": 1, "ranged": 1, "skulk": 1, "standard": 1}, 8),
        ({"leader": 1, "bruiser": 1, "solo": 1}, 12),
    ],
)
def test_adversaries_cost_by_their_type(adversaries: dict[str, int], cost: int) -> None:
    assert spent(adversaries, pcs=4) == cost


def test_minions_cost_something_even_without_a_party() -> None:
    assert spent({"minion": 3}, pcs=0) == 3
