"""A party of Swing d20 typed into one field: what makes up Defense, and what is counted."""

from __future__ import annotations

import pytest

from app.services.party import read_character
from app.services.setup import vocabulary


@pytest.mark.parametrize(
    "line",
    [
        "Petru, Pickpocket 15, str 12, natural 11, shield 1, parry 2, dodge 3, fist 6, thrown 6, hp 44",
        "Петру, карманник 15, сил 12, природная 11, щит 1, парирование 2, уклонение 3, кулак 6, метательных 6, хиты 44",
    ],
)
def test_all_that_makes_up_defense_and_all_that_is_counted_is_understood(line: str) -> None:
    found = read_character(line, vocabulary("swing"))
    assert found.unclear == ()
    numbers = {"level": 15, "strength": 12, "natural_ac": 11, "shield": 1, "parry": 2, "dodge": 3, "unarmed_die": 6}
    assert dict(found.numbers) == numbers
    assert {key: pool["max"] for key, pool in found.trackers.items()} == {"thrown": 6, "hp": 44}
