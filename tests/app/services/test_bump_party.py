"""The party field of Bump d20: weapons behind a comma, their types of damage in the words of any language."""

import pytest

from app.services.party import command_of, read_character
from app.services.setup import vocabulary


@pytest.mark.parametrize(
    ("line", "type_"),
    [
        ("Sel, duelist 3, might 2, rapier 1d8+2 slashing", "slashing"),
        ("Сэл, дуэлянт 3, мощь 2, рапира 1d8+2 рубящий", "slashing"),
        ("Сэл, дуэлянт 3, мощь 2, искра 1d8+2 огонь", "fire"),
    ],
)
def test_a_word_with_a_die_is_a_weapon_with_its_type(line: str, type_: str) -> None:
    known = vocabulary("bump")
    read = read_character(line, known)
    made = command_of(read, known)["creature"]
    facts = {"dice": "1d8", "modifier": 2, "type": type_}
    assert (made["features"]["weapon-1"]["kind"], made["features"]["weapon-1"]["facts"]) == ("weapon", facts)
    assert made["numbers"] == {"level": 3, "might": 2}
    assert not read.unclear
