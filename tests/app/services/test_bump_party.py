"""The party field of Bump d20: weapons behind a comma, their types of damage in the words of any language."""

import pytest

from app.services.party import command_of, read_character
from app.services.setup import commands, rows, vocabulary
from tests.rules.bump.table import fight


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


@pytest.mark.parametrize(
    "line",
    [
        "Sel, duelist 3, might 2, supplies 3, Medicine 3, Stealth 2, survival -1, hp 20",
        "Sel, Medicine 3, supply 3, survival −1, stealth 2, duelist 3, might 2, hp 20",
        "Сэл, дуэлянт 3, мощь 2, припасы 3, Медицина 3, скрытность 2, выживание -1, хиты 20",
    ],
)
def test_supplies_and_skills_are_read_beside_the_numbers_of_the_sheet(line: str) -> None:
    found = read_character(line, vocabulary("bump"))
    made = command_of(found, vocabulary("bump"))["creature"]
    skills = [(one["kind"], one["facts"]) for key, one in made["features"].items() if key != "calling"]
    assert skills == [("skill", {"bonus": 3}), ("skill", {"bonus": -1})]
    assert made["features"]["calling"]["name"] in ("duelist", "дуэлянт")
    assert made["numbers"] == {"level": 3, "might": 2, "stealth": 2}
    assert (made["trackers"], found.unclear) == ({"supplies": {"value": 3}, "hp": {"max": 20}}, ())


def test_what_no_sheet_has_is_no_skill_whatever_number_it_has() -> None:
    found = read_character("Sel, duelist 3, gold 20, AP 3", vocabulary("bump"))
    assert (found.ranks, found.unclear) == ((), ("gold 20", "AP 3"))


def test_a_skill_that_was_typed_is_rolled_with_and_supplies_are_spent() -> None:
    table = fight()
    table.send(*commands("bump", "Sel, duelist 3, medicine 3, supplies 2"))
    (sel,) = table.game.state.creatures
    (key,) = [key for key, one in table.creature(sel).features.items() if one.kind == "skill"]
    table.do("roll", roll="check", creature=sel, parameters={"dc": 10}, dice={"d20": 8}, **{"with": key})
    assert table.game.state.rolls[sel].facts["total"] == 11
    assert table.value("supplies", sel) == 2
    (row,) = rows("bump", "Sel, duelist 3, medicine 3, supplies 2", "en")
    assert row.more == ("Supplies 2", "medicine 3")
