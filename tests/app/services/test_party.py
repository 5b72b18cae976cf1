"""A party typed in one field."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.party import LONGEST_NAME, MOST_LINES, Field, Vocabulary, command_of, read_character, read_party
from app.services.setup import vocabulary

EVASION = Field("evasion", most=40)
HIT_POINTS = Field("hit_points", tracker=True, least=1, most=99)
ARMOR = Field("armor_slots", tracker=True, most=12)
LEVEL = Field("level", least=1, most=10)
WORDS = Vocabulary(
    words={
        "ev": EVASION,
        "evasion": EVASION,
        "укл*": EVASION,
        "hp": HIT_POINTS,
        "hits": HIT_POINTS,
        "хит*": HIT_POINTS,
        "armor": ARMOR,
        "armour": ARMOR,
        "брон*": ARMOR,
        "level": LEVEL,
        "lvl": LEVEL,
        "ур*": LEVEL,
        "agility": Field("agility", least=-9, most=9),
        "провор*": Field("agility", least=-9, most=9),
    },
    pair=(Field("major"), Field("severe")),
    pair_words=frozenset({"thresholds", "порог*"}),
    signed="experience",
    callings=frozenset({"sorcer*", "guardian"}),
    level=LEVEL,
)

ILKA = {
    "numbers": {"level": 3, "evasion": 11, "major": 7, "severe": 14},
    "trackers": {"hit_points": {"max": 6}, "armor_slots": {"max": 3}},
}


def test_a_name_alone_is_enough() -> None:
    ilka = read_character("Ilka", WORDS)
    assert (ilka.name, ilka.numbers, ilka.trackers, ilka.unclear) == ("Ilka", {}, {}, ())


@pytest.mark.parametrize(
    "line",
    [
        "Ilka, Sorcerer 3, evasion 11, hp 6, 7/14, armor 3",
        "Ilka, Sorcerer 3, ev 11, 7/14, hp 6, armor 3",
        "Ilka; Sorcerer lvl 3; 11 evasion; 6 hp; thresholds 7/14; armour 3",
        "Ilka (Sorcerer 3) ev 11 hp 6 7/14 armor 3",
        "Ilka — Sorcerer 3 — ev: 11 — hp=6 — 7 / 14 — Armor 3",
        "Ilka Sorcerer 3 7/14 ev 11 hp 6 armor 3",
        "Ilka Sorcerer 3 11 ev 6 hp 7/14 3 armor",
        "Ilka Sorcerer level 3 evasion 11 6 hp armor 3 7/14",
        "Ilka, Sorcerer lvl3, EV11, HP6, 7/14, armor3",
        "- Ilka\tSorcerer 3\tev 11\thp 6\t7/14\tarmor 3",
        "1. Ilka, level 3 Sorcerer, 11 ev 6 hp 3 armor, 7/14",
        "Ilka: Sorcerer 3, EV 11, HP 6, 7/14, ARMOR 3",
    ],
)
def test_the_same_character_may_be_written_in_many_ways(line: str) -> None:
    (ilka,) = read_party(line, WORDS)
    assert (ilka.name, ilka.calling, ilka.unclear) == ("Ilka", "Sorcerer", ())
    assert {"numbers": ilka.numbers, "trackers": ilka.trackers} == ILKA


@pytest.mark.parametrize(
    "line",
    [
        "Илка, Чародейка 3, уклонение 11, хиты 6, 7/14, броня 3",
        "Илка, Чародейка ур. 3, укл. 11, 6 хитов, пороги 7/14, броня: 3",
    ],
)
def test_russian_words_are_understood(line: str) -> None:
    ilka = read_character(line, WORDS)
    assert (ilka.name, ilka.calling, ilka.unclear) == ("Илка", "Чародейка", ())
    assert {"numbers": ilka.numbers, "trackers": ilka.trackers} == ILKA


def test_a_name_may_have_several_words() -> None:
    quill = read_character("Brother Quill of the Marsh 4, hp 7", WORDS)
    assert (quill.name, quill.numbers) == ("Brother Quill of the Marsh", {"level": 4})


def test_a_tracker_may_say_where_it_stands() -> None:
    assert read_character("Oro, hp 2/7", WORDS).trackers == {"hit_points": {"value": 2, "max": 7}}


def test_a_sign_makes_an_experience_of_an_unknown_word_and_a_number_of_a_known_one() -> None:
    vesna = read_character("Vesna, Ranger 3, agility +2, Old sailor +2, провор -1", WORDS)
    assert vesna.numbers == {"level": 3, "agility": 2}
    assert vesna.features == (("Old sailor", 2),)
    assert vesna.unclear == ("провор -1",)


@pytest.mark.parametrize("piece", ["hp 900", "hp 0", "14/7", "ev 4 5", "hp 9/2", "wibble 900", "2 of 3 of 4"])
def test_what_cannot_be_is_told_and_not_guessed(piece: str) -> None:
    oro = read_character(f"Oro, Guardian 3, {piece}", WORDS)
    assert " ".join(oro.unclear) == piece
    assert (oro.numbers, oro.trackers) == ({"level": 3}, {})


@pytest.mark.parametrize(
    "line, unclear",
    [
        ("Oro guardian 3 ev 4 5", ["ev 4 5"]),
        ("Oro guardian 3 hp 6 7", ["hp 6 7"]),
        ("Oro guardian hp", ["hp"]),
        ("Oro, level three", ["level three"]),
    ],
)
def test_without_commas_too_nothing_is_lost_in_silence(line: str, unclear: list[str]) -> None:
    oro = read_character(line, WORDS)
    assert list(oro.unclear) == unclear
    assert "hit_points" not in oro.trackers
    assert "evasion" not in oro.numbers


def test_traits_and_experiences_stand_without_commas_as_well() -> None:
    bryn = read_character("Bryn guardian 1 5/11 hp 5 armor 3 agility +2 Old sailor +2", WORDS)
    assert (bryn.name, bryn.calling, bryn.unclear) == ("Bryn", "guardian", ())
    assert bryn.numbers == {"level": 1, "major": 5, "severe": 11, "agility": 2}
    assert bryn.trackers == {"hit_points": {"max": 5}, "armor_slots": {"max": 3}}
    assert bryn.features == (("Old sailor", 2),)


def test_a_second_number_for_the_same_place_is_told() -> None:
    assert read_character("Oro, hp 6, hp 7", WORDS).unclear == ("hp 7",)


def test_a_name_that_ends_in_a_number_stays_whole_and_so_does_an_unknown_word() -> None:
    assert read_character("R2D2, ev 9", WORDS).name == "R2D2"
    assert read_character("Kay, foo33", WORDS).calling == "foo33"


@pytest.mark.parametrize(("system", "tracker"), [("daggerheart", "hit_points"), ("bump", "hp"), ("swing", "hp")])
@pytest.mark.parametrize("said", ["hp 5", "хп 5", "хиты 5", "hit points 5", "5 hit points", "5 HP"])
def test_every_game_with_hit_points_knows_their_usual_words(system: str, tracker: str, said: str) -> None:
    found = read_character(f"Ларк, {said}", vocabulary(system))
    assert (found.trackers[tracker]["max"], found.unclear) == (5, ())


@pytest.mark.parametrize(
    ("line", "name", "calling"),
    [
        ("Tobias the warrior", "Tobias", "Warrior"),
        ("Tobias a warrior 2", "Tobias", "Warrior"),
        ("Tobias is a WARRIOR", "Tobias", "Warrior"),
        ("Tobias, the warrior 2", "Tobias", "Warrior"),
        ("Tobias, warrior", "Tobias", "Warrior"),
        ("Tobias - warrior", "Tobias", "Warrior"),
        ("Tobias—the warrior", "Tobias", "Warrior"),
        ("Tobias -warrior", "Tobias", "Warrior"),
        ("Tobias the level 2 warrior", "Tobias", "Warrior"),
        ("Тобиас воин", "Тобиас", "Воин"),
        ("Тобиас – воин 2", "Тобиас", "Воин"),
        ("Илка чародейка", "Илка", "Чародейка"),
        ("Mira the Bold", "Mira the Bold", ""),
        ("Mira the Bold, rogue", "Mira the Bold", "Rogue"),
        ("Mira the Bold rogue", "Mira the Bold", "Rogue"),
        ("The Warrior", "The Warrior", ""),
        ("Jean-Luc Bard", "Jean-Luc", "Bard"),
        ("Иван Воинов", "Иван Воинов", ""),
        ("Ilka, court Wizard of the Marsh", "Ilka", "court Wizard of the Marsh"),
    ],
)
def test_a_class_is_known_behind_a_linking_word_and_takes_the_spelling_of_its_game(
    line: str, name: str, calling: str
) -> None:
    read = read_character(line, vocabulary("daggerheart"))
    assert (read.name, read.calling, read.unclear) == (name, calling, ())


@pytest.mark.parametrize(
    ("line", "name", "calling", "level"),
    [
        ("Ana An 2", "Ana An", "", 2),
        ("Ian A 3", "Ian A", "", 3),
        ("Ian a 3", "Ian a", "", 3),
        ("Ana An warrior 2", "Ana An", "Warrior", 2),
        ("Henry the 8", "Henry the 8", "", None),
        ("Henry the 8 guardian 2", "Henry the 8", "Guardian", 2),
        ("Jean–Luc Picard, guardian", "Jean–Luc Picard", "Guardian", None),
        ("Анна—Мария, страж 2", "Анна—Мария", "Страж", 2),
        ("Tobias–warrior 2", "Tobias", "Warrior", 2),
        ("Tobias—hp 6, warrior 2", "Tobias", "Warrior", 2),
    ],
)
def test_what_belongs_to_a_name_stays_with_it(line: str, name: str, calling: str, level: int | None) -> None:
    read = read_character(line, vocabulary("daggerheart"))
    assert (read.name, read.calling, read.numbers.get("level"), read.unclear) == (name, calling, level, ())


@pytest.mark.parametrize(
    "word", ["доспех", "доспехи", "броня", "ячейки брони", "ячейки", "armor", "armour", "armor slots"]
)
def test_armor_has_many_words_and_is_no_level(word: str) -> None:
    for line in (f"Ана, Страж 1, {word} 4", f"Ана, {word} 4, Страж 1"):
        read = read_character(line, vocabulary("daggerheart"))
        assert (read.numbers, read.trackers, read.unclear) == ({"level": 1}, {"armor_slots": {"max": 4}}, ())


@pytest.mark.parametrize("piece", ["вжух 4", "урон 4", "gobble 4"])
@pytest.mark.parametrize("others", ["Страж 1", "Страж, ур. 1", "Страж, level 1"])
def test_a_number_beside_an_unknown_word_stays_with_it(piece: str, others: str) -> None:
    for line in (f"Ана, {others}, {piece}", f"Ана, {piece}, {others}"):
        read = read_character(line, vocabulary("daggerheart"))
        assert (read.calling, read.numbers, read.unclear) == ("Страж", {"level": 1}, (piece,))
    assert read_character(f"Ана, Страж, {piece}", vocabulary("daggerheart")).numbers == {}


@pytest.mark.parametrize("system", ["daggerheart", "bump", "swing", "generic"])
def test_the_russian_for_damage_is_no_level(system: str) -> None:
    level = vocabulary(system).level
    assert level
    assert read_character("Ана, уровень 2, урон 4", vocabulary(system)).numbers == {level.key: 2}


@pytest.mark.parametrize(
    ("line", "noted"),
    [
        ("Oro, Seraph 1, played by Kate", "played by Kate"),
        ("Oro played by Kate, Seraph 1", "played by Kate"),
        ("Oro, Seraph 1, player: Kate", "player: Kate"),
        ("Oro, Серафим 1, играет Катя", "играет Катя"),
    ],
)
def test_who_plays_a_character_comes_into_its_note(line: str, noted: str) -> None:
    read = read_character(line, vocabulary("daggerheart"))
    assert (read.name, read.numbers, read.unclear, read.noted) == ("Oro", {"level": 1}, (), noted)
    assert command_of(read, vocabulary("daggerheart"))["creature"]["note"] == noted


def test_a_name_in_brackets_behind_the_class_is_said_not_to_be_understood() -> None:
    assert read_character("Oro, Seraph 1 (Kate)", vocabulary("daggerheart")).unclear == ("Kate",)
    assert read_character("Oro (Kate), Seraph 1", vocabulary("daggerheart")).unclear == ("Kate",)


def test_blank_lines_are_no_characters() -> None:
    assert [c.name for c in read_party("Ilka\n\n   \nOro\n", WORDS)] == ["Ilka", "Oro"]


def test_a_party_has_bounds() -> None:
    assert len(read_party("Ilka\n" * 200, WORDS)) == MOST_LINES
    assert len(read_character("x" * 500, WORDS).name) == LONGEST_NAME


def test_the_command_adds_the_character_with_what_was_said() -> None:
    command = command_of(read_character("Vesna, Ranger 3, hp 6, Sailor +2", WORDS), WORDS)
    assert command == {
        "type": "add_creature",
        "creature": {
            "name": "Vesna",
            "kind": "pc",
            "numbers": {"level": 3},
            "trackers": {"hit_points": {"max": 6}},
            "features": {
                "calling": {"kind": "calling", "name": "Ranger", "facts": {}},
                "experience-1": {"kind": "experience", "name": "Sailor", "facts": {"modifier": 2}},
            },
        },
    }


@given(st.text(max_size=400))
def test_any_text_is_read_without_a_fault(text: str) -> None:
    for character in read_party(text, WORDS):
        assert character.name
        assert len(character.name) <= LONGEST_NAME


@given(st.text(alphabet="Ilka ,;/0123456789+-hpev.()\n", max_size=200))
def test_numbers_never_leave_their_bounds(text: str) -> None:
    for character in read_party(text, WORDS):
        assert all(1 <= value.get("max", 1) <= 99 for value in character.trackers.values())
        assert all(0 <= value <= 9999 for key, value in character.numbers.items() if key != "agility")
