"""A party of Bump d20 as it is typed: skills, attack and its DC by their words, in both languages."""

import pytest

from app.services.party import read_party
from app.services.setup import vocabulary


@pytest.mark.parametrize(
    "line",
    [
        "Ysolde, scout 3, attack 6, stealth 5, acrobatics 5, athletics 1, thievery 2, dc 14, speed 35",
        "Изольда, разведчик 3, атака 6, скрытность 5, акробатика 5, атлетика 1, воровство 2, сл 14, скорость 35",
    ],
)
def test_every_number_of_the_sheet_has_a_word(line: str) -> None:
    (found,) = read_party(line, vocabulary("bump"))
    assert found.unclear == ()
    skills = {"stealth": 5, "acrobatics": 5, "athletics": 1, "thievery": 2}
    assert found.numbers == {"level": 3, "attack": 6, "attack_dc": 14, "speed": 35, **skills}


def test_a_thief_is_a_calling_and_no_skill() -> None:
    (found,) = read_party("Rook, thief 3", vocabulary("bump"))
    assert (found.calling, found.numbers) == ("thief", {"level": 3})
