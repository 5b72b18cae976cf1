"""An encounter typed as text: names stay whole, amounts and flags are right, and what is unclear is said."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.services.party import Field, Vocabulary
from app.services.typed import Lines, Typed, line_of, read_line, read_lines

HP, ARMOR = Field("hp", tracker=True, least=1, most=99), Field("armor", most=30)
WORDS = Vocabulary({"hp": HP, "hit*": HP, "ac": ARMOR, "armor": ARMOR})
LINES = Lines(WORDS)
PLACED = Lines(WORDS, places=(HP, ARMOR))


def knowing(*names: str) -> Lines:
    taken = {name.casefold() for name in names}
    return Lines(WORDS, known=lambda name: name.casefold() in taken)


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("Goblin", Typed("Goblin")),
        ("3 goblin", Typed("goblin", 3)),
        ("3x goblin", Typed("goblin", 3)),
        ("3 × goblin", Typed("goblin", 3)),
        ("goblin x3", Typed("goblin", 3)),
        ("- 3: Goblin", Typed("Goblin", 3)),
        ("2 hound hidden wave 2", Typed("hound", 2, hidden=True, wave="2")),
        ("2 hound, hidden, wave Second rush", Typed("hound", 2, hidden=True, wave="Second rush")),
        ("hound wave «Вторая волна» hidden", Typed("hound", hidden=True, wave="Вторая волна")),
        ("wolf hidden until its turn", Typed("wolf", hidden=True, until_turn=True)),
        ("волк до хода", Typed("волк", hidden=True, until_turn=True)),
        ("2 волка скрыты волна 2", Typed("волка", 2, hidden=True, wave="2")),
        ("3 cultist as Robed figure, wave 2", Typed("cultist", 3, alias="Robed figure", wave="2")),
        ("Goblin called Pim, hp 9, AC: 12", Typed("Goblin", called="Pim", trackers={"hp": 9}, numbers={"armor": 12})),
        ("Гоблин по имени Пим как Тень", Typed("Гоблин", called="Пим", alias="Тень")),
        ("Vex as Robed figure until turn", Typed("Vex", alias="Robed figure", hidden=True, until_turn=True)),
        ('Vex as "Figure, hidden" hidden', Typed("Vex", alias="Figure, hidden", hidden=True)),
        ("d4 rat", Typed("rat", amount="d4")),
        ("2D6-1 rats hidden", Typed("rats", amount="2d6-1", hidden=True)),
        ("tier 2 bruiser", Typed("tier 2 bruiser")),
        ("2 tier 2 bruiser", Typed("tier 2 bruiser", 2)),
        ("Fallen Warlord: Realm-Breaker", Typed("Fallen Warlord: Realm-Breaker")),
        ("Borin the hidden king", Typed("Borin the hidden king")),
        ("hidden", Typed("hidden")),
        ("300 goblin", Typed("goblin", 100, unclear=("300",))),
        ("goblin, with a hat", Typed("goblin", unclear=("with a hat",))),
        ("goblin, hp 900", Typed("goblin", unclear=("hp 900",))),
    ],
)
def test_a_line_is_a_row(line: str, row: Typed) -> None:
    assert read_lines(line, LINES) == [row]


@pytest.mark.case("GM-090")
@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("3: Goblin", Typed("Goblin", 3)),
        ("Borin, friendly", Typed("Borin", ally=True)),
        ("Hobgoblin, 12, 15, 2, hidden", Typed("Hobgoblin", hidden=True, unclear=("12", "15", "2"))),
        ("[[Wolf, Greyjaw], ally]", Typed("Wolf", called="Greyjaw", ally=True)),
        ("1d4+1: Rat", Typed("Rat", amount="1d4+1")),
        ("2 Headed Ogre", Typed("2 Headed Ogre")),
        ("2 headed ogre hidden", Typed("2 headed ogre", hidden=True)),
        ("3 2 Headed Ogre", Typed("3 2 Headed Ogre")),
        ("3: 2 Headed Ogre", Typed("2 Headed Ogre", 3)),
        ("Yes", Typed("Yes")),
        ("no", Typed("no")),
        ("303", Typed("303")),
        ("0: Bat", Typed("Bat", 0)),
        ("0 bat", Typed("bat", 0)),
        ("{creature: Goblin, name: Pim, hp: 9}", Typed("Goblin", called="Pim", trackers={"hp": 9})),
        ("{3: Goblin, hidden: true}", Typed("Goblin", 3, hidden=True)),
        ("{name: Pim, friendly: false}", Typed("Pim")),
        ('"Vex, the Thin", hidden', Typed("Vex, the Thin", hidden=True)),
        ('2 "3 Blind Mice" wave 2', Typed("3 Blind Mice", 2, wave="2")),
        ('"Sister Friendly"', Typed("Sister Friendly")),
    ],
)
def test_names_stay_whole_whatever_they_look_like(line: str, row: Typed) -> None:
    assert read_line(line, knowing("2 Headed Ogre", "Goblin")) == row


def test_a_known_name_is_not_taken_for_flags() -> None:
    assert read_line("Tidal Wave 2", LINES) == Typed("Tidal", wave="2")
    assert read_line("Tidal Wave 2", knowing("Tidal Wave 2")) == Typed("Tidal Wave 2")


def test_numbers_without_words_stand_in_the_places_that_a_game_gives_them() -> None:
    row = read_line("Hobgoblin, 12, 15, 2, hidden", PLACED)
    assert row == Typed("Hobgoblin", trackers={"hp": 12}, numbers={"armor": 15}, hidden=True, unclear=("2",))


def test_empty_lines_and_remarks_are_no_rows() -> None:
    assert read_lines("\n# the first room\n\n  goblin  \n", LINES) == [Typed("goblin")]
    assert len(read_lines("rat\n" * 200, LINES)) == 60


NAMES = st.text("abX 3:-.'#*[]{},\"«»x=", min_size=1, max_size=14).map(lambda text: " ".join(text.split()))
NAMED = st.one_of(NAMES, st.sampled_from(["2 Headed Ogre", "Yes", "hidden", "Vex, the Thin", "d4 rat", "- dash"]))


def storable(name: str) -> bool:
    """Names with every kind of quotation mark cannot be quoted."""
    return bool(name) and '"' not in name


ROWS = st.builds(
    Typed,
    name=NAMED.filter(storable),
    count=st.integers(0, 100),
    called=st.none() | NAMED.filter(storable),
    alias=st.none() | NAMED.filter(storable),
    ally=st.booleans(),
    hidden=st.booleans(),
    wave=st.none() | NAMED.filter(storable),
    trackers=st.sampled_from([{}, {"hp": 9}]),
    numbers=st.sampled_from([{}, {"armor": 12}]),
)


@settings(max_examples=300, deadline=None)
@given(ROWS, st.sampled_from(["en", "ru"]))
def test_a_row_that_is_written_as_a_line_is_read_as_that_row(row: Typed, language: str) -> None:
    line = line_of(row, LINES, language)
    assert read_lines(line, LINES) == [row]


def test_a_line_is_written_as_plainly_as_it_can_be() -> None:
    assert line_of(Typed("goblin", 3, hidden=True, wave="2"), LINES) == "3 goblin, hidden, wave 2"
    assert line_of(Typed("Rat", amount="1d4+1", until_turn=True, hidden=True), LINES) == "1d4+1 Rat, hidden until turn"
    assert line_of(Typed("2 Headed Ogre"), LINES) == '"2 Headed Ogre"'


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_as_rows_with_names(text: str) -> None:
    for row in read_lines(text, PLACED):
        assert row.name
        assert 0 <= row.count <= 100


def test_a_line_of_nothing_but_flags_is_read_at_once() -> None:
    assert read_line("rat " + "as " * 1000, Lines()).name.startswith("rat as")
    assert read_line("rat " + "wave " * 1900, Lines()).name.startswith("rat wave")
    assert read_line("rat, " + "as " * 1000, Lines()).name == "rat"
    assert read_line("rat hidden as " + "long " * 20 + "wave 2", Lines()).wave == "2"
