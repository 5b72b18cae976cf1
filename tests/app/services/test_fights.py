"""How many the dice bring on average: what a budget counts."""

from __future__ import annotations

import pytest

from app.services.fights import average


@pytest.mark.parametrize(
    ("amount", "many"), [("d4", 3), ("2d6", 7), ("1d4+1", 4), ("d6-3", 1), ("d4-9", 0), ("3d3", 6)]
)
def test_an_amount_of_dice_counts_as_its_average_halves_up(amount: str, many: int) -> None:
    assert average(amount) == many
