"""A party of SHARD typed in one field: abilities, dice and skills, in both languages, and no level."""

import pytest

from app.services import setup
from app.services.party import command_of, read_party
from app.services.setup import vocabulary

LINES = {
    "en": "Yrsa, str 3, con 2, defence 2, resolve 1, prowess 4, savvy 1/2, Long blades 2, endurance 1",
    "ru": "Ирса, сила 3, телосл 2, защита 2, решимость 1, доблесть 4, смекалка 1/2, Длинные клинки 2, выносливость 1",
}


@pytest.mark.parametrize("language", LINES)
def test_abilities_dice_and_skills_are_understood(language: str) -> None:
    (found,) = read_party(LINES[language], vocabulary("shard"))
    numbers = {"strength": 3, "constitution": 2, "defence": 2, "resolve": 1, "endurance": 1}
    assert (found.numbers, found.unclear, found.calling) == (numbers, (), "")
    sheet = command_of(found, vocabulary("shard"))["creature"]
    assert sheet["trackers"] == {
        "prowess": {"value": {"ready": 4, "spent": 0}},
        "savvy": {"value": {"ready": 1, "spent": 1}},
    }
    (skill,) = sheet["features"].values()
    assert (skill["kind"], skill["facts"]) == ("skill", {"rank": 2})


@pytest.mark.parametrize(("language", "words"), [("ru", "интеллект 3, дух 2"), ("en", "wits 3, spirit 2")])
def test_wits_and_savvy_are_not_mistaken_for_each_other(language: str, words: str) -> None:
    (found,) = read_party(f"Quill, {words}", vocabulary("shard"))
    assert found.numbers == {"wits": 3, "spirit": 2}


@pytest.mark.parametrize("language", LINES)
def test_what_was_understood_is_told_and_nobody_is_asked_for_a_level(language: str) -> None:
    (row,) = setup.rows("shard", LINES[language], language)
    assert (row.level, row.unclear) == (None, ())
    assert [cell.words for cell in row.cells] == ["2", "2", "1", "4", "", "2"]
    assert row.more[-1] in ("Long blades 2", "Длинные клинки 2")


def test_the_example_is_understood_whole() -> None:
    for language in LINES:
        for row in setup.rows("shard", setup.example("shard", language), language):
            assert row.unclear == ()
            assert len(row.more) > 0


def test_a_number_without_a_word_is_not_understood_and_the_rest_stands() -> None:
    (row,) = setup.rows("shard", "Yrsa, human 2, 7, con 2", "en")
    assert row.unclear == ("7",)
    assert row.cells[0].words == "2"


@pytest.mark.parametrize(
    "said",
    [
        "Yrsa, human, armour training 2, armour 3, actions 3",
        "Ирса, человек, владение доспехами 2, доспех 3, действия 3",
    ],
)
def test_armour_is_worn_and_is_no_skill_and_training_in_it_is_another_thing(said: str) -> None:
    (found,) = read_party(said, vocabulary("shard"))
    assert (found.unclear, found.ranks) == ((), ())
    assert found.numbers == {"armour_training": 2, "actions": 3}
    sheet = command_of(found, vocabulary("shard"))["creature"]
    assert sheet["features"]["armour"]["facts"] == {"rating": 3}
    (row,) = setup.rows("shard", said, "en")
    assert "Armour 3" in row.more
