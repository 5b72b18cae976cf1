"""Are words the same whatever their case, their mark of stress and their ending?"""

import pytest

from rules.core.stems import stem, stems, words


def test_words_are_folded() -> None:
    assert words("Ёлка, за́мок; HP: +12 (2d6)") == ["елка", "замок", "hp", "12", "2d6"]


@pytest.mark.parametrize("text", ["cannot move", "can't move", "Can’t move"])
def test_contractions_are_the_words_they_are_made_of(text: str) -> None:
    assert words(text) == ["can", "not", "move"]


@pytest.mark.parametrize("text", ["", "   ", "%'\";--", "🔥🎲", "\0", "___"])
def test_signs_are_no_words(text: str) -> None:
    assert words(text) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rolls", "roll"),
        ("rolling", "rolled"),
        ("преимуществом", "преимущество"),
        ("опутанного", "опутанный"),
        ("бросок", "бросков"),
        ("конец", "концу"),
        ("игроки", "игрок"),
        ("отдыхом", "отдых"),
        ("опытов", "опыт"),
        ("уровень", "уровней"),
        ("ячеек", "ячейку"),
    ],
)
def test_endings_make_no_difference(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_stems_stand_in_the_order_of_the_words() -> None:
    assert stems("Броски действий") == (stem("броски"), stem("действий"))
